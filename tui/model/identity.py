"""The names by which sessions, items and requests are told apart."""

import os
from typing import Any, Literal, NewType, TypeAlias

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
    """Return a random UUID. The `uuid` module would take a third of Python's start to import."""
    number = bytearray(os.urandom(16))
    number[6] = number[6] & 0x0F | 0x40
    number[8] = number[8] & 0x3F | 0x80
    digits = number.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
