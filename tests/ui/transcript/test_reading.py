"""Folding, jumping, finding, selecting and copying."""

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot

from tests.support.transcripts import long_conversation, told
from tests.ui.transcript.stage import Stage, built, found, on_stage, settled
from tui.conversation.state import Conversation
from tui.model.events import (
    Channel,
    ProseDone,
    ProseGrew,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    UserSaid,
)
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind
from tui.ui.transcript.view import TranscriptView

CALL = ItemId("call")

PARAGRAPH = "The quick brown fox jumps over the lazy dog and " * 3 + "rests."


def tool(output: str, outcome: Outcome = Outcome.OK) -> Conversation:
    """Return a conversation with one tool call between two texts."""
    started = ToolStarted(
        call=CALL, kind=ToolKind.SHELL, name="Bash", title="ls", input={"command": "ls"}
    )
    done = ToolFinished(call=CALL, outcome=outcome, output=output, duration_ms=1)
    return told(
        UserSaid(item=ItemId("u"), text="look"),
        ProseDone(ItemId("a"), "before"),
        started,
        done,
        ProseDone(ItemId("b"), "after"),
    )


async def test_space_opens_and_closes_what_the_cursor_is_on() -> None:
    async with on_stage(tool("one\ntwo")) as (app, pilot):
        closed = app.lines
        await pilot.press("left_square_bracket", "space")
        assert [line for line in app.lines if "│" in line] == ["   │ $ ls", "   │ one", "   │ two"]

        await pilot.press("space")
        assert [line.replace("▸", " ") for line in app.lines] == closed


async def test_messages_close_too_and_go_on_growing() -> None:
    async with on_stage(told(UserSaid(item=ItemId("u"), text="do\nthis"))) as (app, pilot):
        app.tell(ProseGrew(ItemId("a"), "first line\n\nsecond"))
        await settled(app, pilot)
        await pilot.press("K", "space")
        assert app.lines[5].split() == ["▸", "first", "line", "3", "lines"]
        assert app.lines[6] == ""

        app.tell(ProseGrew(ItemId("a"), " line\n\nthird"))
        await settled(app, pilot)
        await pilot.press("space")
        assert [line for line in app.lines[4:] if line][-2:] == ["   second line", "   third"]

        await pilot.press("K", "space")
        assert app.lines[0].split()[:5] == ["▸", "You", "▸", "do", "22:13"]


async def test_a_click_on_a_header_opens_it() -> None:
    async with on_stage(tool("one\ntwo")) as (app, pilot):
        row = next(n for n, line in enumerate(app.lines) if "✓ Shell" in line)
        await pilot.click(offset=(10, row))
        assert "   │ one" in app.lines

        await pilot.click(offset=(10, row))
        await pilot.pause()
        assert "   │ one" not in app.lines


async def test_everything_opens_and_closes_at_once() -> None:
    conversation = told(ProseDone(ItemId("t"), "deep thought", Channel.THINKING))
    async with on_stage(told(conversation=tool("one"))) as (app, pilot):
        await pilot.press("ctrl+o")
        assert "   │ one" in app.lines
        await pilot.press("ctrl+o")
        assert "   │ one" not in app.lines
    async with on_stage(conversation) as (app, pilot):
        await pilot.press("ctrl+o")
        assert "   deep thought" in app.lines


async def test_more_of_a_long_output_comes_on_demand() -> None:
    async with on_stage(tool("a line of output\n" * 8_000)) as (app, pilot):
        await pilot.press("left_square_bracket", "space")
        entry = app.view.document.entries[CALL]
        assert entry.blocks[-1].text == "… 4,145 more lines · Enter shows more"

        app.view._cursor = entry.blocks[-1]
        await pilot.press("enter")
        assert len("\n".join(block.text for block in entry.blocks[2:])) > 8_000 * 16
        assert app.activated == []


