"""A command of one's own: its output as it comes, its end, and what goes into the draft."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.ui.stage import Stage, on_stage
from tui.agency import run_shell
from tui.ui.printed import KEPT, Printed
from tui.ui.screens.shell import ShellScreen


@asynccontextmanager
async def at_a_shell(folder: Path) -> AsyncIterator[Stage]:
    async with on_stage(folder) as stage:
        stage.app.services = stage.app.services._replace(run_shell=run_shell)
        yield stage


async def run(stage: Stage, command: str) -> None:
    await stage.write(f"!{command}")
    await stage.press("enter")
    await stage.until(lambda: isinstance(stage.app.screen, ShellScreen))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


async def test_output_is_shown_while_the_command_runs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "work-goes-on")
    async with at_a_shell(tmp_path) as stage:
        await run(stage, f"echo first; printf half; cat {tmp_path}/work-goes-on; exit 3")
        await stage.shows("half")
        assert "running" in stage.text()
        with (tmp_path / "work-goes-on").open("w") as pipe:
            pipe.write(" a line\n")
        await stage.shows("half a line")
        await stage.shows("exit code 3")
        await stage.press("enter")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        text, _ = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert text.split("\n")[1:] == ["first", "half a line", "(exit code 3)", ""]


async def test_escape_ends_everything_the_command_started_and_keeps_its_output(
    tmp_path: Path,
) -> None:
    async with at_a_shell(tmp_path) as stage:
        await run(stage, f"sleep 1000 & echo $! $$ > {tmp_path}/pids; echo begun; sleep 1000")
        await stage.shows("begun")
        pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
        await stage.press("escape")
        await stage.shows("ended by you")
        assert [pid for pid in pids if alive(pid)] == []
        await stage.press("enter")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        text, _ = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert text.endswith("begun\n(ended by you)\n")


async def test_a_second_escape_leaves_without_a_word(tmp_path: Path) -> None:
    async with at_a_shell(tmp_path) as stage:
        await run(stage, "echo begun; sleep 1000")
        await stage.shows("begun")
        await stage.press("escape", "escape")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        assert stage.app.chat.composer.text == ""


async def test_a_flood_is_bounded_and_says_what_is_missing(tmp_path: Path) -> None:
    async with at_a_shell(tmp_path) as stage:
        await run(stage, "yes | head -c 5000000; echo the end")
        await stage.shows("exit code 0", 60)
        await stage.shows("the end")
        await stage.press("home")
        await stage.press("enter")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        text, _ = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert len(text) < 3 * KEPT
        assert "characters are left out" in text
        assert text.endswith("the end\n")


async def test_who_reads_the_beginning_is_not_moved_by_more_output(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "more")
    async with at_a_shell(tmp_path) as stage:
        await run(stage, f"seq 1 200; cat {tmp_path}/more")
        await stage.shows("200")
        page = stage.app.screen.query_one("Page")
        page.scroll_to(y=0, animate=False)
        await stage.shows("│ 1 ")
        with (tmp_path / "more").open("w") as pipe:
            pipe.write("one more\n")
        await stage.shows("exit code 0")

        assert page.scroll_offset.y == 0


async def test_escape_sequences_neither_act_nor_reach_the_draft(tmp_path: Path) -> None:
    async with at_a_shell(tmp_path) as stage:
        await run(stage, r"printf '\033[31mred\033[0m \033]0;title\007\033[2Kplain\n'")
        await stage.shows("red plain")
        await stage.shows("exit code 0")
        await stage.press("enter")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        text, _ = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert "\nred plain\n" in text
        assert "\x1b" not in text.split("\n")[1]


async def test_a_command_that_was_killed_says_by_which_signal(tmp_path: Path) -> None:
    async with at_a_shell(tmp_path) as stage:
        await run(stage, "kill -9 $$")

        await stage.shows("ended by SIGKILL")


@given(some.lists(some.text("ab\n\x1b[m ", max_size=30)))
def test_what_fits_is_shown_as_it_was_printed(pieces: list[str]) -> None:
    printed = Printed()
    for piece in pieces:
        printed.add(piece)
    whole = Printed()
    whole.add("".join(pieces))

    assert printed.text() == whole.text()
    assert printed.paragraphs("output") == whole.paragraphs("output")


@pytest.mark.parametrize("lines", [2_001, 5_000, 400_000])
def test_the_first_and_the_last_lines_are_shown_and_the_rest_is_counted(lines: int) -> None:
    printed = Printed()
    for start in range(0, lines, 1_000):
        printed.add("".join(f"{n}\n" for n in range(start, min(lines, start + 1_000))))
    shown = ["".join(part.text for part in line) for line in printed.paragraphs("output")]
    (hint,) = [line for line in shown if line.startswith("…")]
    at = shown.index(hint)

    assert shown[:at] == [str(n) for n in range(at)]
    after = shown[at + 1 :]
    assert after == [str(n) for n in range(lines - len(after), lines)]
    assert f" {lines - len(shown) + 1:,} lines" in hint
