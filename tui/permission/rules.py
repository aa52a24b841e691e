"""One rule of a policy file, and whether it speaks about something."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from tui.model.tools import ToolKind
from tui.permission import places


class Choice(StrEnum):
    """What a rule decides; the strictest one wins."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


ANY = "*"

AGENTS = ("claude", "codex", "gemini", "demo")


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One `[[rule]]`."""

    decision: Choice
    tool: str
    """A tool kind such as `shell`, or `*`."""
    command: str | None = None
    agent: str = ANY
    path: str | None = None
    host: str | None = None
    mcp: str | None = None
    reason: str = ""
    words: tuple[str, ...] = ()
    """The literal words of `command`, without the final `*`."""
    open_ended: bool = False
    """`command` ends in `*`: any further words may follow."""
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """Return where the rule stands, as `file:line`."""
        return f"{self.file}:{self.line}" if self.line else self.file

    @property
    def text(self) -> str:
        """Return the rule in one line."""
        about = self.command or self.path or self.host or self.mcp or ""
        who = f" by {self.agent}" if self.agent != ANY else ""
        return f"{self.decision} {self.tool} {about}".rstrip() + who

    @property
    def weight(self) -> tuple[int, ...]:
        """Return how specific the rule is; the larger, the more it says."""
        literal = sum(len(part or "") - 2 * (part or "").count("*") for part in self._globs)
        narrow = self.command is not None and not self.open_ended
        named = (self.tool != ANY) + (self.agent != ANY)
        return (len(self.words), narrow, literal, named)

    @property
    def _globs(self) -> tuple[str | None, ...]:
        return (self.path, self.host, self.mcp)


def speaks_of(rule: Rule, kind: ToolKind, agent: str) -> bool:
    """Tell whether a rule is about this kind of tool and this agent."""
    if rule.tool not in (ANY, kind.value):
        return False
    return rule.agent == ANY or rule.agent == agent or agent.startswith(f"{rule.agent}-")


def fits_words(rule: Rule, words: Sequence[str]) -> bool:
    """Tell whether a rule's command begins like these words, or is them."""
    if rule.command is None:
        return True
    count = len(rule.words)
    if rule.open_ended:
        return tuple(words[:count]) == rule.words
    return len(words) == count and tuple(words) == rule.words


def fits_path(rule: Rule, path: str, project: str) -> bool:
    """Tell whether a rule's path covers a normal path; without one it covers the project."""
    if rule.path is None:
        return rule.decision is not Choice.ALLOW or places.is_inside(path, project)
    return places.matches(rule.path, path, project)


def fits_host(rule: Rule, host: str | None) -> bool:
    """Tell whether a rule's host covers this one; a host that cannot be told fits no allow."""
    if rule.host is None:
        return rule.decision is not Choice.ALLOW
    if host is None or rule.host == ANY:
        return rule.host == ANY and (host is not None or rule.decision is not Choice.ALLOW)
    wanted = rule.host.lower()
    if wanted.startswith("*."):
        return host.endswith(wanted[1:]) and host != wanted[2:]
    return host == wanted


def fits_mcp(rule: Rule, name: str | None) -> bool:
    """Tell whether a rule's server and tool cover this one."""
    if rule.mcp is None:
        return rule.decision is not Choice.ALLOW
    if name is None:
        return False
    server, _, tool = name.partition("/")
    wanted_server, _, wanted_tool = rule.mcp.partition("/")
    return wanted_server in (ANY, server) and wanted_tool in (ANY, tool)
