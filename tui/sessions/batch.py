"""The events of one read from an agent, on their way into the conversation."""

from tui.agents.dialect import Reaction
from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.events import Event, Level, NoticeRaised, ProseGrew, Unrecognised
from tui.wire.lines import CutLine


class Batch:
    """Reduces events in order; growth of one block that follows growth is reduced as one.

    A read brings about a thousand lines, nearly all of them a few characters of one block.
    """

    def __init__(self, conversation: Conversation, at: float) -> None:
        self._conversation = conversation
        self._at = at
        self.growth: list[ProseGrew] = []
        """Growth of one block that is not reduced yet; more of the same may be appended."""
        self.changes: list[Change] = []
        self.due: list[Reaction | Event] = []
        """What the session itself has to look at once the batch is told."""

    def add(self, event: Event) -> None:
        """Take an event that does not go on with the growth so far."""
        self.finish()
        if type(event) is ProseGrew:
            self.growth.append(event)
            return
        apply(self._conversation, event, self._at, self.changes)
        self.due.append(event)

    def finish(self) -> None:
        """Reduce the growth so far."""
        if not self.growth:
            return
        first = self.growth[0]
        text = "".join([grew.text for grew in self.growth])
        whole = ProseGrew(first.item, text, first.channel, first.parent)
        self.growth.clear()
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
