"""`parley agents`: which agents are here and what they can do."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from tui.agents.dialect import Agent, Finding, Readiness
from tui.agents.registry import ROOMS, agent
from tui.headless.folder import working_folder
from tui.headless.output import data, flush, say
from tui.model.capabilities import Capabilities


class AgentRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about one agent, for people and programs."""

    id: str
    label: str
    found: bool
    readiness: Readiness
    executable: str | None
    version: str | None
    tested: bool
    """This version was tried with parley."""
    protocol: str
    """How it is talked to."""
    fallback: str | None
    """How it is talked to where that does not work."""
    signed_in: bool | None
    """None: it cannot be told without starting the agent."""
    capabilities: Capabilities
    problem: str | None
    remedy: str | None


def main(json: bool) -> int:
    """Print every agent."""
    rows = survey(working_folder(None))
    if json:
        data(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        flush()
        return 0
    for row in rows:
        say(_line(row))
        if row.problem:
            say(f"             {row.problem}")
        if row.remedy:
            say(f"             → {row.remedy}")
    return 0


def survey(cwd: Path) -> list[AgentRow]:
    """Look for every agent at the same time; each look-up waits for a process."""
    agents = [agent(id) for id in ROOMS]
    with ThreadPoolExecutor(len(agents)) as pool:
        findings = list(pool.map(lambda one: one.find(os.environ, cwd), agents))
    return [_row(one, finding) for one, finding in zip(agents, findings, strict=True)]


def _row(agent: Agent, finding: Finding) -> AgentRow:
    return AgentRow(
        id=agent.id,
        label=agent.label,
        found=finding.executable is not None,
        readiness=finding.readiness,
        executable=finding.executable,
        version=finding.version,
        tested=finding.tested,
        protocol=agent.ways[0].name,
        fallback=agent.ways[-1].name if len(agent.ways) > 1 else None,
        signed_in=finding.signed_in,
        capabilities=agent.capabilities,
        problem=finding.problem or None,
        remedy=finding.remedy or None,
    )


def _line(row: AgentRow) -> str:
    state = row.readiness.value.replace("_", " ")
    version = row.version or "-"
    untested = "" if row.tested else "  (this version was not tried with parley)"
    return f"{row.id:12} {state:18} {version:12} {row.protocol}{untested}"
