"""Find: all hits, wherever they stand and however many, without a pause anybody notices."""

import gc
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.support.transcripts import long_conversation, told
from tests.ui.transcript.stage import found, on_stage, settled, until
from tui.model.events import ProseDone, ProseGrew, ToolFinished, ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.ui.transcript.find import Search
from tui.ui.transcript.find_text import pattern_of
from tui.ui.transcript.seeking import SLICE

CALL = ItemId("call")
FRAME = 1 / 60


def said(*texts: str) -> list[ProseDone]:
    return [ProseDone(ItemId(f"a{n}"), text) for n, text in enumerate(texts)]


def exhausted(search: Search) -> Search:
    while not search.done:
        search.look(1.0)
    return search


@pytest.mark.parametrize(
    ("query", "text", "hits"),
    [
        ("cafe", "Café CAFE cafe\u0301 caff", 3),
        ("café", "Café CAFE cafe\u0301", 2),
        ("STRASSE", "strasse Straße", 1),
        ("naïve", "nai\u0308ve NAÏVE naive", 2),
        ("a.b", "a.b axb", 1),
        ("(", "((", 2),
        ("привет", "Привет ПРИВЕТ", 2),
        ("漢字", "漢字と漢字", 2),
        ("aa", "aaaa", 2),
        ("", "nothing is looked for", 0),
    ],
)
def test_case_never_matters_and_accents_only_where_they_are_typed(
    query: str, text: str, hits: int
) -> None:
    if query:
        assert exhausted(Search(told(*said(text)), query)).total == hits


@given(some.text("aA eéE\u0301b.漢\n", min_size=1, max_size=3), some.text("aA eéE\u0301b.漢\n"))
def test_counting_finds_what_the_marks_show(query: str, text: str) -> None:
    search = exhausted(Search(told(*said(text)), query))

    assert search.total == sum(1 for _ in pattern_of([query]).finditer(text))


def test_hits_at_the_edges_of_windows_are_counted_once() -> None:
    text = ("é" + "x" * 996 + "end") * 700

    assert exhausted(Search(told(*said(text)), "end")).total == 700
    assert exhausted(Search(told(*said(text)), "endé")).total == 699


async def test_a_hit_in_a_difference_and_in_an_input_is_found() -> None:
    change = FileChange(
        path="/srv/one.py", kind=ChangeKind.MODIFIED, before="old = 1\n", after="fresh = 2\n"
    )
    conversation = told(
        *said("hello"),
        ToolStarted(call=CALL, kind=ToolKind.EDIT, name="Edit", title="one.py", input={}),
        ToolFinished(call=CALL, outcome=Outcome.OK, changes=(change,)),
        ToolStarted(
            call=ItemId("other"),
            kind=ToolKind.OTHER,
            name="mcp",
            title="ask",
            input={"question": "where is the treasure?"},
        ),
        ToolFinished(call=ItemId("other"), outcome=Outcome.OK, output="there"),
        *[ProseDone(ItemId(f"z{n}"), "later\n\n" * 20) for n in range(5)],
    )
    async with on_stage(conversation) as (app, pilot):
        for words in ("fresh = 2", "old = 1", "treasure"):
            assert await found(app, pilot, words) == "hit 1 of 1"
            assert any(words in line for line in app.lines)


async def test_a_hit_beyond_what_is_shown_of_an_output_is_shown() -> None:
    output = "hay hay hay\n" * 100_000 + "needle\n" + "hay\n" * 100
    conversation = told(
        ToolStarted(call=CALL, kind=ToolKind.SHELL, name="Bash", title="ls", input={}),
        ToolFinished(call=CALL, outcome=Outcome.OK, output=output),
    )
    async with on_stage(conversation) as (app, pilot):
        assert await found(app, pilot, "needle") == "hit 1 of 1"
        await until(pilot, lambda: any("needle" in line for line in app.lines))


async def test_hits_that_come_later_are_counted_too() -> None:
    async with on_stage(told(*said("needle"))) as (app, pilot):
        assert await found(app, pilot, "needle") == "hit 1 of 1"
        app.tell(ProseGrew(ItemId("b"), "another needle, "))
        await settled(app, pilot)
        app.view.find_next()
        assert app.view.search is not None
        assert app.view.search.place == "hit 2 of 2"
        app.tell(ProseGrew(ItemId("b"), "and a needle"))
        await settled(app, pilot)
        app.view.find_next()
        assert app.view.search.place == "hit 3 of 3"
        app.view.find_next()
        assert app.view.search.place == "hit 1 of 3"


async def test_leaving_goes_back_to_where_one_was() -> None:
    async with on_stage(long_conversation(400)) as (app, pilot):
        await pilot.press("pageup", "pageup", "pageup")
        await pilot.pause()
        before = app.lines
        await found(app, pilot, "Prompt 3:")
        assert app.lines != before
        app.view.stop_finding()
        await pilot.pause()
        assert app.lines == before
        assert app.view.search is None

        app.view.to_end()
        await found(app, pilot, "Prompt 3:")
        app.view.stop_finding()
        assert app.view.following


@pytest.fixture
def without_collection() -> Iterator[None]:
    """Collect no garbage meanwhile, as the app does while somebody works in it."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("without_collection")
@pytest.mark.parametrize("query", ["nowhere to be found", "the", "né"])
def test_looking_through_fifty_thousand_messages_never_takes_a_frame(query: str) -> None:
    conversation = long_conversation(50_000)
    turns: list[float] = []
    begun = time.thread_time()
    search = Search(conversation, query)
    search.start(None)
    while not search.done:
        search.look(SLICE)
        turns.append(time.thread_time() - begun)
        begun = time.thread_time()

    assert len(turns) > 10
    assert max(turns) < FRAME
