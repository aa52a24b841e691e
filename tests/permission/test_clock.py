"""A clock that is set back or far ahead while a question waits: time spent stays time spent."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.held_clock import HeldClock
from tests.support.requests import shell
from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.permission.entry import Origin
from tui.permission.journal import Journal
from tui.permission.rule_book import RuleBook
from tui.permission.standing import Standing
from tui.permission.trust import Trust
from tui.permission.verify import lines, newest, verify

DENY = Decision(verdict=Verdict.DENY)
DAY = 86_400.0

JUMPS = [-DAY, 10 * 365 * DAY, -20 * 365 * DAY, 0.0]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return an empty journal."""
    return Journal(tmp_path / "state" / "audit.jsonl")


def standing(journal: Journal, clock: HeldClock | None = None) -> Standing:
    """Return what keeps a journal."""
    folder = journal.path.parent.parent
    book = RuleBook(
        folder,
        user=folder / "policy.toml",
        bound=folder / "policies",
        trust=Trust(folder / "trust.json"),
    )
    origin = Origin(agent="claude", project=str(folder))
    return (
        Standing(book, journal, origin, clock=clock) if clock else Standing(book, journal, origin)
    )


def asked(number: int) -> PermissionRequest:
    """Return one of several questions."""
    return shell(f"echo {number}", id=RequestId(str(number)))


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldClock]:
    """Return the time of day, to be set; the time that passes goes on."""
    clock = HeldClock(time.time())
    monkeypatch.setattr(time, "time", clock)
    yield clock


def test_the_order_and_the_chain_hold_whatever_the_time_of_day(
    journal: Journal, wall: HeldClock
) -> None:
    keeper = standing(journal)
    for number, jump in enumerate(JUMPS):
        keeper.asked(asked(number))
        wall.forward(jump)
        assert keeper.decided(asked(number), DENY, Decider.USER) == ""

    kept = list(lines(journal))
    assert [line.entry.title for line in kept] == [f"echo {number}" for number in range(4)]
    assert [line.seq for line in kept] == [1, 2, 3, 4]
    assert [line.entry.title for line in newest(journal, 2)] == ["echo 3", "echo 2"]
    assert verify(journal).damages == ()
    dwells = [line.entry.dwell_ms for line in kept]
    assert all(dwell is not None and 0 <= dwell < DAY * 1000 for dwell in dwells)
    passed = [line.mono for line in kept]
    assert passed == sorted(passed)


@pytest.mark.parametrize(("seconds", "dwell"), [(-5.0, 0), (0.0, 0), (1.5, 1_500)])
def test_no_question_was_open_for_less_than_no_time(
    journal: Journal, seconds: float, dwell: int
) -> None:
    clock = HeldClock()
    keeper = standing(journal, clock)
    keeper.asked(asked(1))
    clock.forward(seconds)
    keeper.decided(asked(1), DENY, Decider.USER)

    (line,) = lines(journal)
    assert line.entry.dwell_ms == dwell
