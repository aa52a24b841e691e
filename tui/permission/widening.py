"""Rules that would allow a request the next time, from the narrowest to the widest.

A rule is proposed only where it is proven to allow this very request and nothing unclear: each
one is put to the same judgement that will decide by it.
"""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

import msgspec

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.flags import is_tabled, objection
from tui.permission.policy import Policy, decide
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Level
from tui.permission.rule_writing import parsed
from tui.permission.rules import AGENTS, ANY, Choice, Rule

Ladder = tuple[Rule, ...]
"""Rules about one thing, each wider than the one before."""

_REGISTRIES = frozenset({"co", "com", "org", "net", "edu", "gov", "ac", "or", "ne", "go"})
"""Names below a country under which everybody can have a host: *.co.uk is nobody's."""

_WHOLE = (ToolKind.WEB_SEARCH, ToolKind.AGENT)
"""Tools about which a rule can say nothing but the tool."""


class Proposal(msgspec.Struct, frozen=True):
    """What could be remembered, or why nothing can."""

    ladders: tuple[Ladder, ...] = ()
    """One for each command of a line that no rule allows yet; for other tools just one."""
    limits: tuple[str, ...] = ()
    """For each ladder, why it goes no further; nothing where no wider rule can be thought of."""
    why: str = ""


def propose(request: PermissionRequest, policy: Policy, where: Where) -> Proposal:
    """Return the rules that would allow a request."""
    ladders = _ladders(request, policy, where)
    if isinstance(ladders, str):
        return Proposal(why=ladders)
    narrow = [ladder[0] for ladder in ladders if ladder]
    if not narrow or len(narrow) < len(ladders):
        return Proposal(why=_reason(request, ladders, policy, where))
    kept: list[Ladder] = []
    limits: list[str] = []
    for number, ladder in enumerate(ladders):
        rules = [*policy.rules, *narrow[:number], *narrow[number + 1 :]]
        fitting, limit = _fitting(ladder, rules, request, where)
        kept.append(fitting)
        limits.append(limit)
    if not all(kept):
        return Proposal(why=_reason(request, ladders, policy, where))
    if assess(request, where).level is Level.HIGH:
        kept = [ladder[:1] for ladder in kept]
        limits = ["of something that dangerous only the very same is allowed unseen"] * len(kept)
    return Proposal(tuple(kept), tuple(limits))


def for_agent(rule: Rule, agent: str) -> Rule:
    """Return a rule about one agent, or about all."""
    return msgspec.structs.replace(rule, agent=agent)


def agent_in_rules(agent: str) -> str:
    """Return how rules name an agent: the demos are all `demo`."""
    name = agent.partition("-")[0]
    return name if name in AGENTS else ANY


def _fitting(
    ladder: Ladder, rules: Sequence[Rule], request: PermissionRequest, where: Where
) -> tuple[Ladder, str]:
    """Return the rules of a ladder that would allow a request, and why there is no wider one."""
    fitting: list[Rule] = []
    limit = ""
    for rule in ladder:
        ruling = decide(request, Policy([*rules, rule]), where)
        why = stands_for_nothing(rule) if ruling.decision is Choice.ALLOW else ruling.why
        if why:
            limit = limit or why
        else:
            fitting.append(rule)
            limit = ""
    return tuple(fitting), limit


def stands_for_nothing(rule: Rule) -> str:
    """Return why the * of a rule would stand for no word at all, or nothing.

    Such a rule allows one command only and reads as if it allowed whatever follows: `perl -e *`.
    """
    if not rule.open_ended or not rule.words or is_tabled(rule.words):
        return ""
    return objection((*rule.words, "…"), len(rule.words))


def _reason(
    request: PermissionRequest, ladders: Sequence[Ladder], policy: Policy, where: Where
) -> str:
    tried = [ladder[0] for ladder in ladders if ladder]
    return decide(request, Policy([*policy.rules, *tried]), where).why or "no rule can say it"


