"""Whether a rule that denies or asks has to do with a request: by anything the request touches."""

import re
from collections.abc import Iterator
from os.path import lexists
from unicodedata import normalize

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.footprint import footprint
from tui.permission.links import MOST_FOLDERS, MOST_PATHS, Links, moved
from tui.permission.programs import (
    LINK_PROOF,
    WRAPPERS,
    git_words,
    layers,
    named,
    program_name,
)
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_words

_SEARCHING = named("rg ag ack grep egrep fgrep zgrep diff")
_ALWAYS_DEEP = named("rg ag ack")
_LONG_WAY = WRAPPERS.keys() | _SEARCHING
_DEEP = re.compile(r"-[A-Za-z]*[rR][A-Za-z]*|--(?:dereference-)?recursive")
_WILD = re.compile(r"[*?]")
_TARGET = re.compile(r"\d*[<>&|]+\s*")

MOST_COMPARED = 200_000
"""Characters of paths that are compared with globs, those of each glob counted anew."""


def needle(rule: Rule) -> str | None:
    """Return a piece of text, in small letters, without which a rule fits no command; or None."""
    if rule.words:
        return folded(max(rule.words, key=len))
    return places.needle(folded(rule.path)) if rule.path is not None else None


def is_untouched(
    request: PermissionRequest,
    where: Where,
    reading: Reading,
    links: Links,
    needles: tuple[str, ...],
) -> bool:
    """Tell at a glance that a command has to do with no rule that denies or asks, as most have.

    `needles` are pieces of text of which each such rule needs one. All that a rule is held against
    is a part of the words, of the redirections or of the folder, unless a link leads elsewhere.
    Where this cannot be told at a glance, it takes the long way by `Touched`.
    """
    project = where.project
    if request.changes or request.cwd or not about.PATH_KEYS.isdisjoint(request.input):
        return False
    found = reading.outline
    names = [project, *found.redirections]
    bases = [project]
    for command in found.commands:
        words = command.words
        program = words[0]
        if program in _LONG_WAY or "/" in program or (program == "git" and _is_odd_git(words)):
            return False
        names += words
        if program not in LINK_PROOF and (paths := footprint(words, project).paths):
            for base in bases:
                if links.met(paths, base):
                    return False
        if program == "cd":
            bases = moved(bases, words)
    if len(names) > MOST_PATHS or len(bases) > MOST_FOLDERS:
        return False
    text = folded("\n".join(names))
    return all(piece not in text for piece in needles)


def _is_odd_git(words: tuple[str, ...]) -> bool:
    """Tell whether git gets options of its own, or searches through a folder."""
    return len(words) > 1 and (words[1][:1] == "-" or words[1] == "grep")


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
        self._redirections = reading.outline.redirections if reading is not None else ()
        self._bases: list[str] = []
        """The folders that a path may be counted from: cd may lead elsewhere, or not."""
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
            self._names = folded("\n".join((*self._bases, *named)))
        self._look_below(pattern)
        pattern, project = folded(pattern), folded(self._project)
        if places.needle(pattern) not in self._names:
            return False
        self._compared += len(self._names) * len(self._bases)
        if self._compared > MOST_COMPARED:
            self.unclear = "comparing what it names with all rules would take too long"
            return False
        return any(
            places.matches(pattern, folded(places.normal(path, base)), project)
            for base in self._bases
            for path in named
        )

    def _all_named(self) -> list[str]:
        """Return everything that may be a path as written, and where links among it lead."""
        bases = [about.folder_of(self._request, self._project)]
        reals = self._links.reals
        named: list[str] = []
        if paths := about.paths_of(self._request):
            named += paths
            named += reals(paths, bases[0]) if len(paths) <= MOST_PATHS else ()
        named += about.globs_of(self._request)
        named += [_TARGET.sub("", text, 1).strip("'\"") for text in self._redirections]
        for words in self._commands:
            if paths := footprint(words, self._project).paths:
                named += paths
                if words[0] not in LINK_PROOF:
                    for base in bases:
                        if len(named) <= MOST_PATHS and (led := reals(paths, base)):
                            named += led
            if words[0] == "cd":
                bases = moved(bases, words)
        self._bases = bases[:MOST_FOLDERS]
        if len(bases) > MOST_FOLDERS:
            self.unclear = "it changes its folder too often to tell what it touches"
        if len(named) > MOST_PATHS:
            self.unclear = f"it names more than {MOST_PATHS} paths, too many to look at each"
        return named

    def _look_below(self, pattern: str) -> None:
        """Notice a search through a folder in which something stands that a rule is about."""
        folder = _WILD.split(pattern, maxsplit=1)[0].rpartition("/")[0]
        full = places.normal(folder, self._project) if folder else ""
        if not folder or not lexists(full):
            return
        for root in self._searched():
            if places.is_inside(full, root):
                self.unclear = f"it searches {folder} too, which a rule is about"

    def _searched(self) -> Iterator[str]:
        """Return the folders that are searched with all below them."""
        if self._request.kind is ToolKind.SEARCH:
            for path in about.paths_of(self._request) or (".",):
                yield places.normal(path, self._bases[0])
        for words in self._commands:
            if _searches_deep(words):
                paths = footprint(words, self._project).paths or (".",)
                yield from (places.normal(path, base) for path in paths for base in self._bases)

    def _named_hosts(self) -> Iterator[str | None]:
        texts = [word for words in self._commands for word in words if "://" in word]
        yield from map(about.host_of, texts)
        if self._request.kind is ToolKind.FETCH:
            yield from about.hosts_of(self._request)
            texts += about.urls_of(self._request)
        for text in texts:
            yield from about.hosts_in(text)


def _forms(reading: Reading) -> list[tuple[str, ...]]:
    """Return each command as written, without its folder, and without what runs it."""
    forms: list[tuple[str, ...]] = []
    for command in reading.outline.commands:
        words = command.words
        forms.append(words)
        if words[0] in WRAPPERS or "/" in words[0]:
            for layer in layers(words):
                forms += (layer, (program_name(layer), *layer[1:]))
    forms += [
        ("git", *git_words(one))
        for one in forms
        if one[0] == "git" and one[1:] and one[1][:1] == "-"
    ]
    return forms


def _searches_deep(words: tuple[str, ...]) -> bool:
    """Tell whether a command reads all files below the folders that it names."""
    if words[0] == "git":
        return words[1:2] == ("grep",)
    if words[0] not in _SEARCHING:
        return False
    return words[0] in _ALWAYS_DEEP or any(map(_DEEP.fullmatch, words[1:]))


def folded(text: str) -> str:
    """Return a text as disks compare names that know no large letters or join accents."""
    return text.lower() if text.isascii() else normalize("NFC", text).lower()
