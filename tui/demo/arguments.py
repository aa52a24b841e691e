"""The command line of the demo: its own flags, and those of the CLI it plays."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tui.demo.chaos import AMOUNTS, MISBEHAVIOURS
from tui.demo.claude_facts import MODES as CLAUDE_MODES
from tui.demo.gemini_session import FLAGS as GEMINI_MODES
from tui.demo.stage import Options

MOUTHS = ("claude", "codex", "gemini")

VERSIONS = {"claude": "2.1.325 (Claude Code)", "codex": "codex-cli 0.166.0", "gemini": "0.61.0"}
"""What the played CLIs answer to `--version`."""

SWITCHES = {
    "claude": ("--print", "--verbose", "--include-partial-messages", "--strict-mcp-config"),
    "codex": (),
    "gemini": ("--acp", "--experimental-acp", "--skip-trust"),
}
"""Flags of the real CLIs that change nothing here."""

SETTINGS = {
    "claude": (
        "--output-format",
        "--input-format",
        "--permission-prompt-tool",
        "--setting-sources",
        "--effort",
        "--add-dir",
        "--name",
    ),
    "codex": ("--config",),
    "gemini": ("--include-directories",),
}
"""The same, with a value."""

SHORT = {"--print": "-p", "--name": "-n", "--config": "-c"}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"demo: {message}", file=sys.stderr)
        print("Start it with: python -m tui.demo --speak claude|codex|gemini", file=sys.stderr)
        sys.exit(2)


def options(arguments: Sequence[str]) -> Options:
    """Read the command line; a mistake ends the program with two lines and exit code 2."""
    first = _Parser(add_help=False, allow_abbrev=False)
    first.add_argument("--speak", choices=MOUTHS, required=True)
    speak = first.parse_known_args(arguments)[0].speak
    parser = _parser(speak)
    given = parser.parse_args(arguments)
    name, _, amount = given.misbehave.partition(":")
    if name and name not in MISBEHAVIOURS:
        parser.error(f"there is no misbehaviour {name!r}; known: {', '.join(MISBEHAVIOURS)}")
    if amount and not amount.isdigit():
        parser.error(f"the amount in {given.misbehave!r} is not a number")
    if name == "cancelled-request" and speak == "gemini":
        parser.error("gemini has no way to withdraw a request")
    if name in ("setsid", "double-fork") and "PARLEY_DEMO_PIDFILE" not in os.environ:
        parser.error("PARLEY_DEMO_PIDFILE must name a file for the pid of the child")
    home = os.environ.get("PARLEY_DEMO_HOME")
    return Options(
        speak=speak,
        speed=given.speed,
        home=Path(home) if home else None,
        misbehaviour=name,
        amount=int(amount) if amount else AMOUNTS.get(name, 0),
        resume=getattr(given, "resume", None),
        newest=getattr(given, "continue", False),
        fork=getattr(given, "fork_session", False),
        session_id=getattr(given, "session_id", None),
        model=getattr(given, "model", None),
        mode=getattr(given, "mode", None),
        bypass=getattr(given, "bypass", False),
        replay=getattr(given, "replay_user_messages", False),
        state_events=bool(os.environ.get("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS")),
    )


def _parser(speak: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m tui.demo",
        description="A demo agent that speaks the protocol of a real CLI; no model is behind it.",
        epilog="Words in a prompt choose scenes: say help. Variables: PARLEY_DEMO_SPEED (--speed), "
        "PARLEY_DEMO_HOME (a folder for sessions that can be resumed). "
        f"Misbehaviours: {', '.join(MISBEHAVIOURS)}.",
        allow_abbrev=False,
    )
    speed = os.environ.get("PARLEY_DEMO_SPEED", "1")
    parser.add_argument("--speak", choices=MOUTHS, required=True)
    parser.add_argument(
        "--speed", type=_factor, default=speed, help="factor of every pause; 0: no pauses"
    )
    parser.add_argument("--misbehave", default="", metavar="NAME[:AMOUNT]")
    parser.add_argument("--version", action="version", version=VERSIONS[speak])
    for flag in SWITCHES[speak]:
        parser.add_argument(*_names(flag), action="store_true", help=argparse.SUPPRESS)
    for flag in SETTINGS[speak]:
        parser.add_argument(*_names(flag), action="append", help=argparse.SUPPRESS)
    _OWN[speak](parser)
    return parser


def _names(flag: str) -> tuple[str, ...]:
    return (SHORT[flag], flag) if flag in SHORT else (flag,)


def _factor(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = -1.0
    if not 0 <= factor <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    return factor


def _claude(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-r", "--resume")
    parser.add_argument("-c", "--continue", action="store_true")
    parser.add_argument("--fork-session", action="store_true")
    parser.add_argument("--session-id")
    parser.add_argument("--model")
    parser.add_argument("--permission-mode", dest="mode", choices=(*CLAUDE_MODES, "manual"))
    parser.add_argument(
        "--dangerously-skip-permissions",
        dest="mode",
        action="store_const",
        const="bypassPermissions",
    )
    parser.add_argument("--allow-dangerously-skip-permissions", dest="bypass", action="store_true")
    parser.add_argument("--replay-user-messages", action="store_true")


def _codex(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", nargs="?", choices=("app-server",), default="app-server")


def _gemini(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-m", "--model")
    parser.add_argument("--approval-mode", dest="mode", choices=tuple(GEMINI_MODES))


_OWN = {"claude": _claude, "codex": _codex, "gemini": _gemini}
