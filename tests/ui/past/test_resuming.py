"""What was said before stays above what is said after, and nothing of it goes on by itself."""

from tests.ui.stage import conversation_of
from tui.conversation.state import ToolCall, UserText
from tui.model.events import (
    NoticeRaised,
    ProseDone,
    SessionReady,
    ToolStarted,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.tools import Outcome, ToolKind
from tui.model.words import PromptState
from tui.ui.resuming import carry_over

BEFORE = (
    UserSaid(item=ItemId("1"), text="first"),
    TurnStarted("t"),
    ToolStarted(call=ItemId("2"), kind=ToolKind.SHELL, name="Bash", title="sleep 9", input={}),
    ProseDone(item=ItemId("3"), text="inside", parent=ItemId("2")),
    UserSaid(item=ItemId("4"), text="later", state=PromptState.QUEUED),
)


def test_the_past_stands_above_what_came_meanwhile() -> None:
    before = conversation_of(*BEFORE)
    after = conversation_of(
        SessionReady(session=SessionId("new")), NoticeRaised(text="was not tried with parley")
    )
    came = list(after.items)

    carry_over(before, after)

    assert list(after.items)[-1:] == came
    assert [item.text for item in after.items.values() if isinstance(item, UserText)] == [
        "first",
        "later",
    ]
    assert after.session == "new"


def test_what_was_going_on_is_over() -> None:
    after = conversation_of()

    carry_over(conversation_of(*BEFORE), after)

    calls = [item for item in after.items.values() if isinstance(item, ToolCall)]
    prompts = [item for item in after.items.values() if isinstance(item, UserText)]
    assert [call.outcome for call in calls] == [Outcome.CANCELLED]
    assert [prompt.state for prompt in prompts] == [PromptState.SENT, PromptState.DROPPED]
    assert after.turn is None


def test_names_of_the_past_cannot_clash_and_families_stay_together() -> None:
    after = conversation_of(UserSaid(item=ItemId("1"), text="again"))

    carry_over(conversation_of(*BEFORE), after)

    assert len(after.items) == 5
    (call,) = [item for item in after.items.values() if isinstance(item, ToolCall)]
    parents = [getattr(item, "parent", None) for item in after.items.values()]
    assert parents.count(call.id) == 1
