"""From the first word to a session that takes prompts."""

from tests.agents.gemini.scenes import (
    SESSION,
    chunk,
    heard,
    initialized,
    line,
    make_spec,
    opened,
    played,
    prompt,
    ready,
    told,
    update,
    written,
)
from tui import __version__
from tui.agents.dialect import Exit
from tui.agents.gemini.dialect import AcpDialect
from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.commands import ChangeMode, ChangeModel, Interrupt, TakeBack
from tui.model.events import (
    EndReason,
    Event,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    SessionEnded,
    SessionReady,
    SettingChanged,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId

COMMANDS = update("available_commands_update", availableCommands=[{"name": "help"}])
NOT_SIGNED_IN = line(id=2, error={"code": -32000, "message": "Authentication required"})


def resumed(sign_in: str | None = None) -> AcpDialect:
    """Return a dialect that has asked for an old session."""
    dialect = AcpDialect(make_spec(resume=SessionId(SESSION)), sign_in)
    dialect.open()
    dialect.receive(initialized())
    return dialect


def test_session_is_opened_after_the_handshake() -> None:
    dialect = AcpDialect(make_spec())

    first = dialect.open()
    second = dialect.receive(initialized())
    third = dialect.receive(opened())

    assert written(first.writes) == [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": 1,
                "clientCapabilities": {
                    "fs": {"readTextFile": False, "writeTextFile": False},
                    "terminal": False,
                },
                "clientInfo": {"name": "parley", "title": "parley", "version": __version__},
            },
        }
    ]
    assert written(second.writes)[0]["method"] == "session/new"
    assert third.events == (
        SessionReady(
            session=SessionId(SESSION), version="0.61.0", cwd="/home/dev/gemdemo", mode=Mode.ASK
        ),
    )


def test_models_modes_and_commands_are_told() -> None:
    ready_events = told(played("acp_modes_models"), SessionReady)

    assert ready_events[0].model == "auto"
    assert ready_events[0].models is not None
    assert ModelChoice("gemini-2.5-pro", "gemini-2.5-pro") in ready_events[0].models
    assert ready_events[1].commands == (
        SlashCommand("memory", "Manage memory."),
        SlashCommand("memory show", "Shows the current memory contents."),
    )


def test_settings_of_other_acp_agents_are_understood() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.receive(initialized())
    options = [
        {"id": "mode", "category": "mode", "currentValue": "plan", "options": []},
        {
            "id": "model",
            "category": "model",
            "currentValue": "m1",
            "options": [{"name": "Group", "options": [{"value": "m1", "name": "One"}]}],
        },
    ]

    events = heard(dialect, line(id=2, result={"sessionId": "s", "configOptions": options}))

    assert events == [
        SessionReady(
            session=SessionId("s"),
            version="0.61.0",
            cwd="/home/dev/gemdemo",
            model="m1",
            mode=Mode.PLAN,
            models=(ModelChoice("m1", "One"),),
        )
    ]


def test_prompt_sent_before_ready_waits_and_is_sent_when_ready() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()

    early = dialect.send(prompt("hello"))
    dialect.receive(initialized())
    late = dialect.receive(opened())

    held = UserSaid(item=ItemId("p1"), text="hello", state=PromptState.QUEUED)
    assert (early.events, early.writes) == ((held,), ())
    assert late.events[1:] == (PromptMoved(ItemId("p1"), PromptState.SENT), TurnStarted())
    assert written(late.writes) == [
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "session/prompt",
            "params": {"sessionId": SESSION, "prompt": [{"type": "text", "text": "hello"}]},
        }
    ]


def test_mode_and_model_chosen_before_ready_are_set_before_the_first_prompt() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    for command in (prompt("hello"), ChangeMode(Mode.EDITS), ChangeModel("m")):
        dialect.send(command)
    dialect.receive(initialized())

    writes = written(dialect.receive(opened()).writes)

    assert [(one["method"], one["params"].get("modeId")) for one in writes] == [
        ("session/set_mode", "autoEdit"),
        ("session/set_model", None),
        ("session/prompt", None),
    ]


def test_prompt_that_waits_can_be_taken_back() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.send(prompt("hello"))

    taken = dialect.send(TakeBack(ItemId("p1")))
    again = dialect.send(TakeBack(ItemId("p1")))
    dialect.receive(initialized())

    assert taken.events == (PromptMoved(ItemId("p1"), PromptState.DROPPED),)
    assert again.events == ()
    assert dialect.receive(opened()).writes == ()


def test_interrupt_before_ready_drops_what_waits() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.send(prompt("hello"))

    reaction = dialect.send(Interrupt())

    assert reaction.events == (PromptMoved(ItemId("p1"), PromptState.DROPPED),)
    assert reaction.writes == ()


def test_replay_of_a_loaded_session_is_not_shown() -> None:
    dialect = resumed()
    modes = {"availableModes": [], "currentModeId": "default"}

    silent = heard(
        dialect,
        chunk("<session_context>…", "user_message_chunk"),
        line(id=2, result={"modes": modes}),
        chunk("old answer"),
        update("tool_call", toolCallId="t__1", status="completed", title="Shell", kind="execute"),
    )
    events = heard(dialect, COMMANDS)

    assert silent == []
    assert events == [
        SessionReady(
            session=SessionId(SESSION), version="0.61.0", cwd="/home/dev/gemdemo", mode=Mode.ASK
        ),
        SessionReady(commands=(SlashCommand("help"),)),
    ]


def test_loaded_session_is_ready_only_when_the_replay_is_over() -> None:
    dialect = resumed()
    dialect.send(prompt("go on"))

    before = dialect.receive(line(id=2, result={}))
    after = dialect.receive(COMMANDS)

    assert before.writes == ()
    assert [one["method"] for one in written(after.writes)] == ["session/prompt"]