async def test_an_opened_running_tool_shows_all_its_output_as_it_grows() -> None:
    started = ToolStarted(
        call=CALL, kind=ToolKind.SHELL, name="Bash", title="ls", input={"command": "ls"}
    )
    async with on_stage(told(started)) as (app, pilot):
        await pilot.press("left_square_bracket", "space")
        entry = app.view.document.entries[CALL]
        written = ""
        for number in range(120):
            piece = "".join(f"line {number}.{n}\n" for n in range(97))
            written += piece
            kept = list(entry.blocks)
            app.tell(ToolGrew(CALL, piece))
            await settled(app, pilot)
            assert entry.blocks[: len(kept)] == kept
        whole = "\n".join(block.text for block in entry.blocks[2:])
        assert whole == f"{written}"
        assert app.lines[-1] == "   │ line 119.96"
        assert len(written) > 64 * 1024

        app.tell(ToolFinished(call=CALL, outcome=Outcome.OK, output=written, duration_ms=1))
        await settled(app, pilot)
        assert "\n".join(block.text for block in entry.blocks[2:]) == written.rstrip("\n")
        assert app.lines[-1] == "   │ line 119.96"


async def test_every_hit_is_counted_however_many_there_are() -> None:
    conversation = told(*(ProseDone(ItemId(f"a{n}"), "word " * 400) for n in range(30)))
    async with on_stage(conversation) as (app, pilot):
        assert await found(app, pilot, "word") == "hit 12,000 of 12,000"
        assert await found(app, pilot, "nothing") == "not found"
        assert await found(app, pilot, "word word") == "hit 6,000 of 6,000"


async def test_enter_names_the_item() -> None:
    async with on_stage(tool("one")) as (app, pilot):
        await pilot.press("left_square_bracket", "enter")
        assert app.activated == [CALL]


async def test_jumps_go_by_prompt_tool_and_failure() -> None:
    async with on_stage(long_conversation(200)) as (app, pilot):
        await pilot.press("left_curly_bracket")
        assert app.view.cursor is not None
        assert app.view.cursor.entry.id == "user29"
        await pilot.press("left_curly_bracket", "right_curly_bracket", "left_square_bracket")
        assert app.view.cursor.entry.id == "edit28"
        await pilot.press("E")
        assert app.view.cursor.entry.id == "shell24"
        await pilot.press("E", "E", "e")
        assert app.view.cursor.entry.id == "shell17"
        assert any("▸ ✗ Shell" in line for line in app.lines)


async def test_jumps_begin_at_what_is_seen() -> None:
    async with on_stage(long_conversation(200)) as (app, pilot):
        await built(app, pilot)
        await pilot.press("home", "right_square_bracket")
        assert app.view.cursor is not None
        assert app.view.cursor.entry.id == "shell1"
        await pilot.press("G", "left_square_bracket")
        assert app.view.cursor.entry.id == "edit29"
        await pilot.press("home")
        assert await found(app, pilot, "pytest tests") == "hit 1 of 29"
        assert app.view.cursor.entry.id == "shell1"


async def test_a_jump_to_what_is_not_built_yet_builds_it() -> None:
    async with on_stage(long_conversation(2_000)) as (app, pilot):
        app.view.jump_to(ItemId("user3"))
        await pilot.pause()
        assert any("Prompt 3:" in line for line in app.lines)
        app.view.jump_to(ItemId("nobody"))


async def test_find_goes_from_the_end_upwards_and_opens_what_is_closed() -> None:
    async with on_stage(tool("the needle is here\n" + "hay\n" * 40 + "NEEDLE again")) as (
        app,
        pilot,
    ):
        assert await found(app, pilot, "needle") == "hit 2 of 2"
        assert any("NEEDLE again" in line for line in app.lines)

        app.view.find_previous()
        await pilot.pause()
        assert any("the needle is here" in line for line in app.lines)

        app.view.find_next()
        app.view.find_next()
        assert app.view.search is not None
        assert app.view.search.place == "hit 1 of 2"
        assert await found(app, pilot, "nowhere") == "not found"
        app.view.find("")
        assert app.view.search is None


