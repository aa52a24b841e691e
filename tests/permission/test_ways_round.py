"""Ways round a rule: another folder, another spelling, an address or a name read otherwise."""

import random
from pathlib import Path

import pytest

from tests.permission.asking import HERE, policy_of, rules_file, ruling, tool, wide_policy
from tests.permission.hostile import hostile_commands, lines_of, ordinary_commands
from tests.support.chance import both_seeds
from tests.support.requests import shell
from tui.model.tools import ToolKind
from tui.permission.policy import Ruling, combine, decide
from tui.permission.reading import Where
from tui.permission.rules import Choice
from tui.permission.shell import prove

DENY = '[[rule]]\ndecision = "deny"\ntool = "*"\npath = "src/private/**"\n'
ALLOW = "".join(
    f'[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = "{one} *"\n'
    for one in ("cd", "cat", "ls", "grep", "mkdir")
)


@pytest.mark.parametrize(
    "line",
    [
        "cat src/private/x",
        "cat SRC/Private/x",
        "cd src && cat private/x",
        "cd src; cat private/x",
        "cd src && cd private && cat x",
        "cd src && cat ../src/private/x",
        "cd nowhere || cat src/private/x",
    ],
)
def test_a_path_that_is_denied_is_denied_from_every_folder(tmp_path: Path, line: str) -> None:
    (tmp_path / "src/private").mkdir(parents=True)
    where = Where("claude", str(tmp_path.resolve()))

    assert ruling(line, policy_of(ALLOW + DENY), where).decision is Choice.DENY


@pytest.mark.parametrize(
    "line",
    [
        "cat outlink",
        "cd missing; cat outlink",
        "cd missing || cat outlink",
        "cd src | cat outlink",
        "cd src && cat inner",
    ],
)
def test_a_link_out_of_the_project_is_found_from_every_folder(tmp_path: Path, line: str) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "outlink").symlink_to("/etc/passwd")
    (tmp_path / "src/inner").symlink_to("/etc/passwd")
    where = Where("claude", str(tmp_path.resolve()))

    assert ruling(line, policy_of(ALLOW), where).decision is Choice.ASK


def test_a_line_that_changes_its_folder_again_and_again_is_asked() -> None:
    line = " && ".join(f"cd d{number}" for number in range(20)) + " && cat x"

    assert ruling(line, policy_of(ALLOW)).why == (
        "it changes its folder too often to tell what it touches"
    )


def test_a_folder_that_git_may_take_for_a_remote_is_asked(tmp_path: Path) -> None:
    (tmp_path / "evil").mkdir()
    where = Where("claude", str(tmp_path.resolve()))
    policy = combine([(rules_file("git push *"), True)])

    assert ruling("git push evil main", policy, where).why == (
        "evil is a folder here, which git may take for a remote"
    )
    assert ruling("git push origin main", policy, where).decision is Choice.ALLOW


@pytest.mark.parametrize("line", ["cat private/x", "cat outlink", "pytest outlink::test_x"])
def test_a_folder_told_relative_to_the_project_is_taken_so(tmp_path: Path, line: str) -> None:
    (tmp_path / "src/private").mkdir(parents=True)
    (tmp_path / "src/outlink").symlink_to("/etc/passwd")
    where = Where("gemini", str(tmp_path.resolve()))
    policy = policy_of(ALLOW + ALLOW.replace("cat", "pytest") + DENY)

    assert decide(shell(line, cwd="src"), policy, where).decision is not Choice.ALLOW
    assert decide(shell("cat src/x", cwd="."), policy, where).decision is Choice.ALLOW


@pytest.mark.parametrize("folder", [".git", ".ssh", "src/.git/hooks"])
def test_a_folder_that_decides_what_runs_later_is_no_place_for_a_rule(folder: str) -> None:
    assert decide(shell("cat x", cwd=folder), policy_of(ALLOW), HERE) == Ruling(
        decision=Choice.ASK,
        why=f"it works in {folder}, which holds secrets or decides what runs later",
        proof=prove("cat x"),
    )


