"""News about the session that people should see, as notices."""

from typing import Any

from tui.agents.claude.frames import AuthStatus, Number, RateLimit
from tui.agents.claude.system_frames import (
    ApiRetry,
    CompactBoundary,
    CompactMetadata,
    HookResponse,
    Remark,
    Status,
)
from tui.agents.claude.tools import text_of
from tui.model.events import ContextCompacted, Event, Level, NoticeRaised, Retry

_LEVELS = {
    "error": Level.ERROR,
    "warning": Level.WARNING,
    "warn": Level.WARNING,
}

_FAILURES = {
    "authentication_failed": "Signing in failed",
    "oauth_org_not_allowed": "This organisation may not use Claude Code",
    "billing_error": "The account has a billing problem",
    "rate_limit": "The rate limit was reached",
    "overloaded": "The model is overloaded",
    "invalid_request": "The model refused the request",
    "model_not_found": "There is no such model",
    "server_error": "The model's server failed",
    "max_output_tokens": "The answer was too long",
}


def retry(news: ApiRetry) -> tuple[Event, ...]:
    """Tell that a model call failed and is tried again."""
    what = _FAILURES.get(news.error or "", "The connection to the model failed")
    status = f" ({_whole(news.error_status)})" if news.error_status is not None else ""
    return (
        NoticeRaised(
            text=f"{what}{status}; trying again.",
            level=Level.WARNING,
            retry=Retry(
                attempt=_whole(news.attempt) or 0,
                limit=_whole(news.max_retries),
                delay_ms=_whole(news.retry_delay_ms),
            ),
            code=news.error or "",
        ),
    )


def compacted(news: CompactBoundary) -> tuple[Event, ...]:
    """Tell that the model now remembers a summary."""
    data = news.compact_metadata or CompactMetadata()
    return (
        ContextCompacted(
            automatic=data.trigger == "auto",
            before=_whole(data.pre_tokens),
            after=_whole(data.post_tokens),
        ),
    )


def compaction_failed(news: Status) -> tuple[Event, ...]:
    """Tell that a compaction did not work; the turn goes on."""
    if news.compact_result != "failed":
        return ()
    text = f"The conversation could not be compacted: {news.compact_error or 'no reason given'}."
    return (NoticeRaised(text=text, level=Level.WARNING, code="compaction_failed"),)


def hook(news: HookResponse) -> tuple[Event, ...]:
    """Tell about a hook only where it failed."""
    if news.exit_code in (None, 0) and news.outcome in (None, "success"):
        return ()
    said = (news.stderr or news.output or "").strip()
    text = f"The hook {news.hook_name or '?'} failed: {said or 'it said nothing'}"
    return (NoticeRaised(text=text, level=Level.WARNING, code="hook_failed"),)


def remark(news: Remark) -> tuple[Event, ...]:
    """Pass on what the CLI wants people to read."""
    for words in (news.content, news.text, news.message):
        text = text_of(words).strip()
        if text:
            return (NoticeRaised(text=text, level=_LEVELS.get(news.level or "", Level.INFO)),)
    return ()


def rate_limit(news: RateLimit) -> tuple[Event, ...]:
    """Tell where a subscription comes to its limit."""
    info: dict[str, Any] = news.rate_limit_info or {}
    if info.get("status") in (None, "allowed"):
        return ()
    reached = info.get("status") == "rejected"
    text = "The rate limit was reached." if reached else "The rate limit is close."
    level = Level.ERROR if reached else Level.WARNING
    return (NoticeRaised(text=text, level=level, code="rate_limit"),)


def signing_in(news: AuthStatus) -> tuple[Event, ...]:
    """Tell where signing in failed."""
    if news.error is None:
        return ()
    text = f"Signing in failed: {text_of(news.error) or news.error}"
    return (NoticeRaised(text=text, level=Level.ERROR, code="authentication_failed"),)


def _whole(number: Number) -> int | None:
    return int(number) if number is not None and abs(number) < 1e15 else None