async def test_found_words_are_marked() -> None:
    said = told(ProseDone(ItemId("a"), "say **needle** twice: needle"))
    async with on_stage(said) as (app, pilot):
        await found(app, pilot, "needle")
        strip = app.view.render_lines(app.view.size.region)[0]

        ground = app.view.painter.styles["found"].bgcolor
        marked = [part.text for part in strip if part.style and part.style.bgcolor == ground]
        assert marked == ["needle", "needle"]


async def test_a_match_across_a_wrap_is_found() -> None:
    async with on_stage(told(ProseDone(ItemId("a"), PARAGRAPH)), size=(40, 10)) as (app, pilot):
        assert await found(app, pilot, "dog and The quick") == "hit 2 of 2"


async def drag(
    app: Stage, pilot: Pilot[None], start: tuple[int, int], end: tuple[int, int]
) -> None:
    """Select with the mouse."""
    await pilot.mouse_down(offset=start)
    await pilot.hover(offset=Offset(*end))
    await pilot.mouse_up(offset=end)
    await pilot.pause()


async def test_dragging_selects_across_blocks_without_wraps_and_gutters() -> None:
    conversation = told(
        UserSaid(item=ItemId("u"), text="my prompt"),
        ProseDone(ItemId("a"), f"{PARAGRAPH}\n\n```py\nif x:\n    y()\n```\n\nthe end"),
    )
    async with on_stage(conversation, size=(50, 24)) as (app, pilot):
        rows = app.lines
        first = next(n for n, line in enumerate(rows) if "quick" in line)
        last = next(n for n, line in enumerate(rows) if "the end" in line)
        await drag(app, pilot, (rows[first].index("quick"), first), (rows[last].index("end"), last))

        selected = app.view.selected_text()
        assert selected == f"{PARAGRAPH[4:]}\n\nif x:\n    y()\n\nthe e"

        app.tell(*(ProseGrew(ItemId("n"), "more text\n\n") for _ in range(50)))
        await settled(app, pilot)
        await pilot.press("home")
        assert app.view.selected_text() == selected
        await pilot.press("y")
        assert app.copied == [selected]


async def test_a_selection_stays_when_the_width_changes() -> None:
    conversation = told(ProseDone(ItemId("a"), f"{PARAGRAPH}\n\n{PARAGRAPH}"))
    async with on_stage(conversation, size=(50, 24)) as (app, pilot):
        await drag(app, pilot, (10, 1), (20, 6))
        selected = app.view.selected_text()
        assert len(selected) > 100

        for width in (33, 90, 50):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            assert app.view.selected_text() == selected


async def test_a_double_click_selects_one_block() -> None:
    async with on_stage(told(ProseDone(ItemId("a"), "one\n\ntwo words\n\nthree"))) as (app, pilot):
        await pilot.double_click(TranscriptView, offset=(5, 2))
        await pilot.pause()
        assert app.view.selected_text().strip() == "two words"


async def test_y_copies_the_message_or_the_code_under_the_cursor() -> None:
    text = "See **this**:\n\n```py\nif x:\n    y()\n```\n\nDone."
    async with on_stage(told(ProseDone(ItemId("a"), text))) as (app, pilot):
        await pilot.press("K", "y", "J", "y")
        assert app.copied == [text, "if x:\n    y()"]


@pytest.mark.parametrize("keys", [["s"], ["j", "k", "d", "u"], ["n", "N"], ["J", "K"], ["space"]])
async def test_keys_do_no_harm_in_an_empty_transcript(keys: list[str]) -> None:
    async with on_stage(Conversation()) as (app, pilot):
        await pilot.press(*keys, "y", "enter", "g", "G", "left_curly_bracket", "E", "ctrl+o")
        assert set(app.lines) == {""}
        assert app.view.block_text() == ""


async def test_differences_stand_side_by_side() -> None:
    async with on_stage(long_conversation(12), size=(120, 60)) as (app, pilot):
        await built(app, pilot)
        await pilot.press("left_square_bracket", "space", "s")
        await pilot.pause()
        row = next(line for line in app.lines if "setdefault" in line)
        assert row.split("│")[2].strip().startswith("12 + @pytest.fixture")
