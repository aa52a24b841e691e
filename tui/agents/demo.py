"""The demo agent: the three real dialects, spoken to a small program of ours instead of a CLI."""

import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from tui import __version__
from tui.agents.claude.agent import CLAUDE
from tui.agents.codex.agent import CODEX
from tui.agents.dialect import Agent, Finding, Launch, Readiness, Way
from tui.agents.gemini.agent import GEMINI
from tui.model.commands import Prompt
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec


def _find(environment: Mapping[str, str], cwd: Path) -> Finding:
    return Finding(
        readiness=Readiness.READY,
        executable=sys.executable,
        version=__version__,
        signed_in=True,
    )


def _demo(agent: Agent, id: str) -> Agent:
    way = agent.ways[0]

    def launch(spec: SessionSpec, prompt: Prompt | None) -> Launch:
        real = way.launch(spec, prompt)
        # -P: a folder named `tui` in the project must not be taken for ours.
        words = (sys.executable, "-P", "-m", "tui.demo", "--speak", agent.protocol)
        home = {"PARLEY_DEMO_HOME": str(spec.state / "demo")}
        flags = real.argv[real.argv.index(spec.executable) + 1 :]
        return replace(real, argv=(*words, *flags), environment={**real.environment, **home})

    demo_way = Way(
        name=f"demo of {way.name}",
        lifetime=way.lifetime,
        launch=launch,
        dialect=way.dialect,
        ready_within=way.ready_within,
    )
    return replace(
        agent, id=AgentId(id), label=f"Demo ({agent.label})", ways=(demo_way,), find=_find
    )


DEMO_CLAUDE = _demo(CLAUDE, "demo")
DEMO_CODEX = _demo(CODEX, "demo-codex")
DEMO_GEMINI = _demo(GEMINI, "demo-gemini")
