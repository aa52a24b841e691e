"""Events as JSON for other programs."""

from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.schemas import published_schema, validator
from tui.model import events as e
from tui.model.arrival import Arrival
from tui.model.capabilities import Mode
from tui.model.codec import Encoder
from tui.model.identity import AgentId, ItemId, RequestId, SessionId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.spec import SessionSpec
from tui.model.tools import (
    ChangeKind,
    FileChange,
    Outcome,
    PlanStep,
    StepState,
    TaskState,
    ToolKind,
)
from tui.model.unified import schema
from tui.model.usage import Cost, TokenUsage

CALL = ItemId("call")
CLAUDE = AgentId("claude")
USAGE = TokenUsage(input=10, output=2, cached=3)

EVERY_EVENT: list[e.Event] = [
    e.SessionReady(session=SessionId("s1"), model="m", mode=Mode.EDITS, cwd="/p", version="1"),
    e.SettingChanged(model="m2", mode=Mode.PLAN, title="t"),
    e.ActivityChanged(e.Activity.WAITING, "for you"),
    e.UserSaid(item=ItemId("p"), text="hi"),
    e.PromptMoved(ItemId("p"), e.PromptState.TAKEN),
    e.TurnStarted("t1"),
    e.ProseGrew(ItemId("a"), "Hel"),
    e.ProseDone(ItemId("a"), "Hello"),
    e.ProseGrew(ItemId("b"), "hm", e.Channel.THINKING),
    e.ProseDone(ItemId("c"), "1. do it", e.Channel.PLAN),
    e.ProseWithdrawn(ItemId("b")),
    e.ToolStarted(call=CALL, kind=ToolKind.EDIT, name="Edit", title="a.py", input={"p": 1}),
    e.ToolGrew(CALL, "out"),
    e.ToolGrew(CALL, '{"p"', e.Stream.INPUT),
    e.ToolFinished(
        call=CALL,
        outcome=Outcome.OK,
        output="done",
        changes=(FileChange(path="a.py", kind=ChangeKind.MODIFIED, before="a", after="b"),),
        exit_code=0,
        duration_ms=5,
    ),
    e.ToolFinished(call=ItemId("other"), outcome=Outcome.DENIED, output="no"),
    e.PlanChanged(steps=(PlanStep("one", StepState.ACTIVE),), explanation="why"),
    e.TaskChanged(task=ItemId("task"), state=TaskState.RUNNING, title="look", call=CALL),
    e.PermissionAsked(
        PermissionRequest(
            id=RequestId("r"), tool="Edit", kind=ToolKind.EDIT, title="a.py", input={"p": 1}
        )
    ),
    e.PermissionDecided(
        request=RequestId("r"),
        decision=Decision(verdict=Verdict.ALLOW, input={"p": 2}, answers={"q": ("a",)}),
        by=Decider.USER,
    ),
    e.PermissionWithdrawn(RequestId("r"), "interrupted"),
    e.UsageReported(session=USAGE, turn=USAGE, cost=Cost(usd=0.5), context_used=1),
    e.ContextCompacted(automatic=True, before=100, after=10),
    e.NoticeRaised(
        text="again", retry=e.Retry(attempt=1, limit=3, delay_ms=500), code="overloaded"
    ),
    e.TurnEnded(outcome=e.TurnOutcome.COMPLETED, usage=USAGE, duration_ms=12),
    e.SessionEnded(reason=e.EndReason.FAILED, error="gone", exit_code=1, stderr="x"),
    e.Unrecognised("new/thing"),
]


def lines(*events: e.Event, **options: Any) -> list[dict[str, Any]]:
    """Encode events as one session would."""
    encoder = Encoder(CLAUDE, "claude", **options)
    return [msgspec.json.decode(line) for event in events for line in encoder.own(event, 12.5)]


def test_every_kind_of_event_is_listed_here() -> None:
    assert {type(event) for event in EVERY_EVENT} == set(e.Event.__args__)


