"""Answers given by rule, and every answer written down before it is sent."""

import time
from collections.abc import Callable

import msgspec

from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.permission.answers import Answerer, StandingAnswer
from tui.permission.entry import Origin, entry
from tui.permission.journal import Journal, JournalError
from tui.permission.policy import Policy, Ruling, decide
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Risk
from tui.permission.rules import Choice


class Judgement(msgspec.Struct, frozen=True):
    """What is thought of one request: what the rules say, and how risky it is."""

    ruling: Ruling
    risk: Risk


class Standing:
    """Answers what the rules settle and keeps the journal for one session.

    `answer` is the session's answerer: a decision by rule is on the disk before it is returned,
    and without a disk no rule decides. `decided` and `withdrawn` write down all the others.
    """

    def __init__(
        self,
        policy: Policy,
        journal: Journal,
        origin: Origin,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.policy = policy
        self.journal = journal
        self.origin = origin
        self._where = Where(origin.agent, origin.project)
        self._clock = clock
        self._asked: dict[RequestId, float] = {}
        self._written: set[RequestId] = set()

    def judge(self, request: PermissionRequest) -> Judgement:
        """Say what the rules make of a request and how risky it is; nothing is written down."""
        reading = read_request(request)
        ruling = decide(request, self.policy, self._where, reading)
        return Judgement(ruling, assess(request, self._where, reading))

    def answer(self, request: PermissionRequest) -> StandingAnswer | None:
        """Answer by rule, or leave it to a person."""
        self._asked[request.id] = self._clock()
        judgement = self.judge(request)
        ruling = judgement.ruling
        if ruling.decision is Choice.ASK:
            return None
        allowed = ruling.decision is Choice.ALLOW
        note = f"{ruling.rule.place}: {ruling.why}" if ruling.rule is not None else ruling.why
        decision = Decision(
            verdict=Verdict.ALLOW if allowed else Verdict.DENY,
            digest=request.digest,
            message="" if allowed else f"A rule of the user forbids this: {ruling.why}.",
        )
        if self._write(request, decision, Decider.RULE, note, judgement.risk) and allowed:
            return None
        return StandingAnswer(decision, Decider.RULE, note)

    def decided(
        self, request: PermissionRequest, decision: Decision, by: Decider, note: str = ""
    ) -> str:
        """Write down an answer before it is sent; return why that failed, or nothing."""
        if request.id in self._written:
            self._written.discard(request.id)
            return ""
        return self._write(request, decision, by, note)

    def withdrawn(self, request: PermissionRequest, reason: str) -> str:
        """Write down that a question closed without an answer."""
        return self._write(request, None, "agent", reason)

    def _write(
        self,
        request: PermissionRequest,
        decision: Decision | None,
        by: Decider | str,
        note: str,
        risk: Risk | None = None,
    ) -> str:
        since = self._asked.pop(request.id, None)
        dwell = None if since is None else int((self._clock() - since) * 1000)
        if risk is None:
            risk = assess(request, self._where)
        made = entry(
            request, self.origin, decision=decision, by=by, note=note, risk=risk, dwell_ms=dwell
        )
        try:
            self.journal.record(made)
        except JournalError as error:
            if since is not None:
                self._asked[request.id] = since
            return error.problem
        if by is Decider.RULE:
            self._written.add(request.id)
        return ""


def policy_answerer(policy: Policy, journal: Journal, origin: Origin) -> Answerer:
    """Return what answers a session's requests by rule and leaves the rest to a person."""
    return Standing(policy, journal, origin).answer
