"""Owns every running session, so that none outlives the block it was opened in."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import anyio
import anyio.abc

from tui.agents.dialect import Agent
from tui.model.spec import SessionSpec
from tui.permission.answers import Answerer
from tui.sessions import pump
from tui.sessions.questions import MakeStanding
from tui.sessions.recording import Recorder
from tui.sessions.session import Session


class Supervisor:
    """Opens sessions and runs them. Made by `supervise`."""

    def __init__(self, tasks: anyio.abc.TaskGroup) -> None:
        self._tasks = tasks
        self.sessions: list[Session] = []
        """In the order they were opened; ended ones stay."""
        self.hurried = False
        """Whether agents get next to no time to leave by themselves."""

    def open(
        self,
        agent: Agent,
        spec: SessionSpec,
        *,
        environment: Mapping[str, str] | None = None,
        answerer: Answerer | None = None,
        standing: MakeStanding | None = None,
        recorder: Recorder | None = None,
    ) -> Session:
        """Start an agent and return at once; prompts may be sent right away."""
        session = Session(
            agent,
            spec,
            environment=environment,
            answerer=answerer,
            standing=standing,
            recorder=recorder,
        )
        self.sessions.append(session)
        self._tasks.start_soon(pump.run, session)
        return session

    async def close(self, session: Session) -> None:
        """End one session step by step."""
        if not session.over.is_set():
            await pump.close(session, hurried=self.hurried)

    async def close_all(self) -> None:
        """End all sessions at the same time."""
        async with anyio.create_task_group() as tasks:
            for session in self.sessions:
                tasks.start_soon(self.close, session)


@asynccontextmanager
async def supervise() -> AsyncIterator[Supervisor]:
    """Own sessions for as long as the block lasts; however it ends, no process is left."""
    async with anyio.create_task_group() as tasks:
        supervisor = Supervisor(tasks)
        try:
            yield supervisor
            await supervisor.close_all()
        finally:
            tasks.cancel_scope.cancel()
