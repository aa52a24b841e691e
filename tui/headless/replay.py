"""`parley replay`: a recording through the same path as live output."""

import os
from pathlib import Path

from tui.agents import registry
from tui.errors import UsageError
from tui.headless.output import data, flush
from tui.headless.pick import named_agent
from tui.headless.plain import PlainWriter
from tui.model.arrival import Arrival
from tui.model.codec import Encoder
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec
from tui.sessions.replaying import Replay, Said, read


def main(file: str, agent: str | None, json: bool, raw: bool) -> int:
    """Print a recorded conversation; nothing is started and nothing is asked."""
    path = Path(file)
    if not path.is_file():
        raise UsageError(f"{path} is not a file.", "Name a recording: parley replay FILE")
    named = named_agent(agent) if agent is not None else None
    player = Replay(registry.agent, _spec(), named)
    plain = PlainWriter(prompts=True)
    encoder: Encoder | None = None
    for happened in player.play(read(path)):
        if not json:
            for event in happened.events:
                plain.write(event)
            continue
        assert player.agent is not None
        encoder = encoder or Encoder(player.agent.id, player.agent.protocol, raw=raw)
        _print(encoder, happened)
    plain.close()
    flush()
    return 0


def _print(encoder: Encoder, happened: Arrival | Said) -> None:
    if isinstance(happened, Arrival):
        for line in encoder.arrival(happened):
            data(line)
        return
    for event in happened.events:
        for line in encoder.own(event, happened.at):
            data(line)


def _spec() -> SessionSpec:
    nowhere = Path(os.devnull)
    return SessionSpec(agent=AgentId("replay"), cwd=nowhere, executable="", state=nowhere)
