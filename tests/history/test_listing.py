"""The list is filtered while one types, sorted, and grouped by time."""

from datetime import datetime
from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.history.listing import Listing, Sort, grouped
from tui.history.notes import Notes
from tui.history.rows import Row, RowKind
from tui.model.identity import AgentId

NOW = datetime(2026, 11, 16, 12, 0).timestamp()
DAY = 86_400.0


def row(name: str, days: float = 0.0, agent: str = "claude", **more: object) -> Row:
    fields = {"id": name, "agent": AgentId(agent), "path": f"/p/{name}", "title": name}
    made: Row = Row(**{**fields, "updated_at": NOW - days * DAY, **more})  # type: ignore[arg-type]  # fields by name
    return made


ROWS = [
    row("Fix the parser", cwd="/home/me/app", message_count=4, tokens_used=10, size=3),
    row("bump deps", 0.6, "codex", cwd="/home/me/app/web", message_count=9, tokens_used=30),
    row("docs pass", 1.2, "gemini", cwd="/home/me/site", git_branch="parser-docs", size=9),
    row("broken", 3, kind=RowKind.BROKEN, reason="The file is empty.", title=None),
    row("agent-1", 3, kind=RowKind.SUBAGENT),
    row("old one", 40, cwd="/gone", archived=True),
    row("older", 400, cwd="/home/me/site"),
]


def names(rows: list[Row]) -> list[str]:
    return [one.id for one in rows]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ["Fix the parser", "bump deps", "docs pass", "broken", "older"]),
        ("parser", ["Fix the parser", "docs pass"]),
        ("PARSER fix", ["Fix the parser"]),
        ("agent:codex", ["bump deps"]),
        ("dir:/home/me/app", ["Fix the parser", "bump deps"]),
        ("dir:~nobody-of-this-name", []),
        ("since:2d fix", ["Fix the parser"]),
        ("since:2d", ["Fix the parser", "bump deps", "docs pass"]),
        ("has:error tool:shell file:x docs", ["docs pass"]),
        ("nobody wrote this", []),
    ],
)
def test_words_and_conditions_choose_rows(typed: str, expected: list[str]) -> None:
    assert names(Listing(ROWS).filter(typed, now=NOW)) == expected


def test_here_archived_and_every_file_are_switches() -> None:
    listing = Listing(ROWS)

    assert names(listing.filter(here="/home/me/app")) == ["Fix the parser", "bump deps"]
    assert "old one" in names(listing.filter(archived=True))
    assert names(listing.filter(every=True, archived=True)) == names(ROWS)
    assert listing.hidden == {RowKind.SUBAGENT: 1}
    assert listing.counts == {"claude": 4, "codex": 1, "gemini": 1}


def test_rows_are_sorted_as_wanted() -> None:
    listing = Listing(ROWS[:3])
    firsts = {sort: names(listing.filter(sort=sort))[0] for sort in Sort}

    assert firsts == {
        Sort.RECENT: "Fix the parser",
        Sort.OLDEST: "docs pass",
        Sort.TITLE: "bump deps",
        Sort.FOLDER: "Fix the parser",
        Sort.MESSAGES: "bump deps",
        Sort.TOKENS: "bump deps",
        Sort.SIZE: "docs pass",
    }


def test_a_condition_that_makes_no_sense_is_told() -> None:
    with pytest.raises(UsageError, match="since:soon"):
        Listing(ROWS).filter("since:soon")


def test_rows_are_grouped_by_time_with_pins_first_and_unreadable_ones_last(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes.json")
    notes.change(ROWS[2], pinned=True)

    groups = [(group.title, names(group.rows)) for group in grouped(ROWS, NOW, notes)]

    assert groups == [
        ("PINNED", ["docs pass"]),
        ("TODAY", ["Fix the parser"]),
        ("YESTERDAY", ["bump deps"]),
        ("THIS WEEK", ["agent-1"]),
        ("OLDER", ["old one", "older"]),
        ("CANNOT READ", ["broken"]),
    ]


def test_tags_are_found_like_titles(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes.json")
    notes.change(ROWS[0], tags=["Release"])

    assert names(Listing(ROWS, notes).filter("release")) == ["Fix the parser"]
