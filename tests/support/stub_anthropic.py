"""A scripted stand-in for the Anthropic Messages API, for Claude Code on loopback."""

import json
from collections.abc import Iterator, Sequence
from itertools import count

from tests.support.script import Body, Drop, Fail, Part, Text, Thinking, ToolCall, Usage
from tests.support.stub_server import ModelStub, Reply

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}

SIGNATURE = "c2lnbmF0dXJl"
"""Thinking blocks must carry one; the CLI sends it back unread."""


class AnthropicStub(ModelStub):
    """Plays a script to Claude Code. Requests that offer no tools are asides."""

    _number = count(1)

    def takes_step(self, path: str, body: Body) -> bool:
        """Tell whether a request belongs to the main conversation."""
        return path.endswith("/v1/messages") and bool(body.get("tools"))

    def fail(self, fail: Fail) -> Body:
        """Return the document of an HTTP error."""
        kind = ERROR_TYPES.get(fail.status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": fail.message}}

    def answer_aside(self, method: str, path: str, body: Body, reply: Reply) -> None:
        """Answer token counts, titles and the probe at start-up."""
        if path.endswith("/count_tokens"):
            reply.document({"input_tokens": _estimate(body)})
        elif path.endswith("/v1/messages"):
            self.play(path, body, (Text("an aside"),), reply)
        elif path.endswith("/models"):
            reply.document({"data": [], "has_more": False})
        else:
            reply.document({}, 200 if method == "HEAD" else 404)

    def play(self, path: str, body: Body, parts: Sequence[Part], reply: Reply) -> None:
        """Answer with one message, streamed unless the request wants it whole."""
        message = self._message(body, parts)
        blocks = [self._block(part) for part in parts if not isinstance(part, (Usage, Drop))]
        if not body.get("stream"):
            reply.document(message | {"content": blocks, "stop_reason": _stop_reason(parts)})
            return
        reply.begin_stream()
        _event(reply, "message_start", message=message)
        remaining = iter(blocks)
        index = 0
        for part in parts:
            if isinstance(part, Drop):
                reply.cut()
                return
            if not isinstance(part, Usage):
                _stream_block(reply, index, part, next(remaining))
                index += 1
        stop = {"stop_reason": _stop_reason(parts), "stop_sequence": None}
        _event(reply, "message_delta", delta=stop, usage=message["usage"])
        _event(reply, "message_stop")
        reply.end_stream()

    def _message(self, body: Body, parts: Sequence[Part]) -> Body:
        guess = Usage(_estimate(body), sum(len(repr(part)) // 4 for part in parts))
        usage = next((part for part in parts if isinstance(part, Usage)), guess)
        return {
            "id": f"msg_{self.run}_{next(self._number)}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model", "stub"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {
                "input_tokens": usage.input,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": usage.cached,
                "output_tokens": usage.output,
            },
        }

    def _block(self, part: Part) -> Body:
        match part:
            case Text():
                return {"type": "text", "text": part.text}
            case Thinking():
                return {"type": "thinking", "thinking": part.text, "signature": SIGNATURE}
            case ToolCall():
                call = part.id or f"toolu_{self.run}_{next(self._number)}"
                return {"type": "tool_use", "id": call, "name": part.name, "input": part.input}
            case _:
                raise ValueError(f"this API has no words for {part}")


def _stream_block(reply: Reply, index: int, part: Part, block: Body) -> None:
    hollow: dict[str, Body] = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}}
    start = block | hollow.get(block["type"], {"input": {}})
    _event(reply, "content_block_start", index=index, content_block=start)
    for delta in _deltas(reply, part, block):
        _event(reply, "content_block_delta", index=index, delta=delta)
    if isinstance(part, Text):
        reply.hold(part.hold)
    _event(reply, "content_block_stop", index=index)


def _deltas(reply: Reply, part: Part, block: Body) -> Iterator[Body]:
    match part:
        case Text():
            for piece in reply.pieces(part.text, part.piece, part.delay):
                yield {"type": "text_delta", "text": piece}
        case Thinking():
            for piece in reply.pieces(part.text, part.piece):
                yield {"type": "thinking_delta", "thinking": piece}
            yield {"type": "signature_delta", "signature": SIGNATURE}
        case _:
            for piece in reply.pieces(json.dumps(block["input"]), 16):
                yield {"type": "input_json_delta", "partial_json": piece}


def _stop_reason(parts: Sequence[Part]) -> str:
    return "tool_use" if any(isinstance(part, ToolCall) for part in parts) else "end_turn"


def _estimate(body: Body) -> int:
    return len(json.dumps(body.get("messages", ""))) // 4


def _event(reply: Reply, name: str, **data: object) -> None:
    reply.event({"type": name, **data}, name)
