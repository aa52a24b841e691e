"""Tool calls as rows: kept up to date at the cost of what is new, sifted, counted, exported."""

import csv
import io
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.ui.stage import NOON, conversation_of
from tui.conversation.export_rows import HEADINGS, comma_separated
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.conversation.timeline import (
    Sieve,
    Timeline,
    TimelineRow,
    density,
    sifted,
    timeline,
    totals,
)
from tui.model.events import (
    Event,
    PermissionAsked,
    ProseDone,
    ProseWithdrawn,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.words import TurnOutcome


def started(name: str, kind: ToolKind = ToolKind.SHELL, title: str = "") -> ToolStarted:
    """Return the beginning of a call."""
    return ToolStarted(call=ItemId(name), kind=kind, name="Tool", title=title or name, input={})


def finished(name: str, outcome: Outcome = Outcome.OK, **more: Any) -> ToolFinished:
    """Return the end of a call."""
    return ToolFinished(call=ItemId(name), outcome=outcome, **more)


EVENTS: tuple[Event, ...] = (
    UserSaid(item=ItemId("u1"), text="first"),
    TurnStarted("1"),
    started("a"),
    ProseDone(ItemId("p"), "words"),
    started("b", ToolKind.EDIT),
    finished("b"),
    ProseWithdrawn(ItemId("p")),
    started("c"),
    finished("a", Outcome.FAILED, exit_code=2),
    TurnEnded(outcome=TurnOutcome.COMPLETED),
    UserSaid(item=ItemId("u2"), text="second"),
    TurnStarted("2"),
    started("d"),
    finished("c", Outcome.DETACHED),
    finished("d"),
)


@given(st.sets(st.integers(0, len(EVENTS))))
def test_looking_now_and_then_shows_what_looking_once_shows(looks: set[int]) -> None:
    conversation = Conversation()
    kept = Timeline(conversation)
    for number, event in enumerate(EVENTS):
        apply(conversation, event, NOON + number, [])
        if number in looks:
            assert list(kept.rows()) == timeline(conversation)

    assert list(kept.rows()) == timeline(conversation)


def test_a_row_knows_the_prompt_it_belongs_to() -> None:
    rows = timeline(conversation_of(*EVENTS))

    assert [(row.call, row.turn, row.prompt) for row in rows] == [
        ("a", 1, "first"),
        ("b", 1, "first"),
        ("c", 1, "first"),
        ("d", 2, "second"),
    ]


def test_a_call_that_is_asked_about_waits() -> None:
    request = PermissionRequest(
        id=RequestId("r"),
        tool="Bash",
        kind=ToolKind.SHELL,
        title="a",
        input={},
        call=ItemId("a"),
    )
    rows = timeline(conversation_of(started("a"), PermissionAsked(request), started("b")))

    assert [(row.waiting, row.result) for row in rows] == [(True, "waiting"), (False, "running")]


def test_commands_that_name_a_program_of_the_network_are_network() -> None:
    titles = ["curl -s http://x", "make && git push", "git status", "pip install rich", "scurl x"]
    rows = timeline(conversation_of(*(started(title) for title in titles)), Sieve.NETWORK)

    assert [row.title for row in rows] == [
        "curl -s http://x",
        "make && git push",
        "pip install rich",
    ]


def test_rows_are_found_by_all_their_words() -> None:
    conversation = conversation_of(
        started("a", title="make lint"), finished("a", decided_by="allowed by you"), started("b")
    )
    rows = Timeline(conversation).rows()

    assert [row.call for row in sifted(rows, words="LINT you")] == ["a"]
    assert sifted(rows, Sieve.FAILED, "lint") == []


def test_totals_tell_how_many_and_how_long() -> None:
    count = totals(timeline(conversation_of(*EVENTS)))

    assert (count.calls, count.ok, count.failed, count.denied, count.running) == (4, 3, 1, 0, 0)
    assert count.milliseconds == 6000 + 1000 + 6000 + 2000


@given(st.lists(st.floats(0, 1e6), max_size=40), st.integers(1, 60))
def test_every_call_is_somewhere_on_the_axis(starts: list[float], parts: int) -> None:
    (row, *_) = timeline(conversation_of(started("a")))
    rows = [_at(row, start) for start in starts]

    assert sum(density(rows, parts)) == len(rows)
    assert len(density(rows, parts)) == parts


def _at(row: TimelineRow, start: float) -> TimelineRow:
    return TimelineRow(
        **{name: getattr(row, name) for name in row.__struct_fields__} | {"started_at": start}
    )


def test_rows_are_written_as_a_table_without_formulas() -> None:
    change = FileChange(path="=cmd()", kind=ChangeKind.CREATED, after="x")
    conversation = conversation_of(
        started("a", title='=HYPERLINK("http://x")\x1b[2J'),
        finished("a", changes=(change,), decided_by="allowed by you"),
    )
    table = list(csv.reader(io.StringIO(comma_separated(timeline(conversation)))))

    assert table == [
        list(HEADINGS),
        [
            *("2026-09-21T14:13:20.000+00:00", "1000", "1", "0", "shell", "Tool"),
            *('\'=HYPERLINK("http://x")‹U+001B›[2J', "ok", "1 file", "allowed by you", "'=cmd()"),
        ],
    ]


def test_asking_again_costs_what_is_new() -> None:
    """Looked at in pieces: rows that were finished are the very same objects afterwards."""
    conversation = Conversation()
    kept = Timeline(conversation)
    before: list[TimelineRow] = []
    for number in range(50):
        apply(conversation, started(f"{number}"), NOON, [])
        apply(conversation, finished(f"{number}"), NOON, [])
        now = list(kept.rows())
        assert all(one is other for one, other in zip(before, now, strict=False))
        before = now

    assert all(first.call != second.call for first, second in pairwise(before))
