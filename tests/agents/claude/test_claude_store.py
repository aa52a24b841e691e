"""Claude Code's session files as conversations."""

from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, answered, called, result, said, write
from tests.history.homes import EXCERPTS, conversation_of, events_of, row_of
from tests.support.player import imbalances
from tui.agents.claude.store import ClaudeStore
from tui.agents.store import RowKind
from tui.conversation.state import Compaction, Conversation, Notice, Prose, ToolCall, UserText
from tui.model.events import Channel, TurnOutcome
from tui.model.identity import ItemId
from tui.model.tools import Outcome, PlanStep, StepState, ToolKind

STORE = ClaudeStore()
HOME = EXCERPTS / "claude"


def texts(conversation: Conversation) -> list[str]:
    return [
        item.text if isinstance(item, UserText) else str(item.text)
        for item in conversation.items.values()
        if isinstance(item, UserText | Prose)
    ]


def read(root: Path, session: str = "s") -> Conversation:
    row = row_of(STORE, root, session)
    assert imbalances(events_of(STORE, row)) == []
    return conversation_of(STORE, row)


def test_the_configuration_folder_follows_the_environment() -> None:
    assert STORE.roots({"HOME": "/home/dev"}) == (Path("/home/dev/.claude"),)
    assert STORE.roots({"HOME": "/x", "CLAUDE_CONFIG_DIR": "/conf"}) == (Path("/conf"),)


def test_a_custom_title_beats_a_generated_one_and_that_the_first_prompt(tmp_path: Path) -> None:
    prompt = [said("1", None, "fix the parser\nplease"), answer("2", "1", "Done.")]
    generated = [{"type": "ai-title", "aiTitle": "Parser fixes"}]
    custom = [{"type": "custom-title", "customTitle": "Mine"}]
    write(tmp_path, "a", prompt)
    write(tmp_path, "b", [*prompt, *generated])
    write(tmp_path, "c", [*custom, *prompt, *generated])

    titles = {row.id: row.title for row in STORE.list([tmp_path])}

    assert titles == {"a": "fix the parser", "b": "Parser fixes", "c": "Mine"}


def test_a_prompt_without_an_answer_was_interrupted_and_a_command_needs_none(
    tmp_path: Path,
) -> None:
    command = "<command-name>/cost</command-name><command-args></command-args>"
    write(tmp_path, "s", [said("1", None, "kill me"), said("2", "1", command)])

    ends = [turn.end.outcome for turn in read(tmp_path).turns if turn.end is not None]

    assert ends == [TurnOutcome.INTERRUPTED, TurnOutcome.COMPLETED]


def test_prompts_typed_in_claude_s_own_screen_are_shown(tmp_path: Path) -> None:
    human, task = {"kind": "human"}, {"kind": "task-notification"}
    rename = "<command-name>/rename</command-name>\n  <command-args>Mine</command-args>"
    lines = [
        said("1", None, "first prompt", origin=human, promptSource="typed"),
        answer("2", "1", "Yes."),
        said("3", "2", "<bash-input>echo hi</bash-input>"),
        said("4", "3", "<bash-stdout>hi</bash-stdout><bash-stderr></bash-stderr>"),
        {**said("5", "4", ""), "type": "system", "subtype": "local_command", "content": rename},
        said("6", "5", "the task is done", origin=task),
        answer("7", "6", "It is."),
        said("8", "7", "last prompt", origin=human),
    ]
    write(tmp_path, "s", lines)

    (row,) = STORE.list([tmp_path])
    conversation = read(tmp_path)

    assert (row.title, row.last_prompt, row.message_count) == ("first prompt", "last prompt", 5)
    assert texts(conversation) == ["first prompt", "Yes.", "!echo hi", "It is.", "last prompt"]
    notices = [one.notice.text for one in conversation.items.values() if isinstance(one, Notice)]
    assert notices == ["hi", "/rename Mine"]


