"""Terminals with few colours or none get only what they understand; state stays readable."""

import re
from pathlib import Path

import pytest

from tests.ui.terminal import Terminal, terminal
from tests.ui.test_front import put_page

_SGR = re.compile(rb"\x1b\[([0-9;:]*)m")


def depths(raw: bytes) -> set[str]:
    """Return which sorts of colours were set: 16, 256, true."""
    found: set[str] = set()
    for match in _SGR.finditer(raw):
        codes = [int(code or 0) for code in re.split(b"[;:]", match[1])]
        position = 0
        while position < len(codes):
            code = codes[position]
            if code in (38, 48):
                many = codes[position + 1] == 2
                found.add("true" if many else "256")
                position += 4 if many else 2
            elif 30 <= code <= 37 or 40 <= code <= 47 or 90 <= code <= 97 or 100 <= code <= 107:
                found.add("16")
            position += 1
    return found


def walk_around(run: Terminal) -> None:
    """Look at most of what there is."""
    run.shows("Enter send")
    run.send("hello\r")
    run.shows("Hello! I can show what an agent does")
    run.send("edit something\r")
    run.shows("Esc later")
    run.quiet()
    run.send("\x1b")
    run.vanishes("Esc later")
    for key, words in (("\x1bOP", "Anywhere"), ("\x14", "TIMELINE"), ("\x1b[24~", "INSPECTOR")):
        run.send(key)
        run.shows(words)
        run.send("q")
        run.vanishes(words)
    run.send("\x06hello")
    run.shows("hit ")
    run.send("\x1b")


LOOKS: list[tuple[dict[str, str], set[str]]] = [
    ({"NO_COLOR": "1"}, set()),
    ({"NO_COLOR": "1", "TERM": "xterm", "COLORTERM": ""}, set()),
    ({"TERM": "xterm", "COLORTERM": ""}, {"16"}),
    ({"TERM": "xterm-256color", "COLORTERM": ""}, {"256"}),
    ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {"true"}),
]


@pytest.mark.parametrize(
    ("environment", "depth"), LOOKS, ids=["none", "none-xterm", "16", "256", "true"]
)
def test_only_colours_of_the_terminals_depth_leave_the_app(
    tmp_path: Path, environment: dict[str, str], depth: set[str]
) -> None:
    with terminal(tmp_path, environment=environment) as run:
        walk_around(run)

        assert depths(bytes(run.raw)) == depth
        assert "ready" in run.text or "needs you" in run.text or "waiting" in run.text


@pytest.mark.parametrize(
    ("environment", "depth"), LOOKS, ids=["none", "none-xterm", "16", "256", "true"]
)
def test_the_first_page_has_no_other_colours_either(
    tmp_path: Path, environment: dict[str, str], depth: set[str]
) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley", environment=environment) as run:
        run.shows("flaky-ci")
        run.shows("Enter send")

        assert depths(bytes(run.raw)) <= depth


def test_what_is_found_stands_out_without_colours(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"NO_COLOR": "1"}) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.send("\x06agent does")
        run.shows("hit ")

        run.until(lambda: _reversed(run, "agent does"), "a mark on the words")


def _reversed(run: Terminal, words: str) -> bool:
    for row, line in enumerate(run.screen.display):
        start = line.find(words)
        if start >= 0 and "Hello!" in line:
            cells = run.screen.buffer[row]
            return all(cells[column].reverse for column in range(start, start + len(words)))
    return False
