"""No foreign text does anything anywhere: every payload on every surface."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ui.payloads import ALL
from tests.ui.stage import READY, Stage, on_stage
from tests.ui.terminal import foreign, terminal
from tui.errors import AgentUnavailableError
from tui.model.capabilities import ModelChoice, SlashCommand
from tui.model.events import (
    ActivityChanged,
    Event,
    NoticeRaised,
    PermissionAsked,
    PlanChanged,
    ProseDone,
    SessionEnded,
    SessionReady,
    SettingChanged,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import Answer, PermissionRequest, Question, Subject
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, ToolKind
from tui.model.words import Activity, Channel, EndReason, Level, TurnOutcome
from tui.ui.egress import harmless

CHUNKS = [ALL[start : start + 12] for start in range(0, len(ALL), 12)]


def everywhere(payload: str) -> list[Event]:
    """Return events that put a text into every place an agent can put one."""
    name = ItemId(f"i{abs(hash(payload))}")
    change = FileChange(
        path=f"/srv/{payload}", kind=ChangeKind.MODIFIED, before=payload, after=f"{payload}!"
    )
    return [
        UserSaid(item=ItemId(f"{name}u"), text=payload),
        ProseDone(ItemId(f"{name}p"), f"{payload}\n\n`{payload}`\n\n```\n{payload}\n```\n"),
        ProseDone(ItemId(f"{name}h"), payload, Channel.THINKING),
        ToolStarted(
            call=ItemId(f"{name}t"),
            kind=ToolKind.EDIT,
            name=payload,
            title=payload,
            input={payload: payload},
            changes=(change,),
        ),
        ToolFinished(
            call=ItemId(f"{name}t"),
            outcome=Outcome.FAILED,
            output=payload,
            changes=(change,),
            decided_by=payload,
        ),
        NoticeRaised(text=payload, level=Level.ERROR),
    ]


def around(payload: str) -> list[Event]:
    """Return events that put a text into the bars."""
    return [
        SettingChanged(title=payload, model=payload, cwd=f"/srv/{payload}"),
        PlanChanged(steps=(PlanStep(payload),), explanation=payload),
        ActivityChanged(Activity.WORKING, payload),
        SessionReady(
            models=(ModelChoice(payload, payload, payload),),
            commands=(SlashCommand(payload, payload, payload),),
        ),
    ]


def request_of(payloads: Sequence[str], number: int = 0) -> PermissionRequest:
    """Return a request that is nothing but payloads; the wire lets no half surrogates through."""
    one = _whole(" ".join(payloads))
    return PermissionRequest(
        id=RequestId(f"{number}"),
        tool=one,
        kind=ToolKind.SHELL,
        title=one,
        input={
            "command": _whole("\n".join(payloads)),
            **{_whole(text): [one] for text in payloads},
        },
        reason=one,
        warning=one,
        cwd=f"/srv/{one}",
        asked_by=one,
    )


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def questions_of(payload: str) -> PermissionRequest:
    """Return questions that are nothing but a payload."""
    payload = _whole(payload)
    return PermissionRequest(
        id=RequestId("q"),
        tool=payload,
        kind=ToolKind.OTHER,
        title=payload,
        input={},
        subject=Subject.QUESTIONS,
        questions=(Question(id="q", text=payload, answers=(Answer(payload, payload),)),),
    )


def check(stage: Stage) -> None:
    """Fail where a cell of the screen would act on a terminal, or on us."""
    for strip in stage.app.screen._compositor.render_strips():
        for text, style, control in strip:
            assert control is None
            assert harmless(text) == text
            assert style is None or style.link is None
            assert style is None or not any("leave" in str(key) for key in style.meta.items())
    assert stage.app.is_running


async def look(stage: Stage) -> None:
    """Let the app paint, then check."""
    await stage.heard()
    check(stage)


@pytest.mark.parametrize("payloads", CHUNKS)
async def test_the_conversation_and_its_bars_show_text_as_text(
    tmp_path: Path, payloads: Sequence[str]
) -> None:
    async with on_stage(tmp_path, (130, 50)) as stage:
        stage.work()
        for payload in payloads:
            stage.tell(*everywhere(payload), *around(payload))
        await look(stage)
        for key in ("ctrl+o", "ctrl+home", "ctrl+t", "r", "escape", "f12", "escape", "alt+p"):
            await stage.press(key)
            await look(stage)


@pytest.mark.parametrize("payloads", CHUNKS)
async def test_dialogs_show_text_as_text(tmp_path: Path, payloads: Sequence[str]) -> None:
    async with on_stage(tmp_path, (100, 40)) as stage:
        stage.tell(PermissionAsked(request_of(payloads)))
        await look(stage)
        stage.app.chat.open_request()
        await look(stage)
        for key in ("end", "f", "n", "escape", "escape"):
            await stage.press(key)
            await look(stage)


@pytest.mark.parametrize("payloads", CHUNKS)
async def test_questions_offers_remarks_and_toasts_show_text_as_text(
    tmp_path: Path, payloads: Sequence[str]
) -> None:
    async with on_stage(tmp_path, (100, 40), warnings=tuple(payloads)) as stage:
        await look(stage)
        stage.app.chat.remark(" ".join(payloads))
        offered = tuple(SlashCommand(payload, payload, payload) for payload in payloads)
        stage.tell(SessionReady(commands=offered))
        await stage.write("/")
        await look(stage)
        await stage.write("")
        for payload in payloads[::3]:
            stage.tell(PermissionAsked(questions_of(payload)))
            await stage.pilot.pause()
            stage.app.chat.open_request()
            await look(stage)
            stage.session.interrupt()
            await stage.until(lambda: stage.app.screen is stage.app.chat)


@pytest.mark.parametrize("payloads", CHUNKS)
async def test_ends_files_and_past_prompts_show_text_as_text(
    tmp_path: Path, payloads: Sequence[str]
) -> None:
    async with on_stage(tmp_path, (100, 40)) as stage:
        for payload in payloads:
            name = payload.replace("/", "_").replace("\x00", "").encode("utf-8", "replace")
            (tmp_path / "work" / name.decode()[:60]).touch()
        await stage.press("@")
        await stage.until(lambda: stage.app.chat.prompt.busy)
        check(stage)
        await stage.press("escape", "ctrl+c")
        live = stage.app.chat.live
        assert live is not None
        live.failure = AgentUnavailableError(" ".join(payloads), "\n".join(payloads))
        stage.app.chat.refresh_bars()
        await look(stage)
        live.failure = None
        stage.session.finish(
            TurnStarted(payloads[0]),
            TurnEnded(outcome=TurnOutcome.FAILED, error="\n".join(payloads)),
            SessionEnded(
                reason=EndReason.FAILED,
                error=" ".join(payloads),
                remedy=" ".join(payloads),
                stderr="\n".join(payloads),
            ),
        )
        await look(stage)


def test_nothing_foreign_reaches_a_real_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path, size=(120, 40), program="tests.ui.run_payloads") as run:
        run.shows("that was all")
        run.send("\x0f\x1b[1;5H")
        for key, words in (("\x14", "TIMELINE"), ("\x1b[24~", "INSPECTOR")):
            run.send(key)
            run.shows(words)
            run.send("\x1b")
            run.vanishes(words)
        run.send("/")
        run.until(lambda: "╰" in run.text)
        run.send("\x7f")
        run.send("\x11")

        assert run.end() == 0
        assert foreign(bytes(run.raw)) == []


def test_there_are_enough_payloads() -> None:
    assert len(ALL) >= 80
    assert READY.models
