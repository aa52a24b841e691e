"""Textual's way to a terminal, for terminals that may go away while the app runs."""

from functools import partial
from typing import IO, Any, NamedTuple

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual.app import App
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver

from tui.ui.pasting import PasteParser


class Output:
    """A file that takes everything, also when nobody is at its other end any more.

    Textual writes in a thread that would end with the first failure. Its queue is then full soon,
    and the next write, on the event loop, waits for ever.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._lost = False

    def write(self, text: str) -> int:
        """Write a text; nothing where the terminal is gone."""
        if not self._lost:
            try:
                return self._file.write(text)
            except OSError:
                self._lost = True
        return len(text)

    def flush(self) -> None:
        """Hand on what was written."""
        if not self._lost:
            try:
                self._file.flush()
            except OSError:
                self._lost = True

    def fileno(self) -> int:
        """Return the descriptor of the file behind this one."""
        return self._file.fileno()


class TerminalDriver(LinuxDriver):
    """The same driver with an output that cannot fail, pastes without keys, a screen after `fg`."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        know_alt_keys()
        reader: Any = linux_driver
        reader.XTermParser = PasteParser
        assert self._file is not None
        output: Any = Output(self._file)
        self._file = output

    def _sigcont_application(self, *_: object) -> None:
        """Come back from the shell: its screen is empty, so everything is painted anew."""
        super()._sigcont_application()
        self._loop.call_soon_threadsafe(partial(self._app.refresh, layout=True))


class AltKey(NamedTuple):
    """A letter or digit with Alt, as the table of key sequences wants it."""

    value: str


def know_alt_keys() -> None:
    """Let Alt with a letter or digit be that key at once.

    Textual takes Alt+3 for £, as some keyboards of Apple do, and waits 0.1 s after Alt+A for more;
    an Esc in that time made ^a of it. Alt+F and Alt+B stay what shells make of them.
    """
    table: Any = ANSI_SEQUENCES_KEYS
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789":
        if not isinstance(table.get(f"\x1b{letter}"), tuple):
            table[f"\x1b{letter}"] = (AltKey(f"alt+{letter}"),)
