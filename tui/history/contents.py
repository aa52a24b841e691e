"""What a stored session says, as pieces of text that can be searched."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tui.agents.store import Stored
from tui.model.events import (
    Channel,
    ContextCompacted,
    Level,
    NoticeRaised,
    PlanChanged,
    ProseDone,
    ToolFinished,
    ToolStarted,
    UserSaid,
)
from tui.model.tools import Outcome

_PLANNING = frozenset({"TodoWrite", "TaskCreate", "TaskUpdate", "write_todos", "update_plan"})
"""Tools that keep the to-do list, of which the result may stand far from the call."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One prompt, answer, thought, tool input or tool output."""

    item: str
    kind: str
    """`prompt`, `answer`, `thinking`, `plan`, `tool`, `output` or `notice`."""
    at: float
    text: str


class Contents(msgspec.Struct):
    """All pieces of a session, and what it is marked by."""

    pieces: list[Piece] = []
    traits: set[tuple[str, str]] = set()


def contents(stored: Iterable[Stored]) -> Contents:
    """Read a session to its end."""
    found = Contents()
    for one in stored:
        for event in one.events:
            match event:
                case UserSaid():
                    if event.images:
                        found.traits.add(("has", "image"))
                    _add(found, event.item, "prompt", one.at, event.text)
                case ProseDone():
                    if event.channel is not Channel.ANSWER:
                        found.traits.add(("has", event.channel.value))
                    _add(found, event.item, event.channel.value, one.at, event.text)
                case ToolStarted():
                    _called(found, event, one.at)
                case ToolFinished():
                    _finished(found, event, one.at)
                case NoticeRaised():
                    if event.level is Level.ERROR:
                        found.traits.add(("has", "error"))
                    _add(found, f"notice-{len(found.pieces)}", "notice", one.at, event.text)
                case PlanChanged():
                    found.traits.add(("has", "plan"))
                case ContextCompacted():
                    found.traits.add(("has", "compaction"))
                case _:
                    pass
    return found


def _add(found: Contents, item: str, kind: str, at: float, text: str) -> None:
    if text:
        found.pieces.append(Piece(item, kind, at, text))


def _called(found: Contents, event: ToolStarted, at: float) -> None:
    if event.name == "?":
        # A result whose call stands elsewhere.
        return
    found.traits.add(("tool", event.kind.value))
    found.traits.add(("tool", event.name.casefold()))
    if event.name in _PLANNING:
        found.traits.add(("has", "plan"))
    for change in event.changes:
        found.traits.add(("file", change.path.casefold()))
    for key in ("file_path", "path", "notebook_path"):
        if isinstance(path := event.input.get(key), str):
            found.traits.add(("file", path.casefold()))
    said = [event.name, *_strings(event.input)]
    if event.title not in said:
        said.insert(1, event.title)
    _add(found, event.call, "tool", at, "\n".join(said))


def _finished(found: Contents, event: ToolFinished, at: float) -> None:
    if event.outcome is Outcome.FAILED:
        found.traits.add(("has", "error"))
    if event.outcome is Outcome.DENIED:
        found.traits.add(("has", "denied"))
    for change in event.changes:
        found.traits |= {("has", "diff"), ("file", change.path.casefold())}
    changed = [change.path for change in event.changes]
    _add(found, event.call, "output", at, "\n".join([event.output, *changed]).strip())


def _strings(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 8:
        for inner in value.values():
            yield from _strings(inner, depth + 1)
    elif isinstance(value, list) and depth < 8:
        for inner in value:
            yield from _strings(inner, depth + 1)