def test_what_nobody_typed_is_neither_title_nor_prompt(tmp_path: Path) -> None:
    lines = [
        said("0", None, "<command-name>/model</command-name><command-args>opus</command-args>"),
        said("1", "0", "Caveat: …", isMeta=True),
        said("2", "1", "<local-command-stdout>ok</local-command-stdout>"),
        said("3", "2", "real words"),
        answer("4", "3", "Yes."),
        said("5", "4", "[Request interrupted by user]"),
    ]
    write(tmp_path, "s", lines)

    conversation = read(tmp_path)

    assert row_of(STORE, tmp_path, "s").title == "real words"
    assert texts(conversation) == ["/model opus", "real words", "Yes."]
    assert conversation.turns[-1].end is not None
    assert conversation.turns[-1].end.outcome is TurnOutcome.INTERRUPTED


def test_lines_are_told_in_the_order_they_follow_each_other(tmp_path: Path) -> None:
    lines = [answer("2", "1", "first answer"), said("1", None, "first"), said("3", "2", "second")]
    write(tmp_path, "s", lines)

    assert texts(read(tmp_path)) == ["first", "first answer", "second"]


def test_a_branch_that_was_left_is_shown_and_marked(tmp_path: Path) -> None:
    lines = [
        said("1", None, "first"),
        answer("2", "1", "one"),
        said("3", "2", "left behind"),
        answer("4", "3", "left answer"),
        said("5", "2", "taken"),
        answer("6", "5", "taken answer"),
    ]
    write(tmp_path, "s", lines)

    conversation = read(tmp_path)

    notes = [i.notice.text for i in conversation.items.values() if isinstance(i, Notice)]
    assert notes == ["A branch that was left:", "The conversation goes on:"]
    assert texts(conversation) == [
        *("first", "one", "left behind", "left answer", "taken", "taken answer"),
    ]


def test_the_named_leaf_decides_which_branch_goes_on(tmp_path: Path) -> None:
    lines = [
        said("1", None, "first"),
        said("2", "1", "goes on"),
        said("3", "1", "left"),
        {"type": "last-prompt", "leafUuid": "2"},
    ]
    write(tmp_path, "s", lines)

    assert texts(read(tmp_path)) == ["first", "left", "goes on"]


def test_results_of_parallel_calls_beside_the_path_are_not_lost(tmp_path: Path) -> None:
    lines = [
        said("1", None, "two"),
        called("2", "1", "a", "Read", file_path="/a"),
        called("3", "2", "b", "Read", file_path="/b"),
        result("4", "2", "a", "text a"),
        result("5", "3", "b", "text b"),
        answer("6", "5", "both"),
    ]
    write(tmp_path, "s", lines)

    conversation = read(tmp_path)

    calls = [item for item in conversation.items.values() if isinstance(item, ToolCall)]
    assert [(call.title, str(call.output), call.outcome) for call in calls] == [
        ("/a", "text a", Outcome.OK),
        ("/b", "text b", Outcome.OK),
    ]
    assert not any(isinstance(item, Notice) for item in conversation.items.values())


def test_lines_written_twice_are_told_once(tmp_path: Path) -> None:
    lines = [said("1", None, "first"), answer("2", "1", "one")]
    write(tmp_path, "s", [*lines, *lines, said("3", "2", "second")])

    assert texts(read(tmp_path)) == ["first", "one", "second"]
    assert row_of(STORE, tmp_path, "s").message_count == 3


def test_a_line_whose_parent_is_lost_follows_the_one_before_it(tmp_path: Path) -> None:
    lines = [said("1", None, "first"), answer("2", "1", "one"), said("4", "gone", "after")]
    write(tmp_path, "s", lines)

    assert texts(read(tmp_path)) == ["first", "one", "after"]


def test_lines_that_follow_each_other_in_a_circle_are_all_shown(tmp_path: Path) -> None:
    lines = [said("1", "3", "a"), said("2", "1", "b"), said("3", "2", "c"), said("4", "4", "d")]
    write(tmp_path, "s", lines)

    assert sorted(texts(read(tmp_path))) == ["a", "b", "c", "d"]


