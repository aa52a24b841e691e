"""`parley export`: one stored session as Markdown, HTML or JSON."""

from tui.conversation.export import document, markdown, page
from tui.headless.output import data, flush, whole
from tui.headless.past import conversation_of, named


def main(id: str, format: str, theme: str = "auto") -> int:
    """Write a session to standard output."""
    conversation = conversation_of(named(id))
    match format:
        case "html":
            whole(page(conversation, theme))
        case "json":
            data(document(conversation))
        case _:
            whole(markdown(conversation))
    flush()
    return 0
