"""The end of a turn: how it went, what it used and what it cost."""

from typing import Any

from tui.agents.claude.frames import ModelUsage, Number, Result, Usage
from tui.model.events import TurnEnded, TurnOutcome, UsageReported
from tui.model.usage import Cost, TokenUsage

_LIMITS = frozenset(
    {
        "error_max_turns",
        "error_max_budget_usd",
        "error_max_structured_output_retries",
        "max_turns",
        "budget_exhausted",
        "prompt_too_long",
    }
)

_SENSIBLE = 1e15
"""No count, price or duration is as large as this; a line that says so is damaged."""

_NOISE = "[ede_diagnostic]"
"""An interrupted turn gives this as its error; it tells people nothing."""


def turn_end(result: Result) -> TurnEnded:
    """Say how a turn ended. A result may call itself a success and be an error all the same."""
    outcome = _outcome(result)
    text = result.result if isinstance(result.result, str) else ""
    return TurnEnded(
        outcome=outcome,
        text=text if not failed(result) else "",
        error=_error(result, text) if failed(result) else "",
        usage=tokens(result.usage),
        duration_ms=_duration(result),
        background=isinstance(result.origin, dict) and result.origin.get("kind") != "human",
    )


def failed(result: Result) -> bool:
    """Tell whether a result reports an error."""
    return (
        result.is_error is True
        or result.error is not None
        or (result.subtype or "").startswith("error")
        or result.status in ("error", "cancelled")
    )


def usage_report(result: Result, model: str | None, context: int | None) -> UsageReported:
    """Say what the session has used so far."""
    by_model = result.model_usage or {}
    # 2.1.197 counts from the start of the process, 2.1.325 from the start of the conversation.
    whole = result.model_usage_since_last_result is not None
    return UsageReported(
        session=_all_models(by_model) if by_model and whole else None,
        turn=tokens(result.usage),
        cost=_cost(result.total_cost_usd),
        context_used=context,
        context_window=_window(by_model, model),
    )


def tokens(usage: Usage | None) -> TokenUsage | None:
    """Return what one turn or one model call used."""
    if usage is None:
        return None
    details = usage.output_tokens_details or {}
    return TokenUsage(
        input=_sum(
            usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens
        ),
        output=_whole(usage.output_tokens),
        cached=_whole(usage.cache_read_input_tokens),
        reasoning=_whole(details.get("thinking_tokens")),
    )


def _outcome(result: Result) -> TurnOutcome:
    reason = result.terminal_reason or ""
    if reason.startswith("aborted") or result.status == "cancelled":
        return TurnOutcome.INTERRUPTED
    if result.subtype in _LIMITS or reason in _LIMITS:
        return TurnOutcome.LIMIT
    if failed(result):
        return TurnOutcome.FAILED
    if result.stop_reason == "refusal":
        return TurnOutcome.REFUSED
    return TurnOutcome.COMPLETED


def _error(result: Result, text: str) -> str:
    if text:
        return text
    told = [str(error) for error in result.errors or ()]
    if isinstance(result.error, dict):
        told.append(str(result.error.get("message", result.error)))
    elif result.error is not None:
        told.append(str(result.error))
    return "\n".join(error for error in told if not error.startswith(_NOISE))


def _cost(usd: Number) -> Cost | None:
    return Cost(usd=float(usd)) if usd is not None and abs(usd) < _SENSIBLE else None


def _duration(result: Result) -> int | None:
    if result.duration_ms is None and result.duration_seconds is not None:
        return _whole(result.duration_seconds * 1000)
    return _whole(result.duration_ms)


def _all_models(by_model: dict[str, ModelUsage]) -> TokenUsage:
    total = TokenUsage()
    for usage in by_model.values():
        total += TokenUsage(
            input=_sum(
                usage.input_tokens,
                usage.cache_read_input_tokens,
                usage.cache_creation_input_tokens,
            ),
            output=_whole(usage.output_tokens),
            cached=_whole(usage.cache_read_input_tokens),
            reasoning=_whole(usage.thinking_tokens),
        )
    return total


def _window(by_model: dict[str, ModelUsage], model: str | None) -> int | None:
    """Return the window of the model that answers; of the only one where that is unclear."""
    if model in by_model:
        return _whole(by_model[model].context_window)
    if len(by_model) == 1:
        return _whole(next(iter(by_model.values())).context_window)
    return None


def _sum(*numbers: Number) -> int | None:
    known = [_whole(number) or 0 for number in numbers if number is not None]
    return sum(known) if known else None


def _whole(number: Any) -> int | None:
    if isinstance(number, int | float) and abs(number) < _SENSIBLE:
        return int(number)
    return None
