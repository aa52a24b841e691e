"""The fallback: `gemini -o stream-json`, one process per turn."""

from signal import Signals

import pytest

from tests.agents.gemini.scenes import heard, line, make_spec, played, prompt, told
from tui.agents.dialect import Exit
from tui.agents.gemini.stream_dialect import StreamDialect
from tui.model.capabilities import Mode
from tui.model.commands import ChangeMode, Image, Interrupt
from tui.model.events import (
    EndReason,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    Retry,
    SessionEnded,
    SessionReady,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind
from tui.model.usage import TokenUsage

STATS = {"total_tokens": 350, "input_tokens": 100, "output_tokens": 240, "duration_ms": 5000}
USAGE = TokenUsage(input=100, output=250, reasoning=10)


def sent(text: str = "hello") -> StreamDialect:
    """Return a dialect whose process has its prompt."""
    dialect = StreamDialect(make_spec())
    dialect.open()
    dialect.send(prompt(text))
    return dialect


def test_prompt_goes_to_standard_input_and_ends_it() -> None:
    dialect = StreamDialect(make_spec())

    first = dialect.open()
    reaction = dialect.send(prompt("--help\nme"))

    assert first.writes == ()
    assert (reaction.writes, reaction.close_stdin) == ((b"--help\nme\n",), True)
    assert reaction.events == (PromptMoved(ItemId("p1"), PromptState.SENT), TurnStarted())


def test_recorded_turn_is_told() -> None:
    events = told(played("sj_hello"), SessionReady, UserSaid, TurnStarted, ProseDone, TurnEnded)

    used = TokenUsage(input=2107, output=31, cached=300, reasoning=7)
    assert events == [
        SessionReady(session=SessionId("ba6155be-d8d4-4544-a0e2-2598fa9fa3f3"), model="auto"),
        TurnStarted(),
        UserSaid(item=ItemId("prompt-1"), text="say hello"),
        ProseDone(ItemId("prose-1"), "Hello! I can help you with this project."),
        TurnEnded(outcome=TurnOutcome.COMPLETED, usage=used, duration_ms=233),
    ]


def test_echo_of_our_own_prompt_says_that_it_was_taken() -> None:
    events = heard(sent(), line(type="message", role="user", content="hello"))

    assert events == [PromptMoved(ItemId("p1"), PromptState.TAKEN)]


def test_calls_have_names_arguments_and_changes() -> None:
    scene = played("sj_tools_yolo")
    starts = told(scene, ToolStarted)
    ends = told(scene, ToolFinished)

    assert [(start.name, start.kind, start.title) for start in starts] == [
        ("list_directory", ToolKind.FIND, "."),
        ("read_file", ToolKind.READ, "calc.py"),
        ("run_shell_command", ToolKind.SHELL, "echo hi from shell; ls"),
        ("write_file", ToolKind.WRITE, "new.txt"),
        ("replace", ToolKind.EDIT, "calc.py"),
    ]
    assert ends[2].output == "hi from shell\nREADME.md\ncalc.py"
    assert ends[3].changes == (
        FileChange(path="new.txt", kind=ChangeKind.MODIFIED, after="one\ntwo\n"),
    )
    assert ends[4].changes == (
        FileChange(
            path="calc.py",
            kind=ChangeKind.MODIFIED,
            diff="@@ -1,1 +1,1 @@\n-def add(a, b):\n+def add(a: int, b: int):",
            passage=True,
        ),
    )


def test_failed_calls_say_why() -> None:
    ends = told(played("sj_tool_errors"), ToolFinished)

    assert ends[0].outcome is Outcome.FAILED
    assert ends[0].output == "File not found: /home/dev/gemdemo/missing.py"


def test_call_against_the_policy_is_denied() -> None:
    error = {"type": "policy_violation", "message": "not in plan mode"}

    events = heard(
        sent(),
        line(type="tool_use", tool_name="write_file", tool_id="write_file__1", parameters={}),
        line(type="tool_result", tool_id="write_file__1", status="error", error=error),
    )

    assert events[-1] == ToolFinished(
        call=ItemId("write_file__1"),
        outcome=Outcome.DENIED,
        output="not in plan mode",
        decided_by="Gemini's policy",
    )


def test_to_do_list_is_a_plan() -> None:
    todos = [
        {"description": "look", "status": "completed"},
        {"description": "edit", "status": "in_progress"},
        {"description": "test", "status": "pending"},
    ]

    events = heard(
        sent(),
        line(type="tool_use", tool_name="write_todos", tool_id="t", parameters={"todos": todos}),
    )

    assert events[-1] == PlanChanged(
        steps=(
            PlanStep("look", StepState.DONE),
            PlanStep("edit", StepState.ACTIVE),
            PlanStep("test"),
        )
    )


def test_loop_ends_at_a_limit_although_the_result_says_success() -> None:
    events = told(played("sj_loop_text"), NoticeRaised, TurnEnded)

    assert events[0] == NoticeRaised(text="Loop detected, stopping execution", level=Level.WARNING)
    assert isinstance(events[1], TurnEnded)
    assert events[1].outcome is TurnOutcome.LIMIT


def test_api_error_is_the_turns_error() -> None:
    end = told(played("sj_api_401"), TurnEnded)[0]

    assert (end.outcome, end.error) == (TurnOutcome.FAILED, "API key expired")


def test_exit_code_zero_without_a_result_is_an_interruption() -> None:
    ends = told(played("sj_sigint_in_tool"), ToolFinished, TurnEnded, SessionEnded)

    assert [getattr(end, "outcome", None) for end in ends] == [
        Outcome.CANCELLED,
        TurnOutcome.INTERRUPTED,
    ]


def test_interrupt_is_a_signal_and_the_conversation_goes_on() -> None:
    dialect = sent()
    heard(dialect, line(type="message", role="assistant", content="one, ", delta=True))

    reaction = dialect.send(Interrupt())
    over = dialect.closed(Exit(code=-2))
    again = dialect.send(prompt("next", "p2"))

    assert (reaction.signal, reaction.events) == (Signals.SIGINT, ())
    assert over.events == (
        ProseDone(ItemId("prose-1"), "one, ", partial=True),
        TurnEnded(outcome=TurnOutcome.INTERRUPTED),
    )
    assert again.writes == (b"next\n",)
    assert dialect.send(ChangeMode(Mode.AUTO)).writes == ()


@pytest.mark.parametrize(
    ("code", "stderr", "word"),
    [
        (41, "Please set an Auth method", "not_signed_in"),
        (42, 'Error resuming session: Invalid session identifier "x".', "unknown_session"),
        (42, 'Session ID "x" already exists. Use --resume to resume it', "session_id_in_use"),
        (52, "bad json", "bad_settings"),
        (55, "Gemini CLI is not running in a trusted directory.", "untrusted_folder"),
        (1, "Unknown arguments: output-format", "unknown_flag"),
    ],
)
def test_known_ends_have_a_word_and_a_remedy(code: int, stderr: str, word: str) -> None:
    events = sent().closed(Exit(code=code, stderr=stderr)).events

    turn, session = events
    assert isinstance(turn, TurnEnded)
    assert isinstance(session, SessionEnded)
    assert (turn.outcome, session.reason) == (TurnOutcome.FAILED, EndReason.FAILED)
    assert (session.code, session.exit_code, turn.error) == (word, code, session.error)
    assert session.remedy


def test_recorded_untrusted_folder_is_named() -> None:
    assert told(played("sj_untrusted"), SessionEnded)[0].code == "untrusted_folder"


def test_death_without_a_word_ends_the_turn_only() -> None:
    events = sent().closed(Exit(code=1, stderr="[STARTUP] x\nTypeError: boom\n")).events

    assert events == (TurnEnded(outcome=TurnOutcome.FAILED, error="TypeError: boom"),)


def test_pictures_are_not_dropped_silently() -> None:
    dialect = StreamDialect(make_spec())
    picture = Image(media_type="image/png", data="AA==", path="/x.png")

    events = dialect.send(prompt("look", images=(picture,))).events

    assert [event.code for event in events if isinstance(event, NoticeRaised)] == ["no_images"]


def test_second_prompt_for_one_process_is_dropped_visibly() -> None:
    reaction = sent().send(prompt("more", "p2"))

    assert reaction.events == (PromptMoved(ItemId("p2"), PromptState.DROPPED),)
    assert reaction.writes == ()


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        (b"Available sessions:", "not JSON"),
        (b"[]", "not JSON"),
        (b'{"type":"brand_new"}', "brand_new"),
        (b'{"a":1}', "no type"),
        (b"", "not JSON"),
    ],
)
def test_other_lines_are_kept_by_name(raw: bytes, label: str) -> None:
    assert heard(sent(), raw) == [Unrecognised(label)]


