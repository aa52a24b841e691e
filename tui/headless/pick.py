"""Which agent a command means, and whether it can be started."""

import os
from pathlib import Path
from typing import NamedTuple

from tui.agents.dialect import Agent, Finding, Readiness
from tui.agents.registry import REAL, ROOMS, agent
from tui.config.paths import state_folder
from tui.errors import AgentUnavailableError, UsageError
from tui.headless.folder import tellable
from tui.model.capabilities import Mode
from tui.model.identity import AgentId, SessionId, new_uuid
from tui.model.spec import SessionSpec

BLOCKING = (Readiness.MISSING, Readiness.TOO_OLD, Readiness.BROKEN)
"""What keeps an agent from being started. Sign-in is left to the agent: it knows better."""


def named_agent(name: str) -> Agent:
    """Return the agent of that name."""
    if name not in ROOMS:
        raise UsageError(f"There is no agent called {name}.", f"Take one of {', '.join(ROOMS)}.")
    return agent(AgentId(name))


class Picked(NamedTuple):
    """An agent that can be started, and what the user should know about it."""

    agent: Agent
    finding: Finding
    remark: str = ""


def pick_agent(name: str | None, cwd: Path) -> Picked:
    """Return the named agent; without a name the first one installed, else the demo."""
    if name is not None:
        chosen = named_agent(name)
        return _usable(chosen, chosen.find(os.environ, cwd))
    for id in REAL:
        finding = agent(id).find(os.environ, cwd)
        if finding.readiness is not Readiness.MISSING:
            return _usable(agent(id), finding)
    demo = agent(AgentId("demo"))
    remark = "No agent is installed here; this is the demo. See `parley doctor`."
    return Picked(demo, demo.find(os.environ, cwd), remark)


def _usable(agent: Agent, finding: Finding) -> Picked:
    if finding.readiness in BLOCKING or finding.executable is None:
        raise AgentUnavailableError(
            finding.problem or f"{agent.label} was not found.", finding.remedy
        )
    untried = f"{agent.label} {finding.version} was not tried with parley."
    return Picked(agent, finding, "" if finding.tested else untried)


def make_spec(
    agent: Agent,
    finding: Finding,
    *,
    cwd: Path,
    mode: Mode = Mode.ASK,
    model: str | None = None,
    resume: str | None = None,
    trusted: bool = False,
    fork: bool = False,
) -> SessionSpec:
    """Settle what the session is to be."""
    assert finding.executable is not None
    return SessionSpec(
        agent=agent.id,
        cwd=tellable(cwd),
        mode=mode,
        model=model,
        resume=SessionId(resume) if resume is not None else None,
        fork=fork,
        new_id=None if resume is not None and not fork else SessionId(new_uuid()),
        trusted=trusted,
        executable=finding.executable,
        state=state_folder(),
    )
