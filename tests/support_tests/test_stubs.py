"""The three model stubs speak their APIs, keep to the script and leave nothing behind."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.script import Drop, Fail, Hold, Part, Text, Thinking, ToolCall, Usage
from tests.support.stub_anthropic import AnthropicStub
from tests.support.stub_gemini import GeminiStub
from tests.support.stub_openai import OpenAIStub
from tests.support.stub_server import ModelStub

TOOLS = [{"name": "Bash"}]
MESSAGES = "/v1/messages?beta=true"
RESPONSES = "/v1/responses"
STREAM = "/v1beta/models/some-model:streamGenerateContent?alt=sse"
ROUTER = "/v1beta/models/some-model:generateContent"


@contextmanager
def posted(stub: ModelStub, path: str, body: dict[str, Any]) -> Iterator[http.client.HTTPResponse]:
    """Send one request and give the answer, unread."""
    connection = http.client.HTTPConnection(stub.url.removeprefix("http://"), timeout=60)
    try:
        connection.request("POST", path, json.dumps(body))
        yield connection.getresponse()
    finally:
        connection.close()


def events(stub: ModelStub, path: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Send one request and return the events of the whole answer."""
    with posted(stub, path, body) as response:
        assert response.status == 200
        lines = response.read().splitlines()
    return [json.loads(line[6:]) for line in lines if line.startswith(b"data: ")]


def test_anthropic_message_is_streamed_block_by_block() -> None:
    step: list[Part] = [
        Thinking("hm"),
        Text("hello world", piece=6),
        ToolCall("Bash", {"command": "ls"}),
    ]
    with AnthropicStub([step]) as stub:
        told = events(stub, MESSAGES, {"tools": TOOLS, "stream": True, "messages": []})

    deltas = [event["delta"] for event in told if event["type"] == "content_block_delta"]
    assert [delta["type"] for delta in deltas] == [
        "thinking_delta",
        "signature_delta",
        "text_delta",
        "text_delta",
        "input_json_delta",
        "input_json_delta",
    ]
    assert [delta["text"] for delta in deltas[2:4]] == ["hello ", "world"]
    assert json.loads("".join(delta["partial_json"] for delta in deltas[4:])) == {"command": "ls"}
    assert [event["type"] for event in told[-2:]] == ["message_delta", "message_stop"]
    assert told[-2]["delta"]["stop_reason"] == "tool_use"
    assert stub.requests == [{"tools": TOOLS, "stream": True, "messages": []}]


def test_openai_response_carries_function_and_freeform_calls() -> None:
    calls = [ToolCall("exec_command", {"cmd": "ls"}), ToolCall("apply_patch", "*** Begin Patch")]
    with OpenAIStub([[Text("look"), *calls, Usage(7, 5, cached=3, reasoning=2)]]) as stub:
        told = events(stub, RESPONSES, {"tools": TOOLS, "input": []})

    done = told[-1]["response"]
    assert told[-1]["type"] == "response.completed"
    assert [item["type"] for item in done["output"]] == [
        "message",
        "function_call",
        "custom_tool_call",
    ]
    assert json.loads(done["output"][1]["arguments"]) == {"cmd": "ls"}
    assert done["output"][2]["input"] == "*** Begin Patch"
    assert done["usage"]["input_tokens_details"] == {"cached_tokens": 3}
    assert done["usage"]["total_tokens"] == 12


def test_gemini_stream_ends_with_a_finish_reason() -> None:
    call = ToolCall("run_shell_command", {"command": "ls"})
    with GeminiStub([[Thinking("**Look**\nhm"), Text("hello"), call, Usage(7, 5)]]) as stub:
        told = events(stub, STREAM, {"tools": [{"functionDeclarations": TOOLS}]})

    parts = [event["candidates"][0]["content"]["parts"][0] for event in told]
    assert parts[0] == {"text": "**Look**\nhm", "thought": True}
    assert parts[1] == {"text": "hello"}
    assert parts[2]["functionCall"]["args"] == {"command": "ls"}
    assert [event["candidates"][0].get("finishReason") for event in told] == [*[None] * 3, "STOP"]
    assert told[-1]["usageMetadata"]["totalTokenCount"] == 12


