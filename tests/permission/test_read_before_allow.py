"""Whatever a command does to be misread: all of it can be read, and nothing is allowed before."""

import re
from functools import partial
from pathlib import Path

import pytest

from tests.permission.deceiving import five_hundred
from tests.support.chance import FIXED, both_seeds
from tests.ui.stage import Stage, on_stage, shell_request
from tui.conversation.state import Ask
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.ui.request_text import numbered
from tui.ui.screens.permission import PermissionScreen
from tui.ui.widgets.page import Page

PATIENCE = 60.0
"""Seconds for what takes a tenth of one where nothing else runs."""


def meant(shown: str) -> str:
    """Return the text that is shown like this: counts, then tokens, turned back."""
    shown = re.sub(r"\n⏎×(\d+)\n", lambda count: "\n" * (int(count[1]) + 1), shown)
    shown = re.sub(r" ·×(\d+) ", lambda count: " " * int(count[1]), shown)
    shown = shown.replace("⇥", "\t")
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda token: chr(int(token[1], 16)), shown)


@both_seeds
def test_every_character_can_be_told_from_what_is_shown(seed: int) -> None:
    for command in five_hundred(seed):
        *lines, size = ["".join(one.text for one in line) for line in numbered(command)]
        width = len(str(len(lines))) + 1

        assert meant("\n".join(line[width:] for line in lines)) == command
        assert size.endswith(f"{len(command.encode('utf-8', 'replace')):,} bytes")
        assert [line for line in lines if re.search(r"[^\S ]|[\x00-\x1f\x7f-\x9f]", line)] == []


async def scrolled_through(stage: Stage) -> dict[int, str]:
    """Press PgDn until the end was on the screen; return every line of the text that was."""
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    page, found = screen.page, dict[int, str]()
    while True:
        region, top = page.region, page.scroll_offset.y
        for row, line in enumerate(stage.lines()[region.y : region.bottom]):
            if top + row < page.sheet.total:
                found[top + row] = line
        if not page.unread.count:
            return found
        await stage.press("pagedown")
        await stage.until(partial(moved_on, page, top), PATIENCE)


def moved_on(page: Page, top: int) -> bool:
    """Tell whether a page shows more than from this line on."""
    return not page.unread.count or page.scroll_offset.y > top


async def check(stage: Stage, command: str, number: int) -> None:
    """Ask, press y too early, read, and see that the answer is still open."""
    request = shell_request(command, f"r{number}")
    await stage.quiet()
    stage.ask(request)
    await stage.until(lambda: laid_out(stage, request), PATIENCE)
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    await stage.quiet()
    (ask,) = [one for one in items(stage) if one.request.id == request.id]
    if screen.page.unread.count:
        await stage.press("y")
        assert ask.decision is None
        await stage.quiet()
    found = await scrolled_through(stage)
    assert ask.decision is None
    sheet, left = screen.page.sheet, screen.page.region.x
    for line in range(sheet.total):
        text = "".join(piece.text for piece in sheet.line(line)).rstrip()
        assert found[line][left:].startswith(text)
    stage.session.decide(request.id, Decision(verdict=Verdict.DENY))
    await stage.until(lambda: stage.app.screen is stage.app.chat, PATIENCE)


def laid_out(stage: Stage, request: PermissionRequest) -> bool:
    """Tell whether the dialog of a request is there, and its text in it."""
    screen = stage.app.screen
    if not isinstance(screen, PermissionScreen) or screen.request.id != request.id:
        return False
    return bool(screen.page.size.height and screen.page.sheet.total)


def items(stage: Stage) -> list[Ask]:
    """Return all questions of the session."""
    everything = stage.session.conversation.items.values()
    return [item for item in everything if isinstance(item, Ask)]


@both_seeds
async def test_allow_stays_off_until_all_was_scrolled_through(tmp_path: Path, seed: int) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        for number, command in enumerate(five_hundred(seed)[:3]):
            await check(stage, command, number)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 500, 50))
async def test_allow_stays_off_until_all_of_five_hundred_was_scrolled_through(
    tmp_path: Path, first: int
) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        for number, command in enumerate(five_hundred(FIXED)[first : first + 50]):
            await check(stage, command, number)
