"""The terminal lent to an editor or a pager comes back, whatever the program does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.app import App

from tui.ui.lending import lend


class Terminal(App[None]):
    """An app that notes who has its terminal; as Textual's own, an error keeps it lent."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[str] = []

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Lend the terminal for as long as the block lasts."""
        self.history.append("lent")
        yield
        self.history.append("back")


@pytest.mark.parametrize(
    ("named", "problem", "history"),
    [
        (("true", "false"), "", ["lent", "back"]),
        ((None, "", "  ", "true"), "", ["lent", "back"]),
        (("false", "true"), "false ended with 1", ["lent", "back"]),
        (
            ("no-such-program -x",),
            "no-such-program did not start: No such file or directory",
            ["lent", "back"],
        ),
        (("less '",), "less ' is not a command: a quotation mark is missing", []),
    ],
)
async def test_a_program_gets_the_terminal_and_gives_it_back(
    tmp_path: Path, named: tuple[str | None, ...], problem: str, history: list[str]
) -> None:
    app = Terminal()

    assert await lend(app, "a pager", named, tmp_path / "file") == problem
    assert app.history == history
