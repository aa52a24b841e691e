"""Claude Code as one of parley's agents."""

from tui.agents.claude.dialect import ClaudeDialect
from tui.agents.claude.find import find
from tui.agents.claude.launch import launch
from tui.agents.claude.modes import CAPABILITIES
from tui.agents.dialect import Agent, Lifetime, Way
from tui.model.identity import AgentId

CLAUDE = Agent(
    id=AgentId("claude"),
    label="Claude Code",
    protocol="claude",
    ways=(
        Way(
            name="stream-json",
            lifetime=Lifetime.SESSION,
            launch=launch,
            dialect=ClaudeDialect,
            # The greeting was answered in 0.3 to 3.6 s here; a cold disk takes longer.
            ready_within=60.0,
        ),
    ),
    capabilities=CAPABILITIES,
    find=find,
)
