"""What a strict reader refuses is mended, not lost."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.wire.lenient import bare_request, mend


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


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        (b'{"id":0,"method":"m","params":' + DEEP, {"id": 0, "method": "m"}),
        (b' { "method" : "m" , "id" : "a" , "x" : {', {"method": "m", "id": "a"}),
        (b'{"params":' + DEEP + b'],"id":0,"method":"m"} ', {"id": 0, "method": "m"}),
        (b'{"id":1,"x":' + DEEP + b'],"method":"m","id":2}', {"id": 2, "method": "m"}),
        (b'{"n":NaN,"request_id":"r","request":{', {"request_id": "r"}),
        (b'{"request_id":"a\\",b","request":' + DEEP, {"request_id": 'a",b'}),
    ],
)
def test_who_asks_is_told_from_the_ends_of_a_line(line: bytes, bare: object) -> None:
    assert msgspec.json.decode(bare_request(line)) == bare


@pytest.mark.parametrize(
    "line",
    [
        b"",
        DEEP,
        b'{"id":5,"x":' + DEEP,
        b'{"method":"m","x":' + DEEP,
        b'{"x":{"id":5,"method":"m"},"y":' + DEEP + b'],"z":{"id":5,"method":"m"}}',
        b'{"x":",\\"id\\":5,\\"method\\":\\"m\\"}","y":[' + DEEP,
        b',"a":1' * 1_000_000 + b"}",
        b"{" + b'"a":1,' * 1_000_000,
    ],
)
def test_what_asks_nothing_plainly_is_no_request(line: bytes) -> None:
    assert bare_request(line) == b""


@given(st.binary())
def test_no_bytes_raise_when_a_request_is_looked_for(line: bytes) -> None:
    bare_request(line)
