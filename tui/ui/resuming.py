"""What was on the screen before an agent was restarted stays on the screen."""

from msgspec.structs import replace

from tui.conversation.state import Ask, Conversation, Item, Prose, ToolCall, UserText
from tui.model.identity import ItemId


def carry_over(before: Conversation, after: Conversation) -> None:
    """Put the items of an ended session in front of those of the one that goes on with it.

    They get names of their own: agents count their items from one in every process.
    """
    if not before.items or after.items:
        return
    names = {id: ItemId(f"before-{len(before.items)}-{id}") for id in before.items}
    for id, item in before.items.items():
        after.items[names[id]] = _renamed(item, names)
    after.made = before.made
    after.plan = before.plan
    after.title = before.title
    after.turns = list(before.turns)
    after.model = before.model
    after.commands = before.commands
    after.models = before.models


def _renamed(item: Item, names: dict[ItemId, ItemId]) -> Item:
    name = names[item.id]
    match item:
        case ToolCall() | Prose() | UserText():
            parent = names.get(item.parent) if item.parent is not None else None
            return replace(item, id=name, parent=parent)
        case Ask() if item.open:
            return replace(item, id=name, withdrawn="the session ended")
        case _:
            return replace(item, id=name)
