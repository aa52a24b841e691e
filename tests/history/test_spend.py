"""Tokens and money are added up per day, project and agent; what is not known is not guessed."""

import time
from pathlib import Path

from tui.history.rows import Row, RowKind
from tui.history.spend import Share, spend
from tui.model.identity import AgentId


def row(name: str, agent: str, day: str, **more: object) -> Row:
    at = time.mktime(time.strptime(f"{day} 12:00", "%Y-%m-%d %H:%M"))
    fields = {"id": name, "agent": AgentId(agent), "path": str(Path("/p") / name)}
    made: Row = Row(**{**fields, "updated_at": at, **more})  # type: ignore[arg-type]  # fields by name
    return made


def test_what_sessions_used_is_added_up_in_three_ways() -> None:
    rows = [
        row("1", "claude", "2026-11-15", cwd="/a", tokens_used=100, cost_usd=0.5),
        row("2", "codex", "2026-11-16", cwd="/a", tokens_used=30),
        row("3", "claude", "2026-11-16", cwd="/b", tokens_used=None),
        row("4", "claude", "2026-11-16", kind=RowKind.SUBAGENT, cwd="/b", tokens_used=7),
        row("5", "claude", "2026-11-16", kind=RowKind.PART, cwd="/b", tokens_used=1000),
        row("6", "claude", "2026-11-16", kind=RowKind.BROKEN),
    ]

    found = spend(rows)

    assert found.total == Share(
        name="total", sessions=3, tokens=137, cost_usd=0.5, costed=1, uncounted=1
    )
    assert found.days == [
        Share(name="2026-11-16", sessions=2, tokens=37, uncounted=1),
        Share(name="2026-11-15", sessions=1, tokens=100, cost_usd=0.5, costed=1),
    ]
    assert [(share.name, share.tokens) for share in found.projects] == [("/a", 130), ("/b", 7)]
    assert [(share.name, share.tokens) for share in found.agents] == [
        ("claude", 107),
        ("codex", 30),
    ]


def test_nothing_used_is_nothing() -> None:
    assert spend([]).total == Share(name="total")


def test_tokens_stand_under_the_days_they_were_used_on() -> None:
    days = {"2026-11-14": 20, "2026-11-16": 80}
    rows = [row("1", "claude", "2026-11-16", tokens_used=100, days=days)]

    assert [(share.name, share.sessions, share.tokens) for share in spend(rows).days] == [
        ("2026-11-16", 1, 80),
        ("2026-11-14", 0, 20),
    ]
