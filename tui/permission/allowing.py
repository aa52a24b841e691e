"""Which rule allows a request. Allowing takes proof; whatever cannot be proven is asked."""

from collections.abc import Callable, Sequence

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.flags import never, objection
from tui.permission.footprint import footprint
from tui.permission.links import MOST_PATHS, Links
from tui.permission.programs import LINK_PROOF, NEVER, READERS
from tui.permission.reading import Reading, Where
from tui.permission.rules import Rule, fits_host, fits_mcp, fits_path, fits_words
from tui.permission.running import runs_its_input
from tui.permission.shell import Proof


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
    cwd: str | None = None,
) -> tuple[Rule | None, str]:
    """Return the rule that allows a command line, if there is one for each of its commands."""
    proof = reading.proof if reading is not None else Proof(why="it names no command")
    if proof.why:
        return None, f"it cannot be proven what runs: {proof.why}"
    first: Rule | None = None
    base, moved = cwd or where.project, False
    for command in proof.commands:
        words = command.words
        program = words[0]
        rule, why = _simple_allowed(words, allows(words), where, links, base)
        if rule is None:
            return None, why
        if command.piped and (why := runs_its_input(words)):
            return None, why
        if moved and program == "git":
            return None, "after cd, git may obey the settings of another repository"
        first = first or rule
        if program == "cd" and len(words) > 1:
            base, moved = places.normal(words[1], base), True
    if first is not None and first.reason:
        return first, first.reason
    count = len(proof.commands)
    return first, "a rule allows it" if count == 1 else f"rules allow each of its {count} commands"


def _simple_allowed(
    words: tuple[str, ...],
    allows: Sequence[Rule],
    where: Where,
    links: Links,
    base: str,
) -> tuple[Rule | None, str]:
    if words[0] in NEVER:
        return None, never(words)
    why = ""
    for rule in allows:
        if fits_words(rule, words):
            found = _objection(words, rule, where, links, base) if rule.open_ended else ""
            if not found:
                return rule, ""
            why = why or found
    return None, why or f"no rule allows {' '.join(words)}"


def _objection(words: tuple[str, ...], rule: Rule, where: Where, links: Links, base: str) -> str:
    """Return what speaks against the words that a rule's * stands for."""
    trace = footprint(words, where.project)
    seen = trace.look
    if why := seen.why or (seen.key is None and objection(words, len(rule.words))):
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
    if words[0] not in LINK_PROOF and links.met(trace.paths, base):
        for word in seen.paths:
            if word[:1] != "-" and word not in rule.words and links.lead_out(word, base):
                return f"{word} is a link that leads outside the project"
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
    pattern = str(request.input.get("pattern") or "") + str(request.input.get("glob") or "")
    if request.kind is ToolKind.FIND and (pattern[:1] in ("/", "~") or ".." in pattern):
        return None, "its pattern may lead outside the project"
    base = request.cwd or where.project
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
