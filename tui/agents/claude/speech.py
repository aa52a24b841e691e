"""What the model says: streamed block by block, then repeated whole, shown once."""

import msgspec

from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import Assistant, Block
from tui.agents.claude.stream_frames import (
    AbandonedBlocks,
    BlockDelta,
    BlockStart,
    InputDelta,
    MessageStart,
    TextDelta,
    ThinkingDelta,
)
from tui.model.events import (
    Channel,
    Event,
    Level,
    NoticeRaised,
    ProseDone,
    ProseGrew,
    ProseWithdrawn,
    Unrecognised,
)
from tui.model.identity import ItemId

_CHANNELS = {"text": Channel.ANSWER, "thinking": Channel.THINKING}

_NOT_SHOWN = frozenset({"redacted_thinking", "container_upload"})


class _Streamed(msgspec.Struct):
    """A block of the message that is being streamed."""

    item: ItemId
    channel: Channel | None
    """None for a tool call."""
    done: bool = False


class Speech:
    """Follows the message being streamed and knows which blocks were told whole.

    Only the main thread is streamed; what sub-agents say comes in whole blocks.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._blocks: dict[int, _Streamed] = {}
        self._seen: set[str] = set()
        self._unnamed = 0
        self.message = ""
        """Id of the message being streamed."""
        self.answers: dict[int, ItemId] = {}
        """Its blocks of answer text by index: all that the commonest line needs."""

    def begun(self, part: MessageStart) -> None:
        """Start a new message."""
        self._blocks = {}
        self.answers = {}
        name = part.message.id if part.message is not None else None
        self.message = name or self._new_name()

    def block_begun(self, part: BlockStart) -> tuple[Event, ...]:
        """Start a block: text and thinking grow, a tool call is announced by its name."""
        block = part.content_block
        if block is None or block.type is None:
            return ()
        if _is_call(block):
            call = ItemId(block.id or self._new_name())
            self._blocks[part.index] = _Streamed(call, None)
            return self._calls.announced(call, block.name or "?", {}, None)
        channel = _CHANNELS.get(block.type)
        if channel is None:
            return ()
        item = self._open(part.index, channel)
        begun = block.text or block.thinking
        return (ProseGrew(item, begun, channel),) if begun else ()

    def grew(self, part: BlockDelta) -> tuple[Event, ...]:
        """Go on with a block."""
        match part.delta:
            case TextDelta(text=text):
                return (ProseGrew(self._open(part.index, Channel.ANSWER), text),)
            case ThinkingDelta(thinking=text):
                item = self._open(part.index, Channel.THINKING)
                return (ProseGrew(item, text, Channel.THINKING),)
            case InputDelta(partial_json=text):
                block = self._blocks.get(part.index)
                if block is None or block.channel is not None:
                    return ()
                return self._calls.grew(block.item, text)
            case _:
                return ()

    def abandoned(self, blocks: AbandonedBlocks) -> tuple[Event, ...]:
        """Take back streamed blocks of a message that was given up."""
        if blocks.api_message_id not in (None, self.message):
            return ()
        events: tuple[Event, ...] = ()
        for index, block in self._blocks.items():
            if index < blocks.from_block_index or block.done:
                continue
            block.done = True
            if block.channel is None:
                events += self._calls.cancelled(block.item)
            else:
                events += (ProseWithdrawn(block.item),)
        return events

    def said(self, frame: Assistant) -> tuple[Event, ...]:
        """Tell whole blocks. After a compaction the CLI repeats lines: they are told once."""
        if frame.uuid is not None:
            if frame.uuid in self._seen:
                return ()
            self._seen.add(frame.uuid)
        content = frame.message.content if frame.message is not None else None
        if isinstance(content, str):
            content = [Block(type="text", text=content)]
        events: tuple[Event, ...] = ()
        for position, block in enumerate(content or ()):
            events += self._block_said(frame, block, position)
        return events

    def _block_said(self, frame: Assistant, block: Block, position: int) -> tuple[Event, ...]:
        parent = ItemId(frame.parent_tool_use_id) if frame.parent_tool_use_id else None
        if _is_call(block):
            call = ItemId(block.id or self._new_name())
            self._mark_done(call)
            given = block.input if isinstance(block.input, dict) else {}
            return self._calls.announced(call, block.name or "?", given, parent)
        if _is_result(block):
            call = ItemId(block.tool_use_id or self._new_name())
            failed = block.is_error is True
            return self._calls.finished(call, block.content, failed=failed, parent=parent)
        if block.type in _NOT_SHOWN:
            return ()
        channel = _CHANNELS.get(block.type or "")
        if channel is None:
            return (Unrecognised(f"assistant/{block.type}"[:80]),)
        text = (block.text if channel is Channel.ANSWER else block.thinking) or ""
        if frame.error is not None and channel is Channel.ANSWER:
            return (NoticeRaised(text=text, level=Level.ERROR, code=str(frame.error)[:80]),)
        item = self._finish(frame, channel)
        if item is None:
            if not text:
                return ()
            name = frame.uuid or self._new_name()
            item = ItemId(f"{name}:{position}" if position else name)
        return (ProseDone(item, text, channel, parent, frame.aborted is True),)

    def _open(self, index: int, channel: Channel) -> ItemId:
        block = self._blocks.get(index)
        if block is None or block.channel is not channel:
            self.message = self.message or self._new_name()
            item = ItemId(f"{self.message}:{index}")
            block = self._blocks[index] = _Streamed(item, channel)
            if channel is Channel.ANSWER:
                self.answers[index] = block.item
        return block.item

    def _finish(self, frame: Assistant, channel: Channel) -> ItemId | None:
        """Return the streamed block that a whole block repeats: the first one not yet done."""
        if frame.message is None or frame.message.id != self.message:
            return None
        for block in self._blocks.values():
            if block.channel is channel and not block.done:
                block.done = True
                return block.item
        return None

    def _mark_done(self, call: ItemId) -> None:
        for block in self._blocks.values():
            if block.item == call:
                block.done = True

    def _new_name(self) -> str:
        self._unnamed += 1
        return f"unnamed-{self._unnamed}"


def _is_call(block: Block) -> bool:
    return block.type is not None and block.type.endswith("tool_use")


def _is_result(block: Block) -> bool:
    return block.type is not None and block.type.endswith("tool_result")
