"""What a terminal sends for Alt and a letter or digit is that key, at once."""

from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key

from tests.ui.terminal import terminal
from tui.ui.driver import know_alt_keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1b1\x1b9\x1b0", ["alt+1", "alt+9", "alt+0"]),
        ("\x1ba\x1bz", ["alt+a", "alt+z"]),
        ("\x1ba\x1b[A", ["alt+a", "up"]),
        ("\x1bf\x1bb", ["ctrl+right", "ctrl+left"]),
    ],
)
def test_each_is_one_key(sent: str, keys: list[str]) -> None:
    know_alt_keys()

    heard = [event for event in XTermParser().feed(sent) if isinstance(event, Key)]

    assert [(key.key, key.character) for key in heard] == [(key, None) for key in keys]


def test_alt_and_a_digit_types_nothing_in_a_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("before")
        run.shows("before")
        run.send("\x1b1after")

        run.shows("beforeafter")
