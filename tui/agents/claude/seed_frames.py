"""Lines that no released CLI prints but wrappers and older versions may (seeds 000 and 004)."""

from typing import Any

import msgspec

from tui.agents.claude.frames import Block, Line


class SeedInit(Line, tag="init"):
    """The session has begun."""


class SessionCreated(Line, tag="session.created"):
    """The session has begun, in the words of seed 004."""


class SeedMessage(Line, tag="message"):
    """Something said, whole or, with `partial`, as far as it is written."""

    role: str | None = None
    content: str | list[Block] | None = None
    partial: bool | None = None


class SeedToolUse(Line, tag="tool_use"):
    """A tool call."""

    id: str | None = None
    name: str | None = None
    input: Any = None


class SeedToolResult(Line, tag="tool_result"):
    """A tool call's end."""

    tool_use_id: str | None = None
    content: Any = None
    is_error: bool | None = None


class SeedProblem(msgspec.Struct):
    """What an error line is about."""

    type: str | None = None
    code: str | None = None
    message: str | None = None


class SeedError(Line, tag="error"):
    """Something went wrong."""

    error: SeedProblem | str | None = None
