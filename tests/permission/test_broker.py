"""One reply per request, and an allow only for what was shown."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from tests.support.requests import shell
from tui.model.identity import RequestId
from tui.model.permission import (
    Decision,
    Effect,
    PermissionOption,
    PermissionRequest,
    Verdict,
)
from tui.permission.broker import MOST_OPEN, Broker, Ignored, Opened, Rejected, Settled


def request(id: str = "r1", command: str = "ls") -> PermissionRequest:
    """Return a request to run a command."""
    offer = PermissionOption(id="session", label="For now", effect=Effect.ALLOW_SESSION)
    return shell(command, id=id, options=(offer,))


def allow(asked: PermissionRequest, **more: object) -> Decision:
    """Return an allow for exactly this request."""
    return replace(Decision(verdict=Verdict.ALLOW, digest=asked.digest), **more)


def test_an_answer_to_what_was_shown_is_sent_with_the_original_input() -> None:
    broker, asked = Broker(), request()

    assert broker.ask(asked) == Opened(asked)
    outcome = broker.answer(asked.id, allow(asked))

    assert outcome == Settled(asked, allow(asked))
    assert isinstance(outcome, Settled)
    assert outcome.request.input is asked.input


def test_a_second_answer_is_not_sent() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)
    broker.answer(asked.id, Decision(verdict=Verdict.DENY))

    assert broker.answer(asked.id, allow(asked)) == Ignored("the request is not open")


def test_an_allow_for_another_request_is_not_sent_and_the_question_stays_open() -> None:
    broker, asked, other = Broker(), request(), request(command="rm -rf ~")
    broker.ask(other)

    assert broker.answer(other.id, allow(asked)) == Ignored(
        "the answer belongs to another request than the one that is open"
    )
    assert broker.open == (other,)


def test_an_input_changed_under_our_hands_is_not_allowed() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)
    decision = allow(asked)
    asked.input["command"] = "rm -rf ~"

    assert broker.answer(asked.id, decision) == Ignored(
        "the request was changed after it was asked"
    )


def test_an_allow_without_a_fingerprint_is_not_sent() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)

    assert isinstance(broker.answer(asked.id, Decision(verdict=Verdict.ALLOW)), Ignored)


def test_a_denial_needs_no_fingerprint() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)
    denial = Decision(verdict=Verdict.DENY, message="no")

    assert broker.answer(asked.id, denial) == Settled(asked, denial)


def test_options_and_edits_the_agent_does_not_take_are_not_sent() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)

    assert broker.answer(asked.id, allow(asked, input={"command": "pwd"})) == Ignored(
        "this agent takes no changed input"
    )
    assert broker.answer(asked.id, allow(asked, options=("forever",))) == Ignored(
        "the agent did not offer forever"
    )
    assert broker.answer(asked.id, allow(asked, options=("b", "session", "a"))) == Ignored(
        "the agent did not offer a, b"
    )
    chosen = allow(asked, options=("session",))
    assert broker.answer(asked.id, chosen) == Settled(asked, chosen)


def test_two_requests_with_one_id_are_both_turned_down() -> None:
    broker, first, second = Broker(), request(), request(command="rm -rf ~")
    broker.ask(first)

    assert broker.ask(second) == Rejected(first.id, "two requests used the same id", replaces=True)
    assert broker.answer(first.id, allow(first)) == Ignored("the request is not open")
    assert broker.answer(second.id, allow(second)) == Ignored("the request is not open")


def test_a_withdrawn_request_cannot_be_answered() -> None:
    broker, asked = Broker(), request()
    broker.ask(asked)

    assert broker.withdraw(asked.id)
    assert not broker.withdraw(asked.id)
    assert broker.answer(asked.id, allow(asked)) == Ignored("the request is not open")


def test_a_flood_of_requests_is_turned_down() -> None:
    broker = Broker()
    for number in range(MOST_OPEN):
        broker.ask(request(str(number)))

    assert broker.ask(request("one too many")) == Rejected(
        RequestId("one too many"), "more than 100 requests were open"
    )


class BrokerMachine(RuleBasedStateMachine):
    """Any order of questions, answers, withdrawals and interrupts."""

    asked = Bundle("asked")

    def __init__(self) -> None:
        super().__init__()
        self.broker = Broker()
        self.open: dict[str, PermissionRequest] = {}
        self.replies: list[tuple[str, str]] = []
        self.generations: dict[str, int] = {}

    @rule(target=asked, id=st.sampled_from("abc"), command=st.sampled_from(["ls", "rm"]))
    def ask(self, id: str, command: str) -> PermissionRequest:
        """Let the agent ask, sometimes with an id in use."""
        new = request(id, command)
        outcome = self.broker.ask(new)
        if id in self.open:
            assert isinstance(outcome, Rejected)
            del self.open[id]
        else:
            assert outcome == Opened(new)
            self.open[id] = new
        return new

    @rule(shown=asked, verdict=st.sampled_from(list(Verdict)))
    def answer(self, shown: PermissionRequest, verdict: Verdict) -> None:
        """Answer something that was shown once, perhaps long ago."""
        outcome = self.broker.answer(shown.id, Decision(verdict=verdict, digest=shown.digest))
        current = self.open.get(shown.id)
        if isinstance(outcome, Settled):
            assert current is outcome.request
            assert verdict is not Verdict.ALLOW or current.digest == shown.digest
            del self.open[shown.id]
        else:
            assert current is None or current.digest != shown.digest

    @rule(shown=asked)
    def withdraw(self, shown: PermissionRequest) -> None:
        """Let the agent take a question back."""
        assert self.broker.withdraw(shown.id) == (self.open.pop(shown.id, None) is not None)

    @rule()
    def interrupt(self) -> None:
        """Close everything."""
        assert self.broker.withdraw_all() == tuple(self.open.values())
        self.open.clear()

    @invariant()
    def the_open_questions_are_those_asked_and_not_closed(self) -> None:
        """Compare with the plain model."""
        assert self.broker.open == tuple(self.open.values())


BrokerMachine.TestCase.settings = settings(
    max_examples=200,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestBrokerMachine = BrokerMachine.TestCase
