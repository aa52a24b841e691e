"""Long text: its height is known before its lines are made, and nothing of it gets lost."""

import random
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from tests.ui.payloads import ALL
from tests.ui.requests import EVERY
from tests.ui.stage import NOON
from tui.model.identity import AgentId
from tui.model.tools import ChangeKind, FileChange
from tui.ui.choices import choices
from tui.ui.live import LiveSession
from tui.ui.pager import whole_text
from tui.ui.request_diff import Split, Unified, rows_of
from tui.ui.request_risk import judge
from tui.ui.request_sheet import Asked, RequestSheet, View
from tui.ui.request_text import numbered
from tui.ui.services import Opening
from tui.ui.sheet import Part, Ready, Sheet, folded

PLAIN = st.text(st.characters(codec="utf-8"), max_size=200)
ODD = st.sampled_from([*ALL, "日本語" * 30, "e\u0301" * 40, "🇩🇪" * 20, " " * 90, "\t" * 9])
TEXT = st.lists(PLAIN | ODD, max_size=12).map("\n".join)
WIDTH = st.integers(12, 140)


def heights_are_true(part: Part, width: int) -> None:
    """Fail where a paragraph has another number of lines than was told."""
    for index, height in enumerate(part.heights(width)):
        assert len(part.lines(index, width)) == height


@given(TEXT, TEXT, WIDTH)
def test_a_difference_is_as_high_as_it_says(before: str, after: str, width: int) -> None:
    change = FileChange(path="a", kind=ChangeKind.MODIFIED, before=before, after=after)
    rows = rows_of(change)

    heights_are_true(Unified(rows), width)
    heights_are_true(Split(rows), width)


@given(TEXT, WIDTH)
def test_a_patch_is_as_high_as_it_says(patch: str, width: int) -> None:
    rows = rows_of(FileChange(path="a", kind=ChangeKind.MODIFIED, diff=patch))

    heights_are_true(Unified(rows), width)
    heights_are_true(Split(rows), width)


@given(TEXT, WIDTH)
def test_paragraphs_are_as_high_as_they_say(text: str, width: int) -> None:
    heights_are_true(Ready(numbered(text), 4), width)


@given(TEXT)
def test_every_line_of_a_new_file_is_on_the_sheet(text: str) -> None:
    change = FileChange(path="a", kind=ChangeKind.CREATED, after=text)
    sheet = Sheet([Unified(rows_of(change))])
    lines = ["".join(one.text for one in sheet.line(n)) for n in range(sheet.lay_out(10_000))]
    found = [line[8:] for line in lines if line[6:7] == "+"]
    wanted = text.split("\n") if text.rpartition("\n")[2] else text.split("\n")[:-1]

    assert [read_back(line) for line in found] == wanted


def read_back(text: str) -> str:
    """Return the text that is shown like this."""
    text = re.sub(r"\n⏎×(\d+)\n", lambda match: "\n" * (int(match[1]) + 1), text)
    text = re.sub(r" ·×(\d+) ", lambda match: " " * int(match[1]), text)
    text = text.replace("⇥", "\t")
    return re.sub(r"‹U\+([0-9A-F]+)›", lambda match: chr(int(match[1], 16)), text)


@given(TEXT, WIDTH)
def test_a_command_can_be_read_back_from_what_was_scrolled_through(
    command: str, width: int
) -> None:
    """Folding at the edge, tokens and counts leave everything there, in its order."""
    part = Ready(numbered(command), 4)
    lines = [part.lines(index, width) for index in range(len(part.heights(width)) - 1)]
    hang = 4 if width >= 10 else 0
    gutter = len(str(len(lines))) + 1
    read = [
        "".join(
            "".join(piece.text for piece in line)[hang if number else 0 :]
            for number, line in enumerate(folded)
        )[gutter:]
        for folded in lines
    ]

    assert read_back("\n".join(read)) == command


def test_lines_of_all_parts_stand_in_their_order() -> None:
    sheet = Sheet([Ready([[Segment("a" * 25)]], 2), Ready([]), Ready([[Segment("b")], []])])

    assert sheet.lay_out(10) == 5
    texts = ["".join(piece.text for piece in sheet.line(number)) for number in range(5)]
    assert texts == ["a" * 10, "  " + "a" * 8, "  " + "a" * 7, "b", ""]
    assert [sheet.place(0), sheet.place(2), sheet.place(2, 1)] == [0, 3, 4]


def test_every_dialog_is_as_high_as_it_says_at_every_width() -> None:
    chance = random.Random(1)
    live = LiveSession(
        Opening(cwd=Path("/srv/project"), agent=AgentId("demo")),
        now=lambda: NOON,
    )
    for name, request in EVERY.items():
        judged = judge(request, live)
        text = RequestSheet(live, Asked(request, judged, choices(request, live, judged)))
        for view in (View(), View(split=True), View(raw=True)):
            sheet = text.sheet(view)
            for width in chance.sample(range(20, 200), 5):
                for number in range(0, sheet.lay_out(width), 7):
                    assert isinstance(sheet.line(number), list), name


def test_the_pager_gets_everything_with_nothing_hidden() -> None:
    for request in EVERY.values():
        text = whole_text(request)

        assert text.replace("\n", "").isprintable()
        assert all(value in text for value in request.input.values() if isinstance(value, str))


@given(st.text("ab 漢é\u0301👍🏽☀\ufe0f", max_size=60), st.integers(1, 12), st.integers(0, 4))
def test_folding_loses_no_character_and_always_ends(text: str, width: int, hang: int) -> None:
    lines = folded([Segment(text)], width, hang)
    moved = hang if hang < width // 2 else 0
    said = ["".join(part.text for part in line) for line in lines]

    assert said[0] + "".join(line[moved:] for line in said[1:]) == text


def test_one_endless_line_of_wide_characters_is_folded_in_linear_time() -> None:
    lines = folded([Segment("漢" * 100_000)], 100)

    assert len(lines) == 2_000
