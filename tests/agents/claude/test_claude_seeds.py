"""Lines of seeds 000 and 004, which wrappers and older versions may print."""

from tests.agents.claude.scenes import heard, line, new_dialect, written
from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.commands import Decide, Prompt
from tui.model.events import (
    Level,
    NoticeRaised,
    PermissionAsked,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    SessionReady,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.permission import Decision, Effect, Verdict
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.usage import TokenUsage


def text(words: str) -> list[dict[str, str]]:
    """Return content that is one block of text."""
    return [{"type": "text", "text": words}]


def test_flow_of_seed_000() -> None:
    dialect = new_dialect()
    edit = {
        "file_path": "/src/auth.ts",
        "old_string": "function login()",
        "new_string": "async function login()",
    }

    events = heard(
        dialect,
        line(type="init", session_id="sess_abc123", timestamp="2025-12-03T10:00:00.000Z"),
        line(type="message", role="assistant", content=text("I'll analyze the codebase...")),
        line(type="tool_use", id="toolu_02", name="Edit", input=edit),
        line(type="tool_result", tool_use_id="toolu_02", content="File updated", is_error=False),
        line(type="message", role="assistant", content=text("Done!")),
        line(type="result", status="success", session_id="sess_abc123", duration_ms=12500),
    )

    call = ItemId("toolu_02")
    assert events == [
        SessionReady(session=SessionId("sess_abc123")),
        TurnStarted(),
        ProseDone(ItemId("unnamed-1"), "I'll analyze the codebase..."),
        ToolStarted(
            call=call,
            kind=ToolKind.EDIT,
            name="Edit",
            title="/src/auth.ts",
            input=edit,
            changes=(
                FileChange(
                    path="/src/auth.ts",
                    kind=ChangeKind.MODIFIED,
                    before="function login()",
                    after="async function login()",
                    passage=True,
                ),
            ),
        ),
        ToolFinished(call=call, outcome=Outcome.OK, output="File updated"),
        ProseDone(ItemId("unnamed-3"), "Done!"),
        UsageReported(),
        TurnEnded(outcome=TurnOutcome.COMPLETED, duration_ms=12500),
    ]


def test_prompt_that_waited_goes_out_when_a_wrapper_says_init() -> None:
    dialect = new_dialect()
    dialect.open()
    dialect.send(Prompt(id=ItemId("p1"), text="hi"))

    [prompt] = written(dialect.receive(line(type="init", session_id="sess_1")).writes)

    assert prompt["message"] == {"role": "user", "content": "hi"}


def test_partial_messages_grow_and_the_whole_one_replaces_them() -> None:
    dialect = new_dialect()
    message = {"type": "message", "role": "assistant"}

    events = heard(
        dialect,
        line(**message, content=text("I'll help"), partial=True),
        line(**message, content=text("I'll help you"), partial=True),
        line(**message, content=text(" refactor"), partial=True),
        line(**message, content=text("I'll help you refactor.")),
    )

    item = ItemId("unnamed-1:0")
    assert events == [
        TurnStarted(),
        ProseGrew(item, "I'll help"),
        ProseGrew(item, " you"),
        ProseGrew(item, " refactor"),
        ProseDone(item, "I'll help you refactor."),
    ]


def test_flat_stream_events_grow_the_message_that_follows() -> None:
    dialect = new_dialect()
    flat = {"type": "stream_event", "event_type": "content_block_delta", "index": 0}
    stop = line(type="stream_event", event_type="message_stop")

    events = heard(
        dialect,
        line(**flat, delta={"type": "text_delta", "text": "I'll"}),
        line(**flat, delta={"type": "text_delta", "text": " go"}),
        stop,
        line(type="message", role="assistant", content=text("I'll go.")),
        line(**flat, delta={"type": "text_delta", "text": "Next"}),
        stop,
        line(**flat, delta={"type": "text_delta", "text": "Last"}),
    )

    first, second, third = (ItemId(f"unnamed-{number}:0") for number in (1, 2, 3))
    assert events == [
        TurnStarted(),
        ProseGrew(first, "I'll"),
        ProseGrew(first, " go"),
        ProseDone(first, "I'll go."),
        ProseGrew(second, "Next"),
        ProseGrew(third, "Last"),
    ]


def test_error_line_is_a_notice() -> None:
    dialect = new_dialect()

    events = heard(
        dialect,
        line(type="error", error={"type": "permission_denied", "message": "blocked by user"}),
        line(type="error", error={"code": "SESSION_NOT_FOUND", "message": "Session not found"}),
    )

    assert events == [
        NoticeRaised(text="blocked by user", level=Level.ERROR, code="permission_denied"),
        NoticeRaised(text="Session not found", level=Level.ERROR, code="session_not_found"),
    ]


def test_results_by_status() -> None:
    dialect = new_dialect()
    dialect.receive(line(type="init", session_id="sess_1"))
    lines = [line(type="result", status=status) for status in ("error", "cancelled")]

    ends = [event.outcome for event in heard(dialect, *lines) if isinstance(event, TurnEnded)]

    assert ends == [TurnOutcome.FAILED, TurnOutcome.INTERRUPTED]


def test_prompt_in_a_wrappers_own_record_is_no_answer() -> None:
    dialect = new_dialect()
    dialect.overhear(line(type="user", message={"role": "user", "content": "hi"}))
    message = {"type": "message", "role": "user"}

    events = heard(
        dialect, line(**message, content=text("hi")), line(**message, content=text("and?"))
    )

    assert events == [
        PromptMoved(ItemId("prompt-1"), PromptState.TAKEN),
        UserSaid(item=ItemId("prompt-2"), text="and?", state=PromptState.TAKEN),
    ]


def test_greeting_of_seed_004_has_its_id_outside() -> None:
    dialect = new_dialect()
    dialect.open()
    response = {
        "commands": [{"name": "/help", "description": "..."}],
        "models": [{"value": "sonnet", "display": "Sonnet (Fast)"}],
    }

    events = heard(
        dialect,
        line(type="control_response", request_id="parley-1", response=response),
        line(type="session.created", session_id="session-uuid"),
    )

    assert events == [
        SessionReady(
            mode=Mode.ASK,
            models=(ModelChoice("sonnet", "Sonnet (Fast)"),),
            commands=(SlashCommand("help", "..."),),
        ),
        SessionReady(session=SessionId("session-uuid")),
    ]


def test_turn_of_seed_004() -> None:
    dialect = new_dialect()
    tools = [{"name": "Bash", "description": "Execute bash commands"}]
    use = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls"}}
    done = {"type": "tool_result", "tool_use_id": "c1", "content": "Command output..."}
    usage = {"input_tokens": 100, "output_tokens": 50}

    events = heard(
        dialect,
        line(type="system", subtype="init", session_id="s1", tools=tools, mcp_servers=[]),
        line(type="assistant", uuid="u1", session_id="s1", message={"content": [use]}),
        line(type="user", uuid="u2", session_id="s1", message={"content": [done]}),
        line(
            type="result",
            subtype="error_max_turns",
            session_id="s1",
            error="Maximum turns exceeded",
            duration_seconds=5.2,
            usage=usage,
        ),
    )

    used = TokenUsage(input=100, output=50)
    assert events[0] == SessionReady(session=SessionId("s1"), tools=("Bash",))
    assert events[-3:] == [
        ToolFinished(call=ItemId("c1"), outcome=Outcome.OK, output="Command output..."),
        UsageReported(turn=used),
        TurnEnded(
            outcome=TurnOutcome.LIMIT,
            error="Maximum turns exceeded",
            usage=used,
            duration_ms=5200,
        ),
    ]


def test_callback_request_is_answered_in_kind() -> None:
    dialect = new_dialect()
    request = {
        "subtype": "can_use_tool",
        "tool_name": "Bash",
        "input": {"command": "ls -la"},
        "tool_use_id": "tool-use-uuid",
        "permission_suggestions": [
            {"type": "bash", "action": "allow", "pattern": "ls *", "scope": "session"}
        ],
        "blocked_path": None,
    }

    answers = []
    for id, decision in (
        ("cb-1", Decision(verdict=Verdict.ALLOW, options=("suggestion:0",))),
        ("cb-2", Decision(verdict=Verdict.DENY, message="User denied permission")),
    ):
        [asked] = heard(dialect, line(type="callback.request", request_id=id, request=request))
        assert isinstance(asked, PermissionAsked)
        [option] = asked.request.options
        answers += written(dialect.send(Decide(asked.request, decision)).writes)

    assert (option.label, option.effect) == ("Allow bash ls *", Effect.ALLOW_SESSION)
    assert answers == [
        {
            "type": "callback.response",
            "response": {
                "subtype": "success",
                "request_id": "cb-1",
                "response": {
                    "behavior": "allow",
                    "updated_input": {"command": "ls -la"},
                    "updated_permissions": request["permission_suggestions"],
                    "tool_use_id": "tool-use-uuid",
                },
            },
        },
        {
            "type": "callback.response",
            "response": {
                "subtype": "success",
                "request_id": "cb-2",
                "response": {
                    "behavior": "deny",
                    "message": "User denied permission",
                    "tool_use_id": "tool-use-uuid",
                },
            },
        },
    ]
