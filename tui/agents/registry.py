"""Which agents there are. A room is imported when its agent is asked for, not before."""

from importlib import import_module

from tui.agents.dialect import Agent
from tui.model.identity import AgentId

ROOMS = {
    AgentId("claude"): "tui.agents.claude.agent:CLAUDE",
    AgentId("codex"): "tui.agents.codex.agent:CODEX",
    AgentId("gemini"): "tui.agents.gemini.agent:GEMINI",
    AgentId("demo"): "tui.agents.demo:DEMO_CLAUDE",
    AgentId("demo-codex"): "tui.agents.demo:DEMO_CODEX",
    AgentId("demo-gemini"): "tui.agents.demo:DEMO_GEMINI",
}
"""Agent → where its `Agent` value stands, in the order in which agents are offered."""

REAL = (AgentId("claude"), AgentId("codex"), AgentId("gemini"))
"""The agents that have a model behind them."""


def agent(id: AgentId) -> Agent:
    """Return what parley knows about one agent; the id must be one of `ROOMS`."""
    module, _, name = ROOMS[id].partition(":")
    found: Agent = getattr(import_module(module), name)
    return found
