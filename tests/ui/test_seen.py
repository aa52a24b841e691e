"""What counts as read: only what was on the screen; what was jumped over is told."""

from itertools import accumulate
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.support.requests import edit, questions
from tests.ui.stage import Stage, on_stage, shell_request
from tui.model.permission import Answer, PermissionRequest, Question
from tui.model.tools import ChangeKind, FileChange
from tui.ui.screens.permission import PermissionScreen
from tui.ui.screens.questions import QuestionsScreen
from tui.ui.seen import Seen, Span, Unread

LOOKS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=12)
HEIGHTS = st.lists(st.integers(1, 5), min_size=1, max_size=20)

LONG = "\n".join(f"echo {number}" for number in range(120))


def looked(looks: list[tuple[int, int]]) -> tuple[Seen, set[int]]:
    """Return what was seen, and the same as a set of lines."""
    seen, lines = Seen(), set[int]()
    for start, size in looks:
        seen.add(start, start + size)
        lines.update(range(start, start + size))
    return seen, lines


@given(LOOKS, st.integers(0, 90))
def test_what_is_missing_is_every_line_that_was_not_looked_at(
    looks: list[tuple[int, int]], total: int
) -> None:
    seen, lines = looked(looks)
    missing = [line for line in range(total) if line not in lines]

    assert {line for line in range(90) if seen.has(line)} == lines
    assert seen.count_missing(total) == len(missing)
    gap = seen.missing(total)
    if not missing:
        assert gap is None
        return
    assert gap is not None
    assert list(range(*gap)) == missing[: gap.end - gap.start]
    assert gap.end == total or gap.end in lines


@given(LOOKS, st.data())
def test_folded_anew_a_paragraph_is_seen_if_all_of_it_was(
    looks: list[tuple[int, int]], data: st.DataObject
) -> None:
    before = list(accumulate(data.draw(HEIGHTS)))
    size = st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before))
    after = list(accumulate(data.draw(size)))
    same = data.draw(st.integers(0, len(before)))
    seen, lines = looked(looks)
    lines &= set(range(before[-1]))

    found = seen.folded_anew(before, after, same)

    wanted = set[int]()
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        old_lines = range(before[index - 1] if index else 0, old)
        if index < same and lines.issuperset(old_lines):
            wanted.update(range(after[index - 1] if index else 0, new))
    assert found.count_missing(after[-1]) == after[-1] - len(wanted)
    missing = [line for line in range(after[-1]) if line not in wanted]
    gap = found.missing(after[-1])
    assert (gap.start if gap else None) == (missing[0] if missing else None)


@given(LOOKS, HEIGHTS, HEIGHTS)
def test_folded_anew_paragraphs_count_as_the_same_as_far_as_there_are_any(
    looks: list[tuple[int, int]], before: list[int], after: list[int]
) -> None:
    old, new = list(accumulate(before)), list(accumulate(after))
    seen, _ = looked(looks)
    shared = min(len(old), len(new))

    found, wanted = seen.folded_anew(old, new), seen.folded_anew(old, new, shared)

    lines = range(new[-1] + 1)
    assert [found.has(line) for line in lines] == [wanted.has(line) for line in lines]


def test_what_is_not_read_is_said_in_words() -> None:
    above = Unread(171, Span(39, 210), 230, below=False)

    assert above.words() == "171 lines not seen yet: PgDn"
    assert above.words(narrow=True) == "↕171"
    assert above.refusal == "lines 40–210 of 230 were not on the screen yet: PgDn"
    over = Unread(171, Span(39, 210), 230, below=False, jumped=True)
    assert over.words() == "171 lines jumped over: PgDn"
    assert over.words(narrow=True) == "↕171"
    assert Unread(1_171, Span(39, 1_210), 1_230).words(narrow=True) == "↓1,171"
    assert [one.blocks for one in (above, over, Unread(), Unread(-1))] == [True, False, False, True]
    assert Unread(1, Span(4, 5), 5).words() == "1 line below: PgDn"
    assert Unread(1, Span(4, 5), 5).refusal == "line 5 of 5 was not on the screen yet: PgDn"
    assert Unread().words() == "all shown ✓"
    assert Unread(-1).words() == ""


async def opened(stage: Stage, request: PermissionRequest) -> PermissionScreen:
    """Ask, and wait until the whole text is there."""
    stage.ask(request)
    await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    await stage.until(lambda: screen.judged is not None and screen.page.sheet.total > 0)
    await stage.quiet()
    return screen


