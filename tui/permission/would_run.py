"""What a folder's own configuration would run or change, told before it does."""

import json
import shlex
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from tui.permission.workspace import configuration_files, read_small


class RunKind(StrEnum):
    """What sort of thing it is."""

    HOOK = "hook"
    SERVER = "MCP server"
    HELPER = "helper"
    ENVIRONMENT = "environment"
    PERMISSION = "permission"
    UNREADABLE = "unreadable"


class WouldRun(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a folder's configuration would run or change."""

    agent: str
    file: str
    kind: RunKind
    name: str
    text: str
    """The command, the address or the value, whole."""


_HELPERS = (
    *("apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"),
    *("otelHeadersHelper", "proxyAuthHelper", "discoveryCommand", "callCommand", "serverCommand"),
    *("toolDiscoveryCommand", "toolCallCommand", "mcpServerCommand", "notify", "statusLine"),
    *("fileSuggestion", "subagentStatusLine", "auth_command", "model_instructions_file"),
)
"""Settings that name a program to run, wherever they stand."""

_PERMISSIONS = (
    *("permissions", "permissionMode", "defaultMode", "enableAllProjectMcpServers"),
    *("enabledMcpjsonServers", "enabledPlugins", "extraKnownMarketplaces", "approval_policy"),
    *("sandbox_mode", "sandbox", "autoAccept", "approvalMode", "trust", "allowed", "coreTools"),
    *("additionalDirectories", "sandbox_workspace_write", "network_access", "rule"),
)
_ENVIRONMENT = ("env", "shell_environment_policy", "base_url", "baseUrl", "openai_base_url")
_SERVERS = ("mcpServers", "mcp_servers")


def what_would_run(folder: Path) -> tuple[WouldRun, ...]:
    """List hooks, MCP servers, helpers, environment and permissions of a folder's files."""
    found: list[WouldRun] = []
    for path in configuration_files(folder):
        found += _Listing(path).read()
    return tuple(found)


class _Listing:
    """What one file would run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._agent = _agent_of(path)

    def read(self) -> list[WouldRun]:
        """Return everything; a file that cannot be understood is one row that says so."""
        try:
            content = (read_small(self._path) or b"").decode("utf-8")
            if self._path.name == ".env":
                return list(self._dot_env(content))
            toml = self._path.suffix == ".toml"
            table = tomllib.loads(content) if toml else json.loads(content)
        except (OSError, ValueError, RecursionError) as error:
            return [self._row(RunKind.UNREADABLE, self._path.name, str(error))]
        return list(self._walk(table, ()))

    def _walk(self, value: Any, trail: tuple[str, ...]) -> Iterator[WouldRun]:
        if not isinstance(value, dict):
            return
        for key, one in value.items():
            name = ".".join((*trail, str(key)))
            if key in _SERVERS and isinstance(one, dict):
                yield from self._servers(one)
            elif key == "hooks":
                yield from self._hooks(one, name)
            elif key in _HELPERS:
                yield self._row(RunKind.HELPER, name, _command(one))
            elif key in _ENVIRONMENT:
                yield from self._environment(one, name)
            elif key in _PERMISSIONS:
                yield self._row(RunKind.PERMISSION, name, _text(one))
            else:
                yield from self._walk(one, (*trail, str(key)))

    def _servers(self, servers: dict[str, Any]) -> Iterator[WouldRun]:
        for name, server in servers.items():
            yield self._row(RunKind.SERVER, name, _command(server))
            if isinstance(server, dict) and server.get("env"):
                yield from self._environment(server["env"], f"{name}.env")

    def _hooks(self, hooks: Any, name: str) -> Iterator[WouldRun]:
        commands = list(_hook_commands(hooks, (name,)))
        for place, command in commands:
            yield self._row(RunKind.HOOK, place, command)
        if hooks and not commands:
            yield self._row(RunKind.HOOK, name, _text(hooks))

    def _environment(self, value: Any, name: str) -> Iterator[WouldRun]:
        if isinstance(value, dict):
            for key, one in value.items():
                yield self._row(RunKind.ENVIRONMENT, f"{name}.{key}", _text(one))
        else:
            yield self._row(RunKind.ENVIRONMENT, name, _text(value))

    def _dot_env(self, content: str) -> Iterator[WouldRun]:
        for line in content.splitlines():
            name, equals, _ = line.strip().removeprefix("export ").partition("=")
            if equals and not name.startswith("#"):
                # The values are secrets more often than not, and only the names steer.
                yield self._row(RunKind.ENVIRONMENT, name.strip(), "(a value)")

    def _row(self, kind: RunKind, name: str, text: str) -> WouldRun:
        return WouldRun(agent=self._agent, file=str(self._path), kind=kind, name=name, text=text)


def _agent_of(path: Path) -> str:
    match path.parent.name:
        case ".claude":
            return "claude"
        case ".codex":
            return "codex"
        case ".parley":
            return "parley"
        case _:
            return "claude" if path.name == ".mcp.json" else "gemini"


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
