"""What a hostile request wants can be read back from the screen, and not allowed before that."""

import random
import re
from pathlib import Path

import pytest

from tests.support.chance import both_seeds
from tests.ui.payloads import ALL
from tests.ui.stage import Stage, on_stage, shell_request
from tests.ui.test_sheet import read_back
from tui.ui.screens.permission import PermissionScreen

WHOLE = [text for text in ALL if text.encode("utf-8", "ignore").decode() == text]


def command(seed: int) -> str:
    """Return a long command with tricks of every sort in it."""
    dice = random.Random(seed)
    pieces = [
        *dice.choices(WHOLE, k=dice.randint(1, 6)),
        " " * dice.randint(1, 4000),
        "\n" * dice.randint(1, 300),
        "日本語" * dice.randint(0, 60),
        " ·×40 ⏎×3 ‹U+202E›",
        "x" * dice.randint(0, 900),
        *(f"echo {number}\n" for number in range(dice.randint(0, 60))),
        "rm -rf build",
    ]
    dice.shuffle(pieces)
    return "\n".join(line.strip(" ") for line in "".join(pieces).split("\n"))


async def scrolled(stage: Stage) -> list[str]:
    """Go through the dialog page by page; return every line of it as it was on the screen."""
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    page = screen.page
    await stage.until(lambda: page.sheet.total and page.size.height)
    lines: dict[int, str] = {}
    while True:
        await stage.pilot.pause()
        top, region = page.scroll_offset.y, page.scrollable_content_region
        for row in range(region.height):
            strip = stage.app.screen._compositor.render_strips()[region.y + row]
            lines[top + row] = strip.crop(region.x, region.right).text
        if not page.below:
            return [lines[number] for number in range(page.sheet.total)]
        screen.action_page(1)


async def trial(stage: Stage, seed: int) -> None:
    """Show one request; try to allow it too early; read it back."""
    wanted = command(seed)
    stage.ask(shell_request(wanted, f"r{seed}"))
    await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    await stage.until(lambda: screen.judged is not None)
    if screen.page.sheet.total > screen.page.size.height > 0:
        screen.gate.open = True
        screen.action_allow()
        assert not screen.writing, f"seed {seed}"
        assert stage.session.conversation.pending, f"seed {seed}"
    lines = await scrolled(stage)
    # Where a wide character does not fit at the edge, one cell stays empty.
    edges = re.compile(r"(?<=\S) (?=[日本語])")
    assert edges.sub("", _joined(lines)) == edges.sub("", wanted), f"seed {seed}"
    stage.session.interrupt()
    await stage.until(lambda: stage.app.screen is stage.app.chat)


def _joined(lines: list[str]) -> str:
    """Put folded lines together again, up to the line that counts them."""
    end = next(
        n for n, line in enumerate(lines) if re.fullmatch(r"\d+ lines?, [\d,]+ bytes *", line)
    )
    width = len(str(int(lines[end].partition(" ")[0]))) + 1
    paragraphs: list[str] = []
    for line in lines[:end]:
        number = line[: width - 1].strip()
        if number.isdigit() and int(number) == len(paragraphs) + 1:
            paragraphs.append(line[width:])
        else:
            paragraphs[-1] += line[4:]
    return read_back("\n".join(line.rstrip(" ") for line in paragraphs))


async def trials(folder: Path, seeds: range) -> None:
    """Run trials, one after the other, in one app."""
    async with on_stage(folder, (90, 30)) as stage:
        for seed in seeds:
            await trial(stage, seed)


@both_seeds
async def test_a_few_hostile_requests_are_read_back(tmp_path: Path, seed: int) -> None:
    await trials(tmp_path, range(seed, seed + 3))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 500, 50))
async def test_five_hundred_hostile_requests_are_read_back(tmp_path: Path, first: int) -> None:
    await trials(tmp_path, range(first, first + 50))
