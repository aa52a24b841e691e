"""Tokens and money are added up per day, project and agent; what is not known is not guessed."""

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.agents.claude import store_lines as claude
from tests.agents.codex import store_lines as codex
from tests.history.homes import unpacked
from tui.agents.used import Used, key
from tui.history.index import Index
from tui.history.prices import estimate
from tui.history.rows import Row, RowKind
from tui.history.spend import COUNTED, Share, Spend, spend
from tui.history.stores import all_rows, places, store
from tui.model.identity import AgentId

Lines = list[dict[str, Any]]


def row(name: str, agent: str, day: str, **more: object) -> Row:
    at = time.mktime(time.strptime(f"{day} 12:00", "%Y-%m-%d %H:%M"))
    fields = {"id": name, "agent": AgentId(agent), "path": str(Path("/p") / name)}
    made: Row = Row(**{**fields, "updated_at": at, **more})  # type: ignore[arg-type]  # fields by name
    return made


def used(name: str, day: str, tokens: int, model: str = "unheard-of") -> Used:
    return Used(key(name), day, model, tokens - 1, 1)


def test_what_sessions_used_is_added_up_in_three_ways() -> None:
    found = spend(
        [
            (row("1", "claude", "2026-11-15", cwd="/a", cost_usd=0.5), [used("a", "", 100)]),
            (row("2", "codex", "2026-11-16", cwd="/a"), [used("b", "2026-11-16", 30)]),
            (row("3", "claude", "2026-11-16", cwd="/b"), None),
            (row("4", "claude", "2026-11-16", kind=RowKind.SUBAGENT, cwd="/b"), [used("c", "", 7)]),
        ]
    )

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
    answers = [used("a", "2026-11-14", 20), used("b", "2026-11-16", 80)]

    found = spend([(row("1", "claude", "2026-11-16"), answers)])

    assert [(share.name, share.sessions, share.tokens) for share in found.days] == [
        ("2026-11-16", 1, 80),
        ("2026-11-14", 0, 20),
    ]


def test_what_a_fork_copied_counts_once_and_its_cost_is_an_estimate() -> None:
    copied, own = used("a", "2026-11-15", 300), used("b", "2026-11-16", 100)

    total = spend(
        [
            (row("fork", "claude", "2026-11-16", cost_usd=0.5), [copied, own]),
            (row("first", "claude", "2026-11-15", cost_usd=0.25), [copied]),
        ]
    ).total

    assert total == Share(
        name="total",
        sessions=2,
        tokens=400,
        cost_usd=0.25,
        costed=1,
        estimated_usd=0.125,
        estimated=1,
    )


def test_prices_give_estimates_where_no_cost_was_noted() -> None:
    rows = [
        (row("1", "codex", "2026-11-16"), [used("a", "", 1_000_001, "gpt-5")]),
        (row("2", "codex", "2026-11-16"), [used("b", "", 2_000_001, "mine")]),
        (row("3", "codex", "2026-11-16"), [used("c", "", 50, "unheard-of")]),
    ]

    listed, priced = spend(rows).total, spend(rows, {"mine": [2.0, 0.0]}).total

    assert (round(listed.estimated_usd or 0, 5), listed.estimated) == (1.25001, 1)
    assert (round(priced.estimated_usd or 0, 5), priced.estimated) == (5.25001, 2)
    assert (priced.cost_usd, priced.costed, priced.sessions) == (None, 0, 3)


def test_a_session_of_which_a_part_has_no_price_is_none_whose_cost_is_known() -> None:
    both = [used("a", "", 1_000_001, "gpt-5"), used("b", "", 70, "unheard-of")]

    total = spend([(row("1", "codex", "2026-11-16"), both)]).total
    without = spend([(row("1", "codex", "2026-11-16"), both[1:])]).total

    assert (round(total.estimated_usd or 0, 5), total.estimated) == (1.25001, 0)
    assert (without.estimated_usd, without.cost_usd, without.estimated) == (None, None, 0)


def test_the_cost_of_a_session_has_that_of_its_sub_agents_in_it() -> None:
    found = spend(
        [
            (row("1", "claude", "2026-11-16", cost_usd=1.0), [used("a", "", 5)]),
            (
                row("s", "claude", "2026-11-16", kind=RowKind.SUBAGENT, parent="1"),
                [used("b", "", 5, "claude-opus-4-5")],
            ),
        ]
    )

    assert (found.total.cost_usd, found.total.estimated_usd) == (1.0, None)


def test_releases_of_a_model_have_its_price_and_other_models_have_not() -> None:
    one = Used(b"", "", "claude-opus-4-5-20251101", 1_000_000, 0, cached=500_000, written=100_000)

    assert estimate(one, {"claude-opus-4-5": (5.0, 25.0, 0.5)}) == pytest.approx(
        0.4 * 5 + 0.1 * 1.25 * 5 + 0.5 * 0.5
    )
    assert estimate(Used(b"", "", "claude-opus-4-8", 9, 9), {"claude-opus-4": (15, 75)}) is None
    assert estimate(Used(b"", "", "", 9, 9), {"": [], "x": (1,)}) is None


