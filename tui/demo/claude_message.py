"""One answer of the model as Claude Code streams it: a message of several blocks."""

import asyncio
import json
import time
from typing import Any

from tui.demo.claude_lines import ClaudeLines, Helper, Json, short_usage
from tui.demo.counting import Tally, tokens
from tui.demo.pace import Pace, pieces
from tui.demo.steps import Say, Think


class Message:
    """Opens with the first block and closes with a tool call or the end of the turn."""

    def __init__(self, lines: ClaudeLines, pace: Pace, heard: int, first: bool) -> None:
        self._lines = lines
        self._pace = pace
        self.id = f"msg_demo_{lines.record.minted:06}"
        self.tally = Tally(heard=heard)
        self._index = -1
        self._first = lines.first() if first else {}
        self.closed = False
        self.cut = False
        """The user interrupted one of its blocks, and was told so."""
        lines.requesting()
        start = {"message": {**self._body([]), "usage": short_usage(self.tally)}}
        self._event("message_start", start, self._timing(), trailing=self._first_with_rows())

    async def text(self, step: Say) -> None:
        """Stream a block of text; if cancelled, what was said so far is kept as cut off."""
        self._begin({"type": "text", "text": ""})
        said = 0
        try:
            async for piece, times in self._pace.stream(step):
                self._delta({"type": "text_delta", "text": piece}, times=times)
                said += len(piece) * times
        except asyncio.CancelledError:
            self._spoken(step.text[:said])
            self._cut({"type": "text", "text": step.text[:said]})
            raise
        self._spoken(step.text)
        self._finish({"type": "text", "text": step.text})

    async def thinking(self, step: Think) -> None:
        """Stream a block of thinking."""
        display = {"thinking_display": "updates"}
        began = time.monotonic()
        self._begin({"type": "thinking", "thinking": "", "signature": ""}, display)
        counted = 0
        try:
            for piece in pieces(step.text, 24):
                counted += tokens(piece)
                self._lines.thinking(counted, tokens(piece))
                self._delta({"type": "thinking_delta", "thinking": piece}, display)
                await self._pace.beat()
        except asyncio.CancelledError:
            self._cut(None)
            raise
        self.tally.thought += counted
        self._spoken(step.text)
        signature = "ZGVtbw=="
        self._delta({"type": "signature_delta", "signature": signature})
        block = {"type": "thinking", "thinking": step.text, "signature": signature}
        lasted = {"thinking_duration_ms": int((time.monotonic() - began) * 1000)}
        self._finish(block, **lasted, **display)

    def tool(self, name: str, input: Json) -> str:
        """Stream a tool call, which ends the message, and return the call's id."""
        call = f"toolu_demo_{self._lines.record.minted:06}"
        self._begin({"type": "tool_use", "id": call, "name": name, "input": {}})
        written = json.dumps(input, ensure_ascii=False)
        for piece in pieces(written, 400):
            self._delta({"type": "input_json_delta", "partial_json": piece})
        self._spoken(written)
        self._finish({"type": "tool_use", "id": call, "name": name, "input": input})
        self.close("tool_use")
        return call

    def close(self, stop_reason: str) -> None:
        """End the message."""
        self._end(stop_reason)
        self._event("message_stop", {})

    def break_off(self) -> None:
        """End the message between two blocks because the user interrupted."""
        if not self.closed:
            self._break(self._index + 1)

    def _begin(self, block: Json, display: Json | None = None) -> None:
        self._index += 1
        start = {"index": self._index, "content_block": block}
        self._event("content_block_start", start, display or {})

    def _delta(self, delta: Json, display: Json | None = None, times: int = 1) -> None:
        fields = {"index": self._index, "delta": delta}
        self._event("content_block_delta", fields, {**(display or {}), "times": times})

    def _finish(self, block: Json, **more: Any) -> None:
        self._assistant(block, **more)
        self._event("content_block_stop", {"index": self._index})

    def _cut(self, block: Json | None) -> None:
        self.cut = True
        if block:
            self._assistant(block, aborted=True)
        interrupted(self._lines, "")
        self._event("content_block_stop", {"index": self._index})
        self._break(self._index + 1 if block else self._index)

    def _break(self, kept: int) -> None:
        self._end(None)
        abandoned = {"api_message_id": self.id, "from_block_index": kept}
        self._event("message_stop", {}, trailing={"abandoned_blocks": abandoned})

    def _end(self, stop_reason: str | None) -> None:
        self.closed = True
        delta = {"stop_reason": stop_reason, "stop_sequence": None}
        self._event("message_delta", {"delta": delta, "usage": short_usage(self.tally)})

    def _assistant(self, block: Json, **more: Any) -> None:
        message = {**self._body([block]), "usage": self._stale(), "context_management": None}
        self._lines.assistant(message, **more, **self._first)
        self._first = {}

    def _event(
        self, kind: str, fields: Json, more: Json | None = None, trailing: Json | None = None
    ) -> None:
        event = {"type": kind, **fields}
        self._lines.event(event, self.id, **(more or {}), trailing=trailing or {})

    def _body(self, content: list[Json]) -> Json:
        return body(self.id, self._lines.record.model, content)

    def _stale(self) -> Json:
        """The real CLI repeats the numbers from the message's start in every block."""
        return short_usage(Tally(heard=self.tally.heard, spoken=1))

    def _timing(self) -> Json:
        return {"ttft_ms": 1, "thinking_display": "updates"}

    def _first_with_rows(self) -> Json:
        return {**self._first, "owed_rows": []} if self._first else {}

    def _spoken(self, text: str) -> None:
        self.tally.spoken += tokens(text)


def body(id: str, model: str, content: list[Json]) -> Json:
    """Return a message of the model without its token numbers."""
    return {
        "id": id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": None,
        "stop_sequence": None,
    }


def interrupted(lines: ClaudeLines, during: str, helper: Helper | None = None) -> None:
    """Print the note that the user interrupted."""
    note = f"[Request interrupted by user{during}]"
    lines.user([{"type": "text", "text": note}], helper)
