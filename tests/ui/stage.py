"""The app on a stage: real sessions and screens, and an agent that says what a test tells it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
from textual._context import visible_screen_stack
from textual.pilot import Pilot

from tests.support.demo import demo, spec
from tests.support.held_clock import HeldClock
from tui.agents.dialect import Reaction
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.errors import ParleyError
from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.commands import Image
from tui.model.events import Event, PermissionAsked, SessionReady, TurnStarted
from tui.model.identity import AgentId, RequestId, SessionId
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui.app import ParleyApp
from tui.ui.services import AgentChoice, Opening, Services
from tui.ui.widgets.page import Page

PATIENCE = 60.0
"""Seconds after which something will not come about any more."""

NOON = 1_790_000_000.0
"""When everything on the stage happens."""

READY = SessionReady(
    session=SessionId("11111111-2222-4333-8444-555555555555"),
    model="demo-quick",
    mode=Mode.ASK,
    models=(
        ModelChoice("demo-quick", "Quick", "answers at once"),
        ModelChoice("demo-slow", "Slow", "thinks first"),
    ),
    commands=(SlashCommand("compact", "shorten the memory"), SlashCommand("review", "review")),
)


class Understudy(Supervisor):
    """Owns no process, so that closing a session is at once done."""

    def __init__(self) -> None:
        self.sessions = []

    async def close(self, session: Session) -> None:
        """End the session."""
        session.finish()


async def understudy() -> Supervisor:
    """Return an owner of nothing."""
    return Understudy()


class Stage:
    """One app, its pilot, and the sessions that were opened in it."""

    def __init__(
        self, folder: Path, mouth: str = "demo", first: Sequence[Event] = (READY,)
    ) -> None:
        self.folder = folder
        self.mouth = mouth
        self.first = first
        self.sessions: list[Session] = []
        self.openings: list[Opening] = []
        self.refusal: ParleyError | None = None
        self.commands: list[str] = []
        self.clock = HeldClock()
        self.pilot: Pilot[int]
        self.app: ParleyApp

    @property
    def session(self) -> Session:
        """Return the session opened last."""
        return self.sessions[-1]

    @property
    def services(self) -> Services:
        """Return what the app is given."""
        return Services(
            open_session=self._open,
            agents=self._agents,
            run_shell=self._shell,
            read_image=lambda name: Image(media_type="image/png", data="", path=name),
        )

    async def _open(self, supervisor: Supervisor, opening: Opening) -> Session:
        self.openings.append(opening)
        if self.refusal is not None:
            raise self.refusal
        agent = demo(opening.agent or self.mouth)
        session = Session(agent, spec(agent, self.folder))
        self.sessions.append(session)
        session.note(*self.first)
        return session

    def _agents(self, folder: Path) -> list[AgentChoice]:
        return [
            AgentChoice(id=AgentId("demo"), label="Demo (Claude Code)", version="1.0"),
            AgentChoice(
                id=AgentId("codex"),
                label="Codex",
                usable=False,
                problem="Codex is not installed.",
                remedy="npm i -g @openai/codex",
            ),
            AgentChoice(id=AgentId("demo-gemini"), label="Demo (Gemini CLI)", version="1.0"),
        ]

    async def _shell(self, command: str, folder: Path, printed: Callable[[str], None]) -> int:
        self.commands.append(command)
        printed(f"output of {command}\nsecond line\n")
        return 0

    def tell(self, *events: Event) -> None:
        """Let the agent say something."""
        self.session.react(Reaction(events))

    def work(self) -> None:
        """Let the agent begin a turn."""
        self.tell(TurnStarted("1"))

    def ask(self, request: PermissionRequest | None = None) -> PermissionRequest:
        """Let the agent ask for something."""
        request = request if request is not None else shell_request()
        self.tell(PermissionAsked(request))
        return request

    def lines(self) -> list[str]:
        """Return what is on the screen."""
        return lines_of(self.app)

    def text(self) -> str:
        """Return what is on the screen as one text."""
        return "\n".join(self.lines())

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Let the app go on until something is so."""
        with anyio.fail_after(seconds):
            while not condition():
                await self.pilot.pause(0.01)

    async def shows(self, text: str, seconds: float = PATIENCE) -> None:
        """Let the app go on until a text is on the screen."""
        try:
            await self.until(lambda: text in self.text(), seconds)
        except TimeoutError:
            raise AssertionError(f"{text!r} is not on the screen:\n{self.text()}") from None

    async def press(self, *keys: str) -> None:
        """Press keys, and let the app do all it can do at once."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Let the app do all it can do at once, and paint it."""
        await settle(self.pilot)

    async def heard(self) -> None:
        """Wait until the app has taken up all that its agents said."""
        await self.settle()
        await self.until(lambda: not any(live._untold for live in self.app.desk.sessions))
        await self.settle()

    async def write(self, text: str) -> None:
        """Put a text into the draft at once."""
        self.app.chat.composer.put(text)
        await self.pilot.pause()

    async def read_through(self) -> None:
        """Press PgDn until every line of the page was on the screen."""
        page = self.app.screen.query_one(Page)
        await self.until(lambda: page.unread.count >= 0)
        while page.unread.count:
            before = page.unread
            await self.press("pagedown")
            await self.until(lambda: page.unread != before)  # noqa: B023  # awaited in this round
        await self.shows("all shown ✓")

    async def quiet(self) -> None:
        """Let nobody touch the keyboard until a key may decide."""
        await quiet(self.app, self.pilot)

    async def nothing_opens(self) -> None:
        """Let the app have every reason to open what waits, but those that keep it from it."""
        await self.heard()
        await self.quiet()
        self.app.chat.consider_request()
        await self.settle()


