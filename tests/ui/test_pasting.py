"""What is pasted is text, whatever it consists of and however it arrives."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste

from tui.ui.pasting import END, START, PasteParser


def heard(*pieces: str) -> list[str]:
    """Return keys and pastes that a reader makes of what a terminal sends."""
    parser = PasteParser()
    events = [event for piece in (*pieces, "") for event in parser.feed(piece)]
    found = []
    for event in events:
        if isinstance(event, Paste):
            found.append(f"paste {event.text}")
        elif isinstance(event, Key):
            found.append(event.key)
    return found


def test_an_escape_inside_a_paste_is_no_key() -> None:
    assert heard(f"a{START}x\x1by\r\x1b[31mz{END}b") == ["a", "paste xy\r[31mz", "b"]


def test_keys_around_a_paste_are_keys() -> None:
    assert heard("\x1b[A", f"{START}x{END}", "\x1b[B") == ["up", "paste x", "down"]


@given(
    st.lists(st.text(st.sampled_from("xy\x1b\r[20~1"), max_size=8), max_size=3),
    st.lists(st.integers(0, 60), max_size=6),
)
def test_a_paste_in_pieces_is_the_same_paste(texts: list[str], cuts: list[int]) -> None:
    texts = [text.replace("\x1b[201~", "") for text in texts]
    whole = "".join(f"{START}{text}{END}" for text in texts)
    edges = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    pieces = [whole[a:b] for a, b in pairwise(edges)]

    assert heard(*pieces) == ["paste " + text.replace("\x1b", "") for text in texts]
