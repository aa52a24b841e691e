"""Secrets taken out of what is written down. What replaces them says that something was there."""

from typing import Any

from tui.permission.secret_shapes import IN_NAMES, SHAPES

REDACTED = "‹redacted›"

_SHAPES = tuple((pattern, rf"\g<keep>{REDACTED}") for pattern in SHAPES)


def redact(value: Any) -> Any:
    """Return a JSON value with every secret in it replaced."""
    match value:
        case str():
            return redact_text(value)
        case dict():
            return {redact_text(str(key)): _under(str(key), one) for key, one in value.items()}
        case list() | tuple():
            return [redact(one) for one in value]
        case _:
            return value


def redact_text(text: str) -> str:
    """Return a text with every secret in it replaced, and what no file takes spelled out."""
    for pattern, replacement in _SHAPES:
        text = pattern.sub(replacement, text)
    return text.encode("utf-8", "backslashreplace").decode()


def names_secret(key: str) -> bool:
    """Tell whether what stands under this name is a secret."""
    return IN_NAMES.search(key) is not None


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
