"""What the rules say about a request: allow, ask or deny, which rule, and why."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.permission.allowing import allowed, command_allowed
from tui.permission.links import Links
from tui.permission.policy_file import Fault, PolicyFile
from tui.permission.reading import Reading, Where, read_request
from tui.permission.rules import Choice, Rule, speaks_of
from tui.permission.shell import Proof
from tui.permission.touching import Touched, is_untouched, needle

_SHELL = ToolKind.SHELL
_TOOL = Subject.TOOL
# Looking a member up in its enumeration takes as long as a call.

BUILT_IN = "parley"
"""Where the rules stand that cannot be changed."""


class Sorted(NamedTuple):
    """The rules about one kind of tool and one agent, by what they decide."""

    strict: tuple[Rule, ...]
    """Those that deny, then those that ask."""
    unnamed: tuple[Rule, ...]
    """Those of them that name no program."""
    programs: frozenset[str]
    """The programs that the others name."""
    needles: tuple[str, ...] | None
    """For each strict one a text without which it fits no command; None if one has none."""
    allows: tuple[Rule, ...]
    by_head: Mapping[tuple[str, ...], Sequence[Rule]]
    """Those that may allow commands which begin with one word, or with two."""

    def allows_about(self, words: tuple[str, ...]) -> Sequence[Rule]:
        """Return the rules that may allow a command, the most specific first."""
        return self.by_head.get(words[:2]) or self.by_head.get(words[:1], ())

    def strict_about(self, programs: set[str]) -> Sequence[Rule]:
        """Return the rules that deny or ask and may be about one of these programs."""
        if self.programs.isdisjoint(programs):
            return self.unnamed
        return [rule for rule in self.strict if not rule.words or rule.words[0] in programs]


class Policy:
    """The rules in force, the most specific first, and what is wrong with their files."""

    def __init__(
        self,
        rules: Iterable[Rule] = (),
        faults: Iterable[Fault] = (),
        held_back: Iterable[Rule] = (),
    ) -> None:
        # Sorting is stable: of two rules that say as much, the earlier one is found first.
        self.rules = tuple(sorted(rules, key=lambda rule: rule.weight, reverse=True))
        self.faults = tuple(faults)
        """While there is one, nothing is allowed by a rule."""
        self.held_back = tuple(held_back)
        """Rules of an untrusted project that would loosen; they count for nothing."""
        self._sorted: dict[tuple[ToolKind, str], Sorted] = {}

    def about(self, kind: ToolKind, agent: str) -> Sorted:
        """Return the rules about a kind of tool and an agent."""
        known = self._sorted.get((kind, agent))
        if known is None:
            speaking = [rule for rule in self.rules if speaks_of(rule, kind, agent)]
            by_choice = {
                choice: [rule for rule in speaking if rule.decision is choice] for choice in Choice
            }
            strict = (*by_choice[Choice.DENY], *by_choice[Choice.ASK])
            by_head: dict[tuple[str, ...], list[Rule]] = {}
            for rule in by_choice[Choice.ALLOW]:
                by_head.setdefault(rule.words[:2], []).append(rule)
            for head, found in by_head.items():
                if len(head) == 2:
                    found += by_head.get(head[:1], ())
            unnamed = tuple(rule for rule in strict if not rule.words)
            needles = tuple(piece for rule in strict if (piece := needle(rule)) is not None)
            known = Sorted(
                strict,
                unnamed,
                frozenset(rule.words[0] for rule in strict if rule.words),
                needles if len(needles) == len(strict) else None,
                tuple(by_choice[Choice.ALLOW]),
                by_head,
            )
            self._sorted[kind, agent] = known
        return known


class Ruling(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is decided about one request, and on what ground."""

    decision: Choice
    why: str
    rule: Rule | None = None
    """The rule that decided; of a chain of commands, that of its first one."""
    proof: Proof | None = None
    """For commands: what they consist of, or why that cannot be told."""


def combine(files: Iterable[tuple[PolicyFile, bool]]) -> Policy:
    """Put the rules of files together; each comes with whether it may loosen."""
    rules: list[Rule] = []
    faults: list[Fault] = []
    held_back: list[Rule] = []
    for file, may_loosen in files:
        faults += file.faults
        for rule in file.rules:
            loosens = rule.decision is Choice.ALLOW
            (rules if may_loosen or not loosens else held_back).append(rule)
    return Policy(rules, faults, held_back)


def decide(
    request: PermissionRequest, policy: Policy, where: Where, reading: Reading | None = None
) -> Ruling:
    """Say what the rules make of a request. Whatever is unclear is asked."""
    if request.subject is not _TOOL:
        return Ruling(decision=Choice.ASK, why="plans and questions are for a person to answer")
    if reading is None:
        reading = read_request(request)
    proof = reading.proof if reading is not None else None
    if harm := reading.harm if reading is not None else "":
        rule = Rule(decision=Choice.DENY, tool="shell", file=BUILT_IN, reason=harm)
        return Ruling(
            decision=Choice.DENY, why=f"{harm}; this is never run", rule=rule, proof=proof
        )
    rules = policy.about(request.kind, where.agent)
    links = Links(where.project)
    at_a_glance = (
        reading is not None
        and rules.needles is not None
        and is_untouched(request, where, reading, links, rules.needles)
    )
    if rules.strict and not at_a_glance:
        touched = Touched(request, where, reading, links)
        for rule in rules.strict_about(touched.programs):
            if touched.by(rule):
                why = rule.reason or f"a rule says {rule.decision}"
                return Ruling(decision=rule.decision, why=why, rule=rule, proof=proof)
        if touched.unclear:
            return Ruling(decision=Choice.ASK, why=touched.unclear, proof=proof)
    if request.kind is _SHELL:
        allowing, why = command_allowed(
            rules.allows_about, where, reading, links, about.folder_of(request, where.project)
        )
    else:
        allowing, why = allowed(request, rules.allows, where, links)
    if allowing is None and not policy.faults:
        return Ruling(decision=Choice.ASK, why=why, proof=proof)
    if hindrance := _hindrance(request, policy, where):
        return Ruling(decision=Choice.ASK, why=hindrance, proof=proof)
    return Ruling(decision=Choice.ALLOW, why=why, rule=allowing, proof=proof)


def _hindrance(request: PermissionRequest, policy: Policy, where: Where) -> str:
    """Return why nothing may be allowed by a rule just now, whatever the rules say."""
    if policy.faults:
        return f"a policy file is not understood, so everything is asked: {policy.faults[0].text}"
    if request.warning:
        return f"the agent itself flags it: {request.warning}"
    if request.cwd and not places.is_inside(places.real(request.cwd, where.project), where.project):
        return f"it works outside the project, in {request.cwd}"
    if request.cwd:
        below = about.folder_of(request, where.project).removeprefix(where.project)
        if places.is_secret(below) or places.is_steering(below):
            return f"it works in {request.cwd}, which holds secrets or decides what runs later"
    return ""
