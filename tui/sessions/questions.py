"""The questions of one session on their way to an answer that is written down before it is sent."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from tui.agents.dialect import TurnedDown
from tui.agents.ledger import SAME_ID
from tui.model.commands import Decide, Refuse
from tui.model.events import Level, NoticeRaised, PermissionDecided, PermissionWithdrawn
from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.tools import ToolKind
from tui.permission.answers import Answerer, StandingAnswer
from tui.permission.broker import Broker, Ignored, Rejected
from tui.permission.depth import DEEPEST, nested_too_deeply
from tui.sessions.clerk import Clerk

if TYPE_CHECKING:
    from tui.permission.standing import Standing
    from tui.sessions.session import Session

MakeStanding: TypeAlias = Callable[[], "Standing"]
"""Reads the rules of a folder; slow, called in a thread."""

TURN_OVER = "its turn ended without an answer"

NESTED = f"its input is nested more than {DEEPEST} levels deep, which nobody could read"


class Reply(NamedTuple):
    """An answer that was given and is being written down; the agent has not got it yet."""

    request: PermissionRequest
    decision: Decision
    by: Decider
    note: str

    @property
    def by_grace_of_a_rule(self) -> bool:
        """Tell whether it may only be sent if it could be written down."""
        return self.by is Decider.RULE and self.decision.verdict is Verdict.ALLOW


class Questions:
    """Asks the broker what may be sent, the clerk to write it down, and then sends it.

    A request whose answer is being written counts as settled: no second answer is taken, and
    whatever closes it meanwhile keeps the answer from being sent.
    """

    def __init__(
        self, session: "Session", answerer: Answerer | None, make_standing: "MakeStanding | None"
    ) -> None:
        self._session = session
        self._answerer = answerer
        self.standing: Standing | None = None
        """Judges by rule and keeps the journal; None until it was made, or where there is none."""
        self._broker = Broker()
        self._unsent: dict[RequestId, Reply] = {}
        self._troubles: tuple[str, ...] = ()
        self.clerk = Clerk(absent=make_standing is None)
        self._being_made = make_standing is not None
        if make_standing is not None:
            self.clerk.do(make_standing, self._use)

    def _use(self, standing: "Standing") -> None:
        self.standing = standing
        self._being_made = False
        self._answerer = self._answerer or standing.answer
        self._tell_troubles()

    def asked(self, request: PermissionRequest) -> None:
        """Take a question of the agent; a rule may answer it."""
        known = self._session.conversation
        if nested_too_deeply(request.input):
            self._broker.withdraw(request.id)
            self._unsent.pop(request.id, None)
            self._refuse(replace(request, input={}), NESTED)
            return
        if self._being_made:
            self.clerk.after_all(lambda: self.asked(request))
            return
        if self.standing is not None:
            self.standing.asked(request, known.session or "")
        if request.id not in known.pending:
            self._closed(request, "it was withdrawn at once")
            return
        earlier = self._unsent.pop(request.id, None)
        if earlier is not None:
            self._refuse(request, SAME_ID)
            return
        asking = self._broker.ask(request)
        if isinstance(asking, Rejected):
            self._refuse(request, asking.reason)
        elif self._answerer is not None:
            answerer = self._answerer
            self.clerk.do(lambda: answerer(request), lambda answer: self._ruled(request, answer))

    def decide(
        self, request: RequestId, decision: Decision, by: Decider = Decider.USER, note: str = ""
    ) -> str:
        """Take an answer; return why it will not be sent, or nothing."""
        outcome = self._broker.answer(request, decision)
        if isinstance(outcome, Ignored):
            return outcome.reason
        self._settle(Reply(outcome.request, decision, by, note))
        return ""

    def withdraw(self, id: RequestId, reason: str) -> None:
        """Close a question that the agent no longer waits for."""
        open = {one.id: one for one in self._broker.open}
        reply = self._unsent.pop(id, None)
        if self._broker.withdraw(id):
            self._closed(open[id], reason)
        elif reply is not None:
            self._closed(reply.request, reason)

    def withdraw_all(self, reason: str) -> None:
        """Close every question without an answer, as an interrupt or an end does."""
        for request in self._broker.withdraw_all():
            self._closed(request, reason)
        unsent, self._unsent = self._unsent, {}
        for reply in unsent.values():
            self._closed(reply.request, reason)
            if reply.decision.verdict is Verdict.ALLOW and not self._session.over.is_set():
                text = f"Your answer to {reply.request.title} was not sent: {reason}."
                self._session.note(NoticeRaised(text=text, level=Level.WARNING, code="parley"))

    def withdraw_pending(self, reason: str) -> None:
        """Tell of everything that still waits that nobody will answer it."""
        pending = self._session.conversation.pending
        if withdrawn := [PermissionWithdrawn(id, reason) for id in pending]:
            self._session.note(*withdrawn)

    def turn_ended(self) -> None:
        """Deny what the turn was still waiting for; only a sub-agent may go on after it."""
        if self._being_made:
            self.clerk.after_all(self.turn_ended)
            return
        for request in self._broker.open:
            if not request.asked_by:
                self._broker.withdraw(request.id)
                self._refuse(request, TURN_OVER)

    def refuse_all(self, reason: str) -> None:
        """Deny every open question, because nobody can answer it any more."""
        unsent, self._unsent = self._unsent, {}
        for request in (*self._broker.withdraw_all(), *(one.request for one in unsent.values())):
            self._refuse(request, reason)

    def turned_down(self, refused: TurnedDown) -> None:
        """Tell of a request that was refused at once, and write it down."""
        what, reason = refused.what, refused.reason
        request = PermissionRequest(
            id=refused.request, tool=what, kind=ToolKind.OTHER, title=what, input={}
        )
        denial = Decision(verdict=Verdict.DENY, message=reason)
        reply = Reply(request, denial, Decider.CLOSED, reason)
        self.clerk.do(lambda: self._record(reply), lambda _: self._tell_troubles())
        if not refused.told:
            text = f"{self._session.agent.label} asked for {what}; it was refused: {reason}."
            self._session.note(NoticeRaised(text=text, level=Level.WARNING, code="refused"))

    def _ruled(self, request: PermissionRequest, answer: StandingAnswer | None) -> None:
        self._tell_troubles()
        if answer is not None:
            decision = replace(answer.decision, digest=request.digest)
            self.decide(request.id, decision, answer.by, answer.note)

    def _refuse(self, request: PermissionRequest, reason: str) -> None:
        denial = Decision(verdict=Verdict.DENY, message=reason)
        self._settle(Reply(request, denial, Decider.CLOSED, reason))

    def _settle(self, reply: Reply) -> None:
        """Write an answer down, then send it. One by rule is told only when it is certain."""
        self._unsent[reply.request.id] = reply
        if not reply.by_grace_of_a_rule:
            self._tell(reply)
        self.clerk.do(lambda: self._record(reply), lambda problem: self._recorded(reply, problem))

    def _record(self, reply: Reply) -> str:
        if self.standing is None:
            return ""
        return self.standing.decided(reply.request, reply.decision, reply.by, reply.note)

    def _recorded(self, reply: Reply, problem: str) -> None:
        self._tell_troubles()
        if self._unsent.get(reply.request.id) is not reply:
            return
        del self._unsent[reply.request.id]
        if reply.by_grace_of_a_rule:
            if problem:
                # No record, no rule: the question is open again, for a person.
                self._broker.ask(reply.request)
                return
            self._tell(reply)
        refused = reply.by is Decider.CLOSED
        self._session.send(
            Refuse(reply.request.id, reply.note)
            if refused
            else Decide(reply.request, reply.decision)
        )

    def _tell(self, reply: Reply) -> None:
        self._session.note(
            PermissionDecided(
                request=reply.request.id, decision=reply.decision, by=reply.by, note=reply.note
            )
        )

    def _closed(self, request: PermissionRequest, reason: str) -> None:
        standing = self.standing
        if standing is not None:
            self.clerk.do(
                lambda: standing.withdrawn(request, reason), lambda _: self._tell_troubles()
            )

    def _tell_troubles(self) -> None:
        """Tell what is wrong with rules or journal, once, and when it is over."""
        troubles = self.standing.troubles if self.standing is not None else ()
        if troubles == self._troubles or self._session.over.is_set():
            return
        new = tuple(text for text in troubles if text not in self._troubles)
        self._troubles = troubles
        told = new if troubles else ("Rules and journal are in order again.",)
        level = Level.WARNING if troubles else Level.INFO
        self._session.note(*(NoticeRaised(text=text, level=level, code="policy") for text in told))
