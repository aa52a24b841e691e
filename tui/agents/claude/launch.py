"""How to start Claude Code for one session."""

import re

from tui.agents.claude.modes import NATIVE
from tui.agents.dialect import Launch
from tui.errors import UsageError
from tui.model.commands import Prompt
from tui.model.spec import SessionSpec

_ALWAYS = (
    "-p",
    "--output-format",
    "stream-json",
    "--input-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--permission-prompt-tool",
    "stdio",
    "--replay-user-messages",
)

_UNTRUSTED = ("--setting-sources", "user", "--strict-mcp-config")
"""Nothing of the folder's own configuration runs: no hooks, servers, key helpers or rules."""

_ENVIRONMENT = {
    "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS": "1",
    "DISABLE_AUTOUPDATER": "1",
    # 2.1.325 has no to-do tools otherwise, and the plan would stay empty.
    "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1",
}

_UNTRUSTED_ENVIRONMENT = {
    # Prompts that a repository's .claude/scheduled_tasks.json has due are sent unasked otherwise.
    "CLAUDE_CODE_DISABLE_CRON": "1",
}

_SESSION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,127}")
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]{0,199}")


def launch(spec: SessionSpec, prompt: Prompt | None = None) -> Launch:
    """Return argv and environment; prompts go through standard input, never through argv.

    The mode is always given: a repository's own default mode would be obeyed otherwise.
    """
    return Launch(
        argv=(
            spec.executable,
            *_ALWAYS,
            "--permission-mode",
            NATIVE[spec.mode],
            *_conversation(spec),
            *(("--model", _checked(spec.model, _MODEL, "model")) if spec.model else ()),
            *(() if spec.trusted else _UNTRUSTED),
        ),
        cwd=spec.cwd,
        environment=_ENVIRONMENT if spec.trusted else _ENVIRONMENT | _UNTRUSTED_ENVIRONMENT,
    )


def _conversation(spec: SessionSpec) -> tuple[str, ...]:
    chosen: tuple[str, ...] = ()
    if spec.new_id is not None:
        chosen = ("--session-id", _checked(spec.new_id, _SESSION_ID, "session id"))
    if spec.resume is None:
        return chosen
    resumed = ("--resume", _checked(spec.resume, _SESSION_ID, "session id"))
    return (*resumed, "--fork-session", *chosen) if spec.fork else resumed


def _checked(value: str, pattern: re.Pattern[str], what: str) -> str:
    """Return a value that cannot be taken for a flag."""
    if pattern.fullmatch(value) is None:
        raise UsageError(
            f"This is no {what} of Claude Code: {value!r}",
            "It has letters, digits and dashes, and begins with a letter or digit.",
        )
    return value
