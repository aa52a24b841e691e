"""A scripted stand-in for the OpenAI Responses API, for Codex on loopback."""

import json
from collections.abc import Sequence
from itertools import count

from tests.support.script import Body, Drop, Fail, Part, Text, Thinking, ToolCall, Usage
from tests.support.stub_server import ModelStub, Reply


class OpenAIStub(ModelStub):
    """Plays a script to Codex. Requests that offer no tools, such as compaction, are asides."""

    _number = count(1)

    def takes_step(self, path: str, body: Body) -> bool:
        """Tell whether a request belongs to the main conversation."""
        return path.endswith("/responses") and bool(body.get("tools"))

    def fail(self, fail: Fail) -> Body:
        """Return the document of an HTTP error."""
        return {"error": {"message": fail.message, "type": "server_error", "code": None}}

    def answer_aside(self, method: str, path: str, body: Body, reply: Reply) -> None:
        """Answer side requests, and refuse the websocket so that plain HTTP is used."""
        if path.endswith("/responses") and method == "POST":
            self.play(path, body, (Text("an aside"),), reply)
        elif path.endswith("/responses"):
            reply.document({"error": {"message": "no websocket here"}}, 426)
        elif path.endswith("/models"):
            reply.document({"object": "list", "data": []})
        else:
            reply.document({"error": {"message": f"no route {path}"}}, 404)

    def play(self, path: str, body: Body, parts: Sequence[Part], reply: Reply) -> None:
        """Answer with one response, streamed item by item."""
        response: Body = {
            "id": f"resp_{self.run}_{next(self._number)}",
            "object": "response",
            "model": body.get("model", "stub"),
            "status": "in_progress",
            "output": [],
        }
        reply.begin_stream()
        _event(reply, "response.created", response=response)
        items: list[Body] = []
        for part in parts:
            if isinstance(part, Drop):
                reply.cut()
                return
            if not isinstance(part, Usage):
                item = self._item(part)
                _stream_item(reply, len(items), part, item)
                items.append(item)
        done = {"status": "completed", "output": items, "usage": _usage(body, parts)}
        _event(reply, "response.completed", response=response | done)
        reply.end_stream()

    def _item(self, part: Part) -> Body:
        item = f"{self.run}_{next(self._number)}"
        match part:
            case Text():
                content = [{"type": "output_text", "text": part.text, "annotations": []}]
                return {
                    "id": f"msg_{item}",
                    "type": "message",
                    "role": "assistant",
                    "status": "completed",
                    "content": content,
                }
            case Thinking():
                summary = [{"type": "summary_text", "text": part.text}]
                return {
                    "id": f"rs_{item}",
                    "type": "reasoning",
                    "summary": summary,
                    "encrypted_content": "c3R1Yg==",
                }
            case ToolCall():
                head = {"call_id": part.id or f"call_{item}", "name": part.name}
                tail = {"id": f"fc_{item}", "status": "completed"}
                if isinstance(part.input, str):
                    return {"type": "custom_tool_call", **head, "input": part.input, **tail}
                arguments = json.dumps(part.input)
                return {"type": "function_call", **head, "arguments": arguments, **tail}
            case _:
                raise ValueError(f"this API has no words for {part}")


HOLLOW: dict[str, Body] = {
    "message": {"content": [], "status": "in_progress"},
    "reasoning": {"summary": []},
    "custom_tool_call": {"input": "", "status": "in_progress"},
    "function_call": {"arguments": "", "status": "in_progress"},
}
"""What is not there yet when an item of this type is announced."""


def _stream_item(reply: Reply, index: int, part: Part, item: Body) -> None:
    added = item | HOLLOW[item["type"]]
    _event(reply, "response.output_item.added", output_index=index, item=added)
    place = {"item_id": item["id"], "output_index": index}
    match part:
        case Text():
            name = "response.output_text"
            for piece in reply.pieces(part.text, part.piece, part.delay):
                _event(reply, f"{name}.delta", **place, content_index=0, delta=piece)
            reply.hold(part.hold)
            _event(reply, f"{name}.done", **place, content_index=0, text=part.text)
        case Thinking():
            empty = {"type": "summary_text", "text": ""}
            name = "response.reasoning_summary"
            _event(reply, f"{name}_part.added", **place, summary_index=0, part=empty)
            for piece in reply.pieces(part.text, part.piece):
                _event(reply, f"{name}_text.delta", **place, summary_index=0, delta=piece)
            _event(reply, f"{name}_text.done", **place, summary_index=0, text=part.text)
        case _:
            custom = item["type"] == "custom_tool_call"
            key = "input" if custom else "arguments"
            name = f"response.{'custom_tool_call' if custom else 'function_call'}_{key}"
            for piece in reply.pieces(item[key], 24):
                _event(reply, f"{name}.delta", **place, delta=piece)
            _event(reply, f"{name}.done", **place, **{key: item[key]})
    _event(reply, "response.output_item.done", output_index=index, item=item)


def _usage(body: Body, parts: Sequence[Part]) -> Body:
    guess = Usage(len(json.dumps(body.get("input", ""))) // 4, len(repr(parts)) // 4)
    usage = next((part for part in parts if isinstance(part, Usage)), guess)
    return {
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    }


def _event(reply: Reply, name: str, **data: object) -> None:
    reply.event({"type": name, **data}, name)
