"""`parley keys`, `themes` and `config`, and what a bare `parley` means."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tui.arguments import COMMANDS, parse
from tui.cli import NOTHING_SAID, main
from tui.config.load import load_settings, settings_file
from tui.config.settings import Settings
from tui.headless import config, keys, themes

Output = pytest.CaptureFixture[str]
BytesOutput = pytest.CaptureFixture[bytes]


def settings(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text)


def test_a_bare_parley_means_what_its_arguments_would_say() -> None:
    assert parse([]) == ("", NOTHING_SAID)


def test_every_command_has_its_code() -> None:
    for name in COMMANDS:
        assert (Path(config.__file__).parent / f"{name}.py").is_file(), name


@pytest.mark.parametrize("command", ["keys", "themes", "config"])
def test_no_textual_is_loaded_for_it(command: str) -> None:
    program = (
        f"import sys; from tui.cli import main; main(['{command}'])\n"
        "assert not [name for name in sys.modules if name.startswith('textual')]"
    )

    subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, env=os.environ
    )


def test_keys_are_listed_with_their_ids(capsys: Output) -> None:
    assert main(["keys"]) == 0

    out = capsys.readouterr().out
    assert "Anywhere\n" in out
    assert "  F1                       show all keys" in out
    assert "app.help" in out


def test_changed_keys_are_marked(capsysbinary: BytesOutput) -> None:
    settings('[keys]\n"view.timeline" = ["ctrl+t", "f7"]\n')

    assert keys.main(json=True) == 0

    rows = {row["id"]: row for row in json.loads(capsysbinary.readouterr().out)}
    assert rows["view.timeline"] == {
        "id": "view.timeline",
        "place": "Views",
        "keys": ["ctrl+t", "f7"],
        "wording": "timeline of tool calls",
        "changed": True,
    }
    assert rows["app.help"]["changed"] is False


def test_clashing_keys_are_told_and_exit_with_2(capsys: Output) -> None:
    settings('[keys]\n"view.timeline" = "f1"\n')

    assert keys.main(json=False) == 2
    assert "f1 is used for both app.help and view.timeline" in capsys.readouterr().err


def test_themes_say_which_one_is_in_use_and_what_is_wrong(capsysbinary: BytesOutput) -> None:
    settings('theme = "mine"\n')
    own = settings_file().parent / "themes"
    own.mkdir()
    (own / "mine.toml").write_text("label = 3\n")

    assert themes.main(json=True) == 0

    rows = {row["name"]: row for row in json.loads(capsysbinary.readouterr().out)}
    assert {"ink", "harbour", "paper", "high-contrast", "mine"} <= set(rows)
    assert rows["paper"]["dark"] is False
    assert (rows["mine"]["in_use"], rows["mine"]["dark"]) == (True, None)
    assert "mine.toml" in rows["mine"]["problem"]


def test_themes_for_people(capsys: Output) -> None:
    assert main(["themes"]) == 0

    assert "▸ ink" in capsys.readouterr().out


def test_config_says_where_its_file_is(capsys: Output) -> None:
    assert main(["config", "path"]) == 0

    assert capsys.readouterr().out == f"{settings_file()}\n"


def test_config_shows_every_setting_as_its_file_would(capsys: Output) -> None:
    settings('theme = "paper"\n[keys]\n"app.help" = "f3"\n')

    assert main(["config"]) == 0

    shown = capsys.readouterr().out
    settings(shown)
    assert load_settings().settings == Settings(theme="paper", keys={"app.help": "f3"})
    assert all(f"{name} =" in shown or f"[{name}" in shown for name in Settings.__struct_fields__)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = ", "is not understood"),
        ("colour = 1", "there is no setting called colour"),
        ('theme = "none"', "There is no theme called none"),
        ('[keys]\n"a.b" = "f3"', "there is no action called a.b"),
        ("fold_paste = 'x'", "fold_paste"),
    ],
)
def test_config_check_tells_what_is_wrong(capsys: Output, text: str, problem: str) -> None:
    settings(text)

    assert main(["config", "check"]) == 2
    assert problem in capsys.readouterr().err


def test_config_check_is_content_without_a_file(capsys: Output) -> None:
    assert main(["config", "check"]) == 0

    assert "the defaults are in force" in capsys.readouterr().out
