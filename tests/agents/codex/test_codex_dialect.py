"""What the app-server dialect writes, keeps and concludes, line by line."""

from typing import Any

import pytest

from tests.agents.codex.scenes import (
    LATER,
    OPENED,
    PROMPT,
    THREAD,
    TURN,
    WELCOME,
    busy,
    heard,
    item,
    line,
    make_spec,
    notify,
    ready,
    turn_over,
    written,
)
from tui.agents.codex.dialect import AppServer
from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.model.capabilities import Mode, ModelChoice
from tui.model.commands import ChangeMode, ChangeModel, Close, Image, Interrupt, Prompt, TakeBack
from tui.model.events import (
    Channel,
    EndReason,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    Retry,
    SessionEnded,
    SessionReady,
    SettingChanged,
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
from tui.model.tools import Outcome, ToolKind
from tui.model.usage import TokenUsage

STARTED = line(id=5, result={"turn": {"id": TURN, "status": "inProgress"}})
BEGUN = notify("turn/started", turn={"id": TURN})
INTERRUPT = {"method": "turn/interrupt", "params": {"threadId": THREAD, "turnId": TURN}}


def asked(reaction: Reaction) -> list[tuple[str, Any]]:
    """Return method and parameters of what was written."""
    return [(one["method"], one.get("params")) for one in written(reaction.writes)]


def said(prompt: Prompt, state: PromptState = PromptState.SENT) -> UserSaid:
    """Return how a prompt of ours is told."""
    return UserSaid(item=prompt.id, text=prompt.text, state=state)


def test_it_introduces_itself_and_opens_a_thread_that_cannot_write() -> None:
    dialect = AppServer(make_spec())

    hello = dialect.open()
    welcomed = dialect.receive(WELCOME)
    opened = dialect.receive(OPENED)

    assert asked(hello) == [
        (
            "initialize",
            {
                "clientInfo": {"name": "parley", "title": "Parley", "version": "0.1.0"},
                "capabilities": {
                    "experimentalApi": True,
                    "requestAttestation": False,
                    "optOutNotificationMethods": ["remoteControl/status/changed"],
                },
            },
        )
    ]
    assert asked(welcomed) == [
        ("initialized", None),
        ("account/read", {}),
        (
            "thread/start",
            {"cwd": "/home/dev/demo", "sandbox": "read-only", "approvalPolicy": "untrusted"},
        ),
    ]
    assert asked(opened) == [("model/list", {})]
    assert opened.events == (
        SessionReady(
            session=SessionId(THREAD),
            version="0.166.0",
            cwd="/home/dev/demo",
            model="gpt-5.5",
            mode=Mode.ASK,
        ),
    )


@pytest.mark.parametrize(("fork", "method"), [(False, "thread/resume"), (True, "thread/fork")])
def test_a_conversation_is_continued_or_copied(fork: bool, method: str) -> None:
    dialect = AppServer(make_spec(resume=SessionId("t0"), fork=fork, model="m", mode=Mode.AUTO))
    dialect.open()

    assert asked(dialect.receive(WELCOME))[2] == (
        method,
        {
            "threadId": "t0",
            "excludeTurns": True,
            "cwd": "/home/dev/demo",
            "sandbox": "read-only",
            "approvalPolicy": "never",
            "model": "m",
        },
    )


def test_a_prompt_said_too_early_is_kept_and_sent_when_ready() -> None:
    dialect = AppServer(make_spec())
    dialect.open()

    early = dialect.send(PROMPT)
    dialect.receive(WELCOME)
    opened = dialect.receive(OPENED)

    assert early == Reaction((said(PROMPT, PromptState.QUEUED),))
    assert [method for method, _ in asked(opened)] == ["model/list", "turn/start"]


def test_a_prompt_starts_a_turn_with_the_sandbox_of_its_mode() -> None:
    picture = Image(media_type="image/png", data="", path="/home/dev/x.png")
    prompt = Prompt(id=PROMPT.id, text="look", images=(picture,))

    reaction = ready().send(prompt)

    assert reaction.events == (UserSaid(item=PROMPT.id, text="look", images=1),)
    assert asked(reaction) == [
        (
            "turn/start",
            {
                "threadId": THREAD,
                "input": [
                    {"type": "text", "text": "look"},
                    {"type": "localImage", "path": "/home/dev/x.png"},
                ],
                "clientUserMessageId": PROMPT.id,
                "approvalPolicy": "untrusted",
                "sandboxPolicy": {
                    "type": "workspaceWrite",
                    "writableRoots": [],
                    "networkAccess": False,
                    "excludeTmpdirEnvVar": False,
                    "excludeSlashTmp": False,
                },
                "summary": "auto",
            },
        )
    ]


def test_a_turn_is_told_once_and_the_prompt_as_taken() -> None:
    dialect = ready()
    dialect.send(PROMPT)
    echo: dict[str, Any] = {"clientId": PROMPT.id, "content": [{"type": "text", "text": "x"}]}

    events = heard(
        dialect,
        STARTED,
        BEGUN,
        item("started", "userMessage", "u1", **echo),
        item("completed", "userMessage", "u1", **echo),
        turn_over(durationMs=7),
    )

    assert events == [
        TurnStarted(TURN),
        PromptMoved(PROMPT.id, PromptState.TAKEN),
        TurnEnded(outcome=TurnOutcome.COMPLETED, turn=TURN, duration_ms=7),
    ]


def test_a_prompt_typed_elsewhere_is_told_whole() -> None:
    echo = item("completed", "userMessage", "u9", content=[{"type": "text", "text": "from afar"}])

    assert heard(busy(), echo) == [
        UserSaid(item=ItemId("u9"), text="from afar", state=PromptState.TAKEN)
    ]


def test_a_prompt_during_a_turn_steers_it() -> None:
    assert asked(busy().send(LATER)) == [
        (
            "turn/steer",
            {
                "threadId": THREAD,
                "expectedTurnId": TURN,
                "input": [{"type": "text", "text": "later"}],
                "clientUserMessageId": LATER.id,
            },
        )
    ]


@pytest.mark.parametrize(
    "answer",
    [{"error": {"code": -32600, "message": "no active turn to steer"}}, {"result": {}}],
    ids=["refused", "accepted"],
)
def test_a_prompt_that_came_too_late_to_steer_starts_one_turn(answer: dict[str, Any]) -> None:
    dialect = busy()
    dialect.send(LATER)

    over = dialect.receive(turn_over())
    late = dialect.receive(line(id=6, **answer))

    assert over.writes == ()
    assert [(m, p["clientUserMessageId"]) for m, p in asked(late)] == [("turn/start", LATER.id)]


def test_a_steer_that_is_refused_before_the_turn_ends_starts_a_turn() -> None:
    dialect = busy()
    dialect.send(LATER)

    reaction = dialect.receive(line(id=6, error={"code": -32600, "message": "no active turn"}))

    assert [(m, p["clientUserMessageId"]) for m, p in asked(reaction)] == [("turn/start", LATER.id)]


def test_a_prompt_that_an_ended_turn_did_not_read_is_said_again() -> None:
    dialect = busy()
    dialect.send(LATER)
    dialect.receive(line(id=6, result={"turnId": TURN}))

    reaction = dialect.receive(turn_over())

    assert [(m, p["clientUserMessageId"]) for m, p in asked(reaction)] == [("turn/start", LATER.id)]


def test_a_prompt_that_an_interrupted_turn_did_not_read_is_dropped() -> None:
    dialect = busy()
    dialect.send(LATER)
    dialect.receive(line(id=6, result={"turnId": TURN}))
    dialect.send(Interrupt())

    reaction = dialect.receive(turn_over("interrupted"))

    assert reaction.writes == ()
    assert reaction.events[-1] == PromptMoved(LATER.id, PromptState.DROPPED)


def test_a_prompt_that_was_taken_at_the_last_moment_gets_its_answer() -> None:
    dialect = busy()
    dialect.send(LATER)
    dialect.receive(line(id=6, result={"turnId": TURN}))
    echo: dict[str, Any] = {"clientId": LATER.id, "content": [{"type": "text", "text": "later"}]}
    heard(
        dialect,
        item("started", "userMessage", "u2", **echo),
        item("completed", "userMessage", "u2", **echo),
    )

    reaction = dialect.receive(turn_over())

    assert [(method, params["input"]) for method, params in asked(reaction)] == [("turn/start", [])]


def test_a_prompt_that_got_its_answer_is_not_asked_again() -> None:
    dialect = busy()
    dialect.send(LATER)
    echo: dict[str, Any] = {"clientId": LATER.id, "content": [{"type": "text", "text": "later"}]}
    heard(
        dialect,
        item("started", "userMessage", "u2", **echo),
        item("started", "agentMessage", "m1"),
        item("completed", "agentMessage", "m1", text="yes"),
    )

    assert dialect.receive(turn_over()).writes == ()


def test_a_version_that_cannot_be_steered_gets_prompts_one_by_one() -> None:
    dialect = busy()
    dialect.send(LATER)
    unknown = {"code": -32600, "message": "Invalid request: unknown variant `turn/steer`"}

    refused = dialect.receive(line(id=6, error=unknown))
    ended = dialect.receive(turn_over())

    assert (refused.writes, dialect.capabilities.steer) == ((), False)
    assert [method for method, _ in asked(ended)] == ["turn/start"]


def test_a_turn_that_was_refused_failed_and_its_prompt_was_dropped() -> None:
    dialect = ready()
    dialect.send(PROMPT)

    refused = dialect.receive(line(id=5, error={"code": -32600, "message": "thread not found"}))

    assert refused.events == (
        PromptMoved(PROMPT.id, PromptState.DROPPED),
        TurnStarted(),
        TurnEnded(outcome=TurnOutcome.FAILED, error="thread not found"),
    )


def test_an_interrupt_names_the_turn() -> None:
    [interrupt] = written(busy().send(Interrupt()).writes)

    assert {k: interrupt[k] for k in ("method", "params")} == INTERRUPT


def test_an_interrupt_without_a_turn_says_nothing() -> None:
    assert ready().send(Interrupt()) == Reaction()


def test_an_interrupt_waits_until_the_turn_has_begun() -> None:
    dialect = ready()
    dialect.send(PROMPT)

    at_once = dialect.send(Interrupt())
    named = dialect.receive(STARTED)
    meanwhile = dialect.send(LATER)
    begun = dialect.receive(BEGUN)
    over = dialect.receive(turn_over("interrupted"))

    assert (at_once.writes, named.writes, meanwhile.writes) == ((), (), ())
    assert [method for method, _ in asked(begun)] == ["turn/interrupt"]
    assert [method for method, _ in asked(over)] == ["turn/start"]


def test_an_interrupt_before_ready_drops_what_waits() -> None:
    dialect = AppServer(make_spec())
    dialect.open()
    dialect.send(PROMPT)

    assert dialect.send(Interrupt()).events == (
        PromptMoved(PROMPT.id, PromptState.DROPPED),
        TurnStarted(),
        TurnEnded(outcome=TurnOutcome.INTERRUPTED),
    )


def test_interrupted_text_stays_and_is_marked() -> None:
    dialect = busy()
    heard(
        dialect,
        item("started", "agentMessage", "m1", text=""),
        notify("item/agentMessage/delta", itemId="m1", delta="half "),
        notify("item/agentMessage/delta", itemId="m1", delta="an"),
    )

    events = heard(dialect, turn_over("interrupted"))

    assert events[0] == ProseDone(ItemId("m1"), "half an", partial=True)


def test_commands_of_an_interrupted_turn_are_stopped() -> None:
    dialect = busy()
    heard(dialect, item("started", "commandExecution", "c1", command="sleep 9", processId="7"))
    dialect.send(Interrupt())

    reaction = dialect.receive(turn_over("interrupted"))

    assert asked(reaction) == [("thread/backgroundTerminals/clean", {"threadId": THREAD})]


def test_commands_that_earlier_turns_left_running_are_spared() -> None:
    dialect = busy()
    heard(dialect, item("started", "commandExecution", "c1", command="serve", processId="7"))
    dialect.receive(turn_over())
    dialect.send(LATER)
    dialect.receive(line(id=6, result={"turn": {"id": "turn2"}}))
    heard(dialect, item("started", "commandExecution", "c2", command="sleep 9", processId="8"))

    over = notify("turn/completed", turn={"id": "turn2", "status": "interrupted"})

    assert asked(dialect.receive(over)) == [
        ("thread/backgroundTerminals/terminate", {"threadId": THREAD, "processId": "8"})
    ]


def test_a_call_that_cannot_finish_any_more_is_cancelled_with_its_turn() -> None:
    dialect = busy()
    heard(dialect, item("started", "mcpToolCall", "c1", server="s", tool="t", arguments={}))

    assert heard(dialect, turn_over())[0] == ToolFinished(
        call=ItemId("c1"), outcome=Outcome.CANCELLED, keep_output=True
    )


def test_mode_and_model_apply_to_the_next_turn() -> None:
    dialect = ready()

    mode = dialect.send(ChangeMode(Mode.PLAN))
    model = dialect.send(ChangeModel("gpt-6-sol"))
    planned = asked(dialect.send(PROMPT))[0][1]
    dialect.receive(STARTED)
    dialect.receive(turn_over())
    dialect.send(ChangeMode(Mode.AUTO))
    after = asked(dialect.send(LATER))[0][1]

    assert mode.events == (SettingChanged(mode=Mode.PLAN),)
    assert model.events == (SettingChanged(model="gpt-6-sol"),)
    assert planned["sandboxPolicy"]["type"] == "readOnly"
    assert planned["collaborationMode"] == {"mode": "plan", "settings": {"model": "gpt-6-sol"}}
    assert (after["approvalPolicy"], after["collaborationMode"]["mode"]) == ("never", "default")


def test_a_waiting_prompt_can_be_taken_back() -> None:
    dialect = AppServer(make_spec())
    dialect.send(PROMPT)

    assert dialect.send(TakeBack(PROMPT.id)).events == (
        PromptMoved(PROMPT.id, PromptState.DROPPED),
    )
    assert dialect.send(TakeBack(PROMPT.id)) == NOTHING


def test_closing_interrupts_a_running_turn() -> None:
    assert [method for method, _ in asked(busy().send(Close()))] == ["turn/interrupt"]
    assert ready().send(Close()).writes == ()


def test_models_are_told_when_they_are_known() -> None:
    answer = line(
        id=4,
        result={
            "data": [
                {"id": "a", "displayName": "A", "description": "good"},
                {"id": "b", "displayName": "B", "hidden": True},
            ]
        },
    )

    assert heard(ready(), answer) == [SessionReady(models=(ModelChoice("a", "A", "good"),))]


def test_a_missing_login_is_an_error_with_its_remedy() -> None:
    dialect = AppServer(make_spec())
    dialect.open()
    dialect.receive(WELCOME)

    notice = NoticeRaised(
        text="Codex is not signed in. Run: codex login", level=Level.ERROR, code="not_signed_in"
    )
    assert heard(dialect, line(id=2, result={"account": None, "requiresOpenaiAuth": True})) == [
        notice
    ]


def test_a_custom_provider_needs_no_login() -> None:
    dialect = AppServer(make_spec())
    dialect.open()
    dialect.receive(WELCOME)

    assert heard(dialect, line(id=2, result={"account": None, "requiresOpenaiAuth": False})) == []


def test_a_retry_is_told_with_its_number() -> None:
    failed = notify(
        "error",
        error={
            "message": "Reconnecting... 1/2",
            "codexErrorInfo": {"responseStreamDisconnected": {"httpStatusCode": 401}},
            "additionalDetails": "no route",
        },
        willRetry=True,
    )

    assert heard(busy(), failed) == [
        NoticeRaised(
            text="Reconnecting... 1/2: no route",
            level=Level.WARNING,
            retry=Retry(attempt=1, limit=2),
            code="responseStreamDisconnected",
        )
    ]


@pytest.mark.parametrize(
    ("info", "outcome"),
    [
        ("internalServerError", TurnOutcome.FAILED),
        ("usageLimitExceeded", TurnOutcome.LIMIT),
        ("contextWindowExceeded", TurnOutcome.LIMIT),
        ("cyberPolicy", TurnOutcome.REFUSED),
        ({"httpConnectionFailed": {"httpStatusCode": 401}}, TurnOutcome.FAILED),
    ],
)
def test_a_final_error_ends_the_turn_once(info: Any, outcome: TurnOutcome) -> None:
    error = {"message": '{"error": {"message": "no more"}}', "codexErrorInfo": info}

    events = heard(
        busy(), notify("error", error=error, willRetry=False), turn_over("failed", error=error)
    )

    assert events == [TurnEnded(outcome=outcome, turn=TURN, error="no more")]


def test_usage_of_a_turn_is_what_was_added_to_the_total() -> None:
    def used(total: int, last: int) -> bytes:
        tokens = {"inputTokens": total, "outputTokens": 1, "totalTokens": last}
        return notify(
            "thread/tokenUsage/updated",
            tokenUsage={"total": tokens, "last": tokens, "modelContextWindow": 258400},
        )

    dialect = ready(resume=SessionId(THREAD))
    dialect.receive(used(1000, 900))
    dialect.send(PROMPT)
    dialect.receive(STARTED)

    reported, ended = heard(dialect, used(1300, 950), turn_over())

    spent = TokenUsage(input=300, output=0, cached=0, reasoning=0)
    assert reported == UsageReported(
        session=TokenUsage(input=1300, output=1, cached=0, reasoning=0),
        turn=spent,
        context_used=950,
        context_window=258400,
    )
    assert ended == TurnEnded(outcome=TurnOutcome.COMPLETED, turn=TURN, usage=spent)


def test_a_limit_is_told_once_when_it_is_nearly_used() -> None:
    def limits(percent: int) -> bytes:
        window = {"usedPercent": percent, "windowDurationMins": 300, "resetsAt": 1}
        return notify("account/rateLimits/updated", rateLimits={"primary": window})

    assert heard(ready(), limits(89), limits(93), limits(94)) == [
        NoticeRaised(
            text="93% of Codex's 5-hour limit is used.", level=Level.WARNING, code="rate_limit"
        )
    ]


def test_a_delta_is_understood_however_it_is_spelt() -> None:
    dialect = busy()
    dialect.receive(item("started", "agentMessage", "m1", text=""))
    grew = ProseGrew(ItemId("m1"), "hé", Channel.ANSWER)

    fast = '{"method":"item/agentMessage/delta","params":{"itemId":"m1","delta":"hé"}}'.encode()
    slow = notify("item/agentMessage/delta", itemId="m1", delta="hé")

    assert [heard(dialect, fast), heard(dialect, slow)] == [[grew], [grew]]


def test_bytes_that_are_no_text_do_not_lose_the_line() -> None:
    dialect = busy()
    broken = b'{"method":"item/agentMessage/delta","params":{"itemId":"m1","delta":"a\xffb"}}'
    halved = b'{"method":"item/agentMessage/delta","params":{"itemId":"m1","delta":"\\ud83d"}}'

    assert heard(dialect, broken, halved) == [
        ProseGrew(ItemId("m1"), "a\ufffdb"),
        ProseGrew(ItemId("m1"), "\ufffd"),
    ]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (b"Reading prompt", "not JSON"),
        (b"[1]", "not JSON-RPC"),
        (b'{"method":"brand/new","params":{}}', "brand/new"),
        (b'{"method":"turn/completed","params":{"turn":5}}', "turn/completed"),
        (b'{"method":"item/started","params":{"item":{"type":"new"}}}', "item/started new"),
        (b'{"id":99,"result":{}}', "an answer to nothing"),
    ],
)
def test_what_is_not_understood_is_kept_as_a_puzzle(text: bytes, label: str) -> None:
    assert heard(ready(), text) == [Unrecognised(label)]


