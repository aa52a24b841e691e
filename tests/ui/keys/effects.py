"""What is to be seen of a key that was pressed."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.widgets import Input

from tests.ui.keys.scenes import Scene
from tests.ui.stage import Stage
from tui.model.identity import ItemId
from tui.ui.transcript.view import TranscriptView
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

Look = Callable[[Stage], object]


class Change(NamedTuple):
    """Something that becomes so, and was not so before."""

    look: Look
    wanted: Callable[[object, object], object]
    """Judges what it was before and what it is now."""


class Effect(NamedTuple):
    """Where a key is pressed, after which others, and what comes of it."""

    scene: Scene
    seen: str | Change
    """A text that appears, or a change."""
    first: Sequence[str] = ()


def becomes(look: Look, value: object) -> Change:
    """Return the change to one value."""
    return Change(look, lambda before, after: before != value and after == value)


def grows(look: Look, least: int = 1) -> Change:
    """Return the change of a number that gets larger, by so much at least."""
    return Change(look, lambda before, after: after - before >= least)  # type: ignore[operator]  # both are numbers


def shrinks(look: Look, least: int = 1) -> Change:
    """Return the change of a number that gets smaller, by so much at least."""
    return Change(look, lambda before, after: before - after >= least)  # type: ignore[operator]  # both are numbers


def moves(look: Look, by: int) -> Change:
    """Return the change of a number by exactly so much."""
    return Change(look, lambda before, after: after - before == by)  # type: ignore[operator]  # both are numbers


def differs(look: Look) -> Change:
    """Return any change."""
    return Change(look, lambda before, after: before != after)


def shown(text: str) -> Look:
    """Tell whether a text is on the screen."""
    return lambda stage: text in stage.text()


def gone(text: str) -> Change:
    """Return the change of a text that is not on the screen any more."""
    return becomes(shown(text), False)


def screen(stage: Stage) -> str:
    """Return the name of what is on the screen."""
    return type(stage.app.screen).__name__


CLOSED = becomes(screen, "ChatScreen")


def opens(name: str) -> Change:
    """Return the change to another screen."""
    return becomes(screen, name)


def draft(stage: Stage) -> str:
    """Return what is being written."""
    return stage.app.chat.composer.text


def view(stage: Stage) -> TranscriptView:
    """Return the conversation."""
    return stage.app.chat.transcript


def top(stage: Stage) -> int:
    """Return the first line of the conversation that is seen."""
    return view(stage).viewport.top


def at_the_end(stage: Stage) -> bool:
    """Tell whether the end of the conversation is followed."""
    return view(stage).viewport.following


def block(stage: Stage) -> int:
    """Return the number of the block the keys act on."""
    cursor = view(stage).cursor
    return cursor.number if cursor is not None else -1


def item(stage: Stage) -> ItemId | None:
    """Return the item the keys act on."""
    cursor = view(stage).cursor
    return cursor.entry.id if cursor is not None else None


def fold(stage: Stage) -> object:
    """Return whether the item the keys act on is open."""
    cursor = view(stage).cursor
    return cursor.entry.fold if cursor is not None else None


def hit(stage: Stage) -> str:
    """Return at which hit one is."""
    search = view(stage).search
    return search.place if search is not None else ""


def row(stage: Stage) -> int:
    """Return the row below the cursor."""
    return stage.app.screen.query_one(Rows).cursor


def in_a_line(stage: Stage) -> bool:
    """Tell whether one types in a line."""
    return isinstance(stage.app.screen.focused, Input)


def in_details(stage: Stage) -> bool:
    """Tell whether the details have the keyboard."""
    return isinstance(stage.app.screen.focused, Page)


def tab(stage: Stage) -> int:
    """Return the number of the session on the screen."""
    live = stage.app.chat.live
    return stage.app.desk.sessions.index(live) + 1 if live is not None else 0


def sessions(stage: Stage) -> int:
    """Return how many sessions are open."""
    return len(stage.app.desk.sessions)


def over(stage: Stage) -> bool:
    """Tell whether the app has ended."""
    return stage.app.return_code == 0 and stage.app._exit


def said(stage: Stage) -> int:
    """Return how many prompts the session has got."""
    return sum(
        type(one).__name__ == "UserText" for one in stage.session.conversation.items.values()
    )


def first_line(stage: Stage) -> int:
    """Return the first line of a page that is seen."""
    return round(stage.app.screen.query_one(Page).scroll_y)
