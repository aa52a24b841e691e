"""Codex's rollout files as conversations."""

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.agents.codex.store_lines import (
    ONE,
    THREE,
    TWO,
    answer,
    event,
    item,
    line,
    meta,
    said,
    write,
)
from tests.history.homes import EXCERPTS, conversation_of, events_of, row_of
from tests.support.player import imbalances
from tui.agents.codex.store import CodexStore
from tui.agents.store import RowKind
from tui.conversation.state import Conversation, Notice, Prose, ToolCall, UserText
from tui.model.events import Channel, TurnOutcome
from tui.model.tools import ChangeKind, Outcome, PlanStep, StepState

STORE = CodexStore()
HOME = EXCERPTS / "codex"


def texts(conversation: Conversation) -> list[str]:
    return [
        item.text if isinstance(item, UserText) else str(item.text)
        for item in conversation.items.values()
        if isinstance(item, UserText | Prose)
    ]


def read(root: Path, id: str = ONE) -> Conversation:
    row = row_of(STORE, root, id)
    assert imbalances(events_of(STORE, row)) == []
    return conversation_of(STORE, row)


def calls(conversation: Conversation) -> list[ToolCall]:
    return [item for item in conversation.items.values() if isinstance(item, ToolCall)]


def test_the_home_of_codex_follows_the_environment() -> None:
    assert STORE.roots({"HOME": "/home/dev"}) == (Path("/home/dev/.codex"),)
    assert STORE.roots({"HOME": "/x", "CODEX_HOME": "/conf"}) == (Path("/conf"),)


def test_a_name_beats_the_first_prompt_and_the_last_name_counts() -> None:
    titles = {row.id[:13]: row.title for row in STORE.list([HOME])}

    assert titles == {
        "01a1e214-cebb": "Patches",
        "01a1e221-4d4f": "escalate",
        "01a1e20e-f74a": "child task please",
    }


def test_patches_keep_their_changes() -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "01a1e214"))

    first, second = calls(conversation)[:2]

    assert [(one.path, one.kind, one.moved_to) for one in first.changes] == [
        ("/home/dev/demo/README.md", ChangeKind.MODIFIED, "/home/dev/demo/docs/README.md")
    ]
    assert [change.kind for change in second.changes] == [ChangeKind.CREATED]
    assert first.outcome is Outcome.OK
    assert conversation.session_usage is not None


@pytest.mark.parametrize("written", ["", "*** Begin Patch\n*** End Patch\n", "not a patch", None])
def test_a_patch_that_names_no_file_is_shown_without_one(
    tmp_path: Path, written: str | None
) -> None:
    call = {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c", "input": written}
    write(tmp_path, ONE, [meta(), said("1", "go"), line("response_item", call)])

    (shown,) = calls(conversation_of(STORE, row_of(STORE, tmp_path, ONE)))

    assert shown.changes == ()


def test_a_command_that_the_rules_forbid_was_denied(tmp_path: Path) -> None:
    arguments = json.dumps({"cmd": "touch /x"})
    refusal = "approval policy is Never; reject command — you cannot ask for escalated permissions"
    call = {"type": "function_call", "name": "exec_command", "call_id": "c", "arguments": arguments}
    back = {"type": "function_call_output", "call_id": "c", "output": refusal}
    write(
        tmp_path,
        ONE,
        [
            meta(),
            said("1", "go"),
            line("response_item", call),
            line("response_item", back),
        ],
    )

    (denied,) = calls(conversation_of(STORE, row_of(STORE, tmp_path, ONE)))

    assert (denied.title, denied.outcome) == ("touch /x", Outcome.DENIED)


def test_the_older_format_is_read_from_events_and_calls() -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "01a1e221"))

    allowed, denied = calls(conversation)

    assert (str(allowed.output), allowed.exit_code, allowed.outcome) == ("made\n", 0, Outcome.OK)
    assert allowed.title == "touch /home/dev/old-esc.txt && echo made"
    assert denied.outcome is Outcome.DENIED
    assert [turn.end is not None for turn in conversation.turns] == [True, True]


def test_the_thread_of_a_sub_agent_is_no_session_of_its_own() -> None:
    row = row_of(STORE, HOME, "01a1e20e-f74a")

    assert (row.kind, row.parent) == (RowKind.SUBAGENT, "01a1e20e-f6a4-7ae2-8c04-e89715d9fade")


