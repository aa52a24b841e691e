"""What the keys of a request do: allow, deny, edit, note, the agent's offers, a rule."""

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from textual.events import Key
from textual.screen import Screen

from tui.model.permission import Decision, Effect, Verdict
from tui.ui import inbox
from tui.ui.choices import Choice, effect
from tui.ui.editing import suggestion
from tui.ui.request_risk import Judged
from tui.ui.screens.permission_writing import WORD

if TYPE_CHECKING:
    from tui.ui.screens.permission import PermissionScreen

SETTLED = 0.25
"""Seconds for which what Enter would do must have been on the screen."""

_VERDICTS = {Effect.DENY: Verdict.DENY, Effect.DENY_AND_STOP: Verdict.STOP}


class PermissionAnswers(Screen[object]):
    """The answering half of `PermissionScreen`, kept apart from what it shows."""

    judged: Judged | None = None
    """None until the request was looked at."""
    choices: tuple[Choice, ...] = ()
    told = ""
    """Why the last key did nothing."""
    offered: Choice | None = None
    """The agent's own offer that the next Enter takes."""
    _offered_at = 0.0
    _rule: Screen[object] | None = None

    @property
    def _asked(self) -> "PermissionScreen":
        return cast("PermissionScreen", self)

    def answers(self, found: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Return the answers to what is shown: after an edit there are fewer."""
        if self._asked.edit is None:
            return found
        can = self._asked.request.can_edit
        words = "allow what you wrote" if can else "deny, and send what you wrote"
        kept = [one for one in found if one.action in ("allow", "deny", "edit")]
        renamed = {"allow": words, "deny": "deny, say why", "edit": "edit again"}
        return tuple(
            replace(one, number=number, words=renamed[one.action])
            for number, one in enumerate(kept, 1)
        )

    def choice(self, action: str) -> Choice | None:
        """Return the answer that an action stands for."""
        return next((one for one in self.choices if one.action == action), None)

    def may(self, choice: Choice | None, *, seen: bool = True) -> bool:
        """Tell whether a choice can be taken now; say why not."""
        asked = self._asked
        if choice is None or self.judged is None or not asked.gate.open:
            return False
        if choice.why_not:
            self.told = f"{choice.words}: {choice.why_not}"
        elif seen and asked.page.unread.blocks:
            self.told = asked.page.unread.refusal
        return not self.told

    def action_number(self, number: int) -> None:
        """Take the answer with this number."""
        choice = next((one for one in self.choices if one.number == number), None)
        if choice is None:
            return
        match choice.action:
            case "allow":
                self.action_allow()
            case "always":
                self.action_always()
            case "deny":
                self.action_deny()
            case "edit":
                self._asked.action_edit()
            case _:
                self._offer(choice)

    def action_allow(self) -> None:
        """Allow it once, if all of it was seen."""
        if not self.may(self.choice("allow")):
            return
        if self.judged is not None and self.judged.tricks:
            self._asked.ask_for(
                "word", f"type {WORD} and Enter to allow it in spite of the warnings"
            )
            return
        self.allow()

    def allow(self) -> None:
        """Allow what is shown; after an edit that is what the user wrote."""
        asked = self._asked
        if self._asked.edit is None:
            self.decide(Decision(verdict=Verdict.ALLOW, digest=asked.digest))
            return
        _, changed, text = self._asked.edit
        if asked.request.can_edit:
            self.decide(Decision(verdict=Verdict.ALLOW, digest=asked.digest, input=changed.input))
        else:
            self.deny(suggestion(asked.request, text))

    def action_deny(self) -> None:
        """Deny it, after asking for a reason."""
        asked = self._asked
        if self.may(self.choice("deny"), seen=False):
            heard = "" if asked.request.can_explain else "; your words become the next prompt"
            self._asked.ask_for("reason", f"why not? Enter denies{heard}")

    def deny(self, message: str) -> None:
        """Deny it with these words; the agent gets them now, or as the next prompt."""
        asked = self._asked
        self.decide(Decision(verdict=Verdict.DENY, digest=asked.digest, message=message))
        if message and not asked.request.can_explain:
            asked.live.put_aside(message)

    def _offer(self, choice: Choice) -> None:
        """Show what one of the agent's own offers does; Enter takes it."""
        allows = choice.option is not None and choice.option.effect not in _VERDICTS
        if self.may(choice, seen=allows):
            self.offered = choice
            self._offered_at = self._asked.parley.ticks()

    @property
    def confirming(self) -> str:
        """Return what Enter would do now, if it would do something."""
        choice = self.offered
        if choice is None or choice.option is None:
            return ""
        told, label = effect(choice.option), choice.option.label
        return told if told.lower().startswith(label.lower()) else f"{label}. {told}"

    def confirm_key(self, event: Key) -> bool:
        """Take the key after an offer was chosen; tell whether it was for the offer."""
        asked = self._asked
        choice, self.offered = self.offered, None
        if event.key == "escape":
            self.offered = choice
            return True
        if event.key != "enter" or choice is None or choice.option is None:
            if choice is not None and event.is_printable:
                digit = str(choice.number)
                asked.gate.to_draft(Key(digit, digit))
            return False
        event.stop()
        if asked.parley.ticks() - self._offered_at < SETTLED:
            self.offered = choice
            return True
        verdict = _VERDICTS.get(choice.option.effect, Verdict.ALLOW)
        chosen = () if verdict is Verdict.STOP else (choice.option.id,)
        self.decide(Decision(verdict=verdict, digest=asked.digest, options=chosen))
        return True

    def action_always(self) -> None:
        """Open the step in which a rule is made; nothing is saved before its Enter."""
        asked = self._asked
        if self.may(self.choice("always")):
            then = " and allows this request"
            self._rule = asked.parley.dialog("rule", asked.live.standing, asked.request, then)
            self.app.push_screen(self._rule, self._remembered)

    def _remembered(self, rule: object) -> None:
        asked = self._asked
        self._rule = None
        if rule is not None:
            asked.parley.chat.remark(f"remembered: {rule}")
            self.decide(Decision(verdict=Verdict.ALLOW, digest=asked.digest))

    def leave_steps(self) -> None:
        """Close what stands above the dialog."""
        if self._rule is not None and self.app.screen is self._rule:
            self._rule.dismiss(None)

    def decide(self, decision: Decision) -> None:
        """Send an answer and close."""
        asked = self._asked
        refused = asked.live.decide(asked.request, decision)
        if refused:
            asked.parley.chat.remark(f"not sent: {refused}")
        self.call_after_refresh(asked.leave)

    def action_later(self) -> None:
        """Answer nothing: leave the line, the offer, the edit, or the dialog."""
        asked = self._asked
        if self._asked.writing:
            self._asked.end_writing()
        elif self.offered is not None:
            self.offered = None
        elif self._asked.edit is not None:
            self._asked.edit = None
            asked.show(asked.request)
        else:
            asked.live.put_off.add(asked.request.id)
            self.dismiss(None)

    def action_next_request(self) -> None:
        """Show the next request that waits."""
        asked = self._asked
        queue = inbox.waiting(asked.parley.desk.sessions)
        following = inbox.after(queue, asked.live, asked.request)
        if following is None:
            self.told = "nothing else waits"
            return
        self.dismiss(None)
        asked.parley.chat.call_after_refresh(asked.parley.chat.open_request, following)

    def action_open_session(self) -> None:
        """Leave the request where it is and show the session that asks."""
        asked = self._asked
        if asked.gate.open:
            asked.live.put_off.add(asked.request.id)
            self.dismiss(None)
            asked.parley.chat.show(asked.live)
