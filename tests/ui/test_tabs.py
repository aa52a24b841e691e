"""The tabs: whatever the width, no state is cut off, and what is left out is counted."""

import re
from pathlib import Path

import pytest

from tests.ui.pictures.scenes import DIED, DONE, SHELL, TALK
from tests.ui.stage import READY, conversation_of
from tui.model.identity import AgentId
from tui.ui.live import LiveSession
from tui.ui.services import Opening
from tui.ui.widgets.tabs import Tabs

STORIES = ([*TALK, DONE], TALK, [*TALK, SHELL], [*TALK, *DIED])


def sessions(count: int) -> list[LiveSession]:
    """Return sessions in every state."""
    made = []
    for number in range(count):
        live = LiveSession(Opening(cwd=Path("/srv"), agent=AgentId("codex")), "Codex")
        live.conversation = conversation_of(READY, *STORIES[number % len(STORIES)])
        made.append(live)
    return made


@pytest.mark.parametrize("width", [40, 60, 80, 120, 250])
@pytest.mark.parametrize("count", [1, 2, 4, 9, 30])
def test_no_state_is_cut_off_and_every_tab_is_shown_or_counted(width: int, count: int) -> None:
    tabs = Tabs(now=lambda: 0.0)
    for active in {0, count // 2, count - 1}:
        there = sessions(count)
        tabs.show(there, there[active])
        [strip] = tabs.strips(width)
        line = strip.text.rpartition("▲ ")[0] or strip.text

        assert strip.cell_length == width
        shown = re.findall(r" (\d+)(?: \S [^✓●▲✗✕]*)?([✓●▲✗✕])", f" {line}")
        left_out = sum(int(number) for number in re.findall(r"(?<=‹)\d+|\d+(?=›)", line))
        assert len(shown) + left_out == count, line
        assert str(active + 1) in [number for number, _ in shown], line
        assert [mark for number, mark in shown] == [
            there[int(number) - 1].state.glyph for number, _ in shown
        ], line
