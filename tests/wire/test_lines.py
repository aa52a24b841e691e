"""Chunks in, whole lines out."""

from hypothesis import given
from hypothesis import strategies as st

from tui.wire.lines import CutLine, LineFramer


def frame(chunks: list[bytes], limit: int = 1000, kept: int = 10) -> list[bytes | CutLine]:
    """Feed all chunks and the end."""
    framer = LineFramer(limit, kept)
    lines = [line for chunk in chunks for line in framer.feed(chunk)]
    return lines + framer.finish()


def test_lines_come_whole_however_they_were_cut() -> None:
    assert frame([b"on", b"e\ntw", b"o\n\nthree"]) == [b"one", b"two", b"", b"three"]


def test_only_newlines_end_a_line() -> None:
    odd = "a\rb\x00c\u2028d\x85e\x0bf".encode() + b"\xff\xfe"

    assert frame([odd + b"\n"]) == [odd]


def test_a_character_cut_in_two_is_put_together() -> None:
    euro = "€".encode()

    assert frame([b"1 " + euro[:1], euro[1:] + b"\n"]) == ["1 €".encode()]


def test_a_line_over_the_limit_is_cut_and_the_stream_goes_on() -> None:
    lines = frame([b"x" * 600, b"y" * 600, b"z" * 600 + b"\nnext\n"])

    assert lines == [CutLine(b"x" * 10, 1790), b"next"]


def test_a_long_line_inside_one_chunk_is_cut_too() -> None:
    assert frame([b"x" * 2000 + b"\nnext\n"]) == [CutLine(b"x" * 10, 1990), b"next"]


def test_a_line_of_exactly_the_limit_is_whole() -> None:
    assert frame([b"x" * 1000 + b"\n"]) == [b"x" * 1000]


@given(st.lists(st.binary(max_size=40).map(lambda part: part.replace(b"\n", b"|"))), st.data())
def test_any_cutting_gives_the_same_lines(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"\n".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)))))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]

    expected = stream.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert frame(chunks) == expected


@given(st.lists(st.binary(max_size=400), max_size=12))
def test_no_byte_is_unaccounted_for(chunks: list[bytes]) -> None:
    lines = frame(chunks, limit=64, kept=8)

    sizes = [
        len(line.head) + line.dropped if isinstance(line, CutLine) else len(line) for line in lines
    ]
    stream = b"".join(chunks)
    assert sum(sizes) == len(stream) - stream.count(b"\n")
