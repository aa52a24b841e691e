"""The lines of one read from an agent, on their way into the conversation."""

from collections.abc import Sequence

from msgspec.structs import replace

from tui.agents.dialect import Dialect, Reaction, TakePieces
from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.arrival import Arrival, Growth, Lines
from tui.model.events import Event, Level, NoticeRaised, ProseGrew, Unrecognised
from tui.wire.lenient import bare_request
from tui.wire.lines import CutLine


class Batch:
    """Takes lines in order; growth of one block that follows growth is reduced as one.

    A read brings about a thousand lines, nearly all of them a few characters of one block.
    """

    def __init__(self, dialect: Dialect, conversation: Conversation, at: float) -> None:
        self._dialect = dialect
        self._conversation = conversation
        self._at = at
        self._grew: ProseGrew | None = None
        """The first growth of a block that is not reduced yet, and all its pieces so far."""
        self._texts: list[str] = []
        self.lines: list[Lines] = []
        self.changes: list[Change] = []
        self.due: list[Reaction | Event] = []
        """What the session itself has to look at once the batch is told."""

    def read(self, lines: list[bytes | CutLine], seq: int) -> None:
        """Take all lines of a read; `seq` is the number of the first."""
        first, rest = seq, iter(lines)
        pieces: TakePieces | None = getattr(self._dialect, "pieces", None)
        while True:
            if pieces is None:
                line = next(rest, None)
            else:
                item, texts, line = pieces(rest)
                if item is not None:
                    start, seq = seq - first, seq + len(texts)
                    raw: list[bytes] = lines[start : seq - first]  # type: ignore[assignment]  # frames
                    self.lines.append(Growth(first + start, self._at, item, raw, texts))
                    self._grow(ProseGrew(item, ""), texts)
            if line is None:
                break
            self._line(seq, line)
            seq += 1
        self._finish()

    def _line(self, seq: int, line: bytes | CutLine) -> None:
        if isinstance(line, CutLine):
            reaction = self._cut(line)
            told = Arrival(seq, self._at, line.head, reaction.events, line.dropped)
        else:
            reaction = self._dialect.receive(line)
            told = Arrival(seq, self._at, line, reaction.events)
        self.lines.append(told)
        if reaction.writes or reaction.fall_back or reaction.close_stdin or reaction.turned_down:
            self.due.append(reaction)
        for event in reaction.events:
            if type(event) is ProseGrew:
                self._grow(event, (event.text,))
            else:
                self._finish()
                apply(self._conversation, event, self._at, self.changes)
                self.due.append(event)

    def _cut(self, line: CutLine) -> Reaction:
        """Tell of a line that is too long; where it asks something, let it be refused."""
        told = too_long(line)
        bare = bare_request(line.head)
        if not bare:
            return told
        refused = self._dialect.receive(bare)
        return replace(refused, events=told.events + refused.events)

    def _grow(self, grew: ProseGrew, texts: Sequence[str]) -> None:
        if self._grew is None or self._grew.item != grew.item:
            self._finish()
            self._grew = grew
        self._texts += texts

    def _finish(self) -> None:
        """Reduce the growth so far."""
        if self._grew is None:
            return
        grew, self._grew = self._grew, None
        whole = ProseGrew(grew.item, "".join(self._texts), grew.channel, grew.parent)
        self._texts.clear()
        apply(self._conversation, whole, self._at, self.changes)


def too_long(line: CutLine) -> Reaction:
    """Tell that a line was longer than parley keeps."""
    size = len(line.head) + line.dropped
    notice = NoticeRaised(
        text=f"The agent printed a line of {size:,} bytes; its first {len(line.head):,} are kept.",
        level=Level.WARNING,
        code="oversize",
    )
    return Reaction((Unrecognised("over-long line"), notice))
