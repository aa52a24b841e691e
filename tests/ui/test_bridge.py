"""How soon the screen is told what a session says."""

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tui.conversation.changes import Asked, Change, Grew
from tui.model.identity import AgentId, ItemId, RequestId
from tui.sessions.updates import Update
from tui.ui.bridge import FLOODED, SLOWEST, Bridge
from tui.ui.live import LiveSession
from tui.ui.services import Opening

GREW = Grew(ItemId("a"), "word ")
REQUEST = Asked(RequestId("r"))


@pytest.mark.parametrize(
    ("changes", "pace"),
    [
        ([GREW], FLOODED),
        ([GREW, GREW], FLOODED),
        ([REQUEST], SLOWEST),
        ([GREW, REQUEST], SLOWEST),
    ],
)
async def test_only_text_is_told_less_often_where_there_is_too_much_to_do(
    changes: list[Change], pace: float
) -> None:
    told: list[float] = []
    live = LiveSession(Opening(cwd=Path("/srv"), agent=AgentId("claude")))

    async def updates() -> AsyncIterator[Update]:
        bridge._told_at = now = anyio.current_time()
        bridge._late = 1.0
        for change in changes:
            yield Update(0.0, [], (), [change])
        told.append(bridge._due - now)

    bridge = Bridge(live, updates(), lambda _: None, lambda _: True)
    await bridge.follow()

    assert told == [pytest.approx(pace)]
