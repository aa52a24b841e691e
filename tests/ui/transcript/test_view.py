"""The view follows the end or stays where it is; nothing else moves it."""

from random import Random

from tests.support.transcripts import happen, long_conversation, markdown, told
from tests.ui.transcript.stage import Stage, built, on_stage, settled, until
from tui.conversation.state import Conversation
from tui.model.events import ProseDone, ProseGrew, ToolFinished, ToolStarted, TurnStarted
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind

ANSWER = ItemId("streamed")


def stream(text: str, size: int = 7) -> list[ProseGrew]:
    """Return a text in small pieces."""
    return [ProseGrew(ANSWER, text[n : n + size]) for n in range(0, len(text), size)]


async def test_it_opens_at_the_end_and_follows_it() -> None:
    async with on_stage(long_conversation(60)) as (app, pilot):
        assert app.lines[-1].startswith("   ── done")
        assert app.view.following

        app.tell(*stream("and on it goes\n\n" * 30))
        await settled(app, pilot)

        assert app.lines[-1] == "   and on it goes"
        assert (app.view.following, app.view.new_items) == (True, 0)


async def test_it_does_not_move_while_one_reads() -> None:
    async with on_stage(long_conversation(60)) as (app, pilot):
        await built(app, pilot)
        await pilot.press("pageup", "pageup")
        before = app.lines

        for event in stream(markdown(Random(1), 4_000), 90):
            app.tell(event)
            await settled(app, pilot)
            assert app.lines == before

        assert (app.view.following, app.view.new_items) == (False, 1)

        await pilot.press("G")
        assert (app.view.following, app.view.new_items) == (True, 0)


async def test_what_changes_above_moves_nothing() -> None:
    conversation = long_conversation(40)
    call = ItemId("slow")
    started = ToolStarted(call=call, kind=ToolKind.SHELL, name="Bash", title="make", input={})
    happen(conversation, TurnStarted(), started, *stream("words and words\n\n" * 40))
    async with on_stage(conversation) as (app, pilot):
        await pilot.press("pageup")
        before = app.lines

        app.tell(ToolFinished(call=call, outcome=Outcome.FAILED, output="bad\n" * 9, exit_code=1))
        await settled(app, pilot)

        assert app.lines == before


async def test_scrolling_up_through_what_was_never_seen_never_jumps() -> None:
    async with on_stage(long_conversation(400), size=(70, 30)) as (app, pilot):
        await built(app, pilot)
        for _ in range(60):
            before = app.lines
            app.view.action_scroll_lines(-5)
            await pilot.pause()
            assert app.lines[5:] == before[:-5]


async def test_a_streamed_answer_ends_as_if_it_had_come_whole() -> None:
    text = markdown(Random(2), 9_000) + "\n\n```python\n" + "x = 1\n" * 90 + "```\nend"
    async with on_stage(Conversation(), size=(80, 400)) as (app, pilot):
        for event in stream(text, 61):
            app.tell(event)
            if Random(len(event.text)).random() < 0.2:
                await settled(app, pilot)
        app.tell(ProseDone(ANSWER, text))
        await settled(app, pilot)
        streamed = app.lines

    async with on_stage(told(ProseDone(ANSWER, text)), size=(80, 400)) as (app, pilot):
        assert app.lines == streamed


async def test_a_corrected_text_replaces_what_was_streamed() -> None:
    async with on_stage(Conversation()) as (app, pilot):
        app.tell(*stream("first words"))
        await settled(app, pilot)
        app.tell(ProseDone(ANSWER, "other words"))
        await settled(app, pilot)

        assert app.lines[0] == "   other words"
        assert app.lines[1] == ""


async def test_a_new_width_keeps_the_place() -> None:
    async with on_stage(long_conversation(300), size=(100, 30)) as (app, pilot):
        await built(app, pilot)
        for _ in range(9):
            await pilot.press("pageup")
        block, _ = app.view.viewport.place

        await pilot.resize_terminal(52, 30)
        await pilot.pause()
        assert app.view.viewport.place[0] is block

        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert app.view.viewport.place[0] is block
        assert not app.view.following


async def test_a_conversation_shown_again_is_where_one_left_it() -> None:
    first, second = long_conversation(300), long_conversation(50, seed=8)
    async with on_stage(first) as (app, pilot):
        await built(app, pilot)
        for _ in range(5):
            await pilot.press("pageup")
        before = app.lines

        app.view.show(second)
        await pilot.pause()
        assert app.view.following
        happen(first, *stream("something new\n\n" * 9))
        app.view.show(first)
        await pilot.pause()
        assert app.lines == before
        assert not app.view.following


