"""The app put together: the one place that knows both the screen and the agents.

What is not on the first frame is reached by its name and loaded when it is asked for.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tui.config.settings import Settings
from tui.errors import UsageError
from tui.headless.folder import tellable, working_folder
from tui.model.capabilities import Capabilities, Mode
from tui.model.commands import Image
from tui.model.identity import AgentId
from tui.small_files import written_path
from tui.ui import launch
from tui.ui.services import AgentChoice, Opening, Services

if TYPE_CHECKING:
    from tui.history.library import Library
    from tui.sessions.session import Session
    from tui.sessions.supervisor import Supervisor

AGENCY = "tui.agency"
"""Where everything stands that knows agents."""


def main(
    prompt: str | None,
    agent: str | None,
    cwd: str | None,
    resume: str | None,
    model: str | None,
    mode: str,
    record: str | None,
    newest: bool = False,
) -> int:
    """Run the app; on a terminal that shows lines only, talk in lines."""
    if resume is not None and not resume.strip():
        raise UsageError("The session id is empty.", "Name the session to continue: --resume ID")
    opening = Opening(
        cwd=tellable(working_folder(cwd)),
        agent=AgentId(agent) if agent is not None else None,
        mode=Mode(mode),
        model=model,
        wanted="" if newest else resume,
        elsewhere=cwd is not None,
        record=_writable(record) if record is not None else None,
    )

    def lines() -> int:
        whose, where, id = import_module("tui.headless.which").which(agent, cwd, resume, newest)
        code: int = import_module("tui.headless.chat").main(
            prompt=prompt, mode=mode, agent=whose, cwd=where, resume=id, model=model, record=record
        )
        return code

    return launch.main(services=SERVICES, opening=opening, fallback=lines, prompt=prompt)


def _writable(record: str) -> Path:
    """Return the file of a recording; one that cannot be written is told before the screen."""
    path = written_path(record).absolute()
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}.", "Name another file with --record."
        ) from error
    return path


async def open_session(supervisor: "Supervisor", opening: Opening) -> "Session":
    """Look for the agent, then start it."""
    agency = await asyncio.to_thread(import_module, AGENCY)
    session: Session = await agency.open_session(supervisor, opening)
    return session


def list_agents(folder: Path) -> Sequence[AgentChoice]:
    """Look for all agents."""
    found: Sequence[AgentChoice] = import_module(AGENCY).list_agents(folder)
    return found


async def run_shell(command: str, folder: Path, printed: Callable[[str], None]) -> int:
    """Run a command line of the user's under the supervisor; its output is told as it comes."""
    agency = await asyncio.to_thread(import_module, AGENCY)
    code: int = await agency.run_shell(command, folder, printed)
    return code


def read_image(name: str) -> Image:
    """Read a picture by its path."""
    image: Image = import_module("tui.headless.images").read_image(name)
    return image


def enter_library(settings: Settings) -> "Library":
    """Open the library of past sessions."""
    library: Library = import_module(AGENCY).enter_library(settings)
    return library


def capabilities(agent: AgentId) -> Capabilities:
    """Return what an agent can do before it is started."""
    able: Capabilities = import_module(AGENCY).capabilities(agent)
    return able


async def delete_session(agent: AgentId, session: str, folder: Path) -> str:
    """Let an agent delete one of its sessions."""
    agency = await asyncio.to_thread(import_module, AGENCY)
    refusal: str = await agency.delete_session(agent, session, folder)
    return refusal


SERVICES = Services(
    open_session=open_session,
    agents=list_agents,
    run_shell=run_shell,
    read_image=read_image,
    library=enter_library,
    capabilities=capabilities,
    delete_session=delete_session,
)
