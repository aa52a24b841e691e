"""What may be looked for in an item, and how words are spelled: without case, accents optional."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from tui.conversation.state import (
    Ask,
    Compaction,
    Item,
    Notice,
    Prose,
    Puzzle,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.tools import FileChange
from tui.ui.transcript.build import input_text

_LATIN = range(0xC0, 0x250), range(0x1E00, 0x1F00)
_MARKS = "[\u0300-\u036f]"


def pattern_of(words: Sequence[str]) -> re.Pattern[str]:
    """Return what finds any of some words; a plain letter finds also the accented ones."""
    spelled = (_spelled(word) for word in sorted(words, key=len, reverse=True))
    return re.compile("|".join(spelled), re.IGNORECASE)


def _spelled(word: str) -> str:
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", word))


def _letter(letter: str) -> str:
    if letter.isascii():
        accented = _accented().get(letter.lower(), "") if letter.isalpha() else ""
        return f"[{letter}{accented}]{_MARKS}*+" if accented else re.escape(letter)
    apart = unicodedata.normalize("NFD", letter)
    return f"(?:{re.escape(letter)}|{re.escape(apart)})" if apart != letter else re.escape(letter)


@cache
def _accented() -> dict[str, str]:
    """Return plain letter → the same letter with accents."""
    found: dict[str, str] = {}
    for code in (code for part in _LATIN for code in part):
        plain = unicodedata.normalize("NFD", chr(code))[0].lower()
        if plain.isascii() and plain.isalpha():
            found[plain] = found.get(plain, "") + chr(code)
    return found


def finished(item: Item) -> bool:
    """Tell whether an item will not grow any more."""
    match item:
        case Prose():
            return item.finished
        case ToolCall():
            return item.outcome is not None
        case Ask():
            return not item.open
        case _:
            return True


def head_of(item: Item) -> str:
    """Return what of an item stands in its header only."""
    match item:
        case ToolCall():
            return "" if item.title in _body(item) else item.title
        case Ask():
            return item.request.title
        case Notice():
            return item.notice.text
        case TurnMark():
            return item.end.error
        case Puzzle():
            return item.label
        case UserText() | Prose() | Compaction():
            return ""


def text_of(item: Item) -> str:
    """Return everything in an item that somebody may look for, in the order it is shown in."""
    match item:
        case UserText():
            return item.text
        case Prose():
            return str(item.text)
        case ToolCall():
            return f"{head_of(item)}\n{_body(item)}\n{item.output}"
        case Ask():
            request = item.request
            asked = (question.text for question in request.questions)
            return "\n".join((head_of(item), request.reason or "", *asked, request.plan or ""))
        case Notice() | TurnMark() | Puzzle():
            return head_of(item)
        case Compaction():
            return ""


def _body(call: ToolCall) -> str:
    return "\n".join(_changed(call.changes)) if call.changes else input_text(call)


def _changed(changes: Sequence[FileChange]) -> Iterator[str]:
    """Return the files a call changes: what is new, and what was there before."""
    for change in changes:
        yield change.path
        if change.diff is not None:
            yield change.diff
            continue
        after = (change.after or "").split("\n")
        kept = set(after)
        yield from after
        yield from (line for line in (change.before or "").split("\n") if line not in kept)
