"""Blocks of prose: pieces come one by one, the whole is told when something else happens."""

from tui.model.events import Channel, Event, ProseDone, ProseGrew
from tui.model.identity import ItemId


class Prose:
    """The block that is being written, if there is one."""

    def __init__(self) -> None:
        self._item: ItemId | None = None
        self._pieces: list[str] = []
        self._blocks = 0
        self._channel = Channel.ANSWER

    def is_open(self, channel: Channel) -> bool:
        """Tell whether a block of this channel is being written."""
        return self._item is not None and self._channel is channel

    @property
    def text(self) -> str:
        """The open block as far as it has come."""
        return "".join(self._pieces) if self._item is not None else ""

    def grew(self, text: str, channel: Channel = Channel.ANSWER) -> tuple[Event, ...]:
        """Add a piece; another channel begins another block."""
        item = self._item
        if item is not None and channel is self._channel:
            self._pieces.append(text)
            return (ProseGrew(item, text, channel),)
        before = self.done()
        self._blocks += 1
        self._item = ItemId(f"prose-{self._blocks}")
        self._channel = channel
        self._pieces = [text]
        return (*before, ProseGrew(self._item, text, channel))

    def done(self, *, partial: bool = False) -> tuple[Event, ...]:
        """Close the block and tell it whole."""
        if self._item is None:
            return ()
        done = ProseDone(self._item, self.text, self._channel, partial=partial)
        self._item = None
        return (done,)
