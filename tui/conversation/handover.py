"""A brief for another agent: what a conversation was about, in Markdown that can be edited.

Nothing here is summed up by a model: goal, decisions and last words are quoted from it.
"""

from tui.conversation.export import fenced, quoted
from tui.conversation.state import Conversation, Prose, ToolCall, UserText
from tui.model.events import Channel
from tui.model.tools import FileChange, Outcome, StepState

QUOTED = 1500
"""Letters of one quotation."""

DECISIONS = 6
"""Prompts after the first that are quoted: what the user said is what was decided."""

FILES = 40
DIFF = 120
"""Lines of the last change."""

_MARKS = {StepState.DONE: "x", StepState.ACTIVE: ">", StepState.PENDING: " "}


def brief(conversation: Conversation, label: str = "") -> str:
    """Return the brief; `label` is the agent that worked on it so far."""
    who = f" with {label}" if label else ""
    where = f" in `{conversation.cwd}`" if conversation.cwd else ""
    title = f": {_line(conversation.title)}" if conversation.title else ""
    parts = [
        f"I am continuing work that was begun{who}{where}{title}.",
        "This is what was said and done so far. Look at the files themselves before you go on.",
        *_goal(conversation),
        *_files(conversation),
        *_last_change(conversation),
        *_plan(conversation),
        *_last_words(conversation),
    ]
    return "\n\n".join([*parts, "## Next", ""]) + "\n"


def _goal(conversation: Conversation) -> list[str]:
    said = [
        item.text
        for item in conversation.items.values()
        if isinstance(item, UserText) and item.parent is None and item.text.strip()
    ]
    if not said:
        return []
    goal = ["## Goal", _quoted(said[0])]
    later = said[1:]
    if not later:
        return goal
    shown = later[-DECISIONS:]
    left = len(later) - len(shown)
    more = [f"({left} earlier prompts are left out.)"] if left else []
    return [*goal, "## Decided on the way", *more, *map(_quoted, shown)]


def _changes(conversation: Conversation) -> list[FileChange]:
    return [
        change
        for item in conversation.items.values()
        if isinstance(item, ToolCall) and item.outcome is Outcome.OK
        for change in item.changes
    ]


def _files(conversation: Conversation) -> list[str]:
    touched = dict.fromkeys(change.path for change in _changes(conversation))
    if not touched:
        return []
    newest = list(touched)[::-1]
    lines = [f"- `{path}`" for path in newest[:FILES]]
    if len(newest) > FILES:
        lines.append(f"- and {len(newest) - FILES} more")
    return ["## Files changed, newest first", "\n".join(lines)]


def _last_change(conversation: Conversation) -> list[str]:
    changed = [change for change in _changes(conversation) if change.diff or change.after]
    if not changed:
        return []
    last = changed[-1]
    text = last.diff or last.after or ""
    lines = text.rstrip("\n").split("\n")
    if len(lines) > DIFF:
        lines = [*lines[:DIFF], f"… {len(lines) - DIFF} more lines"]
    return [f"## Last change: `{last.path}`", fenced("\n".join(lines), "diff" if last.diff else "")]


def _plan(conversation: Conversation) -> list[str]:
    if all(step.state is StepState.DONE for step in conversation.plan):
        return []
    steps = [f"- [{_MARKS[step.state]}] {_line(step.text)}" for step in conversation.plan]
    return ["## Open plan", "\n".join(steps)]


def _last_words(conversation: Conversation) -> list[str]:
    for item in reversed(conversation.items.values()):
        if isinstance(item, Prose) and item.channel is Channel.ANSWER and item.parent is None:
            return ["## Last words of the agent", _quoted(str(item.text))]
    return []


def _quoted(text: str) -> str:
    """Quote the beginning of a text, and tell how much of it is left out."""
    text = text.strip()
    cut = f"… ({len(text) - QUOTED} more letters)" if len(text) > QUOTED else ""
    return quoted(text[:QUOTED] + cut)


def _line(text: str) -> str:
    return " ".join(text.split())
