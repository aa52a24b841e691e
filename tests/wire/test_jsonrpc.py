"""The four envelopes, with and without the `jsonrpc` member."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.wire import jsonrpc
from tui.wire.jsonrpc import NULL, Failure, Notification, NotRpc, Request, Response

EMPTY = msgspec.Raw(b"{}")


@pytest.mark.parametrize("member", [b"", b'"jsonrpc":"2.0",'])
def test_each_shape_is_told_by_its_members(member: bytes) -> None:
    def decode(rest: bytes) -> jsonrpc.Envelope:
        return jsonrpc.decode(b"{" + member + rest + b"}")

    assert decode(b'"id":0,"method":"m","params":{}') == Request(0, "m", EMPTY)
    assert decode(b'"id":"a","method":"m"') == Request("a", "m", NULL)
    assert decode(b'"method":"m","params":{},"emittedAtMs":5') == Notification("m", EMPTY)
    assert decode(b'"id":null,"method":"m"') == Notification("m", NULL)
    assert decode(b'"id":0,"result":{}') == Response(0, EMPTY)
    assert decode(b'"id":7,"result":null') == Response(7, NULL)
    assert decode(b'"id":1,"error":{"code":-32600,"message":"no"}') == Failure(
        1, -32600, "no", NULL
    )
    assert decode(b'"id":null,"error":{"code":1,"message":"x"}') == Failure(None, 1, "x", NULL)


def test_what_is_no_envelope_is_named() -> None:
    assert jsonrpc.decode(b"{") == NotRpc("not JSON")
    assert jsonrpc.decode(b"[1]") == NotRpc("not JSON-RPC")
    assert jsonrpc.decode(b"\xff") == NotRpc("not JSON")
    assert jsonrpc.decode(b"{}") == NotRpc("neither request nor response")
    assert jsonrpc.decode(b"[" * 100_000) == NotRpc("not JSON")


@given(st.binary(max_size=200))
def test_no_bytes_raise(line: bytes) -> None:
    jsonrpc.decode(line)


def test_lines_we_write_can_be_read_back() -> None:
    asked = jsonrpc.request(0, "m", {"a": "\u2028é\n"}, jsonrpc=True)

    assert asked.count(b"\n") == 1
    assert b'"jsonrpc":"2.0"' in asked
    assert jsonrpc.decode(asked) == Request(0, "m", msgspec.Raw('{"a":"\u2028é\\n"}'.encode()))
    assert jsonrpc.notification("n", jsonrpc=False) == b'{"method":"n"}\n'
    assert jsonrpc.response(0, None, jsonrpc=False) == b'{"id":0,"result":null}\n'
    assert jsonrpc.decode(jsonrpc.failure("x", -1, "no", jsonrpc=True)) == Failure(
        "x", -1, "no", NULL
    )


def test_a_request_that_cannot_be_read_is_a_request_that_says_nothing() -> None:
    deep = b"[" * 10_000 + b"]" * 10_000

    assert jsonrpc.decode(b'{"id":7,"method":"m","params":' + deep + b"}") == Request(7, "m", NULL)
    assert jsonrpc.decode(b'{"params":' + deep + b',"method":"m","id":"7"}') == Request(
        "7", "m", NULL
    )
    assert jsonrpc.decode(b'{"id":7,"method":"m","error":5}') == Request(7, "m", NULL)
    assert jsonrpc.decode(b'{"id":7,"result":' + deep + b"}") == NotRpc("not JSON")


@pytest.mark.parametrize(
    ("id", "meant"),
    [(b"1.0", 1), (b"1e2", 100), (b"1.5", 1.5), (b"-0", 0), (b"1" * 30, int("1" * 30))],
)
def test_ids_are_numbers_of_any_spelling(id: bytes, meant: float) -> None:
    assert jsonrpc.decode(b'{"id":' + id + b',"method":"m"}') == Request(meant, "m", NULL)
    assert jsonrpc.decode(jsonrpc.response(meant, None, jsonrpc=True)) == Response(meant, NULL)


@pytest.mark.parametrize("id", [b"true", b"[]", b"{}"])
def test_what_can_be_no_id_is_none(id: bytes) -> None:
    assert jsonrpc.decode(b'{"id":' + id + b',"method":"m"}') == NotRpc("not JSON-RPC")
