"""The names by which sessions, items and requests are told apart."""

from typing import Any, Literal, NewType, TypeAlias
from uuid import uuid4

AgentId = NewType("AgentId", str)
"""Which agent: `claude`, `codex`, `gemini`, `demo`, `demo-codex` or `demo-gemini`."""

ProtocolName: TypeAlias = Literal["claude", "codex", "gemini"]
"""Whose words an agent speaks; the demo speaks all three."""

SessionId = NewType("SessionId", str)
"""The agent's own name of a conversation: what its `resume` takes."""

ItemId = NewType("ItemId", str)
"""One thing in a conversation: a prompt, a block of prose, a tool call, a plan."""

RequestId = NewType("RequestId", str)
"""One question an agent waits for; unique within a session."""

Json: TypeAlias = Any
"""A decoded JSON value of foreign making: check before use."""

JsonObject: TypeAlias = dict[str, Any]
"""A decoded JSON object of foreign making."""


def new_uuid() -> str:
    """Return a random UUID in its usual spelling."""
    return str(uuid4())
