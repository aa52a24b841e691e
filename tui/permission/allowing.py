"""Which rule allows a request. Allowing takes proof; whatever cannot be proven is asked."""

import re
from collections.abc import Callable, Iterator, Sequence
from os.path import lexists
from pathlib import Path

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.flags import never, objection
from tui.permission.footprint import footprint
from tui.permission.links import MOST_FOLDERS, MOST_PATHS, Links, moved
from tui.permission.programs import LINK_PROOF, NEVER, READERS
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_path, fits_words
from tui.permission.running import runs_its_input
from tui.permission.shell import Proof

_ABSOLUTE = re.compile(r"(?:^|[{,(|])[/~]")
_SWEEPING = frozenset({"rm", "mv", "chmod", "chown", "chgrp"})
_REMOTE = frozenset({"git push", "git fetch", "git pull"})


def allowed(
    request: PermissionRequest, allows: Sequence[Rule], where: Where, links: Links
) -> tuple[Rule | None, str]:
    """Return the rule that allows a request; or none, and what is missing."""
    if request.kind in about.FILE_KINDS:
        return _file_allowed(request, allows, where, links)
    if request.kind is ToolKind.FETCH:
        hosts = about.hosts_of(request)
        fitting = [rule for rule in allows if hosts and all(fits_host(rule, one) for one in hosts)]
    elif request.kind is ToolKind.MCP:
        name = about.mcp_of(request)
        fitting = [rule for rule in allows if fits_mcp(rule, name)]
    else:
        fitting = list(allows)
    if fitting:
        return fitting[0], fitting[0].reason or "a rule allows it"
    return None, "no rule allows it"


def command_allowed(
    allows: Callable[[tuple[str, ...]], Sequence[Rule]],
    where: Where,
    reading: Reading | None,
    links: Links,
    base: str,
) -> tuple[Rule | None, str]:
    """Return the rule that allows a command line, if there is one for each of its commands."""
    proof = reading.proof if reading is not None else Proof(why="it names no command")
    if proof.why:
        return None, f"it cannot be proven what runs: {proof.why}"
    first: Rule | None = None
    bases = [base]
    before: set[str] = set()
    for command in proof.commands:
        words = command.words
        program = words[0]
        rule, why = _simple_allowed(words, allows(words), where, links, bases)
        if rule is None:
            return None, why
        if command.piped and (why := runs_its_input(words)):
            return None, why
        if program == "git" and len(bases) > 1:
            # What stood between could have made the folder a repository.
            others = (_is_other_repository(base, where.project, links) for base in bases[1:])
            if before != {"cd"} or any(others):
                return None, "after cd, git may obey the settings of another repository"
        before.add(program)
        first = first or rule
        if program == "cd":
            bases = moved(bases, words)
            if len(bases) > MOST_FOLDERS:
                return None, "it changes its folder too often to tell what it touches"
    if first is not None and first.reason:
        return first, first.reason
    count = len(proof.commands)
    return first, "a rule allows it" if count == 1 else f"rules allow each of its {count} commands"


def _simple_allowed(
    words: tuple[str, ...],
    allows: Sequence[Rule],
    where: Where,
    links: Links,
    bases: list[str],
) -> tuple[Rule | None, str]:
    if words[0] in NEVER:
        return None, never(words)
    why = ""
    for rule in allows:
        if fits_words(rule, words):
            found = _objection(words, rule, where, links, bases) if rule.open_ended else ""
            if not found:
                return rule, ""
            why = why or found
    return None, why or f"no rule allows {' '.join(words)}"


def _objection(
    words: tuple[str, ...], rule: Rule, where: Where, links: Links, bases: list[str]
) -> str:
    """Return what speaks against the words that a rule's * stands for."""
    trace = footprint(words, where.project)
    seen = trace.look
    if (seen.why or seen.key is None) and (why := objection(words, len(rule.words))):
        return why
    for word, place in trace.marked:
        if word in rule.words:
            continue
        if place.secret:
            return f"{word} is a place for secrets"
        if place.steering and not _reads(words[0], seen.key):
            return f"{word} decides what runs later"
        if place.outside:
            return f"{place.outside} leads outside the project"
    if len(trace.paths) > MOST_PATHS:
        return f"it names more than {MOST_PATHS} paths, too many to look at each"
    if words[0] in LINK_PROOF:
        return _folder_for_remote(seen.key, words, bases)
    paths = trace.paths if words[0] != "cp" else (*trace.paths, *_copies(trace.paths))
    for base in bases:
        if words[0] in _SWEEPING and where.project in [places.normal(path, base) for path in paths]:
            return "it would sweep over the whole project, and what steers it"
        for path in links.met(paths, base):
            if path not in rule.words and links.lead_out(path, base):
                return f"{path} is a link that leads outside the project"
    return ""


def _copies(paths: tuple[str, ...]) -> Iterator[str]:
    """Return where copies of files would stand in a folder, and be written through a link."""
    for path in paths[:-1]:
        yield f"{paths[-1]}/{path.rpartition('/')[2]}"


def _is_other_repository(folder: str, project: str, links: Links) -> bool:
    """Tell whether git, started in a folder, may find a repository there or on the way up to us."""
    below = folder.removeprefix(f"{project}/")
    if below == folder or links.met((below,), project) or not Path(folder).is_dir():
        return True
    parts = below.split("/")
    ways = ("/".join((project, *parts[:count])) for count in range(1, len(parts) + 1))
    return any(lexists(f"{way}/{name}") for way in ways for name in (".git", "HEAD"))


def _folder_for_remote(key: str | None, words: tuple[str, ...], bases: list[str]) -> str:
    """Return which word git would take for a repository in a folder, with hooks of its own."""
    if key in _REMOTE:
        for word in words[2:]:
            forms = [f"{base}/{word}{ending}" for base in bases for ending in ("", ".git")]
            if word[:1] != "-" and any(map(lexists, forms)):
                return f"{word} is a folder here, which git may take for a remote"
    return ""


def _reads(program: str, key: str | None) -> bool:
    """Tell whether a command leaves the files that it names as they are."""
    return (program == "git" and key is not None) or (program in READERS and program != "cd")


def _file_allowed(
    request: PermissionRequest, allows: Sequence[Rule], where: Where, links: Links
) -> tuple[Rule | None, str]:
    looks = request.kind in (ToolKind.SEARCH, ToolKind.FIND)
    named = about.paths_of(request)
    if not named and not looks:
        return None, "it does not say which file"
    for glob in about.globs_of(request):
        if _ABSOLUTE.search(glob) or ".." in glob:
            return None, "its pattern may lead outside the project"
        if places.is_secret(glob):
            return None, f"{glob} is a place for secrets"
    base = about.folder_of(request, where.project)
    if len(named) > MOST_PATHS:
        return None, f"it names more than {MOST_PATHS} files"
    paths = links.forms(named or (base,), base)
    for path in paths:
        below = path[len(where.project) :] if places.is_inside(path, where.project) else path
        if places.is_secret(below):
            return None, f"{path} is a place for secrets"
        if request.kind in about.WRITING and places.is_steering(below):
            return None, f"{path} decides what runs later"
    for rule in allows:
        if all(fits_path(rule, path, where.project) for path in paths):
            return rule, rule.reason or "a rule allows it"
    return None, "no rule allows it"