def lines_of(app: ParleyApp) -> list[str]:
    """Return what is on the screen, a dialog with what stands behind it.

    A dialog that is painted without knowing the screens below it keeps an empty background.
    """
    visible_screen_stack.set(app._background_screens)
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


async def settle(pilot: Pilot[int]) -> None:
    """Let an app do all it can do at once, and paint it."""
    await pilot.pause()
    await pilot.pause()


async def quiet(app: ParleyApp, pilot: Pilot[int]) -> None:
    """Let nobody touch the keyboard until a key may decide."""
    assert isinstance(app.ticks, HeldClock)
    await settle(pilot)
    with anyio.fail_after(PATIENCE):
        # A request whose file is looked at takes no key before that.
        while getattr(app.screen, "judged", app) is None:
            await pilot.pause(0.01)
    while app.guard.remaining:
        app.ticks.forward(1.0)
        await settle(pilot)


@asynccontextmanager
async def on_stage(
    folder: Path,
    size: tuple[int, int] = (100, 30),
    *,
    mouth: str = "demo",
    first: Sequence[Event] = (READY,),
    **options: object,
) -> AsyncIterator[Stage]:
    """Run the app with one session."""
    stage = Stage(folder, mouth, first)
    work = folder / "work"
    work.mkdir(exist_ok=True)
    app = ParleyApp(
        understudy,
        stage.services,
        opening=Opening(cwd=work, agent=AgentId(mouth)),
        ticks=stage.clock,
        **options,  # type: ignore[arg-type]  # what a test wants to be different
    )
    stage.app = app
    async with app.run_test(size=size, notifications=True) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions or stage.refusal)
        await pilot.pause()
        yield stage


def shell_request(command: str = "rm -rf build", id: str = "r1") -> PermissionRequest:
    """Return a request to run a command."""
    return PermissionRequest(
        id=RequestId(id),
        tool="Bash",
        kind=ToolKind.SHELL,
        title=command,
        input={"command": command, "description": "tidy up"},
        reason="A clean start",
        can_explain=True,
    )


def conversation_of(*events: Event) -> Conversation:
    """Return the conversation that events make, all of them at noon."""
    conversation = Conversation()
    for number, event in enumerate(events):
        apply(conversation, event, NOON + number, [])
    return conversation


def picture(
    folder: Path, *events: Event, theme: str = "ink"
) -> tuple[ParleyApp, Callable[[Pilot[int]], Awaitable[None]]]:
    """Return an app that shows a ready conversation, and what to wait for before looking."""
    from tui.config.settings import Settings

    stage = Stage(folder)

    async def opened(supervisor: Supervisor, opening: Opening) -> Session:
        agent = demo("demo")
        session = Session(agent, spec(agent, folder))
        session.conversation = conversation_of(READY, *events)
        stage.sessions.append(session)
        return session

    services = Services(
        open_session=opened,
        agents=stage._agents,
        run_shell=stage._shell,
        read_image=stage.services.read_image,
    )
    app = ParleyApp(
        understudy,
        services,
        settings=Settings(theme=theme),
        opening=Opening(cwd=Path("/srv/project"), agent=AgentId("demo")),
        now=lambda: NOON + 60,
        ticks=stage.clock,
    )
    stage.app = app

    async def shown(pilot: Pilot[int]) -> None:
        stage.pilot = pilot
        await stage.until(lambda: app.front.agents is not None and _is_shown(app))
        await stage.settle()

    return app, shown


def _is_shown(app: ParleyApp) -> bool:
    """Tell whether a session is on the screen, and whatever it says and asks."""
    live = app.chat.live
    if live is None or live.session is None:
        return False
    if live.conversation.pending and not app.chat.composer.text and app.screen is app.chat:
        return False
    if not live.conversation.items:
        return True
    view = app.chat.transcript
    return not (app.chat.welcome.display or view._waiting or view._armed or view.document.growing)