def test_ten_thousand_lines_in_a_row_need_no_deep_stack(tmp_path: Path) -> None:
    lines = [said(str(n), str(n - 1) if n else None, f"p{n}") for n in range(10_000)]
    write(tmp_path, "s", lines)

    assert len(texts(read(tmp_path))) == 10_000


def test_compaction_stays_where_it_was(tmp_path: Path) -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "4fc2b354"))

    kinds = [type(item).__name__ for item in conversation.items.values()]
    assert texts(conversation) == [
        *("one", "A1.", "two", "A2.", "three", "Big answer.", "four", "After auto compact."),
    ]
    assert kinds.index("Compaction") == kinds.index("UserText", 9) + 1
    (mark,) = (item for item in conversation.items.values() if isinstance(item, Compaction))
    assert (mark.compaction.automatic, mark.compaction.before) == (True, 97103)


def test_a_sub_agent_is_shown_below_its_call() -> None:
    row = row_of(STORE, HOME, "81907209")

    conversation = conversation_of(STORE, row)

    nested = [item for item in conversation.items.values() if getattr(item, "parent", None)]
    assert [type(item).__name__ for item in nested] == [
        *("UserText", "Prose", "Prose", "ToolCall", "Prose"),
    ]
    assert {getattr(item, "parent", None) for item in nested} == {"toolu_stub_000003"}
    assert any(isinstance(i, Prose) and i.channel is Channel.THINKING for i in nested)


def test_the_file_of_a_sub_agent_is_a_row_of_its_own() -> None:
    (row,) = (row for row in STORE.list([HOME]) if row.kind is RowKind.SUBAGENT)

    assert row.parent == "81907209-4614-4cb6-92c6-f1bb36d5fe7f"
    assert (row.title, row.resumable, row.reason) == ("Count the functions in calc.py", False, None)


def test_a_sub_agent_without_its_session_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "projects" / "-w" / "gone" / "subagents"
    source = next(HOME.glob("projects/*/*/subagents/*.jsonl"))
    folder.mkdir(parents=True)
    (folder / source.name).write_bytes(source.read_bytes())

    (row,) = STORE.list([tmp_path])

    assert row.reason == "The file of its session is gone."
    assert "There are 2 functions." in texts(conversation_of(STORE, row))


def test_older_sidechains_inside_the_file_are_found_by_their_prompt(tmp_path: Path) -> None:
    lines = [
        said("1", None, "delegate"),
        called("2", "1", "task", "Task", prompt="count", description="Counting"),
        said("3", None, "count", isSidechain=True),
        answer("4", "3", "there are two", isSidechain=True),
        said("8", None, "nobody asked", isSidechain=True),
        result("5", "2", "task", "two"),
        answer("6", "5", "It is two."),
    ]
    write(tmp_path, "s", lines)

    items = read(tmp_path).items.values()

    assert {str(i.text): i.parent for i in items if isinstance(i, Prose)} == {
        "there are two": "task",
        "It is two.": None,
    }
    assert [i.parent for i in items if isinstance(i, UserText)] == [None, "task", "sub-agent-8"]


def test_a_prompt_folded_into_a_running_turn_is_shown() -> None:
    conversation = conversation_of(STORE, row_of(STORE, HOME, "943e5490"))

    assert texts(conversation) == ["go", "by the way, be brief", "saw the note"]
    assert len(conversation.turns) == 1


def test_cost_is_what_the_file_says_or_unknown(tmp_path: Path) -> None:
    lines = [said("1", None, "x"), answer("2", "1", "y")]
    write(tmp_path, "a", lines)
    write(tmp_path, "b", [*lines, {"type": "cost-state", "totalCostUSD": 0.25}])

    costs = {row.id: row.cost_usd for row in STORE.list([tmp_path])}

    assert costs == {"a": None, "b": 0.25}
    cost = read(tmp_path, "b").cost
    assert cost is not None and cost.usd == 0.25


