"""A scripted stand-in for the Gemini API, for Gemini CLI on loopback."""

import json
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from tests.support.script import Body, Drop, Fail, Part, Text, Thinking, ToolCall, Usage
from tests.support.stub_server import ModelStub, Reply

STATUS_NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


class GeminiStub(ModelStub):
    """Plays a script to Gemini CLI. Routing and summaries, which offer no tools, are asides."""

    _number = count(1)

    def takes_step(self, path: str, body: Body) -> bool:
        """Tell whether a request belongs to the main conversation."""
        offered = any(tool.get("functionDeclarations") for tool in body.get("tools") or ())
        return path.endswith(":streamGenerateContent") and offered

    def fail(self, fail: Fail) -> Body:
        """Return the document of an HTTP error."""
        name = STATUS_NAMES.get(fail.status, "UNKNOWN")
        return {"error": {"code": fail.status, "message": fail.message, "status": name}}

    def answer_aside(self, method: str, path: str, body: Body, reply: Reply) -> None:
        """Answer token counts, the router's questions and anything else without tools."""
        if path.endswith(":countTokens"):
            reply.document({"totalTokens": _estimate(body)})
        elif path.endswith((":generateContent", ":streamGenerateContent")):
            self.play(path, body, (Text(_aside_words(body), piece=4096),), reply)
        elif path.endswith("/models"):
            reply.document({"models": []})
        else:
            reply.document({"error": {"code": 404, "message": f"no route {path}"}}, 404)

    def play(self, path: str, body: Body, parts: Sequence[Part], reply: Reply) -> None:
        """Answer with one candidate; the last event of a stream says that it is complete."""
        model, _, method = path.rpartition("/")[2].partition(":")
        head = {"modelVersion": model, "responseId": f"{self.run}{next(self._number)}"}
        end = head | {"usageMetadata": _usage(body, parts)}
        if method != "streamGenerateContent":
            whole = [piece for part in parts for piece in self._words(reply, part)]
            reply.document(end | _candidate(whole, complete=True))
            return
        reply.begin_stream()
        for part in parts:
            if isinstance(part, Drop):
                reply.cut()
                return
            for piece in self._words(reply, part):
                reply.event(head | _candidate([piece]))
            if isinstance(part, Text):
                reply.hold(part.hold)
        reply.event(end | _candidate([{"text": ""}], complete=True))
        reply.end_stream()

    def _words(self, reply: Reply, part: Part) -> Iterator[Body]:
        match part:
            case Text():
                for piece in reply.pieces(part.text, part.piece, part.delay):
                    yield {"text": piece}
            case Thinking():
                yield {"text": part.text, "thought": True}
            case ToolCall():
                call = part.id or f"{self.run}{next(self._number)}"
                yield {"functionCall": {"id": call, "name": part.name, "args": part.input}}
            case _:
                return


def _candidate(pieces: list[Body], *, complete: bool = False) -> Body:
    end = {"finishReason": "STOP"} if complete else {}
    return {"candidates": [{"content": {"role": "model", "parts": pieces}, "index": 0, **end}]}


def _usage(body: Body, parts: Sequence[Part]) -> Body:
    guess = Usage(_estimate(body), len(repr(parts)) // 4)
    usage = next((part for part in parts if isinstance(part, Usage)), guess)
    return {
        "promptTokenCount": usage.input,
        "candidatesTokenCount": usage.output,
        "cachedContentTokenCount": usage.cached,
        "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.input + usage.output + usage.reasoning,
    }


def _estimate(body: Body) -> int:
    return len(json.dumps(body.get("contents", ""))) // 4


def _aside_words(body: Body) -> str:
    config = body.get("generationConfig") or {}
    schema = config.get("responseJsonSchema") or config.get("responseSchema")
    return json.dumps(_fitting(schema)) if schema else "an aside"


def _fitting(schema: Any) -> Any:
    """Return a small value that fits a JSON schema: the router insists on its own shape."""
    if schema.get("enum"):
        return schema["enum"][0]
    match str(schema.get("type", "object")).lower():
        case "object":
            return {name: _fitting(one) for name, one in schema.get("properties", {}).items()}
        case "array":
            return []
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case _:
            return "an aside"
