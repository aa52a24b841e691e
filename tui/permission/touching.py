"""Whether a rule that denies or asks has to do with a request: by anything the request touches."""

from collections.abc import Iterator

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.footprint import footprint
from tui.permission.programs import LINK_PROOF, WRAPPERS, inner_words, program_name
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_words


class Touched:
    """All that a request touches, found out when a rule asks for it."""

    def __init__(
        self,
        request: PermissionRequest,
        where: Where,
        reading: Reading | None,
        links: places.Links,
    ) -> None:
        self._request = request
        self._project = where.project
        self._links = links
        self._commands: list[tuple[str, ...]] = _forms(reading) if reading is not None else []
        self._paths: list[str] | None = None
        self._hosts: list[str | None] | None = None
        self.programs = {words[0] for words in self._commands}
        """The names of all that runs: a rule about other programs need not be looked at."""

    def by(self, rule: Rule) -> bool:
        """Tell whether a rule that denies or asks speaks of anything touched."""
        if rule.command is not None:
            return any(fits_words(rule, words) for words in self._commands)
        if rule.path is not None:
            return self._names(rule.path)
        if rule.host is not None:
            if self._hosts is None:
                self._hosts = list(self._named_hosts())
            return any(fits_host(rule, host) for host in self._hosts)
        return rule.mcp is None or fits_mcp(rule, about.mcp_of(self._request))

    def _names(self, pattern: str) -> bool:
        """Tell whether a path that fits is named by a file tool or by a word of a command."""
        if self._paths is None:
            base = self._request.cwd or self._project
            self._paths = []
            if named := about.paths_of(self._request):
                self._paths += self._links.forms(named, base)
            for words in self._commands:
                self._paths += self._word_paths(words, base)
        return any(map(places.glob(pattern, self._project).fullmatch, self._paths))

    def _word_paths(self, words: tuple[str, ...], base: str) -> list[str]:
        paths = footprint(words, self._project).paths
        if words[0] in LINK_PROOF:
            return [places.normal(path, base) for path in paths]
        return self._links.forms(paths, base)

    def _named_hosts(self) -> Iterator[str | None]:
        for words in self._commands:
            yield from (about.host_of(word) for word in words if "://" in word)
        if self._request.kind is ToolKind.FETCH:
            yield from about.hosts_of(self._request)


def _forms(reading: Reading) -> list[tuple[str, ...]]:
    """Return each command as written, without its folder, and without what runs it."""
    forms: list[tuple[str, ...]] = []
    for command in reading.outline.commands:
        words = command.words
        forms.append(words)
        if words[0] in WRAPPERS or "/" in words[0]:
            inner = inner_words(words)
            forms += ((program_name(words), *words[1:]), inner, (program_name(inner), *inner[1:]))
    return forms