@pytest.mark.parametrize("key", ["directory", "dir_path", "workdir"])
def test_a_folder_that_is_named_and_not_understood_is_asked(key: str) -> None:
    asked = shell("cat hosts", input={"command": "cat hosts", key: "/etc"})

    assert decide(asked, policy_of(ALLOW), HERE).why == (
        "it cannot be proven what runs: it names a folder of its own"
    )


def test_a_copy_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/x").symlink_to("/etc/passwd")
    where = Where("claude", str(tmp_path.resolve()))
    policy = combine([(rules_file("cp *"), True)])

    assert ruling("cp src/x sub", policy, where).why == (
        "sub/x is a link that leads outside the project"
    )
    assert ruling("cp src/y sub", policy, where).decision is Choice.ALLOW


@pytest.mark.parametrize(
    ("kind", "given", "decision"),
    [
        (ToolKind.SEARCH, {"pattern": "x", "glob": "*.py"}, Choice.ALLOW),
        (ToolKind.SEARCH, {"pattern": ".env", "glob": "*.py"}, Choice.ALLOW),
        (ToolKind.SEARCH, {"pattern": "x", "glob": ".env"}, Choice.ASK),
        (ToolKind.SEARCH, {"pattern": "x", "include": "../*"}, Choice.ASK),
        (ToolKind.SEARCH, {"pattern": "x", "glob": "src/private/**"}, Choice.DENY),
        (ToolKind.FIND, {"pattern": "**/*.key"}, Choice.ASK),
        (ToolKind.FIND, {"pattern": "src/private/*"}, Choice.DENY),
        (ToolKind.FIND, {"pattern": "src/**/*.py"}, Choice.ALLOW),
    ],
)
def test_the_pattern_of_a_search_is_a_path_too(
    kind: ToolKind, given: dict[str, str], decision: Choice
) -> None:
    allow = f'[[rule]]\ndecision = "allow"\ntool = "{kind}"\npath = "**"\n'

    assert decide(tool(kind, **given), policy_of(allow + DENY), HERE).decision is decision


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("grep -rn key .", Choice.ASK),
        ("grep -rn key src", Choice.ASK),
        ("grep -n key src/main.py", Choice.ALLOW),
        ("grep -rn key docs", Choice.ALLOW),
        ("rg key", Choice.ASK),
        ("rg key docs", Choice.ALLOW),
        ("cd src && rg key", Choice.ASK),
        ("git grep key", Choice.ASK),
    ],
)
def test_a_search_through_a_folder_reads_what_is_denied_below_it(
    tmp_path: Path, line: str, decision: Choice
) -> None:
    for folder in ("src/private", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    where = Where("claude", str(tmp_path.resolve()))
    more = ALLOW.replace('"cat *"', '"rg *"').replace('"ls *"', '"git grep *"')

    assert ruling(line, policy_of(more + DENY), where).decision is decision


def test_a_search_tool_reads_what_is_denied_below_its_folder(tmp_path: Path) -> None:
    (tmp_path / "src/private").mkdir(parents=True)
    where = Where("claude", str(tmp_path.resolve()))
    allow = '[[rule]]\ndecision = "allow"\ntool = "search_content"\npath = "**"\n'

    assert decide(tool(ToolKind.SEARCH, pattern="key"), policy_of(allow + DENY), where).why == (
        "it searches src/private too, which a rule is about"
    )
    asked = tool(ToolKind.SEARCH, pattern="key", path="docs")
    assert decide(asked, policy_of(allow + DENY), where).decision is Choice.ALLOW


@pytest.mark.parametrize("line", ["echo a > src/private/y", "sort 2>>'src/private/y' < x"])
def test_what_is_written_into_is_touched(line: str) -> None:
    assert ruling(line, policy_of(ALLOW + DENY)).decision is Choice.DENY


@pytest.mark.parametrize("line", ["git -C . push", "git --no-pager push x", "sudo git -c a=b push"])
def test_options_before_a_command_do_not_hide_it_from_a_rule(line: str) -> None:
    policy = combine([(rules_file("git push *", decision="deny"), True)])

    assert ruling(line, policy).decision is Choice.DENY


def test_a_name_is_the_same_however_its_accents_are_written() -> None:
    for ruled, asked in (("caf\u00e9", "cafe\u0301"), ("cafe\u0301", "caf\u00e9")):
        denied = f'[[rule]]\ndecision = "deny"\ntool = "*"\npath = "{ruled}/**"\n'
        read = tool(ToolKind.READ, file_path=f"{asked}/x")

        assert decide(read, policy_of(denied), HERE).decision is Choice.DENY
        assert ruling(f"cat '{asked}/x'", policy_of(ALLOW + denied)).decision is Choice.DENY


@pytest.mark.parametrize("tool_name", ["shell", "*"])
@pytest.mark.parametrize("decision", [Choice.DENY, Choice.ASK])
def test_a_rule_about_every_command_is_about_every_command(
    tool_name: str, decision: Choice
) -> None:
    every = f'[[rule]]\ndecision = "{decision}"\ntool = "{tool_name}"\n'

    assert ruling("cat x", policy_of(ALLOW + every)).decision is decision


def test_what_stands_above_the_project_says_nothing_about_a_folder_in_it() -> None:
    where = Where("codex", "/srv/.git/project")

    assert decide(shell("cat x", cwd="src"), policy_of(ALLOW), where).decision is Choice.ALLOW


@pytest.mark.parametrize(
    ("title", "decision"), [("evil/x", Choice.DENY), ("good/x", Choice.ASK), ("evil", Choice.ASK)]
)
def test_a_server_that_is_denied_is_denied(title: str, decision: Choice) -> None:
    policy = policy_of('[[rule]]\ndecision = "deny"\ntool = "mcp"\nmcp = "evil/*"\n')

    assert decide(tool(ToolKind.MCP, title), policy, HERE).decision is decision


def test_a_file_tool_does_not_reach_what_is_denied_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "src/private").mkdir(parents=True)
    (tmp_path / "link").symlink_to("src/private")
    where = Where("claude", str(tmp_path.resolve()))
    policy = policy_of('[[rule]]\ndecision = "allow"\ntool = "read_file"\npath = "**"\n' + DENY)

    read = [tool(ToolKind.READ, file_path=path) for path in ("link/x", "src/x")]
    assert [decide(one, policy, where).decision for one in read] == [Choice.DENY, Choice.ALLOW]


