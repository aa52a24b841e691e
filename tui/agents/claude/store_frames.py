"""The lines of Claude Code's session files. Every field may be absent, null or of another type."""

from typing import Any

import msgspec

from tui.agents.claude.frames import NULL, Message, Number
from tui.agents.claude.read import TROUBLE, details, plain
from tui.wire.lenient import mend


class Entry(msgspec.Struct, rename="camel", gc=False):
    """One line, whatever its type."""

    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    """Before a compaction: what the boundary really follows."""
    is_sidechain: bool | None = None
    timestamp: str | None = None
    session_id: str | None = None
    request_id: str | None = None
    cwd: str | None = None
    version: str | None = None
    git_branch: str | None = None
    message: Message | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_visible_in_transcript_only: bool | None = None
    tool_use_result: Any = None
    is_api_error_message: bool | None = None
    error: Any = None
    is_aborted_mid_stream: bool | None = None
    agent_id: str | None = None
    subtype: str | None = None
    content: Any = None
    level: str | None = None
    compact_metadata: dict[str, Any] | None = None
    attachment: msgspec.Raw = NULL
    origin: Any = None
    permission_decision: Any = None
    tool_denial_kind: str | None = None
    duration_ms: Number = None
    retry_attempt: Number = None
    max_retries: Number = None
    retry_in_ms: Number = None
    leaf_uuid: str | None = None
    last_prompt: str | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    total_cost_usd: Number = msgspec.field(default=None, name="totalCostUSD")

    @property
    def put_in(self) -> bool:
        """Tell whether nobody typed this: the CLI put it in."""
        return bool(self.is_meta or self.is_compact_summary or self.is_visible_in_transcript_only)

    @property
    def woken(self) -> bool:
        """Tell whether something else than a person began this, such as a background task."""
        return isinstance(self.origin, dict) and self.origin.get("kind") != "human"


class QueuedCommand(msgspec.Struct):
    """A prompt that was folded into a running turn."""

    type: str | None = None
    prompt: Any = None
    source_uuid: str | None = None


class AgentMeta(msgspec.Struct, rename="camel"):
    """What is written beside a sub-agent's file."""

    agent_type: str | None = None
    description: str | None = None
    tool_use_id: str | None = None


_decode = msgspec.json.Decoder(Entry).decode


def entry(line: bytes) -> Entry | None:
    """Read one line as well as it can be read; None where it is no JSON object."""
    try:
        return _decode(line)
    except TROUBLE:
        mended = mend(line)
    return details(mended, Entry) if isinstance(plain(mended), dict) else None


def queued(found: Entry) -> QueuedCommand | None:
    """Return the prompt that an attachment carries, if it is one that does."""
    if b"queued_command" not in bytes(found.attachment)[:400]:
        return None
    command = details(found.attachment, QueuedCommand)
    return command if command.type == "queued_command" else None
