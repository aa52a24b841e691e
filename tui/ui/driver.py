"""Textual's way to a terminal, for terminals that may go away while the app runs."""

from typing import IO, Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver


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
    """The same driver with an output that cannot fail."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        assert self._file is not None
        output: Any = Output(self._file)
        self._file = output
