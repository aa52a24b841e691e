"""Whether a rule that denies or asks has to do with a request: by anything the request touches."""

from collections.abc import Iterator

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.footprint import footprint
from tui.permission.links import MOST_PATHS, Links
from tui.permission.programs import LINK_PROOF, WRAPPERS, inner_words, program_name
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_words

MOST_COMPARED = 200_000
"""Characters of paths that are compared with globs, those of each glob counted anew."""


class Touched:
    """All that a request touches, found out when a rule asks for it."""

    def __init__(
        self,
        request: PermissionRequest,
        where: Where,
        reading: Reading | None,
        links: Links,
    ) -> None:
        self._request = request
        self._project = where.project
        self._links = links
        self._commands = _forms(reading) if reading is not None else []
        self._base = request.cwd or where.project
        self._named: list[str] | None = None
        self._names = ""
        """All that is named, and the folder it is counted from: no other names are touched."""
        self._hosts: list[str | None] | None = None
        self._compared = 0
        self.unclear = ""
        """Why not everything that is touched could be looked at, found out with the paths."""
        self.programs = {words[0] for words in self._commands}
        """The names of all that runs: a rule about other programs need not be looked at."""

    def by(self, rule: Rule) -> bool:
        """Tell whether a rule that denies or asks speaks of anything touched."""
        if rule.command is not None:
            return any(fits_words(rule, words) for words in self._commands)
        if rule.path is not None:
            return self._fits(rule.path)
        if rule.host is not None:
            if self._hosts is None:
                self._hosts = list(self._named_hosts())
            return any(fits_host(rule, host) for host in self._hosts)
        return rule.mcp is None or fits_mcp(rule, about.mcp_of(self._request))

    def _fits(self, pattern: str) -> bool:
        """Tell whether a path that fits is named by a file tool or by a word of a command."""
        named = self._named
        if named is None:
            named = self._named = self._all_named()
            self._names = "\n".join((self._base, *named))
        if places.needle(pattern) not in self._names:
            return False
        self._compared += len(self._names)
        if self._compared > MOST_COMPARED:
            self.unclear = "comparing what it names with all rules would take too long"
            return False
        base, project = self._base, self._project
        return any(places.matches(pattern, places.normal(path, base), project) for path in named)

    def _all_named(self) -> list[str]:
        """Return everything that may be a path as written, and where links among it lead."""
        base, reals = self._base, self._links.reals
        named: list[str] = []
        if paths := about.paths_of(self._request):
            named += paths
            named += reals(paths, base) if len(paths) <= MOST_PATHS else ()
        for words in self._commands:
            if paths := footprint(words, self._project).paths:
                named += paths
                few = len(named) <= MOST_PATHS
                if few and words[0] not in LINK_PROOF and (led := reals(paths, base)):
                    named += led
        if len(named) > MOST_PATHS:
            self.unclear = f"it names more than {MOST_PATHS} paths, too many to look at each"
        return named

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
