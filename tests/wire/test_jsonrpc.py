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
