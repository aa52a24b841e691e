"""What a folder's own configuration would run or change, told before it does."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from tui.permission.git_settings import GitError, git_programs
from tui.permission.redact import REDACTED, redact
from tui.permission.run_files import as_told, files_beside, git_hooks, shortened
from tui.permission.run_scripts import scripts
from tui.permission.run_settings import (
    ENVIRONMENT,
    HARMLESS,
    HELPERS,
    PERMISSIONS,
    SERVER_MEMBERS,
    SERVERS,
    tells,
)
from tui.permission.workspace import configuration_files, folders_above, read_small


class RunKind(StrEnum):
    """What sort of thing it is."""

    HOOK = "hook"
    SERVER = "MCP server"
    HELPER = "helper"
    SCRIPT = "script"
    """Of a package, reached by its name."""
    ENVIRONMENT = "environment"
    PERMISSION = "permission"
    UNKNOWN = "unknown, may run"
    UNREADABLE = "unreadable"


GIT = "git"
"""Stands for an agent where git itself would start something, whoever asks it."""


class WouldRun(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a folder's configuration would run or change."""

    agent: str
    file: str
    kind: RunKind
    name: str
    text: str
    """The command, the address or the value, whole."""


_INLINE_SHELL = re.compile(r"!`[^`\n]+`|!\{[^}\n]+\}|^```!", re.MULTILINE)
"""A command that runs when an agent reads a text: `!`…`` of Claude Code, `!{…}` of Gemini CLI."""

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
"""A text or a comment; Gemini CLI takes the latter in its settings."""

_FRONT = re.compile(r"\A\s*---[^\S\n]*\n(.*?)(?:^---|\Z)", re.DOTALL | re.MULTILINE)
_FRONT_KEY = re.compile(
    r"""^(?:["']?([A-Za-z_-]+)["']?[^\S\n]*:|([^\s#\]})-][^\n]*))""", re.MULTILINE
)
"""A member of what stands before a text; or a line that is written in another way than that."""

_FRONT_RUNS = {"hooks", "mcpServers", "allowed-tools", "permissionMode", "shell"}


def what_would_run(folder: Path, below: list[Path] | None = None) -> tuple[WouldRun, ...]:
    """List hooks, MCP servers, helpers, environment and permissions of a folder's files."""
    found: list[WouldRun] = []
    for path in configuration_files(folder, below=below):
        found += _Listing(path).read()
    found += (_Listing(path).whole() for path in files_beside(folders_above(folder)))
    found += _git_rows(folder)
    return (*found, *_script_rows(found, folder))


def commands_in(rows: Iterable[WouldRun]) -> list[str]:
    """Return everything in rows that may be a command."""
    never = (RunKind.PERMISSION, RunKind.UNREADABLE)
    return [row.text for row in rows if row.kind not in never]


def _script_rows(rows: list[WouldRun], folder: Path) -> Iterator[WouldRun]:
    """Tell what is run by the name of a script in a package."""
    for file, name, command in scripts(commands_in(rows), folders_above(folder)):
        yield WouldRun(agent="npm", file=str(file), kind=RunKind.SCRIPT, name=name, text=command)


def _git_rows(folder: Path) -> Iterator[WouldRun]:
    """Tell which programs git would start for whoever asks it about the folder."""
    listing = _Listing(folders_above(folder)[-1] / ".git")
    try:
        programs = git_programs(folder)
    except GitError as error:
        programs = {}
        yield listing.row(RunKind.UNREADABLE, "git", str(error))
    for name, value in programs.items():
        yield listing.row(RunKind.HELPER, name, value)
    for hook in git_hooks(folder, programs):
        yield WouldRun(
            agent=GIT, file=str(hook), kind=RunKind.HOOK, name=hook.name, text=as_told(hook)
        )