def seed_turn(*lines: bytes) -> list[Event]:
    """Return what a recorded-style turn of a seed dialect means."""
    dialect = StreamDialect(make_spec())
    return [*heard(dialect, *lines), *dialect.closed(Exit(code=0)).events]


def test_seed_000_content_and_tool_call_are_understood() -> None:
    arguments = {"file_path": "./src/auth.ts", "content": "export {}"}

    events = seed_turn(
        line(type="init", session_id="abc123", model="gemini-2.0-flash-exp"),
        line(type="content", value="I'll analyze "),
        line(type="content", value="it."),
        line(type="tool_call", name="write_file", args=arguments),
        line(type="result", status="success", stats=STATS),
    )

    call = ItemId("write_file-1")
    change = FileChange(path="./src/auth.ts", kind=ChangeKind.MODIFIED, after="export {}")
    assert events == [
        SessionReady(session=SessionId("abc123"), model="gemini-2.0-flash-exp"),
        TurnStarted(),
        ProseGrew(ItemId("prose-1"), "I'll analyze "),
        ProseGrew(ItemId("prose-1"), "it."),
        ProseDone(ItemId("prose-1"), "I'll analyze it."),
        ToolStarted(
            call=call,
            kind=ToolKind.WRITE,
            name="write_file",
            title="./src/auth.ts",
            input=arguments,
            changes=(change,),
        ),
        ToolFinished(call=call, outcome=Outcome.OK),
        UsageReported(session=USAGE, turn=USAGE),
        TurnEnded(outcome=TurnOutcome.COMPLETED, usage=USAGE, duration_ms=5000),
    ]


