"""Requests, rules and places for the tests of the permission room."""

from pathlib import Path
from typing import Any

from tests.support.requests import request, shell
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission.policy import Policy, Ruling, combine, decide
from tui.permission.policy_file import PolicyFile, parse_policy
from tui.permission.reading import Where

PROJECT = "/home/me/project"
HERE = Where("claude", PROJECT)


def rules_file(*commands: str, decision: str = "allow", path: str = "/p/policy.toml") -> PolicyFile:
    """Return a file with one shell rule per command."""
    text = "".join(
        f'[[rule]]\ndecision = "{decision}"\ntool = "shell"\ncommand = "{one}"\n'
        for one in commands
    )
    return parse_policy(text.encode(), Path(path))


def policy_of(text: str) -> Policy:
    """Return the policy of one file's text."""
    file = parse_policy(text.encode(), Path("/p/policy.toml"))
    assert file.faults == ()
    return combine([(file, True)])


def wide_policy() -> Policy:
    """Return the policy of a careless user: the wider the rules, the harder the test."""
    folder = Path(__file__).parent / "corpus"
    names = ("wide_rules.txt", "wide_rules_more.txt")
    commands = [line for name in names for line in (folder / name).read_text().splitlines()]
    file = rules_file(*dict.fromkeys(commands))
    assert file.faults == ()
    return combine([(file, True)])


def tool(kind: ToolKind, title: str = "", **input: Any) -> PermissionRequest:
    """Return a request to use another tool."""
    return request(kind.value, kind, title or kind.value, input)


def ruling(command: str, policy: Policy, where: Where = HERE) -> Ruling:
    """Return what a policy makes of a command."""
    return decide(shell(command), policy, where)