def test_commands_that_come_before_the_answer_do_not_make_it_ready() -> None:
    dialect = resumed()

    assert heard(dialect, COMMANDS) == []
    assert [type(event) for event in heard(dialect, line(id=2, result={}))] == [
        SessionReady,
        SessionReady,
    ]


def test_unknown_session_ends_with_a_remedy() -> None:
    dialect = resumed()
    details = {"details": f'Invalid session identifier "{SESSION}".'}
    error = {"code": -32603, "message": "Internal error", "data": details}

    reaction = dialect.receive(line(id=2, error=error))
    end = dialect.closed(Exit(code=0))

    assert reaction.events == (
        SessionEnded(
            reason=EndReason.FAILED,
            error="Gemini CLI does not know this session in this folder.",
            remedy="Choose another session, or start in the folder where it was made.",
            code="unknown_session",
        ),
    )
    assert reaction.close_stdin
    assert end.events == ()


def test_agent_without_a_key_is_not_signed_in() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.receive(initialized())

    reaction = dialect.receive(NOT_SIGNED_IN)

    assert reaction.events == (
        SessionEnded(
            reason=EndReason.FAILED,
            error="Gemini CLI is not signed in.",
            remedy="Run `gemini` once and sign in, or export GEMINI_API_KEY.",
            code="not_signed_in",
        ),
    )


def test_key_in_reach_is_used_once_and_never_sent() -> None:
    dialect = resumed(sign_in="gemini-api-key")

    asked = dialect.receive(NOT_SIGNED_IN)
    again = dialect.receive(line(id=3, result={}))
    refused = dialect.receive(line(id=4, error={"code": -32000, "message": "no"}))

    assert [type(event) for event in asked.events] == [NoticeRaised]
    assert written(asked.writes)[0]["params"] == {"methodId": "gemini-api-key"}
    assert written(again.writes)[0]["method"] == "session/load"
    assert [event.code for event in refused.events if isinstance(event, SessionEnded)] == [
        "not_signed_in"
    ]


def test_recorded_sign_in_ends_and_begins_the_session() -> None:
    events = [type(event) for event in told(played("acp_auth_no_key"), SessionEnded, SessionReady)]

    assert events == [SessionEnded, SessionReady, SessionReady, SessionEnded]


def test_refused_handshake_falls_back() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()

    reaction = dialect.receive(line(id=1, error={"code": -32601, "message": "no such method"}))

    assert reaction.fall_back == "Gemini CLI refused the ACP handshake: no such method"


def test_unknown_flag_falls_back_and_loses_no_prompt() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.send(prompt("hello"))

    reaction = dialect.closed(Exit(code=1, stderr="Unknown argument: acp"))

    assert reaction.events == ()
    assert reaction.fall_back == "This version of Gemini CLI does not know this ACP flag."


def test_process_that_ends_at_once_says_how() -> None:
    dialect = AcpDialect(make_spec())
    dialect.open()
    dialect.send(prompt("hello"))

    reaction = dialect.closed(Exit(code=7, stderr="[STARTUP] x\n\x1b[31mboom\x1b[0m\n"))

    assert reaction.events == (
        PromptMoved(ItemId("p1"), PromptState.DROPPED),
        SessionEnded(
            reason=EndReason.FAILED,
            exit_code=7,
            error="Gemini CLI ended before it was ready (exit code 7).",
            remedy="Try `gemini` in a terminal.",
            stderr="boom",
            code="exited",
        ),
    )


def test_fork_is_refused_rather_than_changing_the_original() -> None:
    dialect = AcpDialect(make_spec(resume=SessionId(SESSION), fork=True))

    reaction = dialect.open()

    assert reaction.writes == ()
    assert [event.code for event in reaction.events if isinstance(event, SessionEnded)] == [
        "cannot_fork"
    ]


def test_start_that_is_put_off_is_announced() -> None:
    reaction = AcpDialect(make_spec(resume=SessionId(SESSION)), wait=42).open()

    assert [event.code for event in reaction.events if isinstance(event, NoticeRaised)] == [
        "waiting"
    ]
    assert len(reaction.writes) == 1


def test_mode_lowered_in_an_untrusted_folder_is_told() -> None:
    dialect = AcpDialect(make_spec(mode=Mode.AUTO))
    dialect.open()
    dialect.receive(initialized())

    events: list[Event] = heard(dialect, opened())

    assert [event.level for event in events if isinstance(event, NoticeRaised)] == [Level.WARNING]


def test_mode_and_model_are_changed_when_the_agent_says_so() -> None:
    dialect = ready()
    dialect.send(ChangeMode(Mode.PLAN))
    dialect.send(ChangeModel("gemini-2.5-flash"))

    events = heard(
        dialect,
        chunk("[MODE_UPDATE] plan"),
        line(id=3, result={}),
        line(id=4, result={}),
        update("current_mode_update", currentModeId="yolo"),
        chunk("[MODE_UPDATE] somethingNew"),
    )

    assert events == [
        SettingChanged(mode=Mode.PLAN),
        SettingChanged(model="gemini-2.5-flash"),
        SettingChanged(mode=Mode.AUTO),
    ]


def test_refused_mode_is_a_notice() -> None:
    dialect = ready()
    dialect.send(ChangeMode(Mode.AUTO))
    details = {"details": "Cannot enable privileged approval modes in an untrusted folder."}

    events = heard(
        dialect, line(id=3, error={"code": -32603, "message": "Internal error", "data": details})
    )

    assert events == [NoticeRaised(text=details["details"], level=Level.ERROR, code="mode_refused")]