def _ladders(request: PermissionRequest, policy: Policy, where: Where) -> list[Ladder] | str:
    match request.kind:
        case ToolKind.SHELL:
            return _commands(request, policy, where)
        case kind if kind in about.FILE_KINDS:
            return _paths(request, where)
        case ToolKind.FETCH:
            return _hosts(request)
        case ToolKind.MCP:
            return _servers(request)
        case kind if kind in _WHOLE:
            return [_rules(request, [{}])]
        case _:
            return "no rule can speak of a tool that parley does not know"


def _commands(request: PermissionRequest, policy: Policy, where: Where) -> list[Ladder] | str:
    reading = read_request(request)
    if reading is None or not reading.proof.holds:
        why = reading.proof.why if reading is not None else "it names no command"
        return f"it cannot be proven what runs: {why}"
    ladders: list[Ladder] = []
    for words in dict.fromkeys(simple.words for simple in reading.proof.commands):
        line = shlex.join(words)
        lone = _with_command(request, line)
        if decide(lone, policy, where).decision is Choice.ALLOW:
            continue
        wider = (f"{shlex.join(words[:count])} *" for count in range(len(words), 0, -1))
        ladders.append(_rules(request, ({"command": text} for text in (line, *wider))))
    return ladders or "the rules allow each of its commands already, but not together"


def _with_command(request: PermissionRequest, line: str) -> PermissionRequest:
    input = {**request.input, "command": line}
    return msgspec.structs.replace(request, title=line, input=input)


def _paths(request: PermissionRequest, where: Where) -> list[Ladder] | str:
    base = about.folder_of(request, where.project)
    named = about.paths_of(request) or (base,)
    full = [places.normal(path, base) for path in named]
    if any(not path.isprintable() or set("*?[") & set(path) for path in full):
        return "a path has characters that mean something else in a rule"
    common = full[0]
    while not all(places.is_inside(path, common) for path in full):
        common = str(PurePosixPath(common).parent)
    inside = places.is_inside(common, where.project)
    globs = [common] if len(full) == 1 and about.paths_of(request) else []
    folder = PurePosixPath(common) if not globs else PurePosixPath(common).parent
    if inside:
        while places.is_inside(str(folder), where.project):
            globs.append(f"{folder}/**")
            folder = folder.parent
    else:
        globs.append(f"{folder}/**")
    relative = (_below(glob, where.project) if inside else glob for glob in globs)
    return [_rules(request, ({"path": glob} for glob in relative))]


def _below(glob: str, project: str) -> str:
    return glob.removeprefix(project.rstrip("/") + "/") if glob != project else "**"


def _hosts(request: PermissionRequest) -> list[Ladder] | str:
    hosts = set(about.hosts_of(request))
    if len(hosts) != 1 or None in hosts:
        return "the host it reaches cannot be told for certain"
    (host,) = hosts
    wanted = [str(host)]
    labels = str(host).split(".")
    if len(labels) >= 3 and labels[-2] not in _REGISTRIES and not labels[-1].isdigit():
        wanted.append(f"*.{'.'.join(labels[1:])}")
    return [_rules(request, ({"host": one} for one in wanted))]


def _servers(request: PermissionRequest) -> list[Ladder] | str:
    name = about.mcp_of(request)
    if name is None:
        return "server and tool cannot be told apart for certain"
    server = name.partition("/")[0]
    return [_rules(request, ({"mcp": one} for one in (name, f"{server}/*")))]


def _rules(request: PermissionRequest, fields: Iterable[dict[str, str]]) -> Ladder:
    """Return the rules a policy file would take, of those that can be spelled."""
    found: list[Rule] = []
    for named in fields:
        rule = parsed(
            Rule(
                decision=Choice.ALLOW,
                tool=request.kind.value,
                command=named.get("command"),
                path=named.get("path"),
                host=named.get("host"),
                mcp=named.get("mcp"),
            )
        )
        if isinstance(rule, Rule):
            found.append(rule)
    return tuple(found)