def test_seed_000_bash_and_whole_messages_are_understood() -> None:
    events = seed_turn(
        line(
            type="tool_use",
            tool_name="Bash",
            tool_id="bash-123",
            parameters={"command": "ls -la src/auth/"},
        ),
        line(type="tool_result", tool_id="bash-123", status="success", output="total 16"),
        line(type="message", role="assistant", content="Done!"),
        line(type="result", status="success", stats=STATS),
    )

    starts = [event for event in events if isinstance(event, ToolStarted)]
    assert [(start.kind, start.title) for start in starts] == [(ToolKind.SHELL, "ls -la src/auth/")]
    assert ProseDone(ItemId("prose-1"), "Done!") in events


def test_seed_000_whole_message_replaces_its_pieces() -> None:
    events = seed_turn(
        line(type="message", role="assistant", content="Hel", delta=True),
        line(type="message", role="assistant", content="Hello", delta=False),
        line(type="result", status="success"),
    )

    assert [event for event in events if isinstance(event, ProseDone)] == [
        ProseDone(ItemId("prose-1"), "Hello")
    ]


def test_seed_000_errors_carry_a_code() -> None:
    events = seed_turn(
        line(
            type="error",
            status="error",
            error={"code": "INVALID_CHUNK", "message": "Stream ended with invalid chunk"},
        ),
        line(
            type="result",
            status="error",
            stats=None,
            error={"code": "EXECUTION_FAILED", "message": "Tool execution timed out"},
        ),
    )

    assert events == [
        NoticeRaised(
            text="Stream ended with invalid chunk", level=Level.ERROR, code="invalid_chunk"
        ),
        TurnStarted(),
        TurnEnded(outcome=TurnOutcome.FAILED, error="Tool execution timed out"),
    ]


def test_seed_000_cancelled_result_is_an_interruption() -> None:
    events = seed_turn(line(type="result", status="cancelled", stats=None))

    assert events == [TurnStarted(), TurnEnded(outcome=TurnOutcome.INTERRUPTED)]


def test_seed_000_retry_is_a_notice() -> None:
    events = seed_turn(line(type="retry", attempt=2, max_attempts=3, delay_ms=1000))

    assert events == [
        NoticeRaised(
            text="The model call is tried again.",
            retry=Retry(attempt=2, limit=3, delay_ms=1000),
            code="retry",
        )
    ]


def test_seed_003_blocks_and_done_are_understood() -> None:
    blocks = [
        {"type": "text", "text": "I'll read the file for you."},
        {
            "type": "tool_call",
            "id": "tc_1",
            "name": "read_file",
            "arguments": {"path": "main.go"},
        },
    ]

    events = seed_turn(
        line(type="init", session_id="abc123", model="gemini-2.0-flash", version="0.1.0"),
        line(type="message", role="assistant", content=blocks),
        line(type="tool_result", id="tc_1", content="package main"),
        line(type="done", usage={"input_tokens": 1500, "output_tokens": 500}, duration_ms=3500),
    )

    used = TokenUsage(input=1500, output=500)
    call = ItemId("tc_1")
    assert events == [
        SessionReady(session=SessionId("abc123"), model="gemini-2.0-flash", version="0.1.0"),
        TurnStarted(),
        ProseGrew(ItemId("prose-1"), "I'll read the file for you."),
        ProseDone(ItemId("prose-1"), "I'll read the file for you."),
        ToolStarted(
            call=call,
            kind=ToolKind.READ,
            name="read_file",
            title="main.go",
            input={"path": "main.go"},
        ),
        ToolFinished(call=call, outcome=Outcome.OK, output="package main"),
        UsageReported(session=used, turn=used),
        TurnEnded(outcome=TurnOutcome.COMPLETED, usage=used, duration_ms=3500),
    ]