@pytest.mark.parametrize(
    "line", ["/usr/bin/git push", "sudo /usr/bin/git push", "env -u A git push"]
)
def test_a_program_is_known_by_its_name_wherever_it_stands(line: str) -> None:
    policy = combine([(rules_file("git push *", decision="deny"), True)])

    assert ruling(line, policy).decision is Choice.DENY


def test_what_a_rule_spells_out_is_allowed_though_it_steers() -> None:
    policy = combine([(rules_file("touch .editorconfig *", "cat *"), True)])

    assert ruling("touch .editorconfig x", policy).decision is Choice.ALLOW
    assert ruling("touch .editorconfig .vimrc", policy).why == ".vimrc decides what runs later"
    assert ruling("cat .editorconfig", policy).decision is Choice.ALLOW


ODD_ADDRESSES = (
    *(f"https://good.org{sign}@evil.com/" for sign in "'\"`)]}<> \t\n\\|^{"),
    *("https://good.org\t.evil.com/", "https://good.org@evil.com/", "https://good.org:8443/"),
    *("https:evil.com/x", "https:/evil.com", "https:\\evil.com", "evil.com", "//evil.com/"),
    *(" https://good.org", "https://good.org\n", "ftp://good.org/", "https://g\u043eod.org/"),
    *("https://good.or\u212a/", "https://\u017fite.org/"),
    *("https://good.org%2eevil.com/", "https://[::1]/", "http://good.org:443/", ""),
)


