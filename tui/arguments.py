"""The arguments of every command; loaded only where something was written on the command line."""

import argparse
from collections.abc import Callable
from typing import NoReturn

from tui import __version__
from tui.errors import UsageError
from tui.headless.output import flush, whole

APP = ""
"""What runs without a command: the app itself."""


class _Parser(argparse.ArgumentParser):
    """Tells usage errors in two lines, as all our errors are told."""

    def error(self, message: str) -> NoReturn:
        remedy = f"See `{self.prog} --help`."
        if "required: PROMPT" in message:
            remedy = f'Try: {self.prog} "say hello" (one that begins with a dash goes after --)'
        elif "unrecognized arguments: -" in message and self.prog == "parley policy":
            remedy = "A command goes after --: parley policy explain -- ls -l"
        elif "unrecognized arguments: -" in message:
            remedy = f'A prompt that begins with a dash goes after --: {self.prog} -- "-…"'
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", remedy)

    def _print_message(self, message: str, file: object = None) -> None:
        whole(message)
        flush()


def parse(words: list[str]) -> tuple[str, dict[str, object]]:
    """Return which command is meant, and its options by name."""
    if words and words[0] in COMMANDS:
        name, *words = words
        help, add_arguments = COMMANDS[name]
        parser = _Parser(prog=f"parley {name}", description=f"{help[:1].upper()}{help[1:]}.")
    else:
        name, add_arguments = APP, _add_app
        parser = _Parser(
            prog="parley",
            description="All your Claude Code, Codex and Gemini CLI sessions in one terminal.",
            epilog=_overview(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("--version", action="version", version=f"parley {__version__}")
    add_arguments(parser)
    return name, vars(parser.parse_args(words))


def _overview() -> str:
    lines = [f"  {name:10} {help}" for name, (help, _) in COMMANDS.items()]
    return "\n".join(["commands:", *lines, "", "--debug with any command shows tracebacks."])


def _add_app(parser: argparse.ArgumentParser) -> None:
    _add_session(parser)
    parser.add_argument("--record", metavar="FILE", help="keep both directions of the wire")
    parser.add_argument("prompt", nargs="?", metavar="PROMPT", help="what to say first")


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_session(parser)
    parser.add_argument(
        "--on-ask",
        choices=["deny", "policy", "allow"],
        default="deny",
        help="what a permission request gets, since nobody is there to answer (default: deny)",
    )
    parser.add_argument(
        "--trust", action="store_true", help="let the folder's own configuration run, this once"
    )
    parser.add_argument(
        "--image", action="append", default=[], metavar="FILE", help="send a picture along"
    )
    parser.add_argument("--record", metavar="FILE", help="keep both directions of the wire")
    _add_json(parser)
    parser.add_argument("prompt", metavar="PROMPT", help="the prompt, or - to read standard input")


def _add_session(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="AGENT", help="claude, codex, gemini or demo")
    parser.add_argument("--cwd", metavar="DIR", help="the folder to work in (default: this one)")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--resume", metavar="ID", help="continue this session of any agent")
    chosen.add_argument(
        "--continue",
        dest="newest",
        action="store_true",
        help="continue the newest session of this folder",
    )
    parser.add_argument("--model", metavar="MODEL")
    parser.add_argument(
        "--mode",
        choices=["ask", "edits", "plan", "auto"],
        default="ask",
        help="how much the agent may do without asking (default: ask)",
    )


def _add_for_programs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="AGENT", help="whose it is, if that cannot be told")
    _add_json(parser)
    parser.add_argument("file", metavar="FILE")


def _add_sessions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--agent", metavar="AGENT", help="claude, codex or gemini")
    parser.add_argument("--cwd", metavar="DIR", help="only sessions of this folder")
    parser.add_argument("--limit", metavar="N", type=int, help="the newest N")
    parser.add_argument("--stats", action="store_true", help="tokens and cost per day and project")
    _add_for_programs(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    _add_json(parser)
    parser.add_argument("id", metavar="ID", help="an id or the beginning of one")


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=int, help="at most N hits")
    parser.add_argument("--json", action="store_true", help="one hit per line")
    parser.add_argument("query", metavar="QUERY", help="words; agent: dir: since: has: file: tool:")


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["md", "html", "json"], default="md")
    parser.add_argument("--theme", choices=["auto", "light", "dark"], default="auto")
    parser.add_argument("id", metavar="ID", help="an id or the beginning of one")


def _add_policy(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="what", metavar="check|explain|test", required=True)
    check = parts.add_parser("check", help="are the files understood?")
    explain = parts.add_parser("explain", help="what would be decided, and why")
    test = parts.add_parser("test", help="what the rules would have done to past requests")
    for part in (check, explain, test):
        part.add_argument("--policy", metavar="FILE", help="this file instead of yours")
        part.add_argument("--cwd", metavar="DIR", help="the folder (default: this one)")
    for part in (explain, test):
        part.add_argument("--json", action="store_true", help="one object per line")
    explain.add_argument("--stdin", action="store_true", help="one JSON request per line")
    explain.add_argument("command", nargs="*", metavar="COMMAND", help="after --")
    test.add_argument("--against", choices=["history"], default="history")


def _add_audit(parser: argparse.ArgumentParser) -> None:
    _add_for_programs(parser)
    parser.add_argument("--verify", action="store_true", help="is the record whole?")


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=["path", "show", "check"],
        default="show",
        metavar="path|show|check",
    )


def _add_nothing(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cwd", metavar="DIR", help="the folder to look at (default: this one)")
    _add_for_programs(parser)


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one unified event per line")
    parser.add_argument("--raw", action="store_true", help="with --json: the wire lines too")


COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "run": ("one prompt, answered on standard output", _add_run),
    "sessions": ("every session on this machine", _add_sessions),
    "show": ("one past session", _add_show),
    "search": ("every line you ever discussed", _add_search),
    "export": ("one session as Markdown, HTML or JSON", _add_export),
    "policy": ("what the rules say, why, and what is wrong with them", _add_policy),
    "audit": ("every decision, and whether the record is whole", _add_audit),
    "agents": ("which agents are here and what they can do", _add_for_programs),
    "replay": ("a recording, as if it happened now", _add_replay),
    "schema": ("the JSON Schema of what run, show and replay print with --json", _add_nothing),
    "keys": ("every key, what it does, and what you changed", _add_for_programs),
    "themes": ("every colour scheme", _add_for_programs),
    "config": ("the settings in force, their file, and what is wrong with it", _add_config),
    "doctor": ("what is missing, and the one line that fixes it", _add_doctor),
}
"""Command → what it does, and its arguments. Its code is `tui.headless.<command>.main`."""
