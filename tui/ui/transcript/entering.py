"""How an item comes into the transcript: how deep, below whom, and who waits for it."""

from msgspec.structs import replace

from tui.conversation.state import Ask, Conversation, Notice, ToolCall, UserText
from tui.model.events import SessionEnded
from tui.model.identity import ItemId
from tui.ui.transcript.blocks import Entry, Plan, Shown
from tui.ui.transcript.build import compact

DEEPEST = 6
"""Sub-agents below each other that are told apart."""


def new_entry(conversation: Conversation, name: ItemId, item: Shown, above: Shown | None) -> Entry:
    """Return the entry of an item, as it stands below another one."""
    depth = _depth(conversation, item)
    prompted = isinstance(above, UserText) and above.parent is None
    lead = prompted and depth == 0 and not isinstance(item, UserText | Plan | SessionEnded)
    entry = Entry(name, item, depth, lead=lead)
    entry.gap = above is not None and not (compact(above) and compact(item))
    match item:
        case ToolCall(outcome=None):
            entry.live = str(item.output)[-8_192:]
            entry.waiting = name in (request.call for request in conversation.questions)
        case Notice() if item.notice.retry is not None:
            entry.waiting = next(reversed(conversation.items), None) == name
        case Ask():
            entry.apart = _is_apart(conversation, item, above)
        case _:
            pass
    return entry


def told_end(conversation: Conversation, end: SessionEnded) -> SessionEnded:
    """Return the end of a session, without the sentence that the end of its last turn tells."""
    last = conversation.turns[-1].end if conversation.turns else None
    return replace(end, error="") if last is not None and last.error == end.error else end


def _is_apart(conversation: Conversation, item: Ask, above: Shown | None) -> bool:
    """Tell whether a question stands elsewhere than below its call, as with a sub-agent's call."""
    call = item.request.call
    if call is None:
        return False
    inner = getattr(conversation.items.get(call), "parent", None) is not None
    return inner or call != getattr(above, "id", None)


def _depth(conversation: Conversation, item: Shown) -> int:
    parent = getattr(item, "parent", None)
    depth = 0
    while parent is not None and depth < DEEPEST:
        depth += 1
        parent = getattr(conversation.items.get(parent), "parent", None)
    return depth