def test_a_fork_is_read_with_what_it_continues(tmp_path: Path) -> None:
    shared = [meta(ONE), said("1", "first"), answer("2", "one")]
    end = sum(len(json.dumps(one)) + 1 for one in shared)
    write(tmp_path, ONE, [*shared, said("3", "not shared")])
    base = {"thread_id": ONE, "end_ordinal_exclusive": 3, "end_byte_offset": end}
    middle = [meta(TWO, history_base=base), said("4", "second")]
    middle_end = sum(len(json.dumps(one)) + 1 for one in middle)
    write(tmp_path, TWO, middle)
    deeper = {"thread_id": TWO, "end_ordinal_exclusive": 9, "end_byte_offset": middle_end}
    write(tmp_path, THREE, [meta(THREE, history_base=deeper), said("5", "third")])

    assert texts(read(tmp_path, THREE)) == ["first", "one", "second", "third"]
    row = row_of(STORE, tmp_path, THREE)
    assert (row.fork_of, row.message_count) == (TWO, None)


def test_forks_that_continue_each_other_end(tmp_path: Path) -> None:
    for id, other in ((ONE, TWO), (TWO, ONE)):
        base = {"thread_id": other, "end_ordinal_exclusive": 9}
        write(tmp_path, id, [meta(id, history_base=base), said("1" + id, id)])

    conversation = read(tmp_path, ONE)

    assert texts(conversation) == [TWO, ONE]
    (note,) = (one for one in conversation.items.values() if isinstance(one, Notice))
    assert note.notice.code == "history_lost"


def test_a_fork_without_words_of_its_own_has_the_title_of_its_origin(tmp_path: Path) -> None:
    write(tmp_path, ONE, [meta(ONE), said("1", "the origin")])
    write(tmp_path, TWO, [meta(TWO, history_base={"thread_id": ONE})])

    assert row_of(STORE, tmp_path, TWO).title == "the origin"


def test_a_reverted_thread_has_one_row_and_the_older_file_is_a_part(tmp_path: Path) -> None:
    write(tmp_path, ONE, [meta(ONE), said("1", "before")])
    later = {**said("2", "after"), "timestamp": "2026-11-16T03:00:00.000Z"}
    newer = write(tmp_path, f"{ONE}_{TWO}", [meta(ONE), later])

    rows = {row.kind: row for row in STORE.list([tmp_path])}

    assert {kind: row.id for kind, row in rows.items()} == {
        RowKind.SESSION: ONE,
        RowKind.PART: ONE,
    }
    assert rows[RowKind.SESSION].path == str(newer)


def test_archived_sessions_are_listed_and_marked(tmp_path: Path) -> None:
    write(tmp_path, ONE, [meta(ONE), said("1", "old")], "archived_sessions")

    (row,) = STORE.list([tmp_path])

    assert (row.archived, row.title, row.resumable) == (True, "old", False)
    assert row.reason == f"It is archived: `codex unarchive {ONE}` lets it go on."


def test_boilerplate_is_no_title(tmp_path: Path) -> None:
    lines = [
        meta(),
        event("user_message", message="<environment_context>…"),
        event("user_message", message="real words"),
    ]
    write(tmp_path, ONE, lines)

    assert row_of(STORE, tmp_path, ONE).title == "real words"
    assert texts(read(tmp_path)) == ["real words"]


def test_a_file_with_nothing_but_messages_of_the_model_is_still_read(tmp_path: Path) -> None:
    def message(role: str, text: str) -> dict[str, object]:
        content = [{"type": "input_text", "text": text}]
        return line("response_item", {"type": "message", "role": role, "content": content})

    lines = [meta(), message("user", "<environment_context>"), message("user", "hello")]
    write(tmp_path, ONE, [*lines, message("assistant", "hi"), message("developer", "rules")])

    assert texts(read(tmp_path)) == ["hello", "hi"]


def test_plans_thoughts_tools_and_ends_of_turns_are_told(tmp_path: Path) -> None:
    plan = {"plan": [{"step": "a", "status": "completed"}, {"step": "b", "status": "pending"}]}
    call = {"type": "function_call", "name": "update_plan", "call_id": "p"}
    result = {"content": [{"type": "text", "text": "5"}]}
    lines = [
        meta(),
        event("task_started", turn_id="t1"),
        said("1", "go"),
        item("Reasoning", "r", summary_text=["think", "more"], raw_content=[]),
        line("response_item", {**call, "arguments": json.dumps(plan)}),
        item(
            "McpToolCall",
            "m",
            server="demo",
            tool="add",
            arguments={},
            status="completed",
            result=result,
            duration={"secs": 1, "nanos": 5_000_000},
        ),
        item(
            "CommandExecution",
            "c",
            command=["/bin/bash", "-lc", "ls"],
            status="failed",
            aggregated_output="no",
            exit_code=2,
            cwd="file:///project",
        ),
        event("turn_aborted", turn_id="t1", reason="interrupted", duration_ms=7),
    ]
    write(tmp_path, ONE, lines)

    conversation = read(tmp_path)

    mcp, shell = calls(conversation)
    (thought,) = (i for i in conversation.items.values() if isinstance(i, Prose))
    assert (thought.channel, str(thought.text)) == (Channel.THINKING, "think\n\nmore")
    assert conversation.plan == (PlanStep("a", StepState.DONE), PlanStep("b"))
    assert (mcp.title, str(mcp.output), mcp.duration_ms) == ("demo/add", "5", 1005)
    assert (shell.title, shell.exit_code, shell.outcome) == ("ls", 2, Outcome.FAILED)
    assert conversation.turns[0].end is not None
    assert conversation.turns[0].end.outcome is TurnOutcome.INTERRUPTED


