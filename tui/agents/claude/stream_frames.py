"""Pieces of a message while the model still writes it, as the API streams them."""

from typing import TypeAlias

import msgspec

from tui.agents.claude.frames import Block, Message, Usage


class TextDelta(msgspec.Struct, tag_field="type", tag="text_delta", gc=False):
    """More of the answer."""

    text: str = ""


class ThinkingDelta(msgspec.Struct, tag_field="type", tag="thinking_delta", gc=False):
    """More thinking."""

    thinking: str = ""


class InputDelta(msgspec.Struct, tag_field="type", tag="input_json_delta", gc=False):
    """More of a tool's input, as pieces of JSON text."""

    partial_json: str = ""


class SignatureDelta(msgspec.Struct, tag_field="type", tag="signature_delta"):
    """The seal of a thinking block; not shown."""


class CitationsDelta(msgspec.Struct, tag_field="type", tag="citations_delta"):
    """Where a text comes from; the whole block repeats it."""


Delta: TypeAlias = TextDelta | ThinkingDelta | InputDelta | SignatureDelta | CitationsDelta


class MessageStart(msgspec.Struct, tag_field="type", tag="message_start"):
    """The model begins a message."""

    message: Message | None = None


class BlockStart(msgspec.Struct, tag_field="type", tag="content_block_start"):
    """The model begins a block."""

    index: int = 0
    content_block: Block | None = None


class BlockDelta(msgspec.Struct, tag_field="type", tag="content_block_delta", gc=False):
    """The model goes on with a block."""

    index: int = 0
    delta: Delta | None = None


class BlockStop(msgspec.Struct, tag_field="type", tag="content_block_stop"):
    """A block is whole; its `assistant` line came just before."""


class MessageDelta(msgspec.Struct, tag_field="type", tag="message_delta"):
    """What the message has cost."""

    usage: Usage | None = None


class MessageStop(msgspec.Struct, tag_field="type", tag="message_stop"):
    """The message is whole, or was given up."""


class Ping(msgspec.Struct, tag_field="type", tag="ping"):
    """The model's server is still there."""


StreamPart: TypeAlias = (
    BlockDelta | BlockStart | BlockStop | MessageStart | MessageDelta | MessageStop | Ping
)


class AbandonedBlocks(msgspec.Struct):
    """Streamed blocks that are taken back."""

    api_message_id: str | None = None
    from_block_index: int = 0


class StreamEvent(msgspec.Struct, tag_field="type", tag="stream_event", gc=False):
    """A piece of a message while the model still writes it."""

    event: StreamPart | None = None
    parent_tool_use_id: str | None = None
    abandoned_blocks: AbandonedBlocks | None = None
    event_type: str | None = None
    """Seed 000 has the event's parts here instead of in `event`."""
    index: int | None = None
    delta: Delta | None = None


class PieceText(msgspec.Struct, tag_field="type", tag="text_delta", gc=False):
    """The text of a piece."""

    text: str


class PiecePart(msgspec.Struct, tag_field="type", tag="content_block_delta", gc=False):
    """The block of a piece."""

    index: int
    delta: PieceText


class Piece(msgspec.Struct, tag_field="type", tag="stream_event", gc=False):
    """By far the commonest line, with no room for anything else: more of the main answer."""

    event: PiecePart
    parent_tool_use_id: None = None
