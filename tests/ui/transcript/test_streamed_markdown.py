"""Markdown looks the same however it arrives, and no word of it gets lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.support.transcripts import happen
from tests.ui.transcript.test_recordings import document, entries
from tui.conversation.state import Conversation
from tui.model.events import ProseDone, ProseGrew, TurnStarted
from tui.model.identity import ItemId

ANSWER = ItemId("answer")

CONSTRUCTS = (
    "# heading one",
    "setext two\n==========",
    "setext three\n---",
    "plain words **strong four** and *em five* and `code six`",
    "- item seven\n- item eight\n  - nested nine\n\n    para ten",
    "1. first eleven\n2. second twelve\n   ```py\n   x = 13\n   ```",
    "* [ ] task fourteen\n* [x] task fifteen",
    "> quote sixteen\n> > deeper seventeen\nlazy eighteen",
    "```python\ndef nineteen():\n    return 20\n```",
    "~~~\ntilde twentyone\n```\nstill inside\n~~~",
    "    indented twentytwo",
    "| a | b |\n|---|:-:|\n| cell23 | cell24 |",
    "[link twentyfive](http://127.0.0.1/twentysix)",
    "![picture twentyseven](shot.png)",
    "<http://127.0.0.1/twentyeight>",
    "hard break  \nafter twentynine\\\nafter thirty",
    "***",
    "~~struck thirtyone~~",
    "<b>html thirtytwo</b>",
    "escaped \\*thirtythree\\* &amp; entity &copy;",
    "漢字 thirtyfour 👍🏽 e\u0301",
    "```\nunclosed thirtyfive",
    "``not a fence thirtysix``",
    "a_b_c thirtyseven 5*6*7 2**3**4",
    "- \n-\n+ thirtyeight",
    "1) paren thirtynine\n\n\n3) gap forty",
    "| not | a table\nfortyone",
    "[ref fortytwo][x]\n\n[x]: http://127.0.0.1/x",
    "\t tab fortythree\tafter",
    "word\u00a0fortyfour \u202e hidden",
    "x" * 200 + " fortyfive",
)

TEXTS = some.lists(some.sampled_from(CONSTRUCTS), min_size=1, max_size=6).flatmap(
    lambda parts: some.lists(
        some.sampled_from(("\n", "\n\n", "\n\n\n", "\r\n")),
        min_size=len(parts),
        max_size=len(parts),
    ).map(lambda ends: "".join(a + b for a, b in zip(parts, ends, strict=True)))
)


def shown_at_once(text: str) -> list[str]:
    conversation = Conversation()
    happen(conversation, ProseDone(ANSWER, text))
    opened = document(conversation)
    opened.begin()
    opened.build_older(lambda: False)
    return entries(opened)[ANSWER] if entries(opened) else []


def shown_piecewise(pieces: list[str], grow_every: int) -> list[str]:
    conversation = Conversation()
    watched = document(conversation)
    watched.begin()
    watched.apply(happen(conversation, TurnStarted("1")))
    for number, piece in enumerate(pieces):
        watched.apply(happen(conversation, ProseGrew(ANSWER, piece)))
        if number % grow_every == 0:
            watched.grow()
    watched.apply(happen(conversation, ProseDone(ANSWER, "".join(pieces))))
    watched.grow()
    found = entries(watched)
    return found.get(ANSWER, [])


def cut(text: str, sizes: list[int]) -> list[str]:
    pieces: list[str] = []
    start = 0
    while start < len(text):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(text[start : start + size])
        start += size
    return pieces


@settings(deadline=None)
@given(
    TEXTS | some.text("ab *_`#->|~[]()1.\n\t\\&<", max_size=120),
    some.lists(some.integers(1, 40), min_size=1, max_size=5),
    some.integers(1, 4),
)
def test_however_it_arrives_it_looks_the_same_at_the_end(
    text: str, sizes: list[int], grow_every: int
) -> None:
    assert shown_piecewise(cut(text, sizes), grow_every) == shown_at_once(text)


@settings(deadline=None)
@given(TEXTS)
def test_every_word_that_was_written_is_shown(text: str) -> None:
    seen = re.sub(r"\W", "", "".join(shown_at_once(text)))
    words = [word for word in re.findall(r"[a-z]{4,}[0-9]*", text) if word not in HIDDEN]

    assert [word for word in words if word not in seen] == []


HIDDEN = {"copy", "python"}
"""Words that stand for something else: a character, a language."""


@pytest.mark.parametrize("text", CONSTRUCTS)
def test_each_construct_alone_is_shown_whole(text: str) -> None:
    seen = re.sub(r"\W", "", "".join(shown_at_once(text)))
    words = [word for word in re.findall(r"[a-z]{4,}[0-9]*", text) if word not in HIDDEN]

    assert [word for word in words if word not in seen] == []


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_all_constructs_below_each_other_letter_by_letter(size: int) -> None:
    text = "\n\n".join(one for one in CONSTRUCTS if "unclosed" not in one)

    assert shown_piecewise(cut(text, [size]), 1) == shown_at_once(text)


def test_a_flood_is_shown_over_several_frames_and_looks_the_same_at_the_end() -> None:
    text = "\n\n".join(one for one in CONSTRUCTS if "unclosed" not in one) * 60
    conversation = Conversation()
    watched = document(conversation)
    watched.begin()
    watched.apply(happen(conversation, TurnStarted("1"), ProseGrew(ANSWER, "")))
    watched.apply(happen(conversation, ProseGrew(ANSWER, text)))
    frames = 0
    while not frames or watched.growing:
        watched.grow(lambda: True)
        frames += 1
    watched.apply(happen(conversation, ProseDone(ANSWER, text)))
    watched.grow()

    assert frames > 1
    assert entries(watched)[ANSWER] == shown_at_once(text)


def test_what_comes_to_a_growing_text_is_shown_before_it_is_told() -> None:
    conversation = Conversation()
    watched = document(conversation)
    watched.begin()
    watched.apply(happen(conversation, TurnStarted("1"), ProseGrew(ANSWER, "one ")))
    watched.apply(happen(conversation, ProseGrew(ANSWER, "two ")))
    watched.grow()
    assert watched.behind == 0

    later = happen(conversation, ProseGrew(ANSWER, "three"))
    assert watched.behind == len("three")
    watched.grow()
    assert watched.behind == 0
    assert entries(watched)[ANSWER] == ["   one two three"]

    watched.apply(later)
    watched.grow()
    assert entries(watched)[ANSWER] == ["   one two three"]