@pytest.mark.parametrize(
    ("info", "outcome"),
    [
        ("usage_limit_exceeded", TurnOutcome.LIMIT),
        ("context_window_exceeded", TurnOutcome.LIMIT),
        ({"response_stream_disconnected": {"http_status_code": None}}, TurnOutcome.FAILED),
        ("cyber_policy", TurnOutcome.REFUSED),
        (None, TurnOutcome.FAILED),
    ],
)
def test_a_turn_that_failed_says_why(tmp_path: Path, info: object, outcome: TurnOutcome) -> None:
    error = {"message": "Try again later.", "codex_error_info": info}
    started, over = event("task_started", turn_id="t"), event("task_complete", error=error)
    write(tmp_path, ONE, [meta(), started, said("1", "go"), over])

    (turn,) = read(tmp_path).turns

    assert turn.end is not None
    assert (turn.end.outcome, turn.end.error) == (outcome, "Try again later.")


def test_a_call_told_twice_is_shown_once(tmp_path: Path) -> None:
    given = json.dumps({"cmd": "ls"})
    call = {"type": "function_call", "name": "exec_command", "call_id": "c", "arguments": given}
    lines = [
        meta(),
        said("1", "go"),
        line("response_item", call),
        line("response_item", {"type": "function_call_output", "call_id": "c", "output": "x"}),
        item("CommandExecution", "c", command=["ls"], aggregated_output="x", exit_code=0),
    ]
    write(tmp_path, ONE, lines)

    assert [(one.id, str(one.output)) for one in calls(read(tmp_path))] == [("c", "x")]


def state(path: Path, rows: list[tuple[str, str, str, int]]) -> None:
    """Write a state database as Codex does."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "create table threads (id text, rollout_path text, name text, model text,"
            " tokens_used integer, git_branch text)"
        )
        database.executemany("insert into threads values (?, ?, ?, null, ?, null)", rows)
        database.commit()


def test_the_state_database_fills_in_what_files_do_not_say(tmp_path: Path) -> None:
    first = write(tmp_path, ONE, [meta(ONE), said("1", "one")])
    write(tmp_path, TWO, [meta(TWO), said("2", "two")])
    rows = [(ONE, str(first), "Named", 77), (TWO, "/moved/rollout-x.jsonl", "Stale", 88)]
    state(tmp_path / "state_5.sqlite", rows)
    state(tmp_path / "state_4.sqlite", [(ONE, str(first), "Older", 1)])

    told = {row.id: (row.title, row.tokens_used) for row in STORE.list([tmp_path])}

    assert told == {ONE: ("Named", 77), TWO: ("two", None)}


def test_a_database_with_a_log_beside_it_is_read_and_left_alone(tmp_path: Path) -> None:
    path = write(tmp_path, ONE, [meta(ONE), said("1", "one")])
    state(tmp_path / "state_5.sqlite", [])
    writer = sqlite3.connect(tmp_path / "state_5.sqlite")
    writer.execute("pragma journal_mode = wal")
    writer.execute(
        "insert into threads values (?, ?, 'In the log', null, 3, null)", (ONE, str(path))
    )
    writer.commit()
    before = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}

    (row,) = STORE.list([tmp_path])

    assert row.title == "In the log"
    assert {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()} == before
    writer.close()


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0garbage", b"no database"])
def test_a_damaged_database_costs_nothing_but_itself(tmp_path: Path, damage: bytes) -> None:
    write(tmp_path, ONE, [meta(ONE), said("1", "one")])
    (tmp_path / "state_9.sqlite").write_bytes(damage)
    (tmp_path / "thread_history_1.sqlite").write_bytes(damage)

    assert [row.title for row in STORE.list([tmp_path])] == ["one"]


def test_a_compressed_rollout_is_read_or_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, ONE, [meta(ONE), said("1", "packed")])
    if shutil.which("zstd") is None:
        pytest.skip("the program zstd is not here")
    subprocess.run(["zstd", "-q", "--rm", str(path)], check=True)

    (row,) = STORE.list([tmp_path])
    words = texts(conversation_of(STORE, row))
    monkeypatch.setenv("PATH", "")
    (without,) = STORE.list([tmp_path])

    assert (row.id, row.title, words) == (ONE, "packed", ["packed"])
    assert (without.id, without.kind) == (ONE, RowKind.BROKEN)
    assert without.reason == "It is compressed, and the program zstd is not installed."
