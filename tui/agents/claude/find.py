"""Looks for Claude Code on this machine: where it is, which version, signed in or not."""

import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tui.agents.dialect import Finding, Readiness
from tui.wire.probe import ask

OLDEST = (2, 1, 0)
"""Older ones are not known to ask for permission the way parley answers."""

TESTED = ((2, 1, 197), (2, 1, 325))
"""First and last version parley was tried with."""

PATIENCE = 20.0
"""Seconds for `claude --version`, which takes 0.1 s, or 1 s on a busy machine."""

INSTALL = "npm install -g @anthropic-ai/claude-code"
SIGN_IN = "claude    (then type /login; or set ANTHROPIC_API_KEY)"

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")

_KEYS = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
)
"""Variables that take the place of a sign-in."""


def find(environment: Mapping[str, str], cwd: Path) -> Finding:
    """Look for the CLI. Nothing of the folder it would work in is looked at."""
    executable = _executable(environment)
    if executable is None:
        return Finding(
            readiness=Readiness.MISSING,
            problem="Claude Code is not installed, or not on the PATH.",
            remedy=INSTALL,
        )
    said = _version_line(executable, environment)
    match = _VERSION.search(said)
    if match is None:
        return Finding(
            readiness=Readiness.BROKEN,
            executable=executable,
            problem=f"`claude --version` gives no version: {said or 'no answer'}",
            remedy=INSTALL,
        )
    numbers = (int(match[1]), int(match[2]), int(match[3]))
    signed_in = _signed_in(environment)
    readiness, problem, remedy = _verdict(numbers, match[0], signed_in)
    return Finding(
        readiness=readiness,
        executable=executable,
        version=match[0],
        tested=TESTED[0] <= numbers <= TESTED[1],
        signed_in=signed_in,
        problem=problem,
        remedy=remedy,
    )


def _verdict(
    numbers: tuple[int, int, int], version: str, signed_in: bool | None
) -> tuple[Readiness, str, str]:
    if numbers < OLDEST:
        problem = f"Claude Code {version} is too old; parley needs 2.1 or later."
        return Readiness.TOO_OLD, problem, INSTALL
    if signed_in is False:
        return Readiness.NOT_SIGNED_IN, "Claude Code is not signed in.", SIGN_IN
    return Readiness.READY, "", ""


def _executable(environment: Mapping[str, str]) -> str | None:
    """Search absolute folders only: a relative one would run a program of the repository."""
    folders = environment.get("PATH", "").split(":")
    path = ":".join(folder for folder in folders if Path(folder).is_absolute())
    return shutil.which("claude", path=path) if path else None


def _version_line(executable: str, environment: Mapping[str, str]) -> str:
    """Return the first line of `claude --version`, or what went wrong."""
    reply = ask((executable, "--version"), environment, PATIENCE)
    return reply.output.partition("\n")[0][:200] if reply is not None else "no answer in time"


def _signed_in(environment: Mapping[str, str]) -> bool | None:
    """Judge by what exists; no secret is ever read."""
    if any(environment.get(key) for key in _KEYS):
        return True
    home = environment.get("HOME")
    moved = environment.get("CLAUDE_CONFIG_DIR")
    if not (home or moved):
        return None
    folder = Path(moved) if moved else Path(home or "/") / ".claude"
    state = (folder if moved else folder.parent) / ".claude.json"
    if (folder / ".credentials.json").is_file():
        return True
    if _has_key(state, "oauthAccount", "primaryApiKey"):
        return True
    if _has_key(folder / "settings.json", "apiKeyHelper"):
        return True
    # On macOS the key chain may hold what no file shows.
    return None if sys.platform == "darwin" else False


def _has_key(file: Path, *names: str) -> bool:
    """Tell whether a JSON file has one of these members; their values stay undecoded."""
    try:
        if not file.is_file():
            return False
        members = msgspec.json.decode(file.read_bytes(), type=dict[str, msgspec.Raw])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return any(name in members for name in names)