def test_long_output_is_read_from_its_own_file(tmp_path: Path) -> None:
    structured = {"stdout": "begin", "persistedOutputPath": "/elsewhere/x.txt"}
    lines = [
        said("1", None, "run"),
        called("2", "1", "c", "Bash", command="seq 9"),
        result("3", "2", "c", "<persisted-output>", toolUseResult=structured),
    ]
    path = write(tmp_path, "s", lines)
    kept = path.with_suffix("") / "tool-results" / "x.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("begin and end")

    (call,) = (item for item in read(tmp_path).items.values() if isinstance(item, ToolCall))

    assert (str(call.output), call.kind) == ("begin and end", ToolKind.SHELL)


def test_edits_plans_and_usage_are_the_same_as_live(tmp_path: Path) -> None:
    patch = [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-a", "+b"]}]
    edited = {"filePath": "/f", "structuredPatch": patch, "originalFile": "a"}
    todos = [{"content": "one", "status": "completed"}, {"content": "two", "status": "pending"}]
    lines = [
        said("1", None, "edit"),
        answered("2", "1", {"type": "thinking", "thinking": "hmm"}),
        called("3", "2", "e", "Edit", file_path="/f", old_string="a", new_string="b"),
        result("4", "3", "e", "ok", toolUseResult=edited),
        called("5", "4", "t", "TodoWrite", todos=todos),
        result("6", "5", "t", "ok"),
        answer("7", "6", "done"),
    ]
    write(tmp_path, "s", lines)

    conversation = read(tmp_path)

    edit = conversation.items[ItemId("e")]
    assert isinstance(edit, ToolCall)
    assert [change.diff for change in edit.changes] == ["@@ -1,1 +1,1 @@\n-a\n+b\n"]
    assert conversation.plan == (PlanStep("one", StepState.DONE), PlanStep("two"))
    assert conversation.session_usage is not None
    assert conversation.session_usage.total == 4 * 15


@pytest.mark.parametrize("cut", [1, 40, 400])
def test_a_line_that_is_still_being_written_costs_only_itself(tmp_path: Path, cut: int) -> None:
    path = write(tmp_path, "s", [said("1", None, "first"), answer("2", "1", "one")])
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:cut].rstrip(b"\n"))

    row = row_of(STORE, tmp_path, "s")

    assert texts(conversation_of(STORE, row)) == ["first", "one"]
    if cut < 400:
        assert row.reason == "Its last line is not finished; the 2 before it can be read."
    assert row.message_count == 2


def test_half_surrogate_pairs_and_bad_bytes_lose_no_line(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "A"), answer("2", "1", "B")])
    data = path.read_bytes().replace(b'"A"', rb'"A \ud83d"').replace(b'"B"', b'"B \xff"')
    path.write_bytes(data)

    assert texts(read(tmp_path)) == ["A \ufffd", "B \ufffd"]


def test_a_session_whose_folder_is_gone_cannot_be_resumed(tmp_path: Path) -> None:
    here = [said("1", None, "x", cwd=str(tmp_path)), answer("2", "1", "y")]
    write(tmp_path, "here", here)
    write(tmp_path, "gone", [said("1", None, "x", cwd="/no/such"), answer("2", "1", "y")])

    resumable = {row.id: (row.resumable, row.reason) for row in STORE.list([tmp_path])}

    assert resumable == {
        "here": (True, None),
        "gone": (False, "Its folder /no/such does not exist."),
    }


def test_a_long_file_is_summarised_from_its_ends_and_counted_on_request(tmp_path: Path) -> None:
    filler = [answer(f"f{n}", f"f{n - 1}" if n else "1", "x" * 1000) for n in range(400)]
    lines = [said("1", None, "long one"), *filler, {"type": "ai-title", "aiTitle": "Long"}]
    write(tmp_path, "s", lines)
    (file,) = STORE.files([tmp_path])

    short, whole = STORE.summarise(file), STORE.summarise(file, whole=True)

    assert (short.title, short.message_count, short.whole) == ("Long", None, False)
    assert (whole.title, whole.message_count, whole.tokens_used) == ("Long", 401, 400 * 15)
