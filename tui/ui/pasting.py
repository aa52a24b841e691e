"""Pastes as the terminal brackets them: nothing in one is ever a key."""

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

START, END = "\x1b[200~", "\x1b[201~"


class PasteParser(XTermParser):
    """Textual's reader of keys, which takes an Esc inside a paste for a key, and what follows too.

    `x⎋y⏎` pasted was then `^`, `y` and Enter, typed. Most terminals leave the Esc out of a paste;
    for the others it is left out here.
    """

    def __init__(self, debug: bool = False) -> None:
        self._pasting = False
        self._before = ""
        """The last characters outside a paste: its start may come in two pieces."""
        self._held = ""
        """The last characters of a paste that may be the beginning of its end."""
        super().__init__(debug)

    def feed(self, data: str) -> Iterable[Message]:
        """Take what came from the terminal; nothing means that no more will come."""
        plain = self._plain(data)
        return super().feed(plain) if plain or not data else ()

    def _plain(self, data: str) -> str:
        plain = ""
        while data:
            if self._pasting:
                text, data = self._pasted(self._held + data)
                plain += text
                continue
            start = (self._before + data).find(START)
            if start < 0:
                self._before = (self._before + data)[1 - len(START) :]
                return plain + data
            inside = start + len(START) - len(self._before)
            plain, data = plain + data[:inside], data[inside:]
            self._pasting, self._before = True, ""
        return plain

    def _pasted(self, text: str) -> tuple[str, str]:
        """Return what can be handed on of a paste, and what comes after it."""
        self._held = ""
        content, end, rest = text.partition(END)
        if end:
            self._pasting = False
            return content.replace("\x1b", "") + end, rest
        for length in range(min(len(END) - 1, len(text)), 0, -1):
            if text.endswith(END[:length]):
                self._held = text[-length:]
                return text[:-length].replace("\x1b", ""), ""
        return text.replace("\x1b", ""), ""