def test_a_finish_without_a_start_brings_its_start_along() -> None:
    done = item("completed", "commandExecution", "c1", command="ls", status="completed", exitCode=0)

    assert heard(busy(), done) == [
        ToolStarted(
            call=ItemId("c1"),
            kind=ToolKind.SHELL,
            name="commandExecution",
            title="ls",
            input={"command": "ls", "cwd": None},
        ),
        ToolFinished(call=ItemId("c1"), outcome=Outcome.OK, exit_code=0),
    ]


def test_the_end_of_the_process_ends_everything_that_is_open() -> None:
    dialect = busy()
    heard(dialect, item("started", "commandExecution", "c1", command="sleep 9", processId="7"))

    events = dialect.closed(Exit(code=-9)).events

    assert events == (
        PromptMoved(PROMPT.id, PromptState.DROPPED),
        ToolFinished(call=ItemId("c1"), outcome=Outcome.CANCELLED, keep_output=True),
        TurnEnded(outcome=TurnOutcome.FAILED, turn=TURN, error="Codex ended while it worked."),
        SessionEnded(
            reason=EndReason.FAILED,
            exit_code=-9,
            error="Codex ended with exit code -9.",
            remedy="Continue the conversation, or run `parley doctor`.",
        ),
    )


def test_an_end_we_asked_for_is_no_failure() -> None:
    assert ready().closed(Exit(code=-15, asked=True)).events == (
        SessionEnded(reason=EndReason.COMPLETED, exit_code=-15),
    )
