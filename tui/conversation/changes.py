"""What one event did to a conversation, for whoever shows it."""

from typing import TypeAlias

import msgspec

from tui.conversation.state import Item, Turn
from tui.model.identity import ItemId, RequestId


class Added(msgspec.Struct, frozen=True):
    """A new item stands at the end."""

    item: Item


class Replaced(msgspec.Struct, frozen=True):
    """An item has a new value; it stays where it is."""

    item: Item


class Grew(msgspec.Struct, frozen=True):
    """Text was added at the end of an item."""

    id: ItemId
    text: str


class Removed(msgspec.Struct, frozen=True):
    """An item is no longer part of the conversation."""

    id: ItemId


class TurnChanged(msgspec.Struct, frozen=True):
    """A turn began or ended."""

    turn: Turn


class Asked(msgspec.Struct, frozen=True):
    """A question was opened."""

    request: RequestId


class Closed(msgspec.Struct, frozen=True):
    """A question was answered or withdrawn."""

    request: RequestId


class StatusChanged(msgspec.Struct, frozen=True):
    """Something beside the items changed: settings, plan, tasks, usage, activity, the end."""


Change: TypeAlias = Added | Replaced | Grew | Removed | TurnChanged | Asked | Closed | StatusChanged

STATUS = StatusChanged()
