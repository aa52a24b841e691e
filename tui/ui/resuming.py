"""What was on the screen before an agent was restarted stays on the screen."""

from msgspec.structs import replace

from tui.conversation.state import Ask, Conversation, Item, Prose, ToolCall, UserText
from tui.model.identity import ItemId
from tui.model.tools import Outcome
from tui.model.words import PromptState


def carry_over(before: Conversation, after: Conversation) -> None:
    """Put the items of an ended session in front of those of the one that goes on with it.

    They get names of their own: agents count their items from one in every process.
    """
    if not before.items:
        return
    later = dict(after.items)
    after.items.clear()
    names = {id: ItemId(f"before-{len(before.items)}-{id}") for id in before.items}
    for id, item in before.items.items():
        after.items[names[id]] = _renamed(item, names)
    after.items |= later
    after.made = max(before.made, after.made)
    after.plan = after.plan or before.plan
    after.title = after.title or before.title
    ended = [turn for turn in before.turns if turn.end is not None]
    after.turns = [*ended, *after.turns]
    after.model = after.model or before.model
    after.commands = after.commands or before.commands
    after.models = after.models or before.models


def _renamed(item: Item, names: dict[ItemId, ItemId]) -> Item:
    """Return an item under its new name; what was going on in it is over."""
    name = names[item.id]
    match item:
        case ToolCall() | Prose() | UserText():
            parent = names.get(item.parent) if item.parent is not None else None
            return _over(replace(item, id=name, parent=parent))
        case Ask() if item.open:
            return replace(item, id=name, withdrawn="the session ended")
        case _:
            return replace(item, id=name)


def _over(item: ToolCall | Prose | UserText) -> Item:
    match item:
        case ToolCall() if item.outcome is None:
            return replace(item, outcome=Outcome.CANCELLED)
        case UserText() if item.state is PromptState.QUEUED:
            return replace(item, state=PromptState.DROPPED)
        case _:
            return item
