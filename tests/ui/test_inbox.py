"""One queue over all sessions: oldest first, answered without leaving the chat."""

from pathlib import Path

from tests.ui.stage import Stage, on_stage, shell_request
from tui.agents.dialect import Reaction
from tui.conversation.state import Ask
from tui.model.events import PermissionAsked, PermissionWithdrawn
from tui.model.identity import AgentId, RequestId
from tui.sessions.session import Session
from tui.ui.screens.permission import PermissionScreen
from tui.ui.services import Opening


def still_open(session: Session) -> list[bool]:
    """Return which questions of a session wait."""
    items = session.conversation.items.values()
    return [item.open for item in items if isinstance(item, Ask)]


async def two_sessions(stage: Stage) -> tuple[Session, Session]:
    """Open a second session; it is on the screen afterwards."""
    stage.app.hosting.open(Opening(cwd=stage.folder, agent=AgentId("demo-codex")))
    await stage.until(lambda: len(stage.sessions) == 2)
    await stage.until(lambda: stage.app.chat.live and stage.app.chat.live.session is stage.session)
    return stage.sessions[0], stage.sessions[1]


def asks(session: Session, command: str, id: str) -> None:
    """Let the agent of a session ask for something."""
    session.react(Reaction((PermissionAsked(shell_request(command, id)),)))


async def test_the_bar_shows_the_oldest_of_all_sessions(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        first, second = await two_sessions(stage)
        await stage.press("x")
        asks(first, "make one", "a")
        asks(second, "make two", "b")

        await stage.shows("▲ Demo (Claude Code) in work wants to run make one")
        await stage.shows("1 of 2 waiting")


async def test_answers_go_on_to_the_next_without_leaving_the_chat(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        first, second = await two_sessions(stage)
        here = stage.app.chat.live
        asks(first, "make one", "a")
        asks(first, "make three", "c")
        await stage.nothing_opens()
        assert stage.app.screen is stage.app.chat, "another session's request opens by itself"
        await stage.press("alt+a")
        await stage.shows("1 of 2")
        await stage.shows("1 make one")
        await stage.quiet()
        await stage.press("y")
        await stage.shows("1 of 1")
        await stage.shows("1 make three")
        await stage.quiet()
        await stage.press("y")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert still_open(first) == [False, False]
        assert stage.app.chat.live is here
        assert second is stage.sessions[1]


async def test_alt_a_in_a_dialog_shows_the_next(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        first, second = await two_sessions(stage)
        asks(first, "make one", "a")
        asks(second, "make two", "b")
        await stage.shows("2 of 2")
        await stage.press("alt+a")
        await stage.shows("1 of 2")
        await stage.press("alt+a")
        await stage.shows("2 of 2")

        assert (still_open(first), still_open(second)) == ([True], [True])


async def test_o_opens_the_session_that_asks(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        first, _ = await two_sessions(stage)
        asks(first, "make one", "a")
        await stage.press("alt+a")
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.quiet()
        await stage.press("o")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert stage.app.chat.live is not None
        assert stage.app.chat.live.session is first
        assert still_open(first) == [True]


async def test_a_withdrawn_request_gives_way_to_the_next(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        first, _ = await two_sessions(stage)
        asks(first, "make one", "a")
        asks(first, "make three", "c")
        await stage.press("alt+a")
        await stage.shows("1 make one")
        first.react(Reaction((PermissionWithdrawn(RequestId("a"), "interrupted"),)))

        await stage.shows("1 make three")


async def test_what_was_put_off_does_not_come_back_by_itself(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(shell_request("make one", "a"))
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.press("escape")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.quiet()
        stage.ask(shell_request("make two", "b"))
        await stage.shows("1 make two")
        await stage.quiet()
        await stage.press("y")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.nothing_opens()

        assert stage.app.screen is stage.app.chat
        assert still_open(stage.session) == [True, False]
