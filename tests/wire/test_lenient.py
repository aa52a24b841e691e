"""What a strict reader refuses is mended, not lost."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tui.wire.lenient import mend


def test_half_pairs_and_bad_bytes_become_replacement_characters() -> None:
    mended = mend(
        rb'["\ud800", "\udc80x", "\ud83d\ude00", "\\ud800", "\ud800\u0041", "' + b'\xff"]'
    )

    assert msgspec.json.decode(mended) == [
        "\ufffd",
        "\ufffdx",
        "😀",
        "\\ud800",
        "\ufffdA",
        "\ufffd",
    ]


@given(st.text(st.characters(codec="utf-8")))
def test_a_readable_line_is_not_changed(text: str) -> None:
    line = msgspec.json.encode(text)

    assert msgspec.json.decode(mend(line)) == text


@given(st.binary())
def test_no_bytes_raise(line: bytes) -> None:
    mend(line)