async def test_nothing_is_allowed_before_the_last_line_was_on_the_screen(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        await opened(stage, shell_request(LONG))
        await stage.press("y")
        await stage.shows("were not on the screen yet: PgDn")

        assert stage.session.conversation.pending


async def test_what_was_jumped_over_is_told(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        screen = await opened(stage, shell_request(LONG))
        await stage.press("end")
        await stage.until(lambda: not screen.page.below)
        await stage.shows("lines jumped over: PgDn")
        await stage.quiet()
        await stage.press("y")

        await stage.until(lambda: not stage.session.conversation.pending)


async def test_from_the_end_on_a_page_leads_to_what_was_left_out(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        screen = await opened(stage, shell_request(LONG))
        gap = screen.page.unread.first
        await stage.press("end")
        await stage.until(lambda: not screen.page.below)
        await stage.shows("jumped over")
        await stage.press("pagedown")
        await stage.until(lambda: screen.page.scroll_offset.y == gap.start)
        await stage.read_through()
        await stage.quiet()
        await stage.press("y")

        await stage.until(lambda: not stage.session.conversation.pending)


async def test_another_width_keeps_what_was_read_and_nothing_more(tmp_path: Path) -> None:
    lines = "\n".join(f"echo {'word ' * 25}{number}" for number in range(60))
    async with on_stage(tmp_path, (80, 24)) as stage:
        screen = await opened(stage, shell_request(lines))
        await stage.read_through()
        await stage.pilot.resize_terminal(60, 24)
        await stage.until(lambda: screen.page.columns < 60)
        await stage.shows("all shown ✓")
        assert screen.page.unread.count == 0

        await stage.pilot.resize_terminal(80, 24)
        await stage.until(lambda: screen.page.columns > 60)
        assert screen.page.unread.count == 0


async def test_a_smaller_screen_before_the_end_leaves_the_rest_unread(tmp_path: Path) -> None:
    lines = "\n".join(f"echo {'word ' * 25}{number}" for number in range(60))
    async with on_stage(tmp_path, (120, 40)) as stage:
        screen = await opened(stage, shell_request(lines))
        before = screen.page.unread
        await stage.pilot.resize_terminal(60, 20)
        await stage.until(lambda: screen.page.columns < 60)
        await stage.settle()
        after = screen.page.unread

        assert after.count > before.count > 0
        assert after.first.start >= screen.page.size.height


async def test_a_long_change_is_read_by_paging(tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(400))
    change = FileChange(path="big.txt", kind=ChangeKind.CREATED, after=text)
    async with on_stage(tmp_path, (120, 40)) as stage:
        screen = await opened(stage, edit(change, tool="Write"))
        await stage.press("f")
        await stage.until(lambda: screen.has_class("-full"))
        for _ in range(5):
            await stage.press("pagedown")
        seen = screen.page.sheet.total - screen.page.unread.count
        assert seen == screen.page.unread.first.start > 5 * 20
        await stage.press("end")
        await stage.until(lambda: not screen.page.below)
        await stage.shows("jumped over")
        page = screen.page
        while page.unread.count:
            page.turn(1)
            await stage.pilot.pause()
            stage.lines()
        await stage.quiet()
        await stage.press("y")

        await stage.until(lambda: not stage.session.conversation.pending)


async def test_side_by_side_and_back_keeps_what_was_read(tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    change = FileChange(path="a.txt", kind=ChangeKind.MODIFIED, before="x", after=text)
    async with on_stage(tmp_path, (120, 30)) as stage:
        screen = await opened(stage, edit(change))
        await stage.read_through()
        await stage.quiet()
        await stage.press("d")
        await stage.shows("lines below")
        await stage.quiet()
        await stage.press("y")
        assert stage.session.conversation.pending
        await stage.quiet()
        await stage.press("d")

        await stage.shows("all shown ✓")
        assert screen.page.unread.count == 0


async def test_an_answer_is_not_sent_before_the_whole_question_was_read(tmp_path: Path) -> None:
    words = "\n".join(f"reason {number}" for number in range(60))
    answers = (Answer(label="yes"), Answer(label="no"))
    async with on_stage(tmp_path, (80, 24)) as stage:
        stage.ask(questions(Question(id="a", text=words, answers=answers)))
        await stage.until(lambda: isinstance(stage.app.screen, QuestionsScreen))
        await stage.quiet()
        await stage.press("1")
        await stage.quiet()
        await stage.press("enter")
        await stage.shows("were not on the screen yet: PgDn")
        assert stage.session.conversation.pending
        await stage.read_through()
        await stage.quiet()
        await stage.press("enter")

        await stage.until(lambda: not stage.session.conversation.pending)
