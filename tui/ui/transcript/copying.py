"""The source text of a block, a message or a tool call, for copying."""

from collections.abc import Iterable

from tui.conversation.state import Ask, Notice, Prose, Puzzle, ToolCall, TurnMark, UserText
from tui.model.tools import ToolKind
from tui.text.display import display, without_colours
from tui.ui.transcript.blocks import Block, Entry, Kind, Plan
from tui.ui.transcript.selection import source


def block_source(block: Block) -> str:
    """Return the code of a code block, else everything its entry says."""
    if block.kind is Kind.CODE and block.fence:
        return "\n".join(source(piece) for piece in fence_of(block))
    return entry_source(block.entry)


def fence_of(block: Block) -> Iterable[Block]:
    """Return all pieces of the fence a block belongs to."""
    return (
        other
        for other in block.entry.blocks
        if other.kind is Kind.CODE and other.fence == block.fence
    )


def entry_source(entry: Entry) -> str:
    """Return what an entry says, as it was written; hidden characters stay visible."""
    item = entry.item
    match item:
        case UserText():
            return display(item.text)
        case Prose():
            return display(str(item.text))
        case ToolCall():
            command = f"$ {item.title}" if item.kind is ToolKind.SHELL else item.title
            output = without_colours(str(item.output))
            return "\n".join(filter(None, [display(command), output.rstrip("\n")]))
        case Ask():
            return display(item.request.title)
        case Notice():
            return display(item.notice.text)
        case TurnMark():
            return display(item.end.text or item.end.error)
        case Puzzle():
            return display(item.label)
        case Plan():
            return display("\n".join(step.text for step in item.steps))
        case _:
            return ""
