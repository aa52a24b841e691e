"""Answers given by rule, and every answer written down before it is sent."""

import time
from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from tui.errors import ParleyError
from tui.model.identity import RequestId
from tui.model.past import PastRequest
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.permission.answers import Scope, StandingAnswer
from tui.permission.entry import Origin, entry, request_of
from tui.permission.journal import Journal, JournalError, Line
from tui.permission.past import Past, tally
from tui.permission.policy import BUILT_IN, Policy, Ruling, decide
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Risk
from tui.permission.rule_book import RuleBook
from tui.permission.rule_writing import parsed
from tui.permission.rules import Choice, Rule
from tui.permission.verify import newest

PAST = 2_000
"""Requests of the past on which a rule is tried before it is made."""


class Judgement(msgspec.Struct, frozen=True):
    """What is thought of one request: what the rules say, and how risky it is."""

    ruling: Ruling
    risk: Risk


class Standing:
    """Answers what the rules settle and keeps the journal for one session.

    `answer`, `decided` and `withdrawn` touch the disk and are called one after the other, away
    from the screen. `judge` and `asked` do not.
    """

    def __init__(
        self,
        book: RuleBook,
        journal: Journal,
        origin: Origin,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.book = book
        self.journal = journal
        self.origin = origin
        self._where = Where(origin.agent, origin.project)
        self._clock = clock
        self._asked: dict[RequestId, float] = {}

    @property
    def policy(self) -> Policy:
        """Return the rules as they were read last."""
        return self.book.policy

    @property
    def troubles(self) -> tuple[str, ...]:
        """Return what keeps rules from allowing anything, a sentence each."""
        faults = [
            f"Everything is asked until this is mended: {fault.text}"
            for fault in self.policy.faults
        ]
        if self.journal.problem:
            faults.append(f"No rule allows anything: {self.journal.problem}")
        return tuple(faults)

    @property
    def may_remember(self) -> str:
        """Return why no rule may be made of an answer now, or nothing."""
        if self.journal.problem:
            return f"the journal cannot be written: {self.journal.problem}"
        if self.policy.faults:
            return f"a policy file is not understood: {self.policy.faults[0].text}"
        return ""

    def judge(self, request: PermissionRequest) -> Judgement:
        """Say what the rules make of a request and how risky it is; nothing is written down."""
        reading = read_request(request)
        ruling = decide(request, self.policy, self._where, reading)
        return Judgement(ruling, assess(request, self._where, reading))

    def asked(self, request: PermissionRequest, session: str = "") -> None:
        """Note when a question came, and in which session."""
        self._asked[request.id] = self._clock()
        if session and session != self.origin.session:
            self.origin = replace(self.origin, session=session)

    def answer(self, request: PermissionRequest) -> StandingAnswer | None:
        """Answer by rule, or leave it to a person. The files of rules are read again if need be."""
        self.book.refresh()
        can_be_written = self.journal.look()
        ruling = self.judge(request).ruling
        allowed = ruling.decision is Choice.ALLOW
        if ruling.decision is Choice.ASK or (allowed and not can_be_written):
            return None
        note = f"{ruling.rule.place}: {ruling.why}" if ruling.rule is not None else ruling.why
        built_in = ruling.rule is not None and ruling.rule.file == BUILT_IN
        whose = "A rule of parley itself" if built_in else "A rule of the user"
        decision = Decision(
            verdict=Verdict.ALLOW if allowed else Verdict.DENY,
            digest=request.digest,
            message="" if allowed else f"{whose} forbids this: {ruling.why}.",
        )
        return StandingAnswer(decision, Decider.RULE, note)

    def decided(
        self, request: PermissionRequest, decision: Decision, by: Decider, note: str = ""
    ) -> str:
        """Write down an answer before it is sent; return why that failed, or nothing."""
        return self._write(request, decision, by, note)

    def withdrawn(self, request: PermissionRequest, reason: str) -> str:
        """Write down that a question closed without an answer."""
        return self._write(request, None, "agent", reason)

    def parsed(self, rule: Rule) -> Rule | str:
        """Return a rule as it would be read from a file, or what is wrong with it."""
        return parsed(rule)

    def place(self, scope: Scope) -> str:
        """Return where a rule of this scope would be kept."""
        return self.book.place(scope)

    def remember(self, rule: Rule, scope: Scope) -> str:
        """Make a rule of an answer, for the requests to come; return why not, or nothing."""
        if reason := self.may_remember:
            return reason
        try:
            self.book.remember(rule, scope)
        except ParleyError as error:
            return f"{error.problem} {error.remedy}"
        return ""

    def past_matches(self, rule: Rule) -> Past:
        """Tell how many of the newest requests in the journal a rule would have decided."""
        found = parsed(rule)
        if isinstance(found, str):
            return Past(0, 0, 0, (), 0)
        return tally(found, (self._past_request(line) for line in newest(self.journal, PAST)))

    def past_requests(self, rule: Rule, requests: Iterable[PastRequest]) -> Past:
        """Tell how many of other past requests a rule would have decided."""
        found = parsed(rule)
        return tally(found, requests) if isinstance(found, Rule) else Past(0, 0, 0, (), 0)

    def _past_request(self, line: Line) -> PastRequest:
        project = line.entry.project or self.origin.project
        return PastRequest(line.entry.decision, line.entry.agent, project, request_of(line.entry))

    def _write(
        self, request: PermissionRequest, decision: Decision | None, by: Decider | str, note: str
    ) -> str:
        since = self._asked.get(request.id)
        dwell = None if since is None else max(0, int((self._clock() - since) * 1000))
        made = entry(
            request,
            self.origin,
            decision=decision,
            by=by,
            note=note,
            risk=assess(request, self._where),
            dwell_ms=dwell,
        )
        try:
            self.journal.record(made)
        except JournalError as error:
            return error.problem
        return ""
