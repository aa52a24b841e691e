"""Prompts and the turns they make. Gemini takes one at a time, so further ones wait here."""

from tui.agents.dialect import NOTHING, Reaction
from tui.agents.gemini import translate
from tui.agents.gemini.narration import Narration
from tui.agents.gemini.requests import Asked, Requests
from tui.agents.ledger import Ledger
from tui.model.commands import Prompt
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    TurnEnded,
    TurnOutcome,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, JsonObject
from tui.model.usage import TokenUsage

_CODE = {401: "authentication_failed", 403: "authentication_failed", 429: "rate_limit"}
_COMMAND = ("/", "$")


class Prompts:
    """Sends prompts one after the other.

    A second `session/prompt` would cancel the first, so a prompt that comes during a turn, or
    before the session is ready, is held and sent when the turn is over.
    """

    def __init__(self, ledger: Ledger, narration: Narration, requests: Requests) -> None:
        self._ledger = ledger
        self._narration = narration
        self._requests = requests
        self._held: list[Prompt] = []
        self._words: list[str] = []
        self._used = TokenUsage()
        self._told_about_interruption = False
        self.untaken: ItemId | None = None
        """The prompt whose turn runs but has shown no sign of life yet."""

    def hold(self, prompt: Prompt) -> Reaction:
        """Keep a prompt until it can be sent."""
        self._held.append(prompt)
        return Reaction((_said(prompt, PromptState.QUEUED),))

    def send(self, prompt: Prompt, session: str) -> Reaction:
        """Begin a turn with a prompt."""
        return self._begin(_said(prompt, PromptState.SENT), prompt, session)

    def next(self, session: str | None) -> Reaction:
        """Send the prompt that has waited longest, if the agent is free."""
        if not self._held or session is None or self._ledger.turn is not None:
            return NOTHING
        prompt = self._held.pop(0)
        return self._begin(PromptMoved(prompt.id, PromptState.SENT), prompt, session)

    def overheard(self, said: UserSaid) -> tuple[Event, ...]:
        """Begin the turn of a recorded prompt."""
        self.untaken = said.item
        return (said, *self._ledger.turn_started())

    def taken(self) -> tuple[Event, ...]:
        """Note that the agent works on the prompt."""
        if self.untaken is None:
            return ()
        prompt, self.untaken = self.untaken, None
        return (PromptMoved(prompt, PromptState.TAKEN),)

    def take_back(self, prompt: ItemId) -> Reaction:
        """Forget a prompt that was not sent yet."""
        left = [held for held in self._held if held.id != prompt]
        if len(left) == len(self._held):
            return NOTHING
        self._held = left
        return Reaction((PromptMoved(prompt, PromptState.DROPPED),))

    def dropped(self) -> tuple[Event, ...]:
        """Give up what was not sent."""
        events = tuple(PromptMoved(held.id, PromptState.DROPPED) for held in self._held)
        self._held = []
        return events

    def explain(self, denied: str, words: str) -> None:
        """Keep the reason of a denial: Gemini takes none, so it goes with the next prompt."""
        self._words.append(f"I did not allow this: {denied}\nMy reason: {words}")

    def finished(self, result: translate.PromptResult) -> tuple[Event, ...]:
        """End the turn as the agent says."""
        outcome = translate.OUTCOME.get(result.stop_reason, TurnOutcome.COMPLETED)
        usage = result.usage
        reported: tuple[Event, ...] = ()
        if usage is not None:
            self._used = self._used + usage
            reported = (UsageReported(session=self._used, turn=usage),)
        if outcome is TurnOutcome.INTERRUPTED and not self._told_about_interruption:
            self._told_about_interruption = True
            text = "Gemini does not remember an interrupted turn: neither prompt nor answer."
            reported += (NoticeRaised(text=text, code="turn_forgotten"),)
        error = translate.LIMIT_REACHED.get(result.stop_reason, "")
        return self._over(TurnEnded(outcome=outcome, error=error, usage=usage), reported)

    def failed(self, code: int, said: str) -> tuple[Event, ...]:
        """End the turn with an error."""
        known = "authentication_failed" if "API key" in said else _CODE.get(code)
        notice: tuple[Event, ...] = ()
        if known is not None:
            notice = (NoticeRaised(text=said, level=Level.ERROR, code=known),)
        return self._over(TurnEnded(outcome=TurnOutcome.FAILED, error=said), notice)

    def _begin(self, event: Event, prompt: Prompt, session: str) -> Reaction:
        blocks = translate.prompt_blocks(prompt)
        notice: tuple[Event, ...] = ()
        if self._words and not prompt.text.startswith(_COMMAND):
            words, self._words = "\n\n".join(self._words), []
            blocks.insert(0, {"type": "text", "text": words + "\n\n"})
            notice = (NoticeRaised(text=f"Sent along: {words}", code="reason_sent"),)
        params: JsonObject = {"sessionId": session, "prompt": blocks}
        line = self._requests.ask("session/prompt", params, Asked("session/prompt"))
        self.untaken = prompt.id
        return Reaction((event, *notice, *self._ledger.turn_started()), (line,))

    def _unread(self, outcome: TurnOutcome) -> tuple[Event, ...]:
        """A turn that was stopped before it began has not read its prompt."""
        if outcome is TurnOutcome.COMPLETED:
            return self.taken()
        prompt, self.untaken = self.untaken, None
        if prompt is None or outcome is not TurnOutcome.INTERRUPTED:
            return ()
        return (PromptMoved(prompt, PromptState.DROPPED),)

    def _over(self, end: TurnEnded, reported: tuple[Event, ...]) -> tuple[Event, ...]:
        """All calls and questions of a turn end with it: Gemini awaits each of them."""
        events = (
            *self._unread(end.outcome),
            *self._narration.paused(partial=end.outcome is TurnOutcome.INTERRUPTED),
            *self._ledger.all_withdrawn("the turn ended"),
            *self._ledger.calls_cancelled(),
            *reported,
            *self._ledger.turn_ended(end),
        )
        self._narration.cancelling = False
        if self._requests.prompting():
            events += self._ledger.turn_started()
        return events


def _said(prompt: Prompt, state: PromptState) -> UserSaid:
    return UserSaid(item=prompt.id, text=prompt.text, images=len(prompt.images), state=state)
