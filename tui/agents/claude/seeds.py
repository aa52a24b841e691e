"""The lines of seeds 000 and 004, told as if the released CLI had printed them."""

from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import Assistant, Block, Message
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.seed_frames import (
    SeedError,
    SeedMessage,
    SeedProblem,
    SeedToolResult,
    SeedToolUse,
)
from tui.agents.claude.speech import Speech
from tui.agents.claude.stream_frames import (
    BlockDelta,
    MessageStart,
    MessageStop,
    StreamEvent,
    StreamPart,
    TextDelta,
)
from tui.agents.claude.user_lines import words
from tui.model.events import Event, Level, NoticeRaised
from tui.model.identity import ItemId


class Seeds:
    """Gives nameless messages their bounds, so that what is repeated replaces what grew."""

    def __init__(self, speech: Speech, calls: Calls, prompts: Prompts) -> None:
        self._speech = speech
        self._calls = calls
        self._prompts = prompts
        self._grown = ""
        self._stopped = False

    def part(self, frame: StreamEvent) -> StreamPart | None:
        """Return the event whose parts stand bare in the line; None for one without meaning."""
        match frame.event_type:
            case "content_block_delta":
                if self._stopped:
                    self._next_message()
                return BlockDelta(frame.index or 0, frame.delta)
            case "message_stop":
                self._stopped = True
                return MessageStop()
            case "message_start":
                self._next_message()
                return None
            case _:
                return None

    def said(self, frame: SeedMessage) -> tuple[Event, ...]:
        """Take in a message; a partial one holds the text so far, or only what is new."""
        content = frame.content
        blocks = content if isinstance(content, list) else [Block(type="text", text=content)]
        if frame.role == "user":
            return self._prompts.echoed(None, words(blocks))
        if frame.partial:
            return self._grew(words(blocks))
        whole = Message(id=self._speech.message or None, content=blocks)
        events = self._speech.said(Assistant(message=whole))
        self._next_message()
        return events

    def called(self, frame: SeedToolUse) -> tuple[Event, ...]:
        """Take in a tool call."""
        block = Block(type="tool_use", id=frame.id, name=frame.name, input=frame.input)
        return self._speech.said(Assistant(message=Message(content=[block])))

    def finished(self, frame: SeedToolResult) -> tuple[Event, ...]:
        """Take in a tool call's end."""
        if frame.tool_use_id is None:
            return ()
        call = ItemId(frame.tool_use_id)
        return self._calls.finished(call, frame.content, failed=frame.is_error is True)

    def failed(self, frame: SeedError) -> tuple[Event, ...]:
        """Take in an error."""
        problem = frame.error
        if not isinstance(problem, SeedProblem):
            problem = SeedProblem(message=problem)
        text = problem.message or "Claude Code reports an error without saying which."
        code = problem.code or problem.type or ""
        return (NoticeRaised(text=text, level=Level.ERROR, code=code.lower()),)

    def _grew(self, text: str) -> tuple[Event, ...]:
        new = text.removeprefix(self._grown)
        self._grown = text if text.startswith(self._grown) else self._grown + text
        return self._speech.grew(BlockDelta(0, TextDelta(new))) if new else ()

    def _next_message(self) -> None:
        self._grown = ""
        self._stopped = False
        self._speech.begun(MessageStart())