def test_claude_s_copies_and_repeated_lines_count_once(tmp_path: Path) -> None:
    answers = [
        _answer("1", "m1", "r1", 10, 5),
        _answer("2", "m1", "r1", 10, 25),
        _answer("3", "m2", "r2", 100, 1),
    ]
    again = _answer("4", "m1", "r9", 7, 0)
    folder = tmp_path / ".claude" / "projects" / "-work"
    _write(folder / "first.jsonl", [claude.said("0", None, "Hello"), *answers])
    _write(folder / "fork.jsonl", [claude.said("0", None, "Hello"), *answers, again])

    assert _spent(tmp_path).total.tokens == 10 + 25 + 100 + 1 + 7


def test_codex_s_forks_go_on_from_totals_that_count_elsewhere(tmp_path: Path) -> None:
    first, fork = "01a1e200-0000-7000-8000-000000000001", "01a1e200-0000-7000-8000-000000000002"
    folder = tmp_path / ".codex" / "sessions" / "2026" / "11" / "16"
    base = {"thread_id": first, "end_ordinal_exclusive": 9, "end_byte_offset": 9}
    name = "rollout-2026-11-16T02-00-00-{}.jsonl"
    told = [codex.meta(first), codex.said("1", "Hello"), _total(50, 50), _total(50, 50)]
    _write(folder / name.format(first), [*told, _total(80, 30), _total(80, 30)])
    _write(
        folder / name.format(fork),
        [codex.meta(fork, history_base=base), codex.said("1", "On"), _total(100, 20)],
    )

    assert _spent(tmp_path).total.tokens == 100


def test_what_was_counted_is_kept_until_the_file_changes(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "projects" / "-work"
    _write(folder / "one.jsonl", [claude.said("0", None, "Hi"), _answer("1", "m1", "r1", 10, 5)])
    index = Index(tmp_path / "history.sqlite")
    where = places({"HOME": str(tmp_path)})

    def total() -> int:
        rows = [row for row in index.refresh(where) if row.kind in COUNTED]
        return spend(index.usage(lambda row: store(row.agent), rows)).total.tokens

    before = (total(), total())
    with (folder / "one.jsonl").open("a") as file:
        file.write(json.dumps(_answer("2", "m2", "r2", 1, 1)) + "\n")

    assert (before, total()) == ((15, 15), 17)
    index.close()


def test_a_real_home_used_what_a_plain_look_says(tmp_path: Path) -> None:
    home = unpacked(tmp_path)

    agents = {share.name: share.tokens for share in _spent(home).agents}

    assert agents == {
        "claude": _claude_s(home),
        "codex": _codex_s(home),
        "gemini": _gemini_s(home),
    }


def _spent(home: Path) -> Spend:
    rows = [row for row in all_rows(places({"HOME": str(home)})) if row.kind in COUNTED]
    return spend([(row, list(store(row.agent).used(row))) for row in rows])


def _claude_s(home: Path) -> int:
    found: dict[tuple[str, ...], list[int]] = {}
    for path in home.glob(".claude/projects/**/*.jsonl"):
        times: dict[str, str] = {}
        for one in _read(path):
            if one["type"] == "assistant" and one["message"]["model"] != "<synthetic>":
                id, used = one["message"]["id"], one["message"]["usage"]
                name = (id, str(one.get("requestId")), times.setdefault(id, one["timestamp"]))
                kinds = ("input", "cache_creation_input", "cache_read_input", "output")
                counts = [used.get(f"{kind}_tokens") or 0 for kind in kinds]
                known = found.get(name, counts)
                found[name] = [max(pair) for pair in zip(known, counts, strict=True)]
    return sum(sum(counts) for counts in found.values())


def _codex_s(home: Path) -> int:
    total = 0
    for path in home.glob(".codex/sessions/**/*.jsonl"):
        records = [one["payload"] for one in _read(path) if one["type"] == "token_usage_record"]
        total += sum(one["usage"]["total_tokens"] for one in records)
        events = [one["payload"] for one in _read(path) if one["type"] == "event_msg"]
        infos = [one["info"] for one in events if one["type"] == "token_count" and one["info"]]
        if not records:
            each = {i["total_token_usage"]["total_tokens"]: i["last_token_usage"] for i in infos}
            total += sum(one["total_tokens"] for all, one in each.items() if all)
    return total


def _gemini_s(home: Path) -> int:
    found = {}
    for path in home.glob(".gemini/tmp/*/chats/**/*.jsonl"):
        for one in _read(path):
            for message in (one, *one.get("$set", {}).get("messages", ())):
                if message.get("tokens"):
                    found[message["id"]] = message["tokens"]["total"]
    return sum(found.values())


def _answer(uuid: str, id: str, request: str, input: int, output: int) -> dict[str, Any]:
    line = claude.answer(uuid, None, f"Answer {uuid}.")
    usage = {"input_tokens": input, "output_tokens": output}
    line["message"] |= {"id": id, "model": "opus", "usage": usage}
    # The lines of one answer are written one after the other.
    return line | {"requestId": request, "timestamp": f"2026-11-16T02:00:00.00{id[1]}Z"}


def _total(whole: int, last: int) -> dict[str, Any]:
    info = {
        "total_token_usage": {"input_tokens": whole, "total_tokens": whole},
        "last_token_usage": {"input_tokens": last, "total_tokens": last},
    }
    return codex.event("token_count", info=info)


def _write(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def _read(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_bytes().splitlines() if line.strip()]
