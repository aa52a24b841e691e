"""The four JSON-RPC envelopes, with or without the `jsonrpc` member.

Both ends number their own requests, often from 0: whose id it is shows in the envelope's shape,
never in its value.
"""

from typing import TypeAlias

import msgspec

from tui.wire.lenient import bare_request, mend

RpcId: TypeAlias = int | str | float
"""A float is none that is a whole number: 1.0 is 1, as it is to the other end."""


class Request(msgspec.Struct, frozen=True):
    """The other end wants an answer."""

    id: RpcId
    method: str
    params: msgspec.Raw


class Notification(msgspec.Struct, frozen=True):
    """The other end tells something."""

    method: str
    params: msgspec.Raw


class Response(msgspec.Struct, frozen=True):
    """The other end answers a request of ours."""

    id: RpcId
    result: msgspec.Raw


class Failure(msgspec.Struct, frozen=True):
    """The other end refuses a request of ours."""

    id: RpcId | None
    code: int
    message: str
    data: msgspec.Raw


class NotRpc(msgspec.Struct, frozen=True):
    """A line that is none of the four."""

    label: str


Envelope: TypeAlias = Request | Notification | Response | Failure | NotRpc

NULL = msgspec.Raw(b"null")


class _Error(msgspec.Struct):
    code: int = 0
    message: str = ""
    data: msgspec.Raw = NULL


class _Loose(msgspec.Struct):
    id: RpcId | msgspec.UnsetType | None = msgspec.UNSET
    method: str | None = None
    params: msgspec.Raw = NULL
    result: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    error: _Error | None = None


_decoder = msgspec.json.Decoder(_Loose)


def decode(line: bytes) -> Envelope:
    """Tell which envelope a line is. Never raises."""
    try:
        loose = _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _made_out(line)
    id = None if isinstance(loose.id, msgspec.UnsetType) else _whole(loose.id)
    if loose.method is not None:
        if id is not None:
            return Request(id, loose.method, loose.params)
        return Notification(loose.method, loose.params)
    if loose.error is not None:
        return Failure(id, loose.error.code, loose.error.message, loose.error.data)
    if id is not None and loose.result is not msgspec.UNSET:
        return Response(id, loose.result)
    return NotRpc("neither request nor response")


def _made_out(line: bytes) -> Envelope:
    """Read a line that is not as it should be; a request is one also where it says nothing."""
    for readable in (mend(line), bare_request(line)):
        if readable not in (line, b""):
            return decode(readable)
    return NotRpc(_label(line))


def _whole(id: RpcId | None) -> RpcId | None:
    return int(id) if isinstance(id, float) and id.is_integer() else id


def request(id: RpcId, method: str, params: object, *, jsonrpc: bool) -> bytes:
    """Return the line that asks something."""
    return _line({"id": id, "method": method, "params": params}, jsonrpc=jsonrpc)


def notification(method: str, params: object = None, *, jsonrpc: bool) -> bytes:
    """Return the line that tells something."""
    body: dict[str, object] = {"method": method}
    if params is not None:
        body["params"] = params
    return _line(body, jsonrpc=jsonrpc)


def response(id: RpcId, result: object, *, jsonrpc: bool) -> bytes:
    """Return the line that answers a request of the other end."""
    return _line({"id": id, "result": result}, jsonrpc=jsonrpc)


def failure(id: RpcId, code: int, message: str, *, jsonrpc: bool) -> bytes:
    """Return the line that refuses a request of the other end."""
    return _line({"id": id, "error": {"code": code, "message": message}}, jsonrpc=jsonrpc)


def _line(body: dict[str, object], *, jsonrpc: bool) -> bytes:
    if jsonrpc:
        body = {"jsonrpc": "2.0", **body}
    return msgspec.json.encode(body) + b"\n"


def _label(line: bytes) -> str:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return "not JSON"
    return "not JSON-RPC"
