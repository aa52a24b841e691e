"""The line that ends a turn of Claude Code, in its four kinds."""

import copy
import time
from dataclasses import dataclass, field

from tui.demo.claude_lines import NO_FAST_MODE, ClaudeLines, Json, short_usage
from tui.demo.counting import Tally

NO_CACHE = {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0}

STATS: Json = {
    "spawned": 0,
    "requested": {"background": 0, "foreground": 0, "unset": 0},
    "started_in_background": 0,
    "max_depth": 0,
    "spawned_by_subagents": 0,
    "completed": 0,
    "failed": 0,
    "killed": {"parent": 0, "user": 0, "system": 0},
    "refused": {"depth_limit": 0, "concurrency_limit": 0, "budget": 0},
    "by_type": {},
}


@dataclass(slots=True)
class Turn:
    """What is known about a turn when it ends."""

    index: int
    began: float = field(default_factory=time.monotonic)
    tally: Tally = field(default_factory=Tally)
    calls: int = 0
    """How often the model was called."""
    denials: list[Json] = field(default_factory=list)
    stats: Json = field(default_factory=lambda: copy.deepcopy(STATS))
    text: str = ""
    """The last words."""
    stop_reason: str | None = None
    queued: int = 0
    """Prompts that wait for the next turn."""

    @property
    def lasted(self) -> int:
        """Milliseconds since it began."""
        return int((time.monotonic() - self.began) * 1000)


def succeeded(lines: ClaudeLines, turn: Turn, total: Tally) -> None:
    """End a turn that went well."""
    line = _head(lines, turn, total, "completed") | {"is_error": False, "num_turns": turn.calls}
    line |= {"subtype": "success", "api_error_status": None, "result": turn.text, "ttft_ms": 1}
    line |= {"type": "result", "duration_ms": turn.lasted, "uuid": lines.record.mint()}
    line |= {"ttft_stream_ms": 1, "time_to_request_ms": 1, "first_content_frame_ms": 1}
    if lines.answering:
        line |= {**lines.first(), "request_sent_wall_ms": int(time.time() * 1000)}
        line |= {"first_request_input_tokens": turn.tally.heard}
        line["first_request_cache_read_input_tokens"] = 0
    lines.put(line | _tail(lines, turn))


def aborted(lines: ClaudeLines, turn: Turn, total: Tally, during: str) -> None:
    """End a turn the user interrupted, while `streaming` or in `tools`."""
    notes = 1 if during == "streaming" else 2
    line = _head(lines, turn, total, f"aborted_{during}")
    line |= {"is_error": True, "num_turns": turn.calls + notes}
    why = f"result_type=user last_content_type=n/a stop_reason={turn.stop_reason or 'null'}"
    line |= {"subtype": "error_during_execution", "errors": [f"[ede_diagnostic] {why}"]}
    named = lines.first()
    if named:
        line["user_message_uuid"] = named.pop("user_message_uuid")
    line |= {"type": "result", "duration_ms": turn.lasted, "uuid": lines.record.mint(), **named}
    lines.put(line | _tail(lines, turn))


def failed(lines: ClaudeLines, turn: Turn, total: Tally, text: str, status: int | None) -> None:
    """End a turn in which the model could not be reached; without status, for want of a login."""
    _synthetic(lines, text, status)
    turn.stop_reason = "stop_sequence"
    line = _head(lines, turn, total, "api_error") | {"is_error": True, "num_turns": 1}
    line |= {"subtype": "success", "api_error_status": status}
    if status is not None:
        line["api_error_type"] = "overloaded_error"
    line |= {"result": text, "type": "result", "duration_ms": turn.lasted}
    lines.put(line | {"uuid": lines.record.mint()} | _tail(lines, turn))


def _synthetic(lines: ClaudeLines, text: str, status: int | None) -> None:
    """Print the words that stand where the model's would."""
    usage: Json = {"output_tokens_details": None, "input_tokens": 0, "output_tokens": 0}
    usage |= {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    usage["server_tool_use"] = {"web_search_requests": 0, "web_fetch_requests": 0}
    usage |= {"service_tier": None, "cache_creation": NO_CACHE, "inference_geo": None}
    usage |= {"iterations": None, "speed": None, "fallback_credit": None}
    message: Json = {"diagnostics": None, "id": lines.record.mint(), "container": None}
    message |= {"model": "<synthetic>", "role": "assistant", "stop_details": None}
    message |= {"stop_reason": "stop_sequence", "stop_sequence": "", "type": "message"}
    message |= {"usage": usage, "content": [{"type": "text", "text": text}]}
    message["context_management"] = None
    if status is None:
        lines.synthetic(message, "authentication_failed", is_api_error_message=True)
        return
    more: Json = {"request_id": f"req_{lines.record.minted:06}", "is_api_error_message": True}
    more |= {"api_error_status": status, "api_error_type": "overloaded_error"}
    lines.synthetic(message, "overloaded", **more)


def unstarted(lines: ClaudeLines, error: str) -> None:
    """Tell why the session could not begin."""
    line: Json = {"type": "result", "subtype": "error_during_execution", "duration_ms": 0}
    line |= {"duration_api_ms": 0, "is_error": True, "num_turns": 0, "stop_reason": None}
    line |= {
        "session_id": lines.record.id,
        "total_cost_usd": 0,
        "usage": full_usage(Tally(), details_first=True),
    }
    line |= {"modelUsage": {}, "permission_denials": [], "uuid": lines.record.mint()}
    lines.put(line | {"errors": [error], "result_index": 0})


def _head(lines: ClaudeLines, turn: Turn, total: Tally, reason: str) -> Json:
    line: Json = {"duration_api_ms": turn.lasted, "stop_reason": turn.stop_reason}
    usage = full_usage(turn.tally, details_first=reason in ("api_error", "aborted_streaming"))
    line |= {"session_id": lines.record.id, "total_cost_usd": 0, "usage": usage}
    line |= {"modelUsage": model_usage(lines.record.model, total)}
    line |= {"permission_denials": turn.denials, "terminal_reason": reason, **NO_FAST_MODE}
    return line | {"subagent_stats": turn.stats, "safety_stops": 0}


def _tail(lines: ClaudeLines, turn: Turn) -> Json:
    since = model_usage(lines.record.model, turn.tally)
    tail: Json = {"queued_turn_count": turn.queued, "result_index": turn.index}
    return tail | {"model_usage_since_last_result": since}


def full_usage(tally: Tally, details_first: bool = False) -> Json:
    """Return token numbers as a result has them; sometimes the details come first."""
    details = {"output_tokens_details": {"thinking_tokens": tally.thought}}
    short = short_usage(tally)
    return {
        **(details | short if details_first else short | details),
        "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
        "service_tier": "standard",
        "cache_creation": NO_CACHE,
        "inference_geo": "",
        "iterations": [],
        "speed": "standard",
        "fallback_credit": None,
    }


def model_usage(model: str, tally: Tally) -> Json:
    """Return token numbers per model; the demo costs nothing."""
    return {
        model: {
            "inputTokens": tally.heard,
            "outputTokens": tally.spoken,
            "cacheReadInputTokens": 0,
            "cacheCreationInputTokens": 0,
            "webSearchRequests": 0,
            "costUSD": 0,
            "contextWindow": 200000,
            "maxOutputTokens": 32000,
            "thinkingTokens": tally.thought,
            "cacheCreationEphemeral5mInputTokens": 0,
            "cacheCreationEphemeral1hInputTokens": 0,
            "canonicalModel": model,
            "provider": "firstParty",
            "costBasis": "list",
        }
    }