def test_gemini_router_gets_an_answer_of_the_shape_it_asked_for() -> None:
    schema = {
        "type": "object",
        "properties": {
            "model": {"type": "string", "enum": ["flash", "pro"]},
            "score": {"type": "integer", "minimum": 1},
            "why": {"type": "string"},
        },
    }
    with (
        GeminiStub() as stub,
        posted(stub, ROUTER, {"generationConfig": {"responseJsonSchema": schema}}) as response,
    ):
        answer = json.loads(response.read())

    words = answer["candidates"][0]["content"]["parts"][0]["text"]
    assert json.loads(words) == {"model": "flash", "score": 1, "why": "an aside"}
    assert stub.requests == []
    assert len(stub.asides) == 1


def test_requests_without_tools_or_named_by_the_test_take_no_step() -> None:
    def is_title(body: dict[str, Any]) -> bool:
        return "title" in json.dumps(body["messages"])

    with AnthropicStub([Text("the step")], aside=is_title) as stub:
        events(stub, MESSAGES, {"stream": True, "messages": ["no tools"]})
        events(stub, MESSAGES, {"tools": TOOLS, "stream": True, "messages": ["a title"]})

        assert stub.steps_left == 1
    assert [body["messages"] for body in stub.asides] == [["no tools"], ["a title"]]


def test_failures_are_repeated_and_then_the_script_goes_on() -> None:
    with AnthropicStub([Fail(529, times=2, headers={"retry-after": "0"}), Text("ok")]) as stub:
        statuses = []
        for _ in range(3):
            with posted(stub, MESSAGES, {"tools": TOOLS}) as response:
                statuses.append((response.status, response.getheader("retry-after")))
                response.read()

    assert statuses == [(529, "0"), (529, "0"), (200, None)]
    assert len(stub.requests) == 3


def test_held_answer_goes_on_when_released() -> None:
    hold = Hold()
    with (
        OpenAIStub([Text("first", hold=hold)]) as stub,
        posted(stub, RESPONSES, {"tools": TOOLS}) as response,
    ):
        assert hold.reached.wait(5)
        hold.release()
        told = response.read()

    assert b"response.completed" in told
    assert not hold.client_left.is_set()


@pytest.mark.parametrize(
    ("stub", "path", "body"),
    [
        (AnthropicStub, MESSAGES, {"tools": TOOLS, "stream": True}),
        (OpenAIStub, RESPONSES, {"tools": TOOLS}),
        (GeminiStub, STREAM, {"tools": [{"functionDeclarations": TOOLS}]}),
    ],
)
def test_held_answer_sees_that_the_client_hung_up(
    stub: type[ModelStub], path: str, body: dict[str, Any]
) -> None:
    hold = Hold()
    with stub([Text("some words", hold=hold)]) as running:
        with posted(running, path, body) as response:
            assert hold.reached.wait(5)
            response.close()

        assert hold.client_left.wait(5)


def test_dropped_stream_is_cut_in_the_middle() -> None:
    with (
        AnthropicStub([[Text("half a"), Drop()]]) as stub,
        posted(stub, MESSAGES, {"tools": TOOLS, "stream": True}) as response,
        pytest.raises(http.client.IncompleteRead) as cut,
    ):
        response.read()

    assert b"half a" in cut.value.partial
    assert b"message_stop" not in cut.value.partial


def test_request_after_the_last_step_fails_the_test() -> None:
    with (
        pytest.raises(AssertionError, match="1 model requests came after the last step"),
        GeminiStub() as stub,
        posted(stub, STREAM, {"tools": [{"functionDeclarations": TOOLS}]}) as response,
    ):
        assert response.status == 400


def test_closing_ends_held_answers_and_idle_connections() -> None:
    before = set(threading.enumerate())
    hold = Hold()
    with AnthropicStub([Text("never", hold=hold)]) as stub:
        idle = http.client.HTTPConnection(stub.url.removeprefix("http://"), timeout=60)
        idle.request("HEAD", "/")
        idle.getresponse().read()
        busy = http.client.HTTPConnection(stub.url.removeprefix("http://"), timeout=60)
        busy.request("POST", MESSAGES, json.dumps({"tools": TOOLS, "stream": True}))
        assert hold.reached.wait(5)

    assert set(threading.enumerate()) == before
    idle.close()
    busy.close()
