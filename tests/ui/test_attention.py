"""Calling the user back: only while nobody looks, once for each request, with safe text."""

from pathlib import Path

import pytest
from textual.events import AppBlur, AppFocus

from tests.ui.payloads import ESCAPES
from tests.ui.stage import conversation_of, on_stage, shell_request
from tests.ui.terminal import terminal
from tui.config.settings import Notify
from tui.model.events import PermissionAsked
from tui.model.identity import AgentId
from tui.ui.attention import Attention, notification_form
from tui.ui.inbox import Waiting, waiting
from tui.ui.live import LiveSession
from tui.ui.services import Opening

ITERM = {"TERM_PROGRAM": "iTerm.app", "TERM": "xterm-256color"}


def queue(*commands: str) -> list[Waiting]:
    """Return requests that wait in one session."""
    live = LiveSession(Opening(cwd=Path("/srv/project"), agent=AgentId("demo")), "Demo")
    asked = [PermissionAsked(shell_request(one, str(n))) for n, one in enumerate(commands)]
    live.conversation = conversation_of(*asked)
    live.id = "one"
    return waiting([live])


def test_each_request_is_told_once_while_nobody_looks() -> None:
    written: list[str] = []
    attention = Attention(written.append, Notify(), ITERM)
    attention.take(queue("make"), looking=False)
    attention.take(queue("make"), looking=False)
    attention.take(queue("make"), looking=True)
    attention.take([], looking=True)

    assert written == [
        "\x07",
        "\x1b]9;parley: Demo in project waits for you: make\x07",
        "\x1b[22;2t",
        "\x1b]2;▲ 1 waiting · parley\x07",
        "\x1b[23;2t",
    ]


def test_nothing_is_told_while_somebody_looks() -> None:
    written: list[str] = []
    attention = Attention(written.append, Notify(), ITERM)
    attention.take(queue("make"), looking=True)

    assert written == []


@pytest.mark.parametrize(
    ("notify", "begins"),
    [
        (Notify(bell=False), ["\x1b]9", "\x1b[22", "\x1b]2;"]),
        (Notify(desktop=False), ["\x07", "\x1b[22", "\x1b]2;"]),
        (Notify(title=False), ["\x07", "\x1b]9"]),
        (Notify(bell=False, desktop=False, title=False), []),
    ],
)
def test_each_way_can_be_switched_off(notify: Notify, begins: list[str]) -> None:
    written: list[str] = []
    Attention(written.append, notify, ITERM).take(queue("make"), looking=False)

    assert [text.startswith(begin) for text, begin in zip(written, begins, strict=True)] == [
        True
    ] * len(begins)


@pytest.mark.parametrize(
    ("environment", "form"),
    [
        (ITERM, "\x1b]9;parley: {}\x07"),
        ({"TERM": "xterm-kitty"}, "\x1b]9;parley: {}\x07"),
        ({"TERM": "foot-extra"}, "\x1b]777;notify;parley;{}\x07"),
        ({"TERM": "xterm-256color"}, ""),
        ({**ITERM, "TMUX": "/tmp/x,1,0"}, ""),
        ({}, ""),
    ],
)
def test_only_terminals_that_understand_are_notified(
    environment: dict[str, str], form: str
) -> None:
    assert notification_form(environment) == form


@pytest.mark.parametrize("payload", ESCAPES)
def test_no_text_of_an_agent_ends_or_changes_a_sequence(payload: str) -> None:
    written: list[str] = []
    for environment in (ITERM, {"TERM": "foot"}):
        Attention(written.append, Notify(), environment).take(
            queue(f"{payload};{payload}"), looking=False
        )

    for text in written:
        inside = text.removeprefix("\x1b").removesuffix("\x07")
        assert inside.isprintable()
        assert inside.count(";") <= 3


async def test_leaving_and_coming_back_mark_the_title(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        written: list[str] = []
        stage.app.attention = Attention(written.append, Notify(), {})
        stage.app.post_message(AppBlur())
        await stage.pilot.pause()
        stage.ask()
        await stage.until(lambda: "\x07" in written)
        stage.app.post_message(AppFocus())
        await stage.pilot.pause()

        assert written == [
            *("\x07", "\x1b[22;2t", "\x1b]2;▲ 1 waiting · parley\x07", "\x1b[23;2t"),
        ]


def test_a_real_terminal_gets_bell_and_title_and_its_own_title_back(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"PARLEY_DEMO_SPEED": "1"}) as run:
        run.shows("Enter send")
        run.send("run\r")
        run.shows("▌ run")
        run.send("\x1b[O")
        run.until(lambda: b"\x1b]2;\xe2\x96\xb2 1 waiting" in run.raw, "a marked title")
        assert b"\x07" in run.raw
        run.send("\x1b[I")
        run.until(lambda: b"\x1b[23;2t" in run.raw, "the title of before")
        run.send("\x11")

        assert run.end() == 0
