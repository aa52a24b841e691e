"""Markdown is cut the same way however it arrives, and nothing of it is lost."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.transcripts import markdown
from tui.text.chunker import CODE_LINES, PARAGRAPH, TABLE, Chunk, Chunker, chunks

LINES = st.sampled_from(
    [
        "",
        "text",
        "- item",
        "  deeper",
        "```py",
        "```",
        "~~~",
        "# head",
        "| a | b |",
        "    code",
        "`x",
    ]
)


def test_blocks_are_separated_at_blank_lines() -> None:
    assert chunks("# A\n\ntext\nmore\n\n- x\n\n  inner\n\n\nlast") == [
        Chunk("# A"),
        Chunk("text\nmore", gap=True),
        Chunk("- x\n\n  inner", gap=True),
        Chunk("last", gap=True),
    ]


def test_line_ends_of_windows_are_line_ends() -> None:
    text = "one\r\ntwo\r\n\r\n```py\r\nx = 1\r\n```\r\n- a\r\n- b\r\n"
    assert chunks(text) == chunks(text.replace("\r\n", "\n"))


def test_half_a_line_end_is_not_shown() -> None:
    chunker = Chunker()
    chunker.feed("```py\r\nx = 1\r")
    assert chunker.tail == Chunk("x = 1", code=True, language="py", gap=True, fence=1)


def test_a_fence_is_a_chunk_of_its_own() -> None:
    assert chunks("see\n```python title\na = 1\n\nb\n```\nafter") == [
        Chunk("see"),
        Chunk("a = 1\n\nb", code=True, language="python title", gap=True, fence=1, closed=True),
        Chunk("after", gap=True),
    ]


def test_an_open_fence_is_cut_so_that_the_tail_stays_short() -> None:
    chunker = Chunker()

    done = chunker.feed("```\n" + "x\n" * (CODE_LINES * 3 + 2))

    assert [chunk.closed for chunk in done] == [False] * 3
    assert chunker.tail == Chunk("x\nx\n", code=True, fence=1)


def test_an_endless_line_is_cut_at_a_sentence() -> None:
    chunker = Chunker()

    done = chunker.feed("All is well. " * 1_000)

    assert done
    assert all(len(chunk.text) <= PARAGRAPH for chunk in done)
    assert all(chunk.text.endswith("well. ") for chunk in done)


def test_a_line_that_came_whole_is_cut_like_one_that_grew() -> None:
    line = "A sentence of some words. " * 1_000
    chunker = Chunker()
    grown = [chunk for at in range(0, len(line), 7) for chunk in chunker.feed(line[at : at + 7])]
    grown += [*chunker.feed("\nlast"), *chunker.finish()]

    assert chunks(f"{line}\nlast") == grown
    assert max(len(chunk.text) for chunk in grown) <= PARAGRAPH


def test_half_a_fence_marker_is_not_shown() -> None:
    chunker = Chunker()
    chunker.feed("text\n``")
    assert chunker.tail == Chunk("text")

    chunker.feed("`py\ncode\n``")
    assert chunker.tail == Chunk("code\n", code=True, language="py", gap=True, fence=1)


@settings(deadline=None)
@given(st.lists(LINES, max_size=60), st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_the_same_chunks_come_out_however_it_arrives(lines: list[str], sizes: list[int]) -> None:
    text = "\n".join(lines)
    chunker = Chunker()
    found: list[Chunk] = []
    position = turn = 0
    while position < len(text):
        size = sizes[turn % len(sizes)]
        found += chunker.feed(text[position : position + size])
        position, turn = position + size, turn + 1

    assert found + chunker.finish() == chunks(text)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10_000))
def test_no_word_is_lost_and_no_tail_is_long(seed: int) -> None:
    text = markdown(Random(seed), 6_000)
    chunker = Chunker()
    found: list[Chunk] = []
    for start in range(0, len(text), 700):
        found += chunker.feed(text[start : start + 700])
        tail = chunker.tail
        assert tail is None or len(tail.text) <= TABLE + 700
    found += chunker.finish()

    words = " ".join(chunk.text for chunk in found).split()
    assert words == [word for word in text.split() if not word.startswith("```")]
