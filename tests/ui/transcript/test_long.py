"""A long conversation is there at once, wherever one goes; the rest is made in slices."""

from tests.support.transcripts import long_conversation
from tests.ui.transcript.stage import built, on_stage, settled
from tests.ui.transcript.test_view import ANSWER, stream
from tui.model.identity import ItemId
from tui.ui.transcript.blocks import Fold


async def test_older_items_are_counted_and_come() -> None:
    async with on_stage(conversation := long_conversation(2_100)) as (app, pilot):
        app.view.show(conversation)
        app.view.scroll_to(y=0, animate=False)
        older = app.view.older_items
        assert older > 0
        assert f"↑ {older:,} older" in app.lines[0]
        top = app.lines[1]

        await built(app, pilot)
        assert app.view.older_items == 0
        assert app.view.scroll_y > 0
        assert app.lines[1] == top


async def test_the_beginning_is_there_at_once_and_the_rest_comes() -> None:
    async with on_stage(conversation := long_conversation(2_100)) as (app, pilot):
        app.view.show(conversation)
        app.view.action_to_start()
        assert "Prompt 1:" in app.lines[1]
        assert app.view.document.newer > 1_500

        await built(app, pilot)
        assert "Prompt 1:" in app.lines[1]
        assert (app.view.scroll_y, app.view.following) == (0, False)

        app.view.action_to_end()
        assert app.view.following
        app.tell(*stream("the very last words"))
        await settled(app, pilot)
        assert app.lines[-1] == "   the very last words"


async def test_what_comes_while_the_end_is_not_built_stands_at_the_end() -> None:
    async with on_stage(conversation := long_conversation(2_100)) as (app, pilot):
        app.view.show(conversation)
        app.view.action_to_start()
        app.tell(*stream("the very last words"))
        await built(app, pilot)
        await settled(app, pilot)
        assert list(app.view.document.entries)[-1] == ANSWER
        assert app.view.document.column[app.view.document.column.last].entry.id == ANSWER


async def test_any_item_of_a_long_conversation_is_there_at_once() -> None:
    conversation = long_conversation(2_100)
    async with on_stage(conversation) as (app, pilot):
        app.view.show(conversation)
        for name in ("user200", "shell10", "answer290", "think1"):
            app.view.jump_to(ItemId(name))
            assert app.view.cursor is not None
            assert app.view.cursor.entry.id == name
            assert app.view.document.older + app.view.document.newer > 1_500
        await built(app, pilot)
        column = app.view.document.column
        walked = dict.fromkeys(block.entry.id for block in column.walk(column.first))
        assert list(walked) == list(conversation.items)


async def test_heights_become_exact_and_what_is_seen_stays() -> None:
    async with on_stage(long_conversation(900)) as (app, pilot):
        app.view.jump_to(ItemId("answer60"))
        before = app.lines
        await built(app, pilot)

        column, painter = app.view.document.column, app.view.painter
        heights = [column.heights.get(block.number) for block in column.walk(column.first)]
        assert heights == [len(painter.lines(block)) for block in column.walk(column.first)]
        assert app.lines == before
        assert app.view.max_scroll_y == sum(heights) - app.view.size.height


async def test_opening_everything_takes_slices_and_keeps_the_place() -> None:
    async with on_stage(conversation := long_conversation(2_100)) as (app, pilot):
        app.view.show(conversation)
        app.view.jump_to(ItemId("user140"))
        prompt = next(line for line in app.lines if "Prompt 140:" in line)
        for wanted in (Fold.OPEN, Fold.CLOSED):
            app.view.action_toggle_all()
            assert prompt in app.lines
            assert app.view.document.older + app.view.document.newer > 1_500
            await built(app, pilot)
            assert prompt in app.lines
            shells = (app.view.document.entries[ItemId(f"shell{n}")] for n in range(1, 301))
            assert {entry.fold for entry in shells} == {wanted}
