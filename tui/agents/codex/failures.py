"""What Codex's refusals mean, and what to do about them."""

import re

import msgspec

from tui.model.events import EndReason, SessionEnded
from tui.wire.jsonrpc import Failure

LOGIN = "codex login"

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LOG = re.compile(r"\d{4}-\d\d-\d\dT\S+ +(ERROR|WARN|INFO)|Reading (additional )?(prompt|input)")
"""Lines of its log; some are printed at every start and explain nothing."""

_OTHER_SESSION = "Run `parley sessions --agent codex` to see the conversations there are."
_CONFIGURATION = "Mend config.toml in Codex's home folder (~/.codex, or $CODEX_HOME)."


class Trouble(msgspec.Struct, frozen=True):
    """One known failure."""

    sign: str
    """Words that Codex uses for it."""
    code: str
    remedy: str
    fatal: bool = True
    """The conversation cannot go on."""


_TROUBLES = (
    Trouble("no rollout found", "unknown_session", _OTHER_SESSION),
    Trouble("invalid session id", "unknown_session", _OTHER_SESSION),
    Trouble("invalid thread id", "unknown_session", _OTHER_SESSION),
    Trouble("thread not found", "unknown_session", _OTHER_SESSION),
    Trouble(
        "already has an active writer",
        "session_in_use",
        "Close it where it is open, or continue a copy of it by forking.",
    ),
    Trouble("failed to load configuration", "bad_configuration", _CONFIGURATION),
    Trouble("is no longer supported", "bad_configuration", _CONFIGURATION),
    Trouble("Error loading config", "bad_configuration", _CONFIGURATION),
    Trouble("Model provider", "bad_configuration", _CONFIGURATION),
    Trouble("Missing environment variable", "missing_key", "Set the variable it names."),
    Trouble(
        "Not inside a trusted directory",
        "untrusted_folder",
        "Start it in a git repository, or trust the folder in Codex.",
    ),
    Trouble("unexpected argument", "bad_flags", "npm install -g @openai/codex@latest"),
    Trouble("unrecognized subcommand", "bad_flags", "npm install -g @openai/codex@latest"),
    Trouble("401 Unauthorized", "not_signed_in", LOGIN, fatal=False),
    Trouble("Not logged in", "not_signed_in", LOGIN),
)

_PROTOCOL = ("Invalid request", "unknown variant", "unknown field", "missing field")
_PROTOCOL_CODES = (-32601, -32602)


def recognise(text: str) -> Trouble | None:
    """Return the known failure that a message tells of."""
    return next((trouble for trouble in _TROUBLES if trouble.sign in text), None)


def is_about_protocol(failure: Failure) -> bool:
    """Tell whether the server did not understand us, so that another way may work."""
    if recognise(failure.message) is not None:
        return False
    said = failure.message
    return failure.code in _PROTOCOL_CODES or any(sign in said for sign in _PROTOCOL)


def ended(message: str, *, exit_code: int | None = None, stderr: str = "") -> SessionEnded:
    """Tell the end of a session that could not go on."""
    trouble = recognise(message)
    return SessionEnded(
        reason=EndReason.FAILED,
        exit_code=exit_code,
        error=f"Codex: {message}" if message else f"Codex ended with exit code {exit_code}.",
        remedy=trouble.remedy if trouble else "Continue the conversation, or run `parley doctor`.",
        stderr=stderr,
        code=trouble.code if trouble else "",
    )


def last_words(stderr: str) -> str:
    """Return the line of standard error that says why a process ended."""
    lines = [_COLOUR.sub("", line).strip() for line in stderr.splitlines()]
    known = [line for line in lines if recognise(line) is not None]
    told = [line for line in lines if line.lower().startswith(("error:", "fatal:"))]
    plain = [line for line in lines if line and not _LOG.match(line)]
    best = known or told or plain
    return best[-1].removeprefix("Error: ").removeprefix("error: ") if best else ""
