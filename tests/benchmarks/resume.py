"""How soon the newest session is on the screen, against Claude Code's own `claude --resume`.

The real CLI runs on the same home, in a network of its own that has nothing but loopback. Where
it is not installed, or no such network can be made, a line says so and nothing is measured.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.bar import Bar
from tests.benchmarks.first_frame import PARLEY, Terminal, until
from tests.support.clis import CLAUDE, cache_folder
from tui.ui.front_file import NAME

NEWEST = "zanzibar-newest"
"""One word: a program may move the cursor between words."""

SETTINGS = (
    *("ANTHROPIC_BASE_URL=http://127.0.0.1:9", "ANTHROPIC_API_KEY=no-key"),
    *("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"),
    *("DISABLE_ERROR_REPORTING=1", "DISABLE_TELEMETRY=1"),
)
"""Nothing listens there: a list of sessions needs no model."""


def measure(short: bool) -> list[Bar]:
    """Compare the two, run by run in turn."""
    command = CLAUDE.executable(cache_folder(os.environ))
    inside = alone()
    if not CLAUDE.is_installed(cache_folder(os.environ)) or inside is None:
        missing = "no network of its own can be made" if inside is None else "it is not installed"
        print(f"first screen ÷ claude --resume: not measured: {CLAUDE}: {missing}", flush=True)
        return []
    count = 500 if short else 2_000
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        write_home(home, count)
        terminal = Terminal(PARLEY, home)
        terminal.until_file(home / ".local" / "state" / "parley" / NAME)
        terminal.end()
        theirs = [*inside, "/usr/bin/env", *SETTINGS, f"PATH={_node()}", str(command), "--resume"]
        until(theirs, home, NEWEST.encode())
        pairs = [
            (
                until([*inside, *PARLEY], home, NEWEST.encode()).wall,
                until(theirs, home, NEWEST.encode()).wall,
            )
            for _ in range(5 if short else 9)
        ]
    ours, other = (median(column) for column in zip(*pairs, strict=True))
    return [
        Bar(
            name="first screen ÷ claude --resume",
            value=ours / other,
            target=1 / 5,
            at_most=True,
            detail=f"{ours * 1000:.0f} ms ÷ {other * 1000:.0f} ms; {count:,} sessions of a folder,"
            f" {CLAUDE}",
        )
    ]


def alone() -> Sequence[str] | None:
    """Return the words that run a program with nothing but loopback; None where none do."""
    program = shutil.which("unshare")
    script = ("/bin/sh", "-c", 'ip link set lo up 2>/dev/null; exec "$@"', "sh")
    for words in (("--net",), ("--net", "--map-root-user")):
        inside = (program or "", *words, *script)
        if program and not subprocess.run([*inside, "true"], capture_output=True).returncode:
            return inside
    return None


def write_home(home: Path, count: int) -> None:
    """Write a home whose user has met Claude Code, and sessions of it in the home folder itself."""
    met = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "projects": {str(home): {"hasTrustDialogAccepted": True}},
        "customApiKeyResponses": {"approved": ["no-key"], "rejected": []},
    }
    (home / ".claude.json").write_text(json.dumps(met))
    folder = home / ".claude" / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(home))
    folder.mkdir(parents=True)
    now = time.time()
    for number in range(count):
        at = now - 60 * (count - number)
        path = folder / f"{number:08d}-0000-4000-8000-000000000000.jsonl"
        title = NEWEST if number == count - 1 else f"prompt number {number}"
        path.write_text("".join(json.dumps(line) + "\n" for line in _lines(home, path, title, at)))
        os.utime(path, (at, at))


def _lines(home: Path, path: Path, title: str, at: float) -> list[dict[str, object]]:
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at))
    same = {
        "isSidechain": False,
        "sessionId": path.stem,
        "cwd": str(home),
        "timestamp": stamp,
        "version": CLAUDE.version,
        "gitBranch": "main",
        "userType": "external",
    }
    said = {"role": "user", "content": title}
    answer = {"id": path.stem, "role": "assistant", "model": "opus", "type": "message"}
    text = [{"type": "text", "text": "An answer of some length. " * 40}]
    return [
        {**same, "type": "user", "uuid": f"{path.stem[:-1]}1", "parentUuid": None, "message": said},
        {
            **same,
            "type": "assistant",
            "uuid": f"{path.stem[:-1]}2",
            "parentUuid": f"{path.stem[:-1]}1",
            "message": {**answer, "content": text},
        },
    ]


def _node() -> str:
    node = shutil.which("node")
    return os.pathsep.join((*((str(Path(node).parent),) if node else ()), "/usr/bin", "/bin"))