class _Listing:
    """What one file would run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._agent = _agent_of(path)

    def read(self) -> list[WouldRun]:
        """Return everything; a file that cannot be understood is one row that says so."""
        try:
            content = (read_small(self._path) or b"").decode("utf-8-sig").replace("\r\n", "\n")
            if self._path.name == ".env":
                return list(self._dot_env(content))
            match self._path.suffix:
                case ".toml":
                    table = tomllib.loads(content)
                case ".json":
                    table = json.loads(_COMMENT.sub(_uncommented, content))
                case _:
                    return list(self._words(content))
        except (OSError, ValueError, RecursionError) as error:
            return [self.row(RunKind.UNREADABLE, self._path.name, str(error))]
        if self._path.match("commands/**/*.toml") or self._path.match("commands/*.toml"):
            return list(self._words(content))
        try:
            return list(self._walk(table, ()))
        except RecursionError:
            return [self.row(RunKind.UNREADABLE, self._path.name, "it is nested too deeply")]

    def whole(self) -> WouldRun:
        """Return the file itself, where it is run or obeyed as it stands."""
        return self.row(RunKind.UNKNOWN, self._path.name, as_told(self._path))

    def _walk(self, value: Any, trail: tuple[str, ...]) -> Iterator[WouldRun]:
        """Go through a table; what is in none of the lists is told as unknown."""
        if not isinstance(value, dict):
            return
        for key, one in value.items():
            name = ".".join((*trail, str(key)))
            if key in SERVERS and isinstance(one, dict):
                yield from self._servers(one)
            elif key == "hooks":
                yield from self._hooks(one, name)
            elif key in HELPERS:
                yield self.row(RunKind.HELPER, name, _command(one))
            elif key in ENVIRONMENT:
                yield from self._environment(one, name)
            elif key in PERMISSIONS:
                yield self.row(RunKind.PERMISSION, name, _text(one))
            elif self._may_run(key, one, trail):
                yield self.row(RunKind.UNKNOWN, name, _text(one))
            else:
                yield from self._walk(one, (*trail, str(key)))

    @staticmethod
    def _may_run(key: str, value: Any, trail: tuple[str, ...]) -> bool:
        if isinstance(value, bool | int | float) or not value:
            return False
        return tells(key) or (not trail and key not in HARMLESS)

    def _servers(self, servers: dict[str, Any]) -> Iterator[WouldRun]:
        for name, server in servers.items():
            yield self.row(RunKind.SERVER, name, _command(server))
            if isinstance(server, dict):
                rest = {key: one for key, one in server.items() if key not in SERVER_MEMBERS}
                yield from self._walk(rest, (name,))

    def _words(self, content: str) -> Iterator[WouldRun]:
        """Tell what a command, a skill or an agent written as a text runs or allows."""
        for found in dict.fromkeys(_INLINE_SHELL.findall(content)):
            yield self.row(RunKind.HOOK, self._path.stem, found)
        if self._path.suffix == ".rules":
            yield self.row(RunKind.PERMISSION, self._path.stem, content.strip())
        front = _FRONT.match(content)
        if front is not None:
            yield from self._front(front[1])

    def _front(self, front: str) -> Iterator[WouldRun]:
        """Tell which members before a text run something, each with what belongs to it."""
        members = list(_FRONT_KEY.finditer(front))
        ends = (*(member.start() for member in members[1:]), len(front))
        for member, end in zip(members, ends, strict=False):
            key = member[1]
            if key is None or key in _FRONT_RUNS or tells(key):
                text = front[member.start() if key is None else member.end() : end]
                name = f"{self._path.stem}.{key or 'front matter'}"
                yield self.row(RunKind.UNKNOWN, name, text.strip())

    def _hooks(self, hooks: Any, name: str) -> Iterator[WouldRun]:
        commands = list(_hook_commands(hooks, (name,)))
        for place, command in commands:
            yield self.row(RunKind.HOOK, place, command)
        if hooks and not commands:
            yield self.row(RunKind.HOOK, name, _text(hooks))

    def _environment(self, value: Any, name: str) -> Iterator[WouldRun]:
        if isinstance(value, dict):
            for key, one in value.items():
                yield self.row(RunKind.ENVIRONMENT, f"{name}.{key}", _text(one))
        else:
            yield self.row(RunKind.ENVIRONMENT, name, _text(value))

    def _dot_env(self, content: str) -> Iterator[WouldRun]:
        for line in content.splitlines():
            name, equals, value = line.strip().removeprefix("export ").partition("=")
            if equals and not name.startswith("#"):
                key = name.strip()
                told = str(redact({key: shortened(value.strip())})[key])
                yield self.row(RunKind.ENVIRONMENT, key, "(a value)" if REDACTED in told else told)

    def row(self, kind: RunKind, name: str, text: str) -> WouldRun:
        """Return one thing that the file would run."""
        return WouldRun(agent=self._agent, file=str(self._path), kind=kind, name=name, text=text)


def _uncommented(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else " "


def _agent_of(path: Path) -> str:
    if path.name == ".mcp.json":
        return "claude"
    if path.name == ".git":
        return GIT
    if path.name == ".envrc":
        return "direnv"
    owners = {".claude": "claude", ".codex": "codex", ".agents": "codex", ".parley": "parley"}
    owners[".claude-plugin"] = "claude"
    return next((owners[part] for part in reversed(path.parts) if part in owners), "gemini")


def _hook_commands(value: Any, trail: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for one in value:
            yield from _hook_commands(one, trail)
    elif isinstance(value, dict):
        if any(isinstance(value.get(key), str | list) for key in ("command", "url", "prompt")):
            yield ".".join(trail), _command(value)
            return
        matcher = value.get("matcher")
        inner = (*trail, str(matcher)) if matcher else trail
        for key, one in value.items():
            deeper = inner if key == "hooks" else (*inner, str(key))
            yield from _hook_commands(one, deeper)


def _command(value: Any) -> str:
    """Return what a setting runs: a command with its arguments, or an address."""
    if isinstance(value, list):
        return shlex.join(map(str, value))
    if not isinstance(value, dict):
        return str(value)
    command, arguments = value.get("command"), value.get("args")
    if isinstance(command, list):
        return shlex.join(map(str, command))
    if command is not None:
        words = map(str, arguments) if isinstance(arguments, list) else ()
        return " ".join((str(command), *(shlex.quote(word) for word in words)))
    return str(value.get("url") or value.get("httpUrl") or _text(value))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