async def test_sub_agents_at_work_stand_below_their_calls() -> None:
    def tool(name: str, parent: str | None = None) -> ToolStarted:
        above = ItemId(parent) if parent else None
        kind = ToolKind.AGENT if parent is None else ToolKind.READ
        return ToolStarted(
            call=ItemId(name), kind=kind, name="x", title=name, input={}, parent=above
        )

    async with on_stage(Conversation()) as (app, pilot):
        for event in (
            tool("one"),
            tool("two"),
            tool("one a", "one"),
            tool("two a", "two"),
            tool("one b", "one"),
            tool("one a deep", "one a"),
            ProseGrew(ANSWER, "words"),
            tool("one c", "one"),
        ):
            app.tell(event)
            await settled(app, pilot)

        shown = [line[:26].replace("⋯ Agent  ", "").replace("⋯ Read   ", "") for line in app.lines]
        assert [line.rstrip() for line in shown if line] == [
            "   one",
            "   │ one a",
            "   │ │ one a deep",
            "   │ one b",
            "   │ one c",
            "   two",
            "   │ two a",
            "   words",
        ]


async def test_the_smallest_terminals_do() -> None:
    async with on_stage(long_conversation(40)) as (app, pilot):
        for size in ((1, 1), (2, 2), (10, 3), (40, 10), (250, 70)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(app.view.render_lines(app.view.size.region)) == app.view.size.height


async def test_a_theme_is_taken_over() -> None:
    async with on_stage(long_conversation(40)) as (app, pilot):
        strips = app.view.render_lines(app.view.size.region)
        app.dress("paper")
        await pilot.pause()
        await pilot.pause()

        again = app.view.render_lines(app.view.size.region)
        assert [strip.text for strip in again] == [strip.text for strip in strips]
        assert again != strips


async def test_what_is_painted_while_heights_become_exact_is_the_same() -> None:
    async with on_stage(long_conversation(300)) as (app, pilot):
        await until(pilot, lambda: not app.view.document.older)
        seen = app.lines
        while app.view.inexact:
            app.view._touched = 0.0
            app.view._measure_slice()

            assert app.lines == seen


async def test_what_is_said_while_the_view_grows_is_followed() -> None:
    async with on_stage(long_conversation(60)) as (app, pilot):
        app.view.styles.height = 20
        await settled(app, pilot)
        app.view.styles.height = 22
        app.screen._refresh_layout()
        app.tell(ProseDone(ItemId("more"), "one\n\ntwo\n\nthree\n\nfour"))
        app.view._flush()
        await settled(app, pilot)

        assert app.view.following
        assert app.lines[-1] == "   four"


async def test_the_scrollbar_takes_one_there() -> None:
    async with on_stage(long_conversation(300)) as (app, pilot):
        await built(app, pilot)
        bar = app.view.vertical_scrollbar
        column = [strip.text for strip in bar.render_lines(bar.size.region)]
        assert len(column) == app.view.size.height

        app.view.scroll_to(y=0, animate=False)
        await pilot.pause()
        assert "Prompt 1:" in app.lines[1]
        app.view.scroll_end(animate=False)
        await pilot.pause()
        await pilot.pause()
        assert app.view.following


async def test_a_click_beside_the_thumb_scrolls_a_page() -> None:
    async with on_stage(long_conversation(300)) as (app, pilot):
        await built(app, pilot)
        before = app.view.scroll_y
        await pilot.click(offset=(app.view.size.width - 1, 1))
        await until(pilot, lambda: app.view.scroll_y != before)
        await pilot.wait_for_animation()
        assert before - 30 < app.view.scroll_y < before


async def test_a_flood_is_shown_whole_and_in_order() -> None:
    async with on_stage(Conversation()) as (app, pilot):
        text = "".join(f"{number} is a number.\n\n" for number in range(5_000))
        app.tell(*stream(text, 4))
        assert len(app.view._waiting) > 20_000
        await settled(app, pilot)

        assert app.lines[-1] == "   4999 is a number."
        blocks = app.view.document.entries[ANSWER].blocks
        assert "\n\n".join(block.text for block in blocks) == text.strip()


async def test_running_tools_count_their_seconds() -> None:
    call = ItemId("slow")
    started = ToolStarted(call=call, kind=ToolKind.SHELL, name="Bash", title="make", input={})
    async with on_stage(Conversation()) as (app, pilot):
        app.tell(TurnStarted(), started)
        await settled(app, pilot)

        assert "running" in app.lines[0]
        assert ticking(app)

        app.tell(ToolFinished(call=call, outcome=Outcome.OK, duration_ms=10))
        await settled(app, pilot)
        assert not ticking(app)


def ticking(app: Stage) -> bool:
    """Tell whether times are being counted."""
    return bool(app.view.document.ticking)
