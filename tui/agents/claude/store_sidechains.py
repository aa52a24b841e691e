"""The conversations of sub-agents: in files of their own, and in older versions among the rest."""

from collections.abc import Iterator

import msgspec

from tui.agents.claude import store_words
from tui.agents.claude.store_frames import AgentMeta, Entry
from tui.agents.claude.store_order import Placed
from tui.agents.store_files import one_line
from tui.model.events import ToolFinished, ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind


class Sidechain(msgspec.Struct):
    """What one sub-agent wrote."""

    call: ItemId
    """The call it belongs to."""
    lines: list[Placed]
    bad: list[tuple[int, bytes]] = []
    announced: ToolStarted | None = None
    """Its call, where the session has none for it."""
    finished: ToolFinished | None = None


class _Agent(msgspec.Struct):
    lines: list[Placed]
    bad: list[tuple[int, bytes]]
    meta: AgentMeta


class Sidechains:
    """Finds the call that each sub-agent was started by, and hands it out there."""

    def __init__(self) -> None:
        self._agents: dict[str, _Agent] = {}
        self._by_call: dict[str, str] = {}
        """Tool call → agent."""

    def add(
        self, agent: str, lines: list[Placed], bad: list[tuple[int, bytes]], meta: AgentMeta
    ) -> None:
        """Take in the file of a sub-agent."""
        self._agents[agent] = _Agent(lines, bad, meta)
        if meta.tool_use_id is not None:
            self._by_call[meta.tool_use_id] = agent

    def split(self, placed: list[Placed]) -> list[Placed]:
        """Return the main thread, and learn from it which call started which sub-agent."""
        main = []
        roots: dict[str, str] = {}
        for one in placed:
            found = one.found
            if found.is_sidechain is not True:
                main.append(one)
                self._learn(found)
                continue
            name = found.uuid or str(one.position)
            root = found.agent_id or roots.get(found.parent_uuid or "", name)
            roots[name] = root
            self._agents.setdefault(root, _Agent([], [], AgentMeta())).lines.append(one)
        prompts = {
            store_words.text(agent.lines[0].found): name
            for name, agent in self._agents.items()
            if agent.lines and name not in self._by_call.values()
        }
        for one in main:
            self._match(one.found, prompts)
        return main

    def begun_by(self, found: Entry) -> Iterator[Sidechain]:
        """Return the sub-agents that a line of the main thread started."""
        for block in store_words.blocks(found):
            agent = self._by_call.get(block.id or "") if found.type == "assistant" else None
            known = self._agents.pop(agent, None) if agent is not None else None
            if known is not None:
                yield Sidechain(ItemId(block.id or ""), known.lines, known.bad)

    def rest(self) -> Iterator[Sidechain]:
        """Return the sub-agents whose call is nowhere; each gets one made up for it."""
        for name, agent in self._agents.items():
            call = ItemId(agent.meta.tool_use_id or f"sub-agent-{name}")
            first = store_words.text(agent.lines[0].found) if agent.lines else ""
            title = agent.meta.description or one_line(first) or name
            announced = ToolStarted(
                call=call, kind=ToolKind.AGENT, name="Agent", title=title, input={}
            )
            finished = ToolFinished(call=call, outcome=Outcome.DETACHED, keep_output=True)
            yield Sidechain(call, agent.lines, agent.bad, announced, finished)
        self._agents.clear()

    def _learn(self, found: Entry) -> None:
        result = found.tool_use_result
        agent = result.get("agentId") if isinstance(result, dict) else None
        if not isinstance(agent, str):
            return
        for block in store_words.blocks(found):
            if block.type == "tool_result" and block.tool_use_id is not None:
                self._by_call.setdefault(block.tool_use_id, agent)

    def _match(self, found: Entry, prompts: dict[str, str]) -> None:
        """Older versions name no agent: the prompt of the call is the sub-agent's first line."""
        if found.type != "assistant" or not prompts:
            return
        for block in store_words.blocks(found):
            prompt = block.input.get("prompt") if isinstance(block.input, dict) else None
            if isinstance(prompt, str) and prompt in prompts and block.id is not None:
                self._by_call.setdefault(block.id, prompts[prompt])
