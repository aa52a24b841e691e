"""Why a Gemini process ended, and what to do about it."""

import re

import msgspec

from tui.agents.dialect import Exit
from tui.model.events import EndReason, SessionEnded

INSTALL = "npm install -g @google/gemini-cli"
SIGN_IN = "Run `gemini` once and sign in, or export GEMINI_API_KEY."


class Cause(msgspec.Struct, frozen=True):
    """One known way to end."""

    code: str
    error: str
    remedy: str
    lasting: bool = True
    """The next process would end the same way."""


NOT_SIGNED_IN = Cause("not_signed_in", "Gemini CLI is not signed in.", SIGN_IN)
UNKNOWN_SESSION = Cause(
    "unknown_session",
    "Gemini CLI does not know this session in this folder.",
    "Choose another session, or start in the folder where it was made.",
)
CANNOT_FORK = Cause(
    "cannot_fork",
    "Gemini CLI cannot continue a copy of a session.",
    "Continue the session itself, or start a new one.",
)

_BY_EXIT_CODE = {
    41: NOT_SIGNED_IN,
    42: Cause("bad_input", "Gemini CLI refused how it was started.", "See its last words below."),
    44: Cause(
        "sandbox", "Gemini CLI could not start its sandbox.", "Check `tools.sandbox` in settings."
    ),
    52: Cause(
        "bad_settings",
        "Gemini CLI cannot read its settings.",
        "Correct ~/.gemini/settings.json, or the project's .gemini/settings.json.",
    ),
    53: Cause(
        "turn_limit",
        "Gemini CLI reached its limit of turns.",
        "Raise `model.maxSessionTurns` in its settings.",
        lasting=False,
    ),
    54: Cause(
        "tool_failed",
        "A tool of Gemini CLI failed for good.",
        "See its last words below.",
        lasting=False,
    ),
    55: Cause(
        "untrusted_folder",
        "Gemini CLI does not trust this folder.",
        "Trust the folder in parley: this way of talking to Gemini works only in trusted ones.",
    ),
}
UNKNOWN_FLAG = Cause(
    "unknown_flag",
    "This version of Gemini CLI does not know a flag that parley needs.",
    INSTALL,
)
_BY_STDERR = (
    ("Invalid session identifier", UNKNOWN_SESSION),
    ("No previous sessions found", UNKNOWN_SESSION),
    (
        "already exists. Use --resume",
        Cause(
            "session_id_in_use",
            "Gemini CLI already has a session with this id.",
            "Resume that session, or start a new one.",
        ),
    ),
    ("Unknown argument", UNKNOWN_FLAG),
)
_NOISE = (
    "[STARTUP]",
    "Ripgrep is not available",
    "Warning: True color",
    "YOLO mode is enabled",
    "Could not find promptId",
)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def cause(exit: Exit) -> Cause | None:
    """Return why a process ended, where its last words or its exit code tell."""
    for words, known in _BY_STDERR:
        if exit.code != 0 and words in exit.stderr:
            return known
    return _BY_EXIT_CODE.get(exit.code)


def failed(cause: Cause, exit: Exit | None = None) -> SessionEnded:
    """Return the end of a session for a known cause."""
    return SessionEnded(
        reason=EndReason.FAILED,
        exit_code=exit.code if exit else None,
        error=cause.error,
        remedy=cause.remedy,
        stderr=last_words(exit.stderr) if exit else "",
        code=cause.code,
    )


def ended(exit: Exit, *, ready: bool) -> SessionEnded:
    """Return the end of a session with its process."""
    if exit.asked or (ready and exit.code == 0):
        reason = EndReason.CANCELLED if exit.asked and not ready else EndReason.COMPLETED
        return SessionEnded(reason=reason, exit_code=exit.code, stderr=last_words(exit.stderr))
    known = cause(exit)
    if known is not None:
        return failed(known, exit)
    how = f"signal {-exit.code}" if exit.code < 0 else f"exit code {exit.code}"
    when = "unexpectedly" if ready else "before it was ready"
    return failed(
        Cause("exited", f"Gemini CLI ended {when} ({how}).", "Try `gemini` in a terminal."), exit
    )


def last_words(stderr: str) -> str:
    """Return standard error without colours and without what Gemini always prints."""
    lines = _COLOUR.sub("", stderr).splitlines()
    return "\n".join(line for line in lines if line.strip() and not line.startswith(_NOISE))
