"""Whether a rule that denies or asks has to do with a request: by anything the request touches."""

from collections.abc import Iterable
from functools import cached_property

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.programs import inner_words, program_name
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_path, fits_words
from tui.permission.shell import Simple


class Touched:
    """All that a request touches, found out when a rule asks for it."""

    def __init__(self, request: PermissionRequest, where: Where, reading: Reading | None) -> None:
        self._request = request
        self._where = where
        self._reading = reading

    def by(self, rule: Rule) -> bool:
        """Tell whether a rule that denies or asks speaks of anything touched."""
        if rule.command is not None:
            return any(fits_words(rule, words) for words in self._commands)
        if rule.path is not None:
            return any(fits_path(rule, path, self._where.project) for path in self._paths)
        if rule.host is not None:
            return any(fits_host(rule, host) for host in self._hosts)
        return rule.mcp is None or fits_mcp(rule, about.mcp_of(self._request))

    @cached_property
    def _commands(self) -> list[tuple[str, ...]]:
        if self._reading is None:
            return []
        return [form for one in self._reading.outline.commands for form in _forms(one)]

    @cached_property
    def _paths(self) -> list[str]:
        named = list(about.paths_of(self._request))
        named += [word for words in self._commands for word in words[1:]]
        base = self._request.cwd or self._where.project
        return [form for path in named for form in places.both(path, base)]

    @cached_property
    def _hosts(self) -> list[str | None]:
        hosts = [about.host_of(w) for words in self._commands for w in words if "://" in w]
        if self._request.kind is ToolKind.FETCH:
            hosts += about.hosts_of(self._request)
        return hosts


def _forms(command: Simple) -> Iterable[tuple[str, ...]]:
    """Return a command as written, without its folder, and without what runs it."""
    for words in dict.fromkeys((command.words, inner_words(command.words))):
        yield words
        if "/" in words[0]:
            yield (program_name(words), *words[1:])
