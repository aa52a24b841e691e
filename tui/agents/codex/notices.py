"""What Codex says about itself: retries, limits, warnings, tokens."""

import re

import msgspec

from tui.agents.codex.frames import ErrorFrame, Notice, RateLimits, RateWindow, Tokens, Turn
from tui.model.events import Level, NoticeRaised, Retry, TurnOutcome
from tui.model.usage import TokenUsage

_RECONNECTING = re.compile(r"Reconnecting\.\.\. (\d+)/(\d+)")

_LIMITS = frozenset(
    {
        "contextWindowExceeded",
        "rateLimitExceeded",
        "sessionBudgetExceeded",
        "usageLimitExceeded",
    }
)

_REFUSALS = frozenset({"cyberPolicy", "misalignmentPolicyViolation"})

_NEARLY_USED = 90
"""Percent of a limit from which on the user is told."""


def error_word(info: object) -> str:
    """Return the short word of an error: a string, or the only key of an object."""
    if isinstance(info, str):
        return info
    return str(next(iter(info), "")) if isinstance(info, dict) else ""


def plain_error(message: str) -> str:
    """Return an error in words; Codex passes some on as the provider's JSON."""
    try:
        body = msgspec.json.decode(message)
    except (msgspec.DecodeError, RecursionError):
        return message
    error = body.get("error") if isinstance(body, dict) else None
    said = error.get("message") if isinstance(error, dict) else None
    return said if isinstance(said, str) and said else message


def retry(frame: ErrorFrame) -> NoticeRaised:
    """Tell of a model call that is tried again."""
    return retry_notice(
        frame.error.message,
        frame.error.additional_details or "",
        error_word(frame.error.codex_error_info),
    )


def retry_notice(message: str, details: str = "", code: str = "") -> NoticeRaised:
    """Tell of a model call that is tried again, in Codex's own words."""
    found = _RECONNECTING.match(message)
    again = Retry(attempt=int(found[1]), limit=int(found[2])) if found else None
    text = f"{message}: {details}" if details else message
    return NoticeRaised(text=text, level=Level.WARNING, retry=again, code=code or "retry")


def is_retry(message: str) -> bool:
    """Tell whether an error only says that Codex tries again."""
    return _RECONNECTING.match(message) is not None


def warning(frame: Notice, level: Level, code: str) -> NoticeRaised:
    """Pass on a warning."""
    parts = (frame.summary or frame.message or "", frame.details or "")
    return NoticeRaised(text="\n".join(p for p in parts if p), level=level, code=code)


def rate_warning(
    limits: RateLimits, told: set[tuple[int | None, int | None]]
) -> list[NoticeRaised]:
    """Tell of each limit that is nearly used, once per window."""
    notices = []
    for window in (limits.primary, limits.secondary):
        if window is None or window.used_percent < _NEARLY_USED:
            continue
        key = (window.window_duration_mins, window.resets_at)
        if key not in told:
            told.add(key)
            notices.append(_nearly_used(window))
    return notices


def _nearly_used(window: RateWindow) -> NoticeRaised:
    minutes = window.window_duration_mins
    span = ""
    if minutes:
        hours = minutes // 60
        span = f"{hours // 24}-day " if hours >= 48 else f"{hours}-hour "
    return NoticeRaised(
        text=f"{window.used_percent:.0f}% of Codex's {span}limit is used.",
        level=Level.WARNING,
        code="rate_limit",
    )


def turn_outcome(turn: Turn) -> TurnOutcome:
    """Tell how a turn ended."""
    if turn.status == "interrupted":
        return TurnOutcome.INTERRUPTED
    if turn.status == "completed":
        return TurnOutcome.COMPLETED
    return _failure(error_word(turn.error.codex_error_info) if turn.error else "")


def stored_outcome(error: object, said_before: str) -> tuple[TurnOutcome, str]:
    """Tell how a turn in a file ended, and why; files spell the words with underscores."""
    told = error if isinstance(error, dict) else {}
    message = told.get("message")
    why = plain_error(message) if isinstance(message, str) and message else said_before
    if not told and not why:
        return TurnOutcome.COMPLETED, ""
    first, *rest = error_word(told.get("codex_error_info")).split("_")
    return _failure(first + "".join(map(str.capitalize, rest))), why


def _failure(word: str) -> TurnOutcome:
    if word in _LIMITS:
        return TurnOutcome.LIMIT
    return TurnOutcome.REFUSED if word in _REFUSALS else TurnOutcome.FAILED


def usage(tokens: Tokens) -> TokenUsage:
    """Return tokens in our words."""
    return TokenUsage(
        input=tokens.input_tokens,
        output=tokens.output_tokens,
        cached=tokens.cached_input_tokens,
        reasoning=tokens.reasoning_output_tokens,
    )


def difference(now: TokenUsage, before: TokenUsage) -> TokenUsage:
    """Return what was used since."""
    return TokenUsage(
        input=_less(now.input, before.input),
        output=_less(now.output, before.output),
        cached=_less(now.cached, before.cached),
        reasoning=_less(now.reasoning, before.reasoning),
    )


def _less(now: int | None, before: int | None) -> int | None:
    return None if now is None else max(0, now - (before or 0))
