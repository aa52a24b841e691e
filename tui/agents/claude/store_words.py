"""What of a stored user line was typed by a person, and in which words."""

import re

from tui.agents.claude.frames import Block
from tui.agents.claude.store_frames import Entry
from tui.agents.claude.user_lines import words

INTERRUPTED = "[Request interrupted by user"

_COMMAND = re.compile(r"<command-name>(.*?)</command-name>", re.S)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.S)
_SHELL = re.compile(r"<bash-input>(.*?)</bash-input>", re.S)
_TAGS = re.compile(r"</?(?:local-command-\w+|command-\w+|bash-\w+)>")
_NOT_TYPED = ("<local-command-", "<task-notification>", "<bash-stdout>", "<bash-stderr>")


def blocks(found: Entry) -> list[Block]:
    """Return the blocks of a line's message; plain text is none."""
    content = found.message.content if found.message is not None else None
    return content if isinstance(content, list) else []


def text(found: Entry) -> str:
    """Return the words of a line's message."""
    content = found.message.content if found.message is not None else None
    return content if isinstance(content, str) else words(blocks(found))


def typed(found: Entry) -> str | None:
    """Return what a person typed; None where nobody did."""
    if found.type != "user" or found.put_in:
        return None
    parts = blocks(found)
    if any(block.type == "tool_result" for block in parts):
        return None
    said = text(found)
    if said.startswith((INTERRUPTED, *_NOT_TYPED)) or found.woken:
        return None
    if command := _COMMAND.search(said):
        return _typed_command(command[1], said)
    if shell := _SHELL.search(said):
        return f"!{shell[1]}"
    return said if said.strip() or any(block.type == "image" for block in parts) else None


def for_title(found: Entry) -> str | None:
    """Return what a session can be called after: typed words that are no command."""
    said = typed(found)
    if said is None or found.is_sidechain or "<command-name>" in text(found):
        return None
    return said if said.strip() else None


def unwrapped(said: str) -> str:
    """Return a local command or what it printed, without the tags around it."""
    if command := _COMMAND.search(said):
        return _typed_command(command[1], said)
    return _TAGS.sub("", said).strip()


def printed(found: Entry) -> str | None:
    """Return what a command printed that a person ran beside the conversation; None: no command."""
    said = text(found)
    return unwrapped(said) if said.startswith(("<bash-stdout>", "<bash-stderr>")) else None


def _typed_command(name: str, said: str) -> str:
    given = _ARGUMENTS.search(said)
    return f"{name} {given[1] if given else ''}".strip()
