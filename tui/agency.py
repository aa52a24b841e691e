"""What the app asks of agents and the machine; loaded after the first frame, in a thread."""

import codecs
import os
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from tui.agents.registry import ROOMS, agent
from tui.config.paths import state_folder
from tui.config.settings import Settings
from tui.headless.agents import survey
from tui.headless.pick import BLOCKING, make_spec, pick_agent
from tui.headless.recorded import open_recorder
from tui.headless.trusting import known_trust, make_standing
from tui.model.capabilities import Capabilities
from tui.model.events import NoticeRaised
from tui.model.identity import AgentId
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui.services import AgentChoice, Opening
from tui.wire import process

if TYPE_CHECKING:
    from tui.history.library import Library

FLOOD_PAUSE = 0.002
"""Seconds between two full reads of what a `!` command prints, so that keys come first."""


async def open_session(supervisor: Supervisor, opening: Opening) -> Session:
    """Look for the agent in a thread, then start it."""
    chosen, finding, remark = await anyio.to_thread.run_sync(pick_agent, opening.agent, opening.cwd)
    trusted = opening.trusted
    if trusted is None:
        trusted = await anyio.to_thread.run_sync(known_trust, chosen, opening.cwd)
    spec = make_spec(
        chosen,
        finding,
        cwd=opening.cwd,
        mode=opening.mode,
        model=opening.model,
        resume=opening.resume,
        trusted=trusted,
        fork=opening.fork,
    )
    recorder = open_recorder(opening.record, chosen, spec)
    rules = partial(make_standing, chosen.id, opening.cwd, finding.version or "")
    session = supervisor.open(chosen, spec, standing=rules, recorder=recorder)
    if remark:
        session.note(NoticeRaised(text=remark))
    return session


def list_agents(folder: Path) -> Sequence[AgentChoice]:
    """Look for all agents at the same time."""
    return [
        AgentChoice(
            id=AgentId(row.id),
            label=row.label,
            usable=row.found and row.readiness not in BLOCKING,
            version=row.version or "",
            problem=row.problem or "",
            remedy=row.remedy or "",
            modes=row.capabilities.modes,
        )
        for row in survey(folder)
    ]


async def run_shell(command: str, folder: Path, printed: Callable[[str], None]) -> int:
    """Run a command line of the user's under the supervisor; its output is told as it comes."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    argv = ("/bin/sh", "-c", f"exec 2>&1\n{command}")
    async with process.run(argv, cwd=folder) as child:
        child.close_stdin()
        async for chunk in child.chunks():
            printed(decoder.decode(chunk))
            if len(chunk) == process.READ_SIZE:
                await anyio.sleep(FLOOD_PAUSE)
        printed(decoder.decode(b"", final=True))
        return await child.wait()


def enter_library(settings: Settings) -> "Library":
    """Open the library of past sessions; nothing of it is imported before somebody asks."""
    library: type[Library] = import_module("tui.history.library").Library
    return library.at(state_folder(), os.environ, settings.history.roots)


def capabilities(id: AgentId) -> Capabilities:
    """Return what an agent can do before it is started."""
    return agent(id).capabilities if id in ROOMS else Capabilities()


async def delete_session(id: AgentId, session: str, folder: Path) -> str:
    """Let an agent delete one of its sessions by its own command; return why it did not."""
    chosen, finding, _ = await anyio.to_thread.run_sync(pick_agent, id, folder)
    if chosen.delete is None or finding.executable is None:
        return f"{chosen.label} has no command that deletes one session."
    # Not in the folder of the session: its own configuration would count there.
    argv = chosen.delete(finding.executable, session)
    async with process.run(argv, cwd=Path("/")) as child:
        child.close_stdin()
        async for _lines in child.lines():
            pass
        code = await child.wait()
    return "" if code == 0 else f"{chosen.label}: {child.stderr.text().strip()[-300:]} ({code})"
