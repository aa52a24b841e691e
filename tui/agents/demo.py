"""The demo agent: the three real dialects, spoken to a small program of ours instead of a CLI."""

import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from tui import __version__
from tui.agents.claude.agent import CLAUDE
from tui.agents.codex.agent import CODEX
from tui.agents.dialect import Agent, Dialect, Exit, Finding, Launch, Reaction, Readiness, Way
from tui.agents.gemini.agent import GEMINI
from tui.model.capabilities import Capabilities
from tui.model.commands import Command, Prompt
from tui.model.events import Event, SessionEnded, TurnEnded
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec


def _find(environment: Mapping[str, str], cwd: Path) -> Finding:
    return Finding(
        readiness=Readiness.READY,
        executable=sys.executable,
        version=__version__,
        signed_in=True,
    )


DOCTOR = "Run `parley doctor` to see what is missing here."
TRUE_HERE = ("", "crashed", "unknown_session", "session_in_use")
"""Codes of ends whose remedy is not about the CLI."""


class Played:
    """A real dialect; the ends it tells of are those of the demo, not of the CLI it plays."""

    def __init__(self, real: Dialect, cli: str, label: str) -> None:
        self._real = real
        self._cli = cli
        self._label = label

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked of the agent."""
        return self._real.capabilities

    def open(self) -> Reaction:
        """Return the first words."""
        return self._real.open()

    def receive(self, line: bytes) -> Reaction:
        """Take one line."""
        return self._named(self._real.receive(line))

    def send(self, command: Command) -> Reaction:
        """Put a command into the agent's words."""
        return self._real.send(command)

    def overhear(self, line: bytes) -> Reaction:
        """Take one line that a recorded client wrote."""
        return self._real.overhear(line)

    def closed(self, exit: Exit) -> Reaction:
        """Say what the end of the process means."""
        return self._named(self._real.closed(exit))

    def _named(self, reaction: Reaction) -> Reaction:
        if not any(isinstance(event, SessionEnded) for event in reaction.events):
            return reaction
        return replace(reaction, events=tuple(map(self._of_the_demo, reaction.events)))

    def _of_the_demo(self, event: Event) -> Event:
        if not isinstance(event, SessionEnded | TurnEnded) or not event.error:
            return event
        error = event.error.replace(self._cli, self._label, 1)
        if isinstance(event, TurnEnded):
            return replace(event, error=error)
        remedy = event.remedy if event.code in TRUE_HERE else DOCTOR
        return replace(event, error=error, remedy=remedy)


def _demo(agent: Agent, id: str) -> Agent:
    way = agent.ways[0]
    label = f"Demo ({agent.label})"

    def dialect(spec: SessionSpec) -> Dialect:
        return Played(way.dialect(spec), agent.label, label)

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
        dialect=dialect,
        ready_within=way.ready_within,
    )
    return replace(agent, id=AgentId(id), label=label, ways=(demo_way,), find=_find)


DEMO_CLAUDE = _demo(CLAUDE, "demo")
DEMO_CODEX = _demo(CODEX, "demo-codex")
DEMO_GEMINI = _demo(GEMINI, "demo-gemini")
