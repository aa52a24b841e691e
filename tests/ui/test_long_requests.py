"""Very long requests: their first lines are there at once, and are those of the whole."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from tests.benchmarks.long_requests import KINDS
from tests.ui.requests import EVERY
from tests.ui.stage import on_stage, shell_request
from tui.model.identity import AgentId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.ui.choices import choices
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, shortened
from tui.ui.request_beginning import COUNTING, beginning, is_short
from tui.ui.request_risk import judge
from tui.ui.request_sheet import Asked, RequestSheet, View
from tui.ui.screens.permission import PermissionScreen
from tui.ui.services import Opening
from tui.ui.sheet import LONG, Line, Sheet, folded

WIDTH = 100


def text_of(line: Sequence[Segment]) -> str:
    """Return what a line says."""
    return "".join(one.text for one in line).rstrip()


def first_lines(sheet: Sheet, count: int = 20) -> list[str]:
    """Return the first lines of a text."""
    total = sheet.lay_out(WIDTH)
    return [text_of(sheet.line(number)) for number in range(min(count, total))]


def whole(request: PermissionRequest, folder: Path) -> Sheet:
    """Return the whole text of a request."""
    live = LiveSession(Opening(cwd=folder, agent=AgentId("demo")))
    judged = judge(request, live)
    return RequestSheet(live, Asked(request, judged, choices(request, live, judged))).sheet(View())


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_request_begins_as_it_goes_on(kind: str, tmp_path: Path) -> None:
    make, mark = KINDS[kind]
    request = make(tmp_path)
    at_once, later = first_lines(beginning(request, 40)), first_lines(whole(request, tmp_path))
    same = [one for one, two in zip(at_once, later, strict=False) if one == two]
    others = [one for one in at_once[: len(later)] if one not in later]

    assert not is_short(request)
    assert any(mark in line for line in at_once)
    assert len(same) >= 10
    assert all(COUNTING in line or line.endswith("@@") for line in others)


@pytest.mark.parametrize("name", EVERY)
def test_any_request_has_a_beginning(name: str) -> None:
    assert first_lines(beginning(EVERY[name], 24))


def test_what_is_short_is_shown_whole_in_the_first_frame() -> None:
    assert is_short(shell_request())


@pytest.mark.parametrize(
    "input",
    [
        {"command": "\n" * 2_000},
        {"values": [0] * 2_000},
        {"values": {str(number): {} for number in range(2_000)}},
        {"text": "x" * 100_000},
    ],
    ids=["lines", "numbers", "members", "characters"],
)
def test_lines_and_values_count_as_much_as_characters(input: dict[str, object]) -> None:
    request = PermissionRequest(
        id=shell_request().id, tool="t", kind=ToolKind.OTHER, title="t", input=input
    )

    assert not is_short(request)


def test_many_small_files_are_a_long_request() -> None:
    change = FileChange(path="a", kind=ChangeKind.CREATED, after="b\n")
    request = PermissionRequest(
        id=shell_request().id,
        tool="t",
        kind=ToolKind.EDIT,
        title="t",
        input={},
        changes=(change,) * 100,
    )

    assert not is_short(request)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_long_request_is_judged_and_shown_to_its_end(kind: str, tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        make, mark = KINDS[kind]
        stage.ask(make(stage.folder))
        await stage.press("alt+a")
        screen = stage.app.screen
        assert isinstance(screen, PermissionScreen)
        await stage.until(lambda: screen.judged is not None)
        await stage.shows("lines below")

        assert mark in stage.text()
        assert screen.page.unread.blocks
        assert COUNTING not in stage.text()


async def test_nothing_is_allowed_before_all_was_looked_through(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        request = stage.ask()
        await stage.press("alt+a")
        screen = stage.app.screen
        assert isinstance(screen, PermissionScreen)
        await stage.until(lambda: not screen.page.unread.blocks)
        stage.clock.forward(60.0)
        judged, screen.judged = screen.judged, None
        await stage.press("y")
        assert request.id in stage.session.conversation.pending

        screen.judged = judged
        stage.clock.forward(60.0)
        await stage.press("y")
        assert request.id not in stage.session.conversation.pending


async def test_what_was_found_out_about_an_edit_that_was_left_is_not_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        request = stage.ask(shell_request("echo first\n" * 2_000))
        await stage.press("alt+a")
        screen = stage.app.screen
        assert isinstance(screen, PermissionScreen)
        await stage.until(lambda: screen.judged is not None)
        screen.show(shell_request("echo second\n" * 2_000))
        screen.show(request)
        assert screen.judged is None
        await stage.until(lambda: screen.judged is not None)
        await stage.shows("lines below")

        assert "echo first" in stage.text()
        assert "echo second" not in stage.text()


@given(st.text("ab ", min_size=1, max_size=9), st.integers(1, 140), st.integers(0, 9))
def test_a_long_line_is_cut_like_a_short_one(word: str, width: int, hang: int) -> None:
    text = word * (2 * LONG // len(word))
    pieces = [Segment("   12 + "), Segment(text[:5000]), Segment(text[5000:])]
    lines: Sequence[Line] = folded(pieces, width, hang)
    room = hang if hang < width // 2 else 0
    said = "".join(one.text for one in pieces)
    expected = [said[:width]]
    rest = said[width:]
    while rest:
        expected.append(" " * room + rest[: width - room])
        rest = rest[width - room :]

    assert ["".join(one.text for one in line) for line in lines] == expected
    assert len(lines) == len(expected)
    assert lines[-1] == lines[len(expected) - 1]
    assert lines[1:3] == [lines[1], lines[2]]


@given(st.sampled_from(["a", "漢", "e\u0301", "⏎ "]), st.integers(1, 120))
def test_a_line_of_a_bar_is_as_wide_as_it_should_be_however_long_its_text(
    sign: str, width: int
) -> None:
    strip = fit([Segment("x"), Segment(sign * 20_000)], width)

    assert strip.cell_length == width
    assert strip.text.rstrip().endswith("…")
    assert shortened(sign * 20_000, width).endswith("…")
