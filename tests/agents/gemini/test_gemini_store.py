"""Gemini CLI's chat files as conversations."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agents.gemini.stores import CONTEXT, SESSION, SPOKEN, TWIN, header, history, write_chat
from tests.history.homes import EXCERPTS, conversation_of, events_of, row_of
from tests.support.player import imbalances
from tui.agents.gemini.store import GeminiStore
from tui.agents.store import RowKind
from tui.conversation.state import (
    Compaction,
    Conversation,
    Notice,
    Prose,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.events import Channel
from tui.model.tools import ChangeKind, Outcome, PlanStep, StepState

STORE = GeminiStore()
HOME = EXCERPTS / "gemini"


def texts(conversation: Conversation) -> list[str]:
    return [
        item.text if isinstance(item, UserText) else str(item.text)
        for item in conversation.items.values()
        if isinstance(item, UserText | Prose)
    ]


def read(root: Path, id: str = SESSION) -> Conversation:
    row = row_of(STORE, root, id)
    assert imbalances(events_of(STORE, row)) == []
    return conversation_of(STORE, row)


def calls(conversation: Conversation) -> list[ToolCall]:
    return [item for item in conversation.items.values() if isinstance(item, ToolCall)]


def message(id: str, kind: str, text: str, **more: Any) -> dict[str, object]:
    return {"id": id, "type": kind, "content": [{"text": text}], **more}


def test_gemini_s_folder_follows_the_environment() -> None:
    assert STORE.roots({"HOME": "/home/dev"}) == (Path("/home/dev/.gemini"),)
    assert STORE.roots({"HOME": "/x", "GEMINI_CLI_HOME": "/g"}) == (Path("/g/.gemini"),)


def test_later_records_of_a_message_replace_it_where_it_stands(tmp_path: Path) -> None:
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "ask"),
        message("2", "gemini", "draft"),
        message("3", "user", "more"),
        message("2", "gemini", "final"),
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    assert texts(read(tmp_path)) == ["ask", "final", "more"]


def test_a_rewind_drops_what_came_after(tmp_path: Path) -> None:
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "keep"),
        message("2", "gemini", "kept"),
        message("3", "user", "drop"),
        message("4", "gemini", "dropped"),
        {"$rewindTo": "3"},
        message("5", "user", "again"),
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    assert texts(read(tmp_path)) == ["keep", "kept", "again"]


def test_a_set_record_replaces_the_history_and_names_the_session(tmp_path: Path) -> None:
    replaced = {"messages": [message("9", "user", "only this")], "summary": "Short\nname"}
    records: list[dict[str, object]] = [*SPOKEN, {"$set": replaced}]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    row = row_of(STORE, tmp_path, SESSION)

    assert (row.title, texts(read(tmp_path))) == ("Short", ["only this"])


def test_an_older_document_is_read_and_a_damaged_one_up_to_the_damage(tmp_path: Path) -> None:
    document = {
        **header(),
        "messages": [message("1", "user", "old"), message("2", "gemini", "yes")],
    }
    path = write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.json", [])
    path.write_text(json.dumps(document, indent=2))
    whole = texts(read(tmp_path))
    path.write_text(json.dumps(document, indent=2)[:-20])

    cut = row_of(STORE, tmp_path, SESSION)

    assert whole == ["old", "yes"]
    assert texts(conversation_of(STORE, cut)) == ["old"]
    assert cut.reason is not None


def test_several_files_of_one_session_are_one_conversation(tmp_path: Path) -> None:
    old = {**header(), "messages": [message("1", "user", "old", timestamp="2026-11-16T01:00:00Z")]}
    path = write_chat(tmp_path, "session-2026-11-16T01-58-338dfc3b.json", [])
    path.write_text(json.dumps(old))
    new = message("2", "user", "new", timestamp="2026-11-16T02:00:00Z")
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", [*TWIN, new])
    write_chat(tmp_path, "session-2026-11-16T02-01-338dfc3b.jsonl", [*TWIN])

    rows = list(STORE.list([tmp_path]))

    assert sorted(row.kind for row in rows) == [RowKind.PART, RowKind.PART, RowKind.SESSION]
    (main,) = (row for row in rows if row.kind is RowKind.SESSION)
    assert texts(conversation_of(STORE, main)) == ["old", "new"]


def test_a_file_in_which_nobody_spoke_is_a_stub_and_a_foreign_one_is_broken(tmp_path: Path) -> None:
    write_chat(
        tmp_path,
        "session-2026-11-16T02-00-11111111.jsonl",
        [header("11111111-x"), history(CONTEXT)],
    )
    write_chat(tmp_path, "session-2026-11-16T02-00-22222222.jsonl", [{"some": "thing"}])

    kinds = {Path(row.path).name[-14:-6]: row.kind for row in STORE.list([tmp_path])}

    assert kinds == {"11111111": RowKind.STUB, "22222222": RowKind.BROKEN}


def test_the_folder_comes_from_the_registry_of_projects(tmp_path: Path) -> None:
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", SPOKEN)
    without = row_of(STORE, tmp_path, SESSION).cwd
    (tmp_path / "projects.json").write_text(json.dumps({"projects": {"/project/demo": "demo"}}))
    registered = row_of(STORE, tmp_path, SESSION).cwd
    (tmp_path / "tmp" / "demo" / ".project_root").write_text("/home/dev/demo\n")

    assert (without, registered) == (None, "/project/demo")
    assert row_of(STORE, tmp_path, SESSION).cwd == "/home/dev/demo"


def test_tool_calls_stand_in_the_turn_they_were_made_in() -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "a5f919b7"))

    shown = [
        item.title if isinstance(item, ToolCall) else item.text
        for item in conversation.items.values()
        if isinstance(item, ToolCall | UserText)
    ]
    assert shown == [
        *("do the work", "echo hi > out.txt; cat out.txt", "new.txt", "calc.py"),
        *("again", "echo again > out.txt", "ls -la > out.txt", "new.txt"),
    ]


def test_changes_thoughts_and_usage_are_told() -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "a5f919b7"))

    shell, created, edited, *_ = calls(conversation)

    assert (shell.outcome, shell.exit_code) == (Outcome.OK, None)
    assert [(one.kind, one.after) for one in created.changes] == [
        (ChangeKind.CREATED, "one\ntwo\n")
    ]
    assert [one.kind for one in edited.changes] == [ChangeKind.MODIFIED]
    thoughts = [i for i in conversation.items.values() if isinstance(i, Prose)]
    assert [str(i.text) for i in thoughts if i.channel is Channel.THINKING] == ["**Work**\nplan"]
    assert conversation.session_usage is not None
    assert conversation.session_usage.reasoning == 3


@pytest.mark.parametrize("display", [None, {"fileDiff": "@@ -1 +1 @@", "filePath": "/w/a.py"}])
@pytest.mark.parametrize(
    ("said", "kind"),
    [("created and wrote to new", ChangeKind.CREATED), ("overwrote", ChangeKind.MODIFIED)],
)
def test_a_created_file_is_told_as_such_also_in_words_alone(
    tmp_path: Path, said: str, display: Any, kind: ChangeKind
) -> None:
    done = {"functionResponse": {"response": {"output": f"Successfully {said} file: /w/a.py."}}}
    given = {"file_path": "/w/a.py", "content": "x"}
    call = {"id": "c", "name": "write_file", "args": given, "status": "success", "result": [done]}
    asked = message("2", "gemini", "", toolCalls=[{**call, "resultDisplay": display}])
    records = [*TWIN, message("1", "user", "go"), asked]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    (shown,) = calls(read(tmp_path))

    assert [(one.path, one.kind) for one in shown.changes] == [("/w/a.py", kind)]


def test_what_gemini_compressed_is_still_shown_and_named_after_its_first_prompt(
    tmp_path: Path,
) -> None:
    summary = [
        message("d0", "user", CONTEXT),
        message("s1", "user", "A summary of it all."),
        message("s2", "gemini", "Got it. Thanks for the additional context!"),
        message("s3", "gemini", "Second answer."),
    ]
    later = [message("5", "user", "third prompt"), message("6", "gemini", "Third answer.")]
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "first prompt"),
        message("2", "gemini", "First answer."),
        message("3", "user", "second prompt"),
        message("4", "gemini", "Second answer."),
        {"$set": {"messages": summary}},
        {"id": "i", "type": "info", "content": ""},
        *later,
        {"$set": {"messages": [*summary, *later]}},
        message("7", "user", "after a resume"),
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    conversation = read(tmp_path)
    row = row_of(STORE, tmp_path, SESSION)

    assert (row.title, row.message_count) == ("first prompt", 7)
    assert texts(conversation) == [
        *("first prompt", "First answer.", "second prompt", "Second answer."),
        *("third prompt", "Third answer.", "after a resume"),
    ]
    kinds = [type(one) for one in conversation.items.values()]
    assert kinds.count(Compaction) == 1
    assert kinds.index(Compaction) == kinds.index(TurnMark, kinds.index(TurnMark) + 1) + 1


def test_a_call_that_the_user_declined_was_denied(tmp_path: Path) -> None:
    said = 'Tool "run_shell_command" was canceled by the user.'
    refused = {"id": "c", "name": "run_shell_command", "response": {"error": said}}
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "go"),
        {"id": "2", "type": "user", "content": [{"functionResponse": refused}]},
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    (call,) = [one for one in read(tmp_path).items.values() if isinstance(one, ToolCall)]

    assert (call.outcome, str(call.output)) == (Outcome.DENIED, said)


def test_refused_calls_and_plans_are_shown(tmp_path: Path) -> None:
    refused = {"id": "c", "name": "run_shell_command", "response": {"error": "denied by policy."}}
    todos = {"todos": [{"description": "a", "status": "in_progress"}]}
    plan = {"id": "t", "name": "write_todos", "args": todos, "status": "success"}
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "go"),
        {"id": "2", "type": "gemini", "content": "ok", "toolCalls": [plan]},
        {"id": "3", "type": "user", "content": [{"functionResponse": refused}]},
        message("4", "error", "The model failed."),
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    conversation = read(tmp_path)

    assert [(call.id, call.outcome) for call in calls(conversation)] == [
        ("t", Outcome.OK),
        ("c", Outcome.DENIED),
    ]
    assert conversation.plan == (PlanStep("a", StepState.ACTIVE),)
    (note,) = (i for i in conversation.items.values() if isinstance(i, Notice))
    assert note.notice.text == "The model failed."


def test_what_was_typed_is_shown_and_what_was_put_in_is_not(tmp_path: Path) -> None:
    typed = message("2", "user", "@file expanded text", displayContent=[{"text": "@file"}])
    records: list[dict[str, object]] = [
        *TWIN,
        message("1", "user", "<hook_context>x</hook_context>"),
        typed,
        message("3", "user", "System: Potential loop detected"),
    ]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)

    assert texts(read(tmp_path)) == ["@file"]


def test_a_sub_agent_is_shown_below_its_call(tmp_path: Path) -> None:
    call = {"id": "i", "name": "invoke_agent", "args": {"prompt": "count"}, "status": "success"}
    records = [*TWIN, message("1", "user", "go"), message("2", "gemini", "", toolCalls=[call])]
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", records)
    inner = [{**header("agent-1"), "kind": "subagent"}, message("8", "gemini", "inner words")]
    write_chat(tmp_path, f"{SESSION}/agent-1.jsonl", inner)

    conversation = read(tmp_path)

    assert [i.parent for i in conversation.items.values() if isinstance(i, Prose)] == ["i"]
    assert row_of(STORE, tmp_path, "agent-1").parent == SESSION
