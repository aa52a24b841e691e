"""What the end of the process means, judged by what was said before."""

import re

import msgspec

from tui.agents.dialect import Exit
from tui.model.events import EndReason, SessionEnded


class _Failure(msgspec.Struct, frozen=True):
    """What people should read about a way of failing."""

    code: str
    error: str
    remedy: str


_NOT_SIGNED_IN = _Failure(
    "not_signed_in",
    "Claude Code is not signed in.",
    "Run `claude`, type /login, then try again; or set ANTHROPIC_API_KEY.",
)

_KNOWN = (
    (
        re.compile(r"No conversation found|--resume requires a valid session"),
        _Failure(
            "unknown_session",
            "Claude Code has no such conversation in this folder.",
            "Start it in the folder it belongs to, or begin a new one.",
        ),
    ),
    (
        re.compile(r"Session ID \S+ is already in use"),
        _Failure(
            "session_in_use",
            "Claude Code says that this session id is already taken.",
            "Resume that session instead, or begin a new one.",
        ),
    ),
    (
        re.compile(
            r"Not logged in|Please run /login|Invalid API key|authentication_failed|OAuth token",
            re.IGNORECASE,
        ),
        _NOT_SIGNED_IN,
    ),
    (
        re.compile(r"error: (unknown option|option '|unknown command)|requires --verbose"),
        _Failure(
            "unknown_flag",
            "This version of Claude Code does not know a flag that parley needs.",
            "Run `npm install -g @anthropic-ai/claude-code` to update it.",
        ),
    ),
    (
        re.compile(r"cannot be used with root/sudo"),
        _Failure(
            "root",
            "Claude Code does not work without asking when run as root.",
            "Choose another mode, or run as an ordinary user.",
        ),
    ),
    (
        re.compile(r"E(ACCES|ROFS|NOSPC|PERM)\b"),
        _Failure(
            "unwritable",
            "Claude Code cannot write where it must.",
            "Check the rights and the free space of the folder and of ~/.claude.",
        ),
    ),
    (
        re.compile(r"Error parsing streaming input|Expected message role"),
        _Failure(
            "protocol",
            "Claude Code did not understand what it was sent.",
            "Run `parley doctor` to see whether this version was tried with parley.",
        ),
    ),
)
"""Known failures by what the CLI says about them."""


class Ending:
    """Remembers what the exit code alone does not say."""

    def __init__(self) -> None:
        self.start_failed = ""
        """What a `result` said before the handshake: the session never began."""
        self.last_failed = False
        """The last turn failed or was stopped: the CLI then exits with 1, which is no crash."""
        self.sign_in_failed = False
        """The last turn failed because nobody is signed in."""

    def judge(self, exit: Exit, *, ready: bool, in_turn: bool) -> SessionEnded:
        """Say why the session ended."""
        if not ready and not exit.asked:
            return self._never_began(exit)
        between_turns = self.last_failed and not in_turn
        if self.sign_in_failed and exit.code == 1:
            return _ended(EndReason.FAILED, exit, _NOT_SIGNED_IN)
        if exit.code == 0 or (exit.code == 1 and between_turns):
            return _ended(EndReason.COMPLETED, exit)
        if exit.asked:
            return _ended(EndReason.CANCELLED, exit)
        known = _recognise(exit.stderr)
        return _ended(EndReason.FAILED, exit, known or _crash(exit))

    def _never_began(self, exit: Exit) -> SessionEnded:
        said = "\n".join(part for part in (self.start_failed, exit.stderr) if part)
        failure = _recognise(said)
        if failure is None:
            first = said.strip().partition("\n")[0]
            how = f"Claude Code ended with exit code {exit.code} before it was ready"
            failure = _Failure(
                "start_failed",
                f"{how}: {first}" if first else f"{how}.",
                "Run `claude` in this folder to see what it says.",
            )
        return _ended(EndReason.FAILED, exit, failure)


def _recognise(text: str) -> _Failure | None:
    return next((failure for sign, failure in _KNOWN if sign.search(text)), None)


def _crash(exit: Exit) -> _Failure:
    how = f"was killed by signal {-exit.code}" if exit.code < 0 else f"exited with {exit.code}"
    return _Failure(
        "crashed",
        f"Claude Code {how} in the middle of the session.",
        "Resume the session: what was said before is kept.",
    )


def _ended(reason: EndReason, exit: Exit, failure: _Failure | None = None) -> SessionEnded:
    return SessionEnded(
        reason=reason,
        exit_code=exit.code,
        error=failure.error if failure else "",
        remedy=failure.remedy if failure else "",
        stderr=exit.stderr,
        code=failure.code if failure else "",
    )