def test_every_line_is_what_our_schema_says() -> None:
    ours = validator(schema())

    for line in lines(*EVERY_EVENT):
        ours.validate(line)


def test_the_eight_published_types_are_as_published() -> None:
    published = published_schema()
    produced = lines(*EVERY_EVENT)

    for line in produced:
        published.check(line)
    assert published.types <= {line["type"] for line in produced}


def test_a_schema_that_is_broken_would_be_noticed() -> None:
    line = lines(e.ProseGrew(ItemId("a"), "x"))[0]

    with pytest.raises(jsonschema.ValidationError):
        validator(schema()).validate({**line, "content": 7})


def test_ids_are_unique_and_the_session_is_named_as_soon_as_it_is_known() -> None:
    spec = SessionSpec(agent=CLAUDE, cwd=Path("/w"), executable="", state=Path("/"))
    said, ready, grew = lines(
        e.UserSaid(item=ItemId("p"), text="hi"),
        e.SessionReady(session=SessionId("s1")),
        e.ProseGrew(ItemId("a"), "x"),
        spec=spec,
    )

    assert [said["id"], ready["id"], grew["id"]] == ["event-1", "event-2", "event-3"]
    assert [said["sessionId"], ready["sessionId"], grew["sessionId"]] == ["", "s1", "s1"]
    assert ready == {
        "type": "sessionStarted",
        "id": "event-2",
        "sessionId": "s1",
        "timestamp": "1970-01-01T00:00:12.500Z",
        "agent": "claude",
        "agentType": "claude",
        "config": {"agentType": "claude", "workingDirectory": "/w", "approvalMode": "ask"},
    }


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (-1e300, "1970-01-01T00:00:00.000Z"),
        (1e300, "9999-12-31T23:59:59.000Z"),
    ],
)
def test_a_time_of_no_calendar_is_told_as_the_nearest_one_that_has_one(
    at: float, told: str
) -> None:
    (line,) = Encoder(CLAUDE, "claude").own(e.ProseGrew(ItemId("a"), "x"), at)

    assert msgspec.json.decode(line)["timestamp"] == told


def test_a_session_starts_once() -> None:
    kinds = [line["type"] for line in lines(e.SessionReady(), e.SessionReady(model="m"))]

    assert kinds == ["sessionStarted", "sessionChanged"]


def test_a_changed_file_is_told_only_where_the_tool_succeeded() -> None:
    change = FileChange(path="a", kind=ChangeKind.CREATED)
    fine = e.ToolFinished(call=CALL, outcome=Outcome.OK, changes=(change,))
    denied = e.ToolFinished(call=CALL, outcome=Outcome.DENIED, changes=(change,))

    assert [line["type"] for line in lines(fine)] == ["toolCompleted", "fileChanged"]
    assert [line["type"] for line in lines(denied)] == ["toolCompleted"]


def test_raw_lines_come_with_their_number() -> None:
    encoder = Encoder(CLAUDE, "claude", raw=True)
    good = Arrival(0, 0.0, b'{"a":1}', (e.TurnStarted(), e.Unrecognised("x")))
    silent = Arrival(1, 0.0, b"{}", ())
    bad = Arrival(2, 0.0, b"\xff", (e.Unrecognised("not JSON"),))

    decoded = [
        msgspec.json.decode(line) for one in (good, silent, bad) for line in encoder.arrival(one)
    ]

    assert [(line["type"], line["seq"], line.get("raw")) for line in decoded] == [
        ("turnStarted", 0, '{"a":1}'),
        ("unrecognised", 0, '{"a":1}'),
        ("wire", 1, "{}"),
        ("unrecognised", 2, None),
    ]
    assert decoded[-1]["rawBase64"] == "/w=="


@given(st.text(st.characters(codec=None)))
def test_any_text_makes_a_valid_line(text: str) -> None:
    (line,) = lines(e.ProseDone(ItemId("a"), text))

    assert line["content"].replace("\ufffd", "") == "".join(
        c for c in text if not "\ud800" <= c <= "\udfff" and c != "\ufffd"
    )
