"""Secrets taken out of what is written down. What replaces them says that something was there."""

import re
from typing import Any

REDACTED = "‹redacted›"

_KEY = re.compile(
    r"(?:^|[_\-. ]|(?<=[a-z0-9])(?=[A-Z]))"
    r"(?:tokens?|secrets?|pass(?:word|wd|phrase)?|pwd|api_?key|keys?|auth|authorization|credentials?"
    r"|cookies?|session_?id|private|bearer|signature|otp|pin)$",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_NAMES = (
    r"(?:[A-Za-z0-9]+[_.-])*(?:token|secret|passw(?:or)?d|passphrase|pwd|api[_-]?key|apikey|key"
    r"|access[_-]?key|private[_-]?key|secret[_-]?key|auth|authorization|credentials?|cookie)s?"
)

_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"-----BEGIN [A-Z0-9 ]{1,40}-----.*?(?:-----END [A-Z0-9 ]{1,40}-----|\Z)", re.DOTALL
        ),
        REDACTED,
    ),
    (
        re.compile(r"\b([a-z][a-z0-9+.-]{0,20}://)[^\s/@'\"]{1,512}@", re.IGNORECASE),
        rf"\1{REDACTED}@",
    ),
    (
        re.compile(
            r"(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}"
            r"|glpat-[\w-]{16,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|ya29\.[\w-]{16,}"
            r"|xox[abeoprs]-[\w-]{10,}|eyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?|npm_[A-Za-z0-9]{30,}"
            r"|hf_[A-Za-z0-9]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|dop_v1_\w{32,}|pypi-[\w-]{32,}"
        ),
        REDACTED,
    ),
    (
        re.compile(r"\b((?:Bearer|Basic|Digest|token)\s+)[\w.~+/=-]{8,}", re.IGNORECASE),
        rf"\1{REDACTED}",
    ),
    (
        re.compile(
            rf"\b({_NAMES}[\"']?\s{{0,3}}[=:]\s{{0,3}}[\"']?)[^\s\"'&;|,]{{2,}}", re.IGNORECASE
        ),
        rf"\1{REDACTED}",
    ),
    (
        re.compile(rf"(--?{_NAMES}(?:\s+|=)[\"']?)[^\s\"'&;|-][^\s\"'&;|]*", re.IGNORECASE),
        rf"\1{REDACTED}",
    ),
    (re.compile(r"((?:^|\s)-u\s{0,3}[\"']?[^\s:\"']{1,128}:)[^\s\"']+"), rf"\1{REDACTED}"),
)


def redact(value: Any) -> Any:
    """Return a JSON value with every secret in it replaced."""
    match value:
        case str():
            return redact_text(value)
        case dict():
            return {str(key): _under(str(key), one) for key, one in value.items()}
        case list() | tuple():
            return [redact(one) for one in value]
        case _:
            return value


def redact_text(text: str) -> str:
    """Return a text with every secret in it replaced."""
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def names_secret(key: str) -> bool:
    """Tell whether what stands under this name is a secret."""
    return _KEY.search(_CAMEL.sub("_", key)) is not None


def _under(key: str, value: Any) -> Any:
    if not names_secret(key):
        return redact(value)
    return _blank(value)


def _blank(value: Any) -> Any:
    match value:
        case str():
            return REDACTED if value else value
        case dict():
            return {str(key): _blank(one) for key, one in value.items()}
        case list():
            return [_blank(one) for one in value]
        case bool() | None:
            return value
        case _:
            return REDACTED
