"""The app put together: the one place that knows both the screen and the agents."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from tui.agents.dialect import Readiness
from tui.agents.registry import ROOMS, agent
from tui.headless.chat import main as chat
from tui.headless.images import read_image
from tui.headless.pick import make_spec, pick_agent, working_folder
from tui.model.capabilities import Mode
from tui.model.events import NoticeRaised
from tui.model.identity import AgentId, SessionId
from tui.sessions.recording import Recorder
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui import launch
from tui.ui.services import AgentChoice, Opening, Services, ShellResult
from tui.wire import process
from tui.wire.lines import CutLine

OUTPUT_LIMIT = 1_000_000
"""Characters kept of what a `!` command prints; more is no help in a prompt."""


def main(
    prompt: str | None,
    agent: str | None,
    cwd: str | None,
    resume: str | None,
    model: str | None,
    mode: str,
    record: str | None,
) -> int:
    """Run the app; on a terminal that shows lines only, talk in lines."""
    opening = Opening(
        cwd=working_folder(cwd),
        agent=AgentId(agent) if agent is not None else None,
        mode=Mode(mode),
        model=model,
        resume=SessionId(resume) if resume is not None else None,
        record=Path(record) if record is not None else None,
    )
    lines = partial(
        chat, prompt=prompt, mode=mode, agent=agent, cwd=cwd, resume=resume, model=model
    )
    return launch.main(services=SERVICES, opening=opening, fallback=lines, prompt=prompt)


async def open_session(supervisor: Supervisor, opening: Opening) -> Session:
    """Look for the agent in a thread, then start it."""
    chosen, finding, remark = await anyio.to_thread.run_sync(pick_agent, opening.agent, opening.cwd)
    spec = make_spec(
        chosen,
        finding,
        cwd=opening.cwd,
        mode=opening.mode,
        model=opening.model,
        resume=opening.resume,
    )
    recorder = None
    if opening.record is not None:
        argv = chosen.ways[0].launch(spec, None).argv
        recorder = Recorder(opening.record, argv, opening.cwd)
    session = supervisor.open(chosen, spec, recorder=recorder)
    if remark:
        session.note(NoticeRaised(text=remark))
    return session


def list_agents(folder: Path) -> Sequence[AgentChoice]:
    """Look for all agents."""
    return [_choice(id, folder) for id in ROOMS]


def _choice(id: AgentId, folder: Path) -> AgentChoice:
    known = agent(id)
    finding = known.find(os.environ, folder)
    startable = finding.readiness in (Readiness.READY, Readiness.NOT_SIGNED_IN)
    return AgentChoice(
        id=id,
        label=known.label,
        usable=startable and finding.executable is not None,
        version=finding.version or "",
        problem=finding.problem,
        remedy=finding.remedy,
        modes=tuple(choice.mode for choice in known.capabilities.modes),
    )


async def run_shell(command: str, folder: Path) -> ShellResult:
    """Run a command line of the user's under the supervisor."""
    pieces: list[bytes] = []
    argv = ("/bin/sh", "-c", f"exec 2>&1\n{command}")
    async with process.run(argv, cwd=folder) as child:
        child.close_stdin()
        async for batch in child.lines():
            pieces += (line.head if isinstance(line, CutLine) else line for line in batch)
        code = await child.wait()
    output = b"\n".join(pieces)[:OUTPUT_LIMIT]
    return ShellResult(output.decode("utf-8", "replace"), code)


SERVICES = Services(
    open_session=open_session, agents=list_agents, run_shell=run_shell, read_image=read_image
)
