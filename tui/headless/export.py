"""`parley export`: one stored session as Markdown, HTML or JSON."""

import sys

from tui.conversation.export import document, markdown, page
from tui.headless.output import flush
from tui.headless.past import conversation_of, named


def main(id: str, format: str, theme: str = "auto") -> int:
    """Write a session to standard output."""
    conversation = conversation_of(named(id))
    match format:
        case "html":
            written = page(conversation, theme).encode("utf-8", "replace")
        case "json":
            written = document(conversation) + b"\n"
        case _:
            written = markdown(conversation).encode("utf-8", "replace")
    sys.stdout.buffer.write(written)
    flush()
    return 0
