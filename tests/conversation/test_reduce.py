"""Events build a conversation, whatever order they come in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.conversation.changes import Added, Asked, Change, Closed, Grew, Removed, Replaced
from tui.conversation.reduce import apply
from tui.conversation.state import (
    Ask,
    Conversation,
    GrowingText,
    Prose,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model import events as e
from tui.model.identity import ItemId, RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.tools import Outcome, PlanStep, StepState, ToolKind
from tui.model.usage import TokenUsage

A, B = ItemId("a"), ItemId("b")


def build(*events: e.Event) -> tuple[Conversation, list[Change]]:
    """Apply events one second apart."""
    conversation = Conversation()
    changes: list[Change] = []
    for second, event in enumerate(events):
        apply(conversation, event, float(second), changes)
    return conversation, changes


def shell(call: ItemId = A) -> e.ToolStarted:
    """Return the start of a shell command."""
    return e.ToolStarted(
        call=call, kind=ToolKind.SHELL, name="Bash", title="ls", input={"command": "ls"}
    )


def request(id: str = "r", call: ItemId = A) -> PermissionRequest:
    """Return a question about a shell command."""
    return PermissionRequest(
        id=RequestId(id), tool="Bash", kind=ToolKind.SHELL, title="ls", input={}, call=call
    )


def test_prose_grows_in_place() -> None:
    conversation, changes = build(e.ProseGrew(A, "Hel"), e.ProseGrew(A, "lo!"))

    first = Prose(id=A, channel=e.Channel.ANSWER, text=GrowingText("Hello!"), parent=None, at=0.0)
    assert conversation.items[A] == first
    assert changes == [Added(first), Grew(A, "lo!")]


def test_the_whole_text_replaces_what_grew() -> None:
    conversation, _ = build(e.ProseGrew(A, "Hel"), e.ProseDone(A, "Hello."))

    assert conversation.items[A] == Prose(
        id=A,
        channel=e.Channel.ANSWER,
        text=GrowingText("Hello."),
        parent=None,
        at=0.0,
        finished=True,
    )


def test_withdrawn_prose_is_gone() -> None:
    conversation, changes = build(e.ProseGrew(A, "half"), e.ProseWithdrawn(A), e.ProseWithdrawn(A))

    assert conversation.items == {}
    assert changes[1:] == [Removed(A)]


def test_a_tool_call_keeps_its_place_and_gets_its_end() -> None:
    conversation, _ = build(
        shell(),
        e.ToolGrew(A, "file\n"),
        e.ToolFinished(call=A, outcome=Outcome.OK, output="file\nall\n", exit_code=0),
    )

    assert conversation.items[A] == ToolCall(
        id=A,
        kind=ToolKind.SHELL,
        name="Bash",
        title="ls",
        input={"command": "ls"},
        parent=None,
        started_at=0.0,
        output=GrowingText("file\nall\n"),
        outcome=Outcome.OK,
        finished_at=2.0,
        duration_ms=2000,
        exit_code=0,
    )


def test_output_stays_where_the_end_does_not_repeat_it() -> None:
    conversation, _ = build(
        shell(),
        e.ToolGrew(A, "half"),
        e.ToolFinished(call=A, outcome=Outcome.CANCELLED, keep_output=True),
    )

    call = conversation.items[A]
    assert isinstance(call, ToolCall)
    assert str(call.output) == "half"


def test_input_grows_until_it_is_whole() -> None:
    conversation, _ = build(
        e.ToolStarted(call=A, kind=ToolKind.WRITE, name="Write", title="", input={}),
        e.ToolGrew(A, '{"a":', e.Stream.INPUT),
        e.ToolGrew(A, "1}", e.Stream.INPUT),
    )
    call = conversation.items[A]
    assert isinstance(call, ToolCall)
    assert call.input_so_far == GrowingText('{"a":1}')

    apply(conversation, shell(), 9.0, [])

    call = conversation.items[A]
    assert isinstance(call, ToolCall)
    assert (call.input, call.input_so_far, call.started_at) == ({"command": "ls"}, None, 0.0)


def test_a_finish_without_a_start_makes_the_call() -> None:
    conversation, _ = build(e.ToolFinished(call=A, outcome=Outcome.FAILED, output="no"))

    call = conversation.items[A]
    assert isinstance(call, ToolCall)
    assert (call.kind, call.outcome, str(call.output)) == (ToolKind.OTHER, Outcome.FAILED, "no")


def test_a_decided_question_closes_and_its_call_says_who_decided() -> None:
    denied = Decision(verdict=Verdict.DENY, message="no")
    conversation, changes = build(
        shell(),
        e.PermissionAsked(request()),
        e.PermissionDecided(request=RequestId("r"), decision=denied, by=Decider.USER),
    )

    ask, call = conversation.items[ItemId("parley-ask-1")], conversation.items[A]
    assert ask == Ask(
        id=ask.id, request=request(), at=1.0, decision=denied, decided_by=Decider.USER
    )
    assert isinstance(call, ToolCall)
    assert call.decided_by == "denied by you"
    assert conversation.questions == []
    assert [change for change in changes if isinstance(change, Asked | Closed)] == [
        Asked(RequestId("r")),
        Closed(RequestId("r")),
    ]


def test_a_withdrawn_question_closes() -> None:
    conversation, _ = build(
        e.PermissionAsked(request()), e.PermissionWithdrawn(RequestId("r"), "interrupted")
    )

    ask = conversation.items[ItemId("parley-ask-1")]
    assert isinstance(ask, Ask)
    assert (ask.open, ask.withdrawn) == (False, "interrupted")


def test_a_question_asked_again_closes_the_first() -> None:
    conversation, _ = build(e.PermissionAsked(request()), e.PermissionAsked(request()))

    asks = [item for item in conversation.items.values() if isinstance(item, Ask)]
    assert [ask.open for ask in asks] == [False, True]
    assert conversation.questions == [request()]


def test_a_turn_ends_with_a_mark_and_its_unfinished_words() -> None:
    usage = TokenUsage(input=10, output=2)
    ended = e.TurnEnded(outcome=e.TurnOutcome.INTERRUPTED, usage=usage)
    conversation, changes = build(e.TurnStarted("t"), e.ProseGrew(A, "half"), ended)

    prose, mark = conversation.items.values()
    assert isinstance(prose, Prose)
    assert (prose.finished, prose.partial) == (True, True)
    assert mark == TurnMark(id=ItemId("parley-turn-1"), end=ended, at=2.0)
    assert conversation.turn is None
    assert conversation.turn_usage == usage
    assert Replaced(prose) in changes


def test_activity_follows_turns_until_the_agent_tells_it_itself() -> None:
    done = e.TurnEnded(outcome=e.TurnOutcome.COMPLETED)
    conversation, _ = build(e.TurnStarted(), done)
    assert conversation.activity is e.Activity.IDLE

    conversation, _ = build(e.ActivityChanged(e.Activity.WORKING), e.TurnStarted(), done)
    assert conversation.activity is e.Activity.WORKING


def test_prompts_move_and_keep_their_place() -> None:
    conversation, _ = build(e.UserSaid(item=A, text="hi"), e.PromptMoved(A, e.PromptState.TAKEN))

    assert conversation.items == {
        A: UserText(id=A, text="hi", images=0, state=e.PromptState.TAKEN, parent=None, at=0.0)
    }


def test_settings_say_only_what_is_known() -> None:
    conversation, _ = build(
        e.SessionReady(model="m1", version="1"),
        e.SettingChanged(model="m2"),
        e.PlanChanged(steps=(PlanStep("one", StepState.DONE),)),
        e.UsageReported(context_used=5),
        e.UsageReported(context_window=100),
    )

    assert (conversation.model, conversation.version, conversation.ready) == ("m2", "1", True)
    assert conversation.plan == (PlanStep("one", StepState.DONE),)
    assert (conversation.context_used, conversation.context_window) == (5, 100)


def test_names_of_our_own_stay_unique_after_a_withdrawal() -> None:
    conversation, _ = build(
        e.ProseGrew(A, "x"),
        e.NoticeRaised(text="one"),
        e.ProseWithdrawn(A),
        e.NoticeRaised(text="two"),
    )

    assert len(conversation.items) == 2


ids = st.sampled_from([A, B])
some_events: st.SearchStrategy[e.Event] = st.one_of(
    st.builds(e.ProseGrew, ids, st.text(max_size=3)),
    st.builds(e.ProseDone, ids, st.text(max_size=3)),
    st.builds(e.ProseWithdrawn, ids),
    ids.map(shell),
    st.builds(e.ToolGrew, ids, st.text(max_size=3), st.sampled_from(e.Stream)),
    ids.map(lambda call: e.ToolFinished(call=call, outcome=Outcome.OK)),
    ids.map(lambda item: e.UserSaid(item=item, text="x")),
    st.builds(e.PromptMoved, ids, st.sampled_from(e.PromptState)),
    st.just(e.TurnStarted()),
    st.just(e.TurnEnded(outcome=e.TurnOutcome.COMPLETED)),
    st.just(e.PermissionAsked(request())),
    st.just(e.PermissionWithdrawn(RequestId("r"))),
    st.just(e.Unrecognised("x")),
    st.just(e.SessionEnded(reason=e.EndReason.FAILED)),
)


@given(st.lists(some_events, max_size=30))
def test_no_order_of_events_raises_or_loses_an_item(events: list[e.Event]) -> None:
    conversation, changes = build(*events)

    shown: dict[str, object] = {}
    for change in changes:
        if isinstance(change, Added | Replaced):
            shown[change.item.id] = change.item
        elif isinstance(change, Removed):
            del shown[change.id]
    assert shown == conversation.items


@pytest.mark.parametrize("pieces", [[], ["a"], ["a", "", "b"]])
def test_growing_text_is_its_pieces(pieces: list[str]) -> None:
    text = GrowingText()
    for piece in pieces:
        text.append(piece)

    assert str(text) == "".join(pieces)
    assert text == GrowingText("".join(pieces))


@given(st.lists(st.text(max_size=4)), st.integers(0, 20))
def test_growing_text_tells_what_is_new(pieces: list[str], start: int) -> None:
    text = GrowingText()
    for piece in pieces:
        text.append(piece)

    assert text.since(start) == "".join(pieces)[start:]
    assert len(text) == len("".join(pieces))