@pytest.mark.parametrize("url", ODD_ADDRESSES)
def test_an_address_that_is_read_in_two_ways_is_asked(url: str) -> None:
    policy = policy_of('[[rule]]\ndecision = "allow"\ntool = "web_fetch"\nhost = "good.org"\n')
    asked = tool(ToolKind.FETCH, url, url=url, prompt="as in https://good.org/x")

    assert decide(asked, policy, HERE).decision is Choice.ASK


@pytest.mark.parametrize(
    "url", ["https://good.org", "HTTPS://Good.Org:443/x?y=@z#q", "http://good.org.:80/a%20b"]
)
def test_an_ordinary_address_is_allowed_by_its_host(url: str) -> None:
    policy = policy_of('[[rule]]\ndecision = "allow"\ntool = "web_fetch"\nhost = "good.org"\n')

    assert decide(tool(ToolKind.FETCH, url, url=url), policy, HERE).decision is Choice.ALLOW


@pytest.mark.parametrize(
    "text", ["(https://evil.com)", "--url=https://evil.com/x", "https://a@EVIL.com.:99/'"]
)
def test_a_host_that_is_denied_is_found_within_any_word(text: str) -> None:
    policy = policy_of('[[rule]]\ndecision = "deny"\ntool = "*"\nhost = "evil.com"\n')

    assert decide(tool(ToolKind.FETCH, prompt=f"see {text}"), policy, HERE).decision is Choice.DENY
    assert ruling(f'curl "{text}"', policy).decision is Choice.DENY


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("good/x", Choice.ALLOW),
        ("x (good MCP Server)", Choice.ALLOW),
        ("good/_x", Choice.ASK),
        ("good_/x", Choice.ASK),
        ("good/x__y", Choice.ASK),
        ("x (good/evil MCP Server)", Choice.ASK),
        ("a/x (good MCP Server)", Choice.ASK),
        ("good/x\u200b", Choice.ASK),
        ("good/", Choice.ASK),
        ("good", Choice.ASK),
    ],
)
def test_a_tool_of_a_server_is_allowed_where_both_names_are_certain(
    title: str, decision: Choice
) -> None:
    policy = policy_of('[[rule]]\ndecision = "allow"\ntool = "mcp"\nmcp = "good/*"\n')

    assert decide(tool(ToolKind.MCP, title), policy, HERE).decision is decision


@both_seeds
def test_a_glance_tells_no_more_than_the_long_way(tmp_path: Path, seed: int) -> None:
    (tmp_path / "src/private").mkdir(parents=True)
    (tmp_path / "link").symlink_to("src/private")
    where = Where("claude", str(tmp_path.resolve()))
    allows = "".join(
        f'[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = "{rule.command}"\n'
        for rule in wide_policy().rules
    )
    strict = '[[rule]]\ndecision = "ask"\ntool = "shell"\ncommand = "git log *"\n' + DENY
    # A rule about a host cannot be told at a glance, and no command here names this one.
    host = '[[rule]]\ndecision = "deny"\ntool = "*"\nhost = "nowhere.invalid"\n'
    glance, long_way = policy_of(allows + strict), policy_of(allows + strict + host)
    lines = [line for _, line in hostile_commands()] + ordinary_commands()
    lines += lines_of("second_look.txt") + lines_of("third_look.txt")
    chosen = random.Random(seed).sample(lines, 600)
    chosen += [line.replace("README.md", "link/x") for line in chosen[:100]]

    assert [ruling(line, glance, where) for line in chosen] == [
        ruling(line, long_way, where) for line in chosen
    ]
