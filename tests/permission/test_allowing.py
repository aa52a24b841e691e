"""What a rule allows, and what is said where it does not."""

from pathlib import Path

import pytest

from tests.permission.asking import HERE, PROJECT, policy_of, rules_file, ruling, tool
from tests.support.requests import shell
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission.policy import Policy, combine, decide
from tui.permission.reading import Where
from tui.permission.rules import Choice, Rule, fits_host, fits_mcp, fits_words


def about(fields: str) -> Policy:
    """Return a policy that allows one thing."""
    return policy_of(f'[[rule]]\ndecision = "allow"\n{fields}\n')


@pytest.mark.parametrize(
    ("request_", "fields", "decision", "why"),
    [
        (tool(ToolKind.AGENT), 'tool = "agent"', Choice.ALLOW, "a rule allows it"),
        (tool(ToolKind.AGENT), 'tool = "agent"\nreason = "r"', Choice.ALLOW, "r"),
        (tool(ToolKind.AGENT), 'tool = "mcp"\nmcp = "a/b"', Choice.ASK, "no rule allows it"),
        (
            tool(ToolKind.READ, file_path="a"),
            'tool = "read_file"\npath = "**"',
            Choice.ALLOW,
            "a rule allows it",
        ),
        (
            tool(ToolKind.READ, file_path="a"),
            'tool = "read_file"\npath = "**"\nreason = "r"',
            Choice.ALLOW,
            "r",
        ),
        (
            tool(ToolKind.READ, file_path="a"),
            'tool = "read_file"\npath = "src/**"',
            Choice.ASK,
            "no rule allows it",
        ),
        (
            tool(ToolKind.READ),
            'tool = "read_file"\npath = "**"',
            Choice.ASK,
            "it does not say which file",
        ),
        (
            tool(ToolKind.FIND, pattern="../*"),
            'tool = "find_files"\npath = "**"',
            Choice.ASK,
            "its pattern may lead outside the project",
        ),
        (
            tool(ToolKind.WRITE, file_path=".git/hooks/x"),
            'tool = "write_file"\npath = "**"',
            Choice.ASK,
            f"{PROJECT}/.git/hooks/x decides what runs later",
        ),
        (
            tool(ToolKind.READ, file_path="/etc/secrets/x"),
            'tool = "read_file"\npath = "/etc/**"',
            Choice.ASK,
            "/etc/secrets/x is a place for secrets",
        ),
        (
            PermissionRequest(
                id=shell("x").id, tool="Bash", kind=ToolKind.SHELL, title="", input={}
            ),
            'tool = "shell"\ncommand = "ls *"',
            Choice.ASK,
            "it cannot be proven what runs: it is empty",
        ),
    ],
)
def test_a_ruling_says_why(
    request_: PermissionRequest, fields: str, decision: Choice, why: str
) -> None:
    decided = decide(request_, about(fields), HERE)

    assert (decided.decision, decided.why) == (decision, why)


def test_a_project_in_a_place_for_secrets_is_no_secret_itself() -> None:
    where = Where("claude", "/home/me/secrets/project")
    request = tool(ToolKind.READ, file_path="src/a")

    assert decide(request, about('tool = "read_file"\npath = "**"'), where).decision is Choice.ALLOW


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("ls", "a rule allows it"),
        ("ls && ls src", "rules allow each of its 2 commands"),
        ("ls | frob", "no rule allows frob"),
        ("rm .", "it would sweep over the whole project, and what steers it"),
        ("git add .github/x", "a rule allows it"),
        ("cat .github/x", "a rule allows it"),
        ("cd .github", ".github decides what runs later"),
        ("touch .github/x", ".github/x decides what runs later"),
        ("cat .env", ".env is a place for secrets"),
        ("cat ../x", "../x leads outside the project"),
    ],
)
def test_what_is_said_of_a_command(command: str, why: str) -> None:
    rules = rules_file("ls *", "cat *", "cd *", "rm *", "touch *", "git add *")

    assert ruling(command, combine([(rules, True)])).why == why


@pytest.mark.parametrize("command", ["cp a/file folder", "cp x a/file folder"])
def test_a_copy_is_not_written_through_a_link(command: str, tmp_path: Path) -> None:
    (tmp_path / "project" / "folder").mkdir(parents=True)
    (tmp_path / "project" / "folder" / "file").symlink_to(tmp_path / "outside")
    where = Where("claude", str((tmp_path / "project").resolve()))
    rules = combine([(rules_file("cp *"), True)])

    assert ruling(command, rules, where).why == (
        "folder/file is a link that leads outside the project"
    )
    assert ruling("cp a/other folder", rules, where).decision is Choice.ALLOW


def test_a_reason_of_the_first_rule_is_told_for_a_chain() -> None:
    policy = about('tool = "shell"\ncommand = "ls *"\nreason = "looks"')

    assert ruling("ls && ls src", policy).why == "looks"


def test_an_option_is_no_folder_for_a_remote(tmp_path: Path) -> None:
    (tmp_path / "-q").mkdir()
    (tmp_path / "origin").mkdir()
    where = Where("claude", str(tmp_path.resolve()))
    rules = combine([(rules_file("git fetch *"), True)])

    assert ruling("git fetch -q upstream", rules, where).decision is Choice.ALLOW
    assert ruling("git fetch origin", rules, where).why == (
        "origin is a folder here, which git may take for a remote"
    )


def made(decision: Choice, *, host: str | None = None, mcp: str | None = None) -> Rule:
    """Return a rule about one thing."""
    return Rule(decision=decision, tool="*", host=host, mcp=mcp)


@pytest.mark.parametrize(
    ("rule", "host", "fits"),
    [
        (made(Choice.DENY), "a.org", True),
        (made(Choice.ALLOW), "a.org", False),
        (made(Choice.ALLOW, host="*"), "a.org", True),
        (made(Choice.ALLOW, host="*"), None, False),
        (made(Choice.DENY, host="*"), "a.org", True),
        (made(Choice.DENY, host="*"), None, True),
        (made(Choice.DENY, host="a.org"), None, False),
        (made(Choice.ALLOW, host="A.org"), "a.org", True),
        (made(Choice.ALLOW, host="*.a.org"), "b.a.org", True),
        (made(Choice.ALLOW, host="*.a.org"), "a.org", False),
        (made(Choice.ALLOW, host="*.a.org"), "ba.org", False),
        (made(Choice.ALLOW, host="*.a.org"), ".a.org", True),
    ],
)
def test_hosts_fit_rules(rule: Rule, host: str | None, fits: bool) -> None:
    assert fits_host(rule, host) is fits


@pytest.mark.parametrize(
    ("rule", "name", "fits"),
    [
        (made(Choice.DENY), "a/b", True),
        (made(Choice.ALLOW), "a/b", False),
        (made(Choice.ALLOW, mcp="a/b"), "a/b", True),
        (made(Choice.ALLOW, mcp="a/b"), "a/b/c", False),
        (made(Choice.ALLOW, mcp="a/b/c"), "a/b/c", True),
        (made(Choice.ALLOW, mcp="a/*"), "a/b", True),
        (made(Choice.ALLOW, mcp="*/b"), "a/b", True),
        (made(Choice.DENY, mcp="a/b"), None, False),
    ],
)
def test_mcp_tools_fit_rules(rule: Rule, name: str | None, fits: bool) -> None:
    assert fits_mcp(rule, name) is fits


def test_a_rule_without_a_command_fits_every_command() -> None:
    assert fits_words(made(Choice.DENY), ("ls",))
