"""Lines that are not as they should be: what can be read of them is read."""

import pytest

from tests.agents.claude.scenes import heard, new_dialect, ready
from tui.agents.dialect import NOTHING
from tui.model.events import (
    ProseDone,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
)
from tui.model.identity import ItemId


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        (b"Hi from stub.", "not JSON"),
        (b"", "not JSON"),
        (b'{"type":"assistant","mess', "not JSON"),
        (b"[1,2]", "not a JSON object"),
        (b'{"hello":1}', "no type"),
        (b'{"type":5}', "no type"),
        (b'{"type":"brand_new","x":1}', "brand_new"),
        (b'{"type":"system","subtype":"brand_new"}', "system/brand_new"),
        (b"[" * 100_000, "not JSON"),
        (b'{"type":"x' + b"y" * 500 + b'"}', "x" + "y" * 79),
    ],
)
def test_line_without_a_meaning_is_kept_under_a_label(raw: bytes, label: str) -> None:
    assert new_dialect().receive(raw).events == (Unrecognised(label),)


@pytest.mark.parametrize("kind", ["keep_alive", "tool_progress", "transcript_mirror"])
def test_known_line_that_shows_nothing_says_nothing(kind: str) -> None:
    assert new_dialect().receive(b'{"type":"%s"}' % kind.encode()) == NOTHING


@pytest.mark.parametrize("broken", [b"caf\xe9", b"caf\\ud800", b"caf\xed\xa0\x80"])
def test_bad_characters_do_not_lose_the_record(broken: bytes) -> None:
    content = b'[{"type":"text","text":"%s!"}]' % broken
    raw = b'{"type":"assistant","uuid":"u1","message":{"content":%s}}' % content

    started, done = new_dialect().receive(raw).events

    assert started == TurnStarted()
    assert isinstance(done, ProseDone)
    assert done.text.startswith("caf\ufffd")
    assert done.text.endswith("!")


def test_field_of_the_wrong_type_does_not_hide_the_end_of_a_turn() -> None:
    dialect = ready(new_dialect())
    raw = b'{"type":"result","is_error":false,"result":"done","usage":"plenty","duration_ms":7}'

    events = heard(dialect, raw)

    assert events[0] == Unrecognised("result with unreadable usage")
    assert events[-1] == TurnEnded(outcome=TurnOutcome.COMPLETED, text="done", duration_ms=7)


def test_keys_may_come_in_any_order() -> None:
    raw = b'{"message":{"content":"hi"},"uuid":"u1","type":"assistant"}'

    assert heard(new_dialect(), raw) == [TurnStarted(), ProseDone(ItemId("u1"), "hi")]
