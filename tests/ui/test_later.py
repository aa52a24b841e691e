"""What the start does without: it is not loaded, and it is there as soon as it is used."""

import json
import subprocess
import sys
from pathlib import Path

from tests.ui.terminal import ROOT, terminal
from tui.ui.later import UNUSED

USED: dict[str, object] = {
    "msgspec.toml.decode('a = 1')": {"a": 1},
    "msgspec.json.schema(int)": {"type": "integer"},
    "type(msgspec.inspect.type_info(int)).__name__": "IntType",
    "textual.app.user_downloads_path().name": "Downloads",
    "textual.app.CommandPalette.__name__": "CommandPalette",
    "isinstance(1, textual.app.CommandPalette)": False,
    "textual.layout.Rectangle.__name__": "Rectangle",
    "textual.design.Table(title='t').title": "t",
    "str(textual.css.stylesheet.parse_style('bold'))": "bold",
    "importlib.import_module('ssl').HAS_TLSv1_2": True,
}
"""Something of each module that has a stand-in while the app is loaded → what it returns."""

LATE = (
    *("anyio", "markdown_it", "pygments", "sqlite3", "ssl", "tree_sitter"),
    *("tui.agents", "tui.history", "tui.permission", "tui.sessions", "tui.ui.transcript"),
    "tui.wire",
)
"""What is first needed after the first frame; with everything below it."""


def after_the_start(program: str) -> object:
    """Load the app as the command line does, run a program, and return what it printed as JSON."""
    begin = "import json, sys, tui.cli\ntui.cli._compose()\n"
    done = subprocess.run(
        [sys.executable, "-c", begin + program], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: object = json.loads(done.stdout)
    return found


def test_nothing_is_loaded_that_the_first_frame_does_not_use() -> None:
    names = after_the_start("print(json.dumps(sorted(sys.modules)))")

    assert isinstance(names, list)
    assert sorted(UNUSED.keys() & set(names)) == []
    assert [name for name in names if f"{name}.".startswith(tuple(f"{one}." for one in LATE))] == []


def test_it_is_there_when_it_is_used() -> None:
    imports = "import importlib, msgspec\n"
    textual = "import textual.app, textual.css.stylesheet, textual.design\n"
    values = ", ".join(f"{expression!r}: {expression}" for expression in USED)

    assert after_the_start(f"{imports}{textual}print(json.dumps({{{values}}}))") == USED


def test_the_palette_opens_in_the_program_as_it_is_started(tmp_path: Path) -> None:
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.shows("Enter send")
        run.send("\x10")
        run.shows("Search for commands")
        run.send("timeline")
        run.shows("timeline of tool calls")
        run.shows("Ctrl+T")
