"""Everything parley knows about Codex CLI, put together."""

from tui.agents.codex import launch
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.exec_dialect import Exec
from tui.agents.codex.find import find
from tui.agents.codex.modes import CAPABILITIES
from tui.agents.dialect import Agent, Lifetime, Way
from tui.model.identity import AgentId

CODEX = Agent(
    id=AgentId("codex"),
    label="Codex",
    protocol="codex",
    ways=(
        Way(
            name="app-server",
            lifetime=Lifetime.SESSION,
            launch=launch.app_server,
            dialect=AppServer,
            ready_within=15.0,
        ),
        Way(
            name="exec",
            lifetime=Lifetime.TURN,
            launch=launch.exec_turn,
            dialect=Exec,
            ready_within=30.0,
        ),
    ),
    capabilities=CAPABILITIES,
    find=find,
    delete=launch.delete,
)
