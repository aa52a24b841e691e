"""What Claude Code's tools are called, what they do and what a call is about."""

from typing import Any

from tui.model.identity import JsonObject
from tui.model.tools import ToolKind

_KINDS = {
    "Bash": ToolKind.SHELL,
    "PowerShell": ToolKind.SHELL,
    "Monitor": ToolKind.SHELL,
    "Read": ToolKind.READ,
    "NotebookRead": ToolKind.READ,
    "Write": ToolKind.WRITE,
    "Edit": ToolKind.EDIT,
    "MultiEdit": ToolKind.EDIT,
    "NotebookEdit": ToolKind.EDIT,
    "Grep": ToolKind.SEARCH,
    "Glob": ToolKind.FIND,
    "LS": ToolKind.FIND,
    "WebFetch": ToolKind.FETCH,
    "WebSearch": ToolKind.WEB_SEARCH,
    "Task": ToolKind.AGENT,
    "Agent": ToolKind.AGENT,
}

_ABOUT = {
    ToolKind.SHELL: ("command",),
    ToolKind.READ: ("file_path", "notebook_path"),
    ToolKind.WRITE: ("file_path",),
    ToolKind.EDIT: ("file_path", "notebook_path"),
    ToolKind.SEARCH: ("pattern",),
    ToolKind.FIND: ("pattern", "path"),
    ToolKind.FETCH: ("url",),
    ToolKind.WEB_SEARCH: ("query",),
    ToolKind.AGENT: ("description", "prompt"),
}
"""Which part of the input says what a call is about."""

_ABOUT_OTHERS = ("subject", "plan", "description", "skill", "query", "prompt", "message")

_TASKS = ("taskId", "task_id", "shell_id", "bash_id")


def kind_of(tool: str) -> ToolKind:
    """Return what a tool does."""
    if tool.startswith("mcp__"):
        return ToolKind.MCP
    return _KINDS.get(tool, ToolKind.OTHER)


def title_of(tool: str, input: JsonObject) -> str:
    """Return in one line what a call is about; the tool's name where its input does not say."""
    kind = kind_of(tool)
    if kind is ToolKind.MCP:
        return tool.removeprefix("mcp__").replace("__", "/", 1)
    questions = input.get("questions")
    if isinstance(questions, list) and questions and isinstance(questions[0], dict):
        return _one_line(str(questions[0].get("question", tool)))
    for key in _ABOUT.get(kind, _ABOUT_OTHERS):
        value = input.get(key)
        if isinstance(value, str) and value.strip():
            # A plan begins with a heading, whose mark is no part of its words.
            return _one_line((value.lstrip("# \n") if key == "plan" else "") or value)
    return _task(input) or tool


def _task(input: JsonObject) -> str:
    """Return which task of its list a call is about, and what it makes of it."""
    number = next((input[key] for key in _TASKS if isinstance(input.get(key), str)), "")
    words = [f"task {number}", input.get("status")]
    return _one_line(": ".join(one for one in words if isinstance(one, str))) if number else ""


def text_of(content: Any) -> str:
    """Return the text of a tool result or message, whose content is a string or blocks."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(_block_text(block) for block in content)


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return ""
    text = block.get("text")
    return text if isinstance(text, str) else f"[{block.get('type', 'unknown')}]"


def _one_line(text: str) -> str:
    first, _, rest = text.strip().partition("\n")
    return f"{first} …" if rest else first
