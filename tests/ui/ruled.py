"""A stage whose sessions have rules and a journal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.ui.stage import READY, Stage, understudy
from tui.model.identity import AgentId
from tui.permission.entry import Origin
from tui.permission.journal import Journal
from tui.permission.rule_book import RuleBook
from tui.permission.standing import Standing
from tui.permission.trust import Trust
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui.app import ParleyApp
from tui.ui.services import Opening, Services


class Ruled(Stage):
    """Opens sessions that judge by rule; no agent runs, so everything is done at once."""

    @property
    def services(self) -> Services:
        """Return what the app is given."""
        return super().services._replace(open_session=self._ruled)

    @property
    def standing(self) -> Standing:
        """Return the rules of the session opened last."""
        standing = self.session.standing
        assert standing is not None
        return standing

    async def _ruled(self, supervisor: Supervisor, opening: Opening) -> Session:
        session = await self._open(supervisor, opening)
        session._questions._use(standing_in(self.folder, self.mouth))
        return session


def standing_in(folder: Path, agent: str = "claude") -> Standing:
    """Return empty rules and an empty journal; the project is `work` in the folder."""
    project = folder / "work"
    project.mkdir(exist_ok=True)
    book = RuleBook(
        project,
        user=folder / "policy.toml",
        bound=folder / "policies",
        trust=Trust(folder / "trust.json"),
    )
    origin = Origin(agent=agent, project=str(project))
    return Standing(book, Journal(folder / "state" / "audit.jsonl"), origin)


@asynccontextmanager
async def on_ruled_stage(
    folder: Path, size: tuple[int, int] = (100, 36), *, mouth: str = "demo"
) -> AsyncIterator[Ruled]:
    """Run the app with one session that has rules."""
    stage = Ruled(folder, mouth, (READY,))
    work = folder / "work"
    work.mkdir(exist_ok=True)
    stage.app = ParleyApp(
        understudy,
        stage.services,
        opening=Opening(cwd=work, agent=AgentId(mouth)),
        ticks=stage.clock,
    )
    async with stage.app.run_test(size=size, notifications=True) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await pilot.pause()
        yield stage
