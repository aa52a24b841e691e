"""What becomes of the user's prompts: sent, queued, taken up or dropped."""

from tui.model.commands import Prompt
from tui.model.events import Event, PromptMoved, PromptState, UserSaid
from tui.model.identity import ItemId

_LIFECYCLE = {
    "queued": PromptState.QUEUED,
    "started": PromptState.TAKEN,
    "completed": PromptState.TAKEN,
    "cancelled": PromptState.DROPPED,
    "discarded": PromptState.DROPPED,
    "refused": PromptState.DROPPED,
}

_WAITING = (PromptState.SENT, PromptState.QUEUED)


class Prompts:
    """Follows each prompt until the model has it or never will.

    2.1.325 tells by `command_lifecycle`, 2.1.197 only by echoing a prompt when it is taken up.
    """

    def __init__(self) -> None:
        self._states: dict[ItemId, PromptState] = {}
        self._nameless: dict[ItemId, str] = {}
        self._told = False
        """The CLI says what becomes of prompts; it needs our names or a flag for that."""

    def said(self, prompt: Prompt, *, busy: bool) -> tuple[Event, ...]:
        """Follow a prompt of ours; one said during a turn waits."""
        state = PromptState.QUEUED if busy else PromptState.SENT
        self._states[prompt.id] = state
        return (UserSaid(item=prompt.id, text=prompt.text, images=len(prompt.images), state=state),)

    def overheard(self, prompt: ItemId | None, text: str, images: int) -> tuple[Event, ...]:
        """Follow a prompt of a recorded client, which may have sent it without a name."""
        if prompt is None:
            prompt = self._new_name()
            self._nameless[prompt] = text
        self._states[prompt] = PromptState.SENT
        return (UserSaid(item=prompt, text=text, images=images),)

    def moved(self, prompt: ItemId, state: PromptState) -> tuple[Event, ...]:
        """Tell where a prompt is now, unless that is known; what was taken stays taken."""
        known = self._states.get(prompt)
        if known not in _WAITING or known is state:
            return ()
        self._states[prompt] = state
        return (PromptMoved(prompt, state),)

    def told(self, prompt: str | None, state: str | None) -> tuple[Event, ...]:
        """Tell what the CLI says has become of a prompt."""
        self._told = True
        moved = _LIFECYCLE.get(state or "")
        if prompt is None or moved is None:
            return ()
        return self.moved(ItemId(prompt), moved)

    def echoed(self, uuid: str | None, text: str) -> tuple[Event, ...]:
        """Tell that the CLI took up a prompt; one we do not know was typed elsewhere."""
        self._told = True
        if uuid is not None and ItemId(uuid) in self._states:
            return self.moved(ItemId(uuid), PromptState.TAKEN)
        for nameless, words in self._nameless.items():
            if words == text:
                del self._nameless[nameless]
                return self.moved(nameless, PromptState.TAKEN)
        prompt = ItemId(uuid) if uuid is not None else self._new_name()
        self._states[prompt] = PromptState.TAKEN
        return (UserSaid(item=prompt, text=text, state=PromptState.TAKEN),)

    def turn_begun(self) -> tuple[Event, ...]:
        """Take the waiting prompts for taken up, where the CLI does not say which it takes."""
        return () if self._told else self._all_moved(PromptState.TAKEN)

    def closed(self) -> tuple[Event, ...]:
        """Drop what still waits, because the process is gone."""
        return self._all_moved(PromptState.DROPPED)

    def queued(self) -> tuple[ItemId, ...]:
        """Return the prompts the CLI keeps for later."""
        return tuple(
            prompt for prompt, state in self._states.items() if state is PromptState.QUEUED
        )

    def _new_name(self) -> ItemId:
        return ItemId(f"prompt-{len(self._states) + 1}")

    def _all_moved(self, state: PromptState) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for prompt in self._states:
            events += self.moved(prompt, state)
        return events
