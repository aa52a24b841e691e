"""The demo speaks as a CLI does, but its failures are its own."""

from pathlib import Path

import anyio
import pytest

from tests.support.demo import MOUTHS, PATIENCE, demo, spec
from tui.conversation.state import TurnMark
from tui.sessions.supervisor import supervise

LABELS = {
    "demo": "Demo (Claude Code)",
    "demo-codex": "Demo (Codex)",
    "demo-gemini": "Demo (Gemini CLI)",
}


@pytest.mark.parametrize("mouth", MOUTHS)
@pytest.mark.parametrize("flags", [("--misbehave", "silent"), ("--misbehave", "crash"), ("--no",)])
async def test_a_demo_that_fails_calls_itself_by_its_own_name(
    tmp_path: Path, mouth: str, flags: tuple[str, ...]
) -> None:
    agent = demo(mouth, *flags)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("think")
        with anyio.fail_after(PATIENCE):
            await session.over.wait()
    ended = session.conversation.ended

    assert ended is not None
    items = session.conversation.items.values()
    turns = [item.end.error for item in items if isinstance(item, TurnMark)]
    cli = LABELS[mouth].removeprefix("Demo (").removesuffix(")")
    assert ended.error.startswith(LABELS[mouth])
    assert ended.error.count("Demo") == 1
    assert [told for told in turns if told and cli in told.replace(LABELS[mouth], "")] == []
    assert not any(f"`{cli}`" in ended.remedy for cli in ("claude", "codex", "gemini"))
