"""Sessions with the demo agent, well-behaved or not."""

from collections.abc import Callable
from pathlib import Path

import anyio
from msgspec.structs import replace

from tui.agents import registry
from tui.agents.dialect import Agent, Launch, Way
from tui.conversation.state import Conversation, Prose
from tui.model.capabilities import Mode
from tui.model.commands import Prompt
from tui.model.events import Channel
from tui.model.identity import AgentId, SessionId, new_uuid
from tui.model.spec import SessionSpec
from tui.sessions.session import Session

MOUTHS = ("demo", "demo-codex", "demo-gemini")
PATIENCE = 60.0


def demo(mouth: str, *flags: str, environment: dict[str, str] | None = None) -> Agent:
    """Return the demo agent with further flags on its command line, at full speed."""
    agent = registry.agent(AgentId(mouth))

    def flagged(way: Way) -> Way:
        def launch(spec: SessionSpec, prompt: Prompt | None) -> Launch:
            plain = way.launch(spec, prompt)
            more = {"PARLEY_DEMO_SPEED": "0", **(environment or {})}
            return replace(
                plain, argv=(*plain.argv, *flags), environment={**plain.environment, **more}
            )

        return replace(way, launch=launch)

    return replace(agent, ways=tuple(flagged(way) for way in agent.ways))


def spec(
    agent: Agent, folder: Path, resume: SessionId | None = None, mode: Mode = Mode.ASK
) -> SessionSpec:
    """Return what a session of the demo is to be; its state lives in `folder`."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    return SessionSpec(
        agent=agent.id,
        cwd=work,
        executable="demo",
        state=folder / "state",
        resume=resume,
        new_id=None if resume else SessionId(new_uuid()),
        mode=mode,
    )


async def reach(session: Session, condition: Callable[[Conversation], object]) -> None:
    """Follow a session until its conversation is as wanted; fail where it never is."""
    updates = session.follow()
    with anyio.fail_after(PATIENCE):
        while not condition(session.conversation):
            assert not session.over.is_set(), f"the session ended: {session.conversation.ended}"
            await anext(updates, None)


def answered(turns: int) -> Callable[[Conversation], object]:
    """Return a condition: so many turns have ended and nothing runs."""
    return lambda conversation: len(conversation.turns) >= turns and conversation.turn is None


def asked(conversation: Conversation) -> object:
    """Tell whether a question is open."""
    return conversation.questions


def answer(conversation: Conversation) -> str:
    """Return everything the agent said to the user."""
    items = conversation.items.values()
    return "\n".join(
        str(item.text)
        for item in items
        if isinstance(item, Prose) and item.channel is Channel.ANSWER and item.parent is None
    )
