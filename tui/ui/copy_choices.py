"""What of one block can be copied: all of it, a piece of code, a command, an output, a diff."""

from collections.abc import Callable
from functools import partial

import msgspec

from tui.conversation.export import difference, item_markdown, markdown
from tui.conversation.state import Conversation, ToolCall
from tui.model.identity import JsonObject
from tui.model.tools import ToolKind
from tui.text.display import without_colours
from tui.ui.transcript.blocks import Block, Entry, Kind
from tui.ui.transcript.copying import block_source, entry_source

NAMES_OF_PATHS = ("file_path", "path", "notebook_path", "filePath", "absolute_path")
"""Words under which agents give the file a tool works on."""


class CopyChoice(msgspec.Struct, frozen=True):
    """One thing to copy; its text is made when it is chosen."""

    label: str
    detail: str
    text: Callable[[], str]


def choices(block: Block, conversation: Conversation) -> list[CopyChoice]:
    """Return what can be copied, the most likely first."""
    entry = block.entry
    found: list[CopyChoice] = []
    if block.kind is Kind.CODE and block.fence:
        found.append(CopyChoice("this code", _size(block.text), partial(block_source, block)))
    if isinstance(entry.item, ToolCall):
        found += _of_call(entry.item)
    found.append(CopyChoice("whole block", "as it was written", partial(entry_source, entry)))
    found += _fences(entry)
    item = conversation.items.get(entry.id)
    if item is not None:
        found.append(CopyChoice("as Markdown", "with a heading", partial(item_markdown, item)))
    count = f"{len(conversation.items):,} items as Markdown"
    found.append(CopyChoice("whole conversation", count, partial(markdown, conversation)))
    return found


def _fences(entry: Entry) -> list[CopyChoice]:
    first: dict[int, Block] = {}
    for block in entry.blocks:
        if block.kind is Kind.CODE and block.fence:
            first.setdefault(block.fence, block)
    return [
        CopyChoice(
            f"code {number}",
            " · ".join(filter(None, [block.language, _first_line(block.text)])),
            partial(block_source, block),
        )
        for number, block in enumerate(first.values(), 1)
    ]


def _of_call(call: ToolCall) -> list[CopyChoice]:
    found: list[CopyChoice] = []
    if call.kind is ToolKind.SHELL:
        command = call.input.get("command")
        words = command if isinstance(command, str) else call.title
        found.append(CopyChoice("command", _first_line(words), partial(str, words)))
    output = without_colours(str(call.output))
    if output:
        found.append(CopyChoice("output", _size(output), partial(str, output)))
    for change in call.changes:
        found.append(CopyChoice("difference", change.path, partial(difference, change)))
    paths = dict.fromkeys([*(change.path for change in call.changes), *_paths(call.input)])
    found += [CopyChoice("path", path, partial(str, path)) for path in paths]
    if call.input:
        found.append(CopyChoice("input", "as JSON", partial(_json, call.input)))
    return found


def _paths(given: JsonObject) -> list[str]:
    return [value for name in NAMES_OF_PATHS if isinstance(value := given.get(name), str)]


def _json(given: JsonObject) -> str:
    return msgspec.json.format(msgspec.json.encode(given), indent=2).decode()


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:80]


def _size(text: str) -> str:
    lines = text.rstrip("\n").count("\n") + 1
    return f"{lines:,} line{'s' * (lines != 1)}"
