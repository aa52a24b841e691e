"""No foreign text does anything in menus, the inspector, the timeline's export or its search."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ui.stage import NOON, on_stage
from tests.ui.test_surfaces import CHUNKS, everywhere, look
from tui.config.paths import state_folder
from tui.model.arrival import Arrival
from tui.model.events import ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ToolKind
from tui.sessions.updates import Update


@pytest.mark.parametrize("payloads", CHUNKS)
async def test_menus_and_lists_show_text_as_text(tmp_path: Path, payloads: Sequence[str]) -> None:
    async with on_stage(tmp_path, (120, 40)) as stage:
        stage.work()
        for payload in payloads:
            stage.tell(*everywhere(payload))
        live = stage.app.chat.live
        assert live is not None
        lines = [
            Arrival(number, NOON, payload.encode("utf-8", "replace"), tuple(everywhere(payload)))
            for number, payload in enumerate(payloads)
        ]
        live.take(Update(NOON, lines, (), []))
        await look(stage)
        for keys in (
            ["f6", "E", "Y"],
            ["alt+z"],
            ["f12", "home", "down", "slash"],
            ["ctrl+t", "x"],
        ):
            await stage.press(*keys)
            await look(stage)
            while stage.app.screen is not stage.app.chat:
                await stage.press("escape")
        exported = next((state_folder() / "exports").iterdir()).read_bytes()

        assert not any(byte < 32 and byte not in b"\n" for byte in exported)


@pytest.mark.parametrize("payloads", CHUNKS[:3])
async def test_what_a_silent_agent_is_waited_for_is_text(
    tmp_path: Path, payloads: Sequence[str]
) -> None:
    async with on_stage(tmp_path, (100, 30)) as stage:
        stage.work()
        title = " ".join(payloads)
        stage.tell(
            ToolStarted(call=ItemId("t"), kind=ToolKind.SHELL, name=title, title=title, input={})
        )
        await stage.until(lambda: "working" in stage.text())
        live = stage.app.chat.live
        assert live is not None
        live.heard_at -= 90
        await stage.shows("no sign for")

        await look(stage)
