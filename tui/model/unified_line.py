"""What every line of unified JSON has."""

import msgspec


class Line(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True, tag_field="type"):
    """What every line has."""

    id: str
    """Unique within the output."""
    session_id: str
    """The agent's own id of the conversation; empty until the agent has told it."""
    timestamp: str
    """RFC 3339, in UTC."""
    agent: str
    """Which agent: claude, codex, gemini or a demo."""
    seq: int | None = None
    """With --raw: the number of the wire line this comes from."""
    raw: str | None = None
    """With --raw: that line."""
    raw_base64: str | None = None
    """With --raw: that line, where it is not valid UTF-8."""


class Tokens(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True):
    """Tokens of a turn or a session."""

    input_tokens: int
    output_tokens: int
    total_tokens: int
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
