"""The user's prompts on their way to Codex: kept, sent, read, or dropped."""

from tui.agents.codex.items import UserMessage
from tui.model.commands import Prompt
from tui.model.events import Event, PromptMoved, PromptState, UserSaid
from tui.model.identity import ItemId, JsonObject

_PICTURES = ("image", "localImage")


def user_input(prompt: Prompt) -> list[JsonObject]:
    """Return a prompt as Codex takes it; it reads pictures from their files itself."""
    text = [{"type": "text", "text": prompt.text}] if prompt.text or not prompt.images else []
    return [*text, *({"type": "localImage", "path": image.path} for image in prompt.images)]


def spoken(content: list[JsonObject]) -> tuple[str, int]:
    """Return the text of a prompt and how many pictures came with it."""
    texts = [str(part.get("text") or "") for part in content if part.get("type") == "text"]
    return "\n".join(texts), sum(part.get("type") in _PICTURES for part in content)


class Prompts:
    """Knows where each prompt is until Codex has read it."""

    def __init__(self) -> None:
        self.waiting: list[Prompt] = []
        """Not sent yet."""
        self.asked = False
        """Somebody typed a prompt for the turn that runs."""
        self.unanswered = False
        """The last thing in the turn is a prompt that steered it."""
        self._unread: dict[str, str] = {}
        self._steered: dict[str, Prompt] = {}
        self._accepted: set[str] = set()
        self._reasons: set[str] = set()
        self._seen: set[str] = set()

    def sent(self, item: str, text: str) -> None:
        """Note a prompt that was sent and not yet read."""
        self.asked = True
        self._unread[item] = text

    def steered(self, prompt: Prompt) -> None:
        """Note a prompt that was sent into a running turn."""
        self.sent(prompt.id, prompt.text)
        self._steered[prompt.id] = prompt

    def accepted(self, item: str) -> None:
        """Note that a running turn has accepted a prompt, which is not to say that it reads it."""
        self._accepted.add(item)

    def explained(self, item: str) -> None:
        """Note the reason of a denial, which travels as a prompt and is not shown as one."""
        self._reasons.add(item)

    def is_reason(self, item: str) -> bool:
        """Tell whether a prompt is the reason of a denial."""
        return item in self._reasons

    def refused(self, item: str) -> None:
        """Forget a prompt that Codex did not take."""
        self._unread.pop(item, None)
        self._steered.pop(item, None)
        self._accepted.discard(item)

    def undelivered(self) -> list[Prompt]:
        """Return the prompts that a turn accepted and ended without reading."""
        lost = [prompt for prompt in self._steered.values() if prompt.id in self._accepted]
        for prompt in lost:
            self.refused(prompt.id)
        return lost

    def abandoned(self) -> tuple[Event, ...]:
        """Drop whatever was not read, because nobody is left to read it."""
        items = (*self._unread, *(prompt.id for prompt in self.waiting))
        self.waiting.clear()
        self._unread.clear()
        self._steered.clear()
        return tuple(PromptMoved(ItemId(item), PromptState.DROPPED) for item in items)

    def read(self, item: UserMessage, parent: ItemId | None) -> tuple[Event, ...]:
        """Take up that Codex has read a prompt: one of ours, or one typed elsewhere."""
        if item.id in self._seen or item.client_id in self._reasons:
            return ()
        self._seen.add(item.id)
        text, pictures = spoken(item.content)
        ours = self._ours(item.client_id, text) if parent is None else None
        if ours is not None:
            self.unanswered = ours in self._steered
            self.refused(ours)
            return (PromptMoved(ItemId(ours), PromptState.TAKEN),)
        said = UserSaid(
            item=ItemId(item.id),
            text=text,
            images=pictures,
            state=PromptState.TAKEN,
            parent=parent,
        )
        return (said,)

    def _ours(self, client_id: str | None, text: str) -> str | None:
        if client_id is not None:
            return client_id if client_id in self._unread else None
        # Before 0.145 or so the echo does not say which prompt it is; the words tell.
        return next((item for item, sent in self._unread.items() if sent == text), None)
