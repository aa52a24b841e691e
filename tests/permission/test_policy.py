"""Which rule decides, and what a policy file must look like."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.permission.asking import HERE, PROJECT, policy_of, rules_file, ruling, tool
from tests.support.requests import shell
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.permission.footprint import footprint
from tui.permission.policy import Policy, Ruling, combine, decide
from tui.permission.policy_file import Fault, PolicyFile, parse_policy, read_policy
from tui.permission.reading import Where
from tui.permission.rules import Choice, Rule, fits_words
from tui.permission.shell import Proof, Simple


def faults(text: str) -> list[str]:
    """Return what is wrong with a policy file, each with its line."""
    file = parse_policy(text.encode(), Path("p.toml"))
    assert file.rules == () or not file.faults
    return [fault.text for fault in file.faults]


def rule(fields: str) -> str:
    """Return one rule of a file."""
    return f"[[rule]]\n{fields}\n"


def test_a_rule_is_read_with_its_place() -> None:
    text = '\n\n[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = "git log *"\nreason = "r"\n'

    assert parse_policy(text.encode(), Path("p.toml")).rules == (
        Rule(
            decision=Choice.ALLOW,
            tool="shell",
            command="git log *",
            reason="r",
            words=("git", "log"),
            open_ended=True,
            file="p.toml",
            line=3,
        ),
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x = ", "p.toml:1: Invalid value"),
        ("\n[rule]\n", "p.toml:2: rules are written [[rule]]"),
        ("rule = 3\n", "p.toml:1: rules are written [[rule]]"),
        ("\nrules = []\n", "p.toml:2: there is no rules in a policy, only [[rule]]"),
        (rule('tool = "shell"'), "p.toml:1: the rule has no decision"),
        (rule('decision = "deny"'), "p.toml:1: the rule has no tool"),
        (
            rule('decision = "yes"\ntool = "shell"'),
            "p.toml:2: decision is allow, ask or deny, not yes",
        ),
        (
            rule('decision = 1\ntool = "shell"'),
            "p.toml:2: decision must be a text that is not empty",
        ),
        (
            rule('decision = "allow"\ntool = "shell"'),
            "p.toml:1: a rule that allows shell needs command",
        ),
        (rule('decision = "allow"\ntool = "*"'), "p.toml:3: a rule that allows must name its tool"),
        (
            rule('decision = "allow"\ntool = "shell"\ncommand = "*"'),
            "p.toml:4: a rule that allows must begin with a program",
        ),
        (
            rule('decision = "allow"\ntool = "shell"\ncommand = "git * log"'),
            "p.toml:4: command is made of literal words; only a final * stands for more",
        ),
        (
            rule('decision = "allow"\ntool = "shell"\ncommand = "ls; rm *"'),
            "p.toml:4: command is made of literal words; only a final * stands for more",
        ),
        (
            rule('decision = "allow"\ntool = "shell"\ncommand = "sudo *"'),
            "p.toml:4: sudo runs or evaluates what its words say; no rule allows it",
        ),
        (
            rule('decision = "deny"\ntool = "shell"\npath = "x"'),
            "p.toml:4: path says nothing about the tool shell",
        ),
        (
            rule('decision = "deny"\ntool = "read_file"\npath = "../x"'),
            "p.toml:4: path is a glob of *, ** and ? below the project, or absolute",
        ),
        (
            rule('decision = "deny"\ntool = "web_fetch"\nhost = "http://x"'),
            "p.toml:4: host is a name such as example.org or *.example.org",
        ),
        (
            rule('decision = "deny"\ntool = "mcp"\nmcp = "server"'),
            "p.toml:4: mcp is written server/tool, either of them may be *",
        ),
        (
            rule('decision = "allow"\ntool = "mcp"\nmcp = "*/x"'),
            "p.toml:4: a rule that allows must name the MCP server",
        ),
        (
            rule('decision = "deny"\ntool = "shell"\nagent = "hal"'),
            "p.toml:4: there is no agent hal; there are claude, codex, gemini, demo",
        ),
    ],
)
def test_a_rule_nobody_understands_is_a_fault_with_its_line(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_unknown_fields_are_faults_in_the_right_rule() -> None:
    good = rule('decision = "deny"\ntool = "shell"')

    assert faults(good + good + rule('decision = "deny"\ntool = "shell"\nwhen = "now"')) == [
        (
            "p.toml:10: there is no field when; there are decision, tool, command, agent, path,"
            " host, mcp, reason"
        )
    ]


GOOD = 'decision = "deny"\ntool = "shell"'
BAD = 'decision = "maybe"\ntool = "shell"'
NOT_MAYBE = "decision is allow, ask or deny, not maybe"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (rule(f'{GOOD}\nreason = """\n[[rule]]\nx"""') + rule(BAD), f"p.toml:8: {NOT_MAYBE}"),
        (rule(f'{GOOD}\nreason = """a\\"""\n[[rule]]"""') + rule(BAD), f"p.toml:7: {NOT_MAYBE}"),
        (rule(f"{GOOD}\nreason = '''\n[[rule]]\n''''") + rule(BAD), f"p.toml:8: {NOT_MAYBE}"),
        (f"{rule(GOOD)}# [[rule]] {{\n{rule(BAD)}", f"p.toml:6: {NOT_MAYBE}"),
        (
            (
                'rule = [\n {decision="deny", tool="shell", reason="{"},\n'
                ' {tool="shell", decision="maybe"},\n]\n'
            ),
            f"p.toml:3: {NOT_MAYBE}",
        ),
        (
            f"{rule(GOOD)}[rule.more]\nx = 1\n",
            (
                "p.toml:4: there is no field more; there are decision, tool, command, agent, path,"
                " host, mcp, reason"
            ),
        ),
        (f'{rule(GOOD)}tool = "shell"\n', "p.toml:4: it says the same thing twice"),
        (f'{rule(GOOD)}reason = "x\n', "p.toml:4: the text has no closing quote"),
        (f"x = {'[' * 5000}{']' * 5000}", "p.toml: is nested too deeply"),
    ],
)
def test_the_line_is_right_whatever_stands_before_it(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_rules_are_told_by_the_line_on_which_they_stand() -> None:
    text = rule(f'{GOOD}\nreason = """\n[[rule]]\n"""') + rule(GOOD)

    assert [one.line for one in parse_policy(text.encode(), Path("p.toml")).rules] == [1, 7]


def test_a_mark_of_the_encoding_and_windows_line_ends_change_nothing() -> None:
    text = rule(f"# a comment\n{GOOD}")
    marked = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()

    assert parse_policy(marked, Path("p.toml")) == parse_policy(text.encode(), Path("p.toml"))


def test_a_link_that_leads_nowhere_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.symlink_to(tmp_path / "elsewhere")

    assert [fault.text for fault in read_policy(path).faults] == [
        f"{path}: is a link to {tmp_path}/elsewhere, which is not there"
    ]


def test_bytes_that_are_no_text_are_a_fault() -> None:
    file = parse_policy(b'x = "\n\xff"', Path("p.toml"))

    assert [fault.text for fault in file.faults] == ["p.toml:2: is not UTF-8 text"]


def test_a_file_that_is_not_there_has_no_rules_and_no_faults(tmp_path: Path) -> None:
    assert read_policy(tmp_path / "p.toml") == PolicyFile(tmp_path / "p.toml", found=False)


def test_one_bad_file_makes_everything_a_question_but_denials_stay() -> None:
    good = rules_file("ls *")
    denying = rules_file("git push *", decision="deny", path="/p/deny.toml")
    bad = parse_policy(b"[[rule]]\nx = 1\n", Path("/p/bad.toml"))
    policy = combine([(good, True), (denying, True), (bad, True)])

    asked = ruling("ls -la", policy)

    assert (asked.decision, asked.rule) == (Choice.ASK, None)
    assert asked.why.startswith("a policy file is not understood, so everything is asked")
    assert "/p/bad.toml:2: there is no field x" in asked.why
    assert ruling("git push", policy).decision is Choice.DENY


def test_an_untrusted_project_can_only_tighten(tmp_path: Path) -> None:
    project = tmp_path / "policy.toml"
    project.write_text(
        rule('decision = "allow"\ntool = "shell"\ncommand = "ls *"')
        + rule('decision = "deny"\ntool = "shell"\ncommand = "cat *"')
    )
    user = tmp_path / "user.toml"
    user.write_text(rule('decision = "allow"\ntool = "shell"\ncommand = "cat *"'))
    untrusted = combine([(read_policy(user), True), (read_policy(project), False)])
    trusted = combine([(read_policy(user), True), (read_policy(project), True)])

    assert ruling("ls", untrusted).decision is Choice.ASK
    assert [one.command for one in untrusted.held_back] == ["ls *"]
    assert ruling("ls", trusted).decision is Choice.ALLOW
    assert ruling("cat x", untrusted).decision is Choice.DENY


def test_every_command_of_a_chain_needs_its_own_rule() -> None:
    policy = combine([(rules_file("git diff *", "sort *"), True)])

    assert ruling("git diff | sort", policy).decision is Choice.ALLOW
    assert ruling("git diff | patch -R", policy).why == "no rule allows patch -R"
    assert ruling("sort a | sponge a", policy).decision is Choice.ASK


def test_a_denial_finds_the_command_wherever_it_hides() -> None:
    policy = combine([(rules_file("git push *", decision="deny"), True)])

    for command in (
        "git push",
        "ls && git push origin",
        "$(git push)",
        "for i in a; do git push; done",
        "sudo git push",
        "bash -c 'git push'",
        "/usr/bin/git push",
        "env A=1 git push",
        "eval git push",
        "git push 'unclosed",
        "ls; " * 3000 + "git push",
    ):
        assert ruling(command, policy).decision is Choice.DENY, command[-40:]


def test_an_exact_rule_allows_exactly_its_words() -> None:
    policy = combine([(rules_file("frob --all x"), True)])

    assert ruling("frob --all x", policy).decision is Choice.ALLOW
    assert ruling("frob --all x y", policy).decision is Choice.ASK


def test_an_unknown_program_takes_no_options_that_a_rule_does_not_spell() -> None:
    policy = combine([(rules_file("frob -v *"), True)])

    assert ruling("frob -v a b", policy).decision is Choice.ALLOW
    assert (
        ruling("frob -v a -x", policy).why
        == "parley has no table for frob; a rule must spell -x out"
    )


def test_what_destroys_a_machine_is_denied_whatever_rules_say() -> None:
    policy = combine([(rules_file("rm *", "rm -rf *"), True)])
    for command in (
        "rm -rf /",
        "rm -fr /*",
        "rm -r -f ~",
        "rm -rf $HOME",
        "sudo rm -rf /etc",
        "rm -rf --no-preserve-root /",
        "ls; rm -Rf /home/me/",
        "bash -c 'rm -rf /'",
        ":(){ :|:& };:",
        "dd if=x of=/dev/sda",
        "mkfs.ext4 /dev/nvme0n1",
        "cat x > /dev/sda",
        "chmod -R 777 /",
        "rm -rf / '",
    ):
        decided = ruling(command, policy)
        assert (decided.decision, decided.rule and decided.rule.file) == (Choice.DENY, "parley")
    assert ruling("rm -rf build", policy).decision is Choice.ALLOW


def test_a_ruling_tells_what_was_decided_why_by_which_rule_and_of_what() -> None:
    allowing, denying = rules_file("ls *"), rules_file("rm *", decision="deny", path="/p/deny.toml")
    policy = combine([(allowing, True), (denying, True)])

    assert ruling("ls -la", policy) == Ruling(
        decision=Choice.ALLOW,
        why="a rule allows it",
        rule=allowing.rules[0],
        proof=Proof((Simple(("ls", "-la"), 0, 6),)),
    )
    assert ruling("rm x", policy) == Ruling(
        decision=Choice.DENY,
        why="a rule says deny",
        rule=denying.rules[0],
        proof=Proof((Simple(("rm", "x"), 0, 4),)),
    )
    assert ruling("ls | pwd", policy) == Ruling(
        decision=Choice.ASK,
        why="no rule allows pwd",
        proof=Proof((Simple(("ls",), 0, 2), Simple(("pwd",), 5, 8, piped=True))),
    )
    assert ruling("rm -rf /", policy) == Ruling(
        decision=Choice.DENY,
        why="it deletes / with everything below; this is never run",
        rule=Rule(
            decision=Choice.DENY,
            tool="shell",
            file="parley",
            reason="it deletes / with everything below",
        ),
        proof=Proof((Simple(("rm", "-rf", "/"), 0, 8),)),
    )
    assert decide(shell("ls", subject=Subject.PLAN), policy, HERE) == Ruling(
        decision=Choice.ASK, why="plans and questions are for a person to answer"
    )


def test_the_rules_about_a_tool_are_sorted_once() -> None:
    policy = combine([(rules_file("ls *"), True)])

    first = policy.about(ToolKind.SHELL, "claude")
    assert policy.about(ToolKind.SHELL, "claude") is first
    assert policy.about(ToolKind.SHELL, "codex") is not first
    assert policy.about(ToolKind.READ, "claude").allows == ()


def test_the_faults_of_every_file_are_told() -> None:
    bad = [parse_policy(b"x = 1\n", Path(f"/p/{name}.toml")) for name in "ab"]

    assert [fault.file for fault in combine((one, True) for one in bad).faults] == [
        "/p/a.toml",
        "/p/b.toml",
    ]


def test_a_link_is_looked_for_where_the_command_runs(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (project / "src/out").symlink_to(tmp_path)
    policy = combine([(rules_file("cat *"), True)])
    where = Where("claude", str(project.resolve()))

    def within(folder: str) -> Choice:
        return decide(shell("cat out/x", cwd=str(project / folder)), policy, where).decision

    assert (within("src"), within("")) == (Choice.ASK, Choice.ALLOW)


@pytest.mark.parametrize(
    "command",
    [
        "cat private/x",
        "git show HEAD:private/x",
        "tar --file=private/x",
        "cat link",
        "head -n 1 link",
    ],
)
def test_a_denied_path_is_found_behind_options_and_links(tmp_path: Path, command: str) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private/x").touch()
    (tmp_path / "link").symlink_to("private/x")
    policy = policy_of(rule('decision = "deny"\ntool = "*"\npath = "private/**"'))
    where = Where("claude", str(tmp_path.resolve()))

    assert ruling(command, policy, where).decision is Choice.DENY
    assert ruling("cat public/x '' -", policy, where).decision is Choice.ASK


def test_git_obeys_no_other_repository_by_rule() -> None:
    policy = combine([(rules_file("cd *", "git status *", "ls *"), True)])

    assert ruling("cd vendor && git status", policy).why == (
        "after cd, git may obey the settings of another repository"
    )
    assert ruling("git status && cd vendor && ls", policy).decision is Choice.ALLOW


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("cd src && git status", Choice.ALLOW),
        ("cd src/deep && git status", Choice.ALLOW),
        ("cd vendor && git status", Choice.ASK),
        ("cd vendor/deep && git status", Choice.ASK),
        ("cd bare && git status", Choice.ASK),
        ("cd link && git status", Choice.ASK),
        ("cd nowhere && git status", Choice.ASK),
        ("cd src && mkdir x && git status", Choice.ASK),
    ],
)
def test_after_cd_git_is_allowed_where_it_finds_the_same_repository(
    tmp_path: Path, line: str, decision: Choice
) -> None:
    for folder in ("src/deep", "vendor/.git", "vendor/deep", "bare"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "bare/HEAD").touch()
    (tmp_path / "link").symlink_to("src")
    policy = combine([(rules_file("cd *", "git status *", "mkdir *"), True)])

    assert ruling(line, policy, Where("claude", str(tmp_path.resolve()))).decision is decision


def test_a_program_without_a_table_needs_its_first_word_spelled() -> None:
    policy = combine([(rules_file("frob *", "frob sub *", "git config *", "cp *"), True)])

    assert ruling("frob", policy).decision is Choice.ALLOW
    assert ruling("frob evil", policy).why == (
        "parley has no table for frob evil; a rule must spell the command out"
    )
    assert ruling("frob sub x", policy).decision is Choice.ALLOW
    assert ruling("frob sub https://x.example/", policy).why == (
        "a rule must spell the address https://x.example/ out"
    )
    assert ruling("frob sub @x", policy).why == "@x could be a file with further options"
    assert ruling("git config core.pager x", policy).why == (
        "git config runs or sets what its words say; a rule must spell them out"
    )
    assert ruling("cp a b", policy).decision is Choice.ALLOW


def test_an_agent_of_another_name_is_not_meant() -> None:
    policy = policy_of(rule('decision = "allow"\ntool = "shell"\ncommand = "ls"\nagent = "codex"'))

    def by(agent: str) -> Choice:
        return ruling("ls", policy, Where(agent, PROJECT)).decision

    assert [by(one) for one in ("claude", "codex", "demo-codex")] == [
        Choice.ASK,
        Choice.ALLOW,
        Choice.ASK,
    ]


@pytest.mark.parametrize(
    ("path", "decision"),
    [
        ("src/a.py", Choice.ALLOW),
        (f"{PROJECT}/src/x/y.py", Choice.ALLOW),
        ("src/../setup.py", Choice.ASK),
        ("../x", Choice.ASK),
        ("/etc/passwd", Choice.ASK),
        ("src/.env", Choice.ASK),
        ("src/.git/config", Choice.ASK),
        ("src/.Claude/settings.json", Choice.ASK),
        ("srcs/a.py", Choice.ASK),
        ("src/a\0b", Choice.ASK),
    ],
)
def test_paths_are_matched_where_they_lead(path: str, decision: Choice) -> None:
    policy = policy_of(rule('decision = "allow"\ntool = "write_file"\npath = "src/**"'))

    assert decide(tool(ToolKind.WRITE, file_path=path), policy, HERE).decision is decision


def test_a_link_out_of_the_project_is_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (project / "src/out").symlink_to(tmp_path)
    policy = policy_of(rule('decision = "allow"\ntool = "write_file"'))
    where = Where("claude", str(project.resolve()))

    inside = decide(tool(ToolKind.WRITE, file_path="src/a"), policy, where)
    outside = decide(tool(ToolKind.WRITE, file_path="src/out/a"), policy, where)

    assert (inside.decision, outside.decision) == (Choice.ALLOW, Choice.ASK)


@pytest.mark.parametrize(
    "command",
    ["cat out/x", "cat link", "cd src && cat deep", "cd out", "cat out/../y", "cat a/./../link"],
)
def test_a_command_does_not_leave_the_project_by_a_link(tmp_path: Path, command: str) -> None:
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (tmp_path / "x").touch()
    (project / "out").symlink_to(tmp_path)
    (project / "link").symlink_to(tmp_path / "x")
    (project / "src/deep").symlink_to(tmp_path / "x")
    policy = combine([(rules_file("cat *", "cd *"), True)])
    where = Where("claude", str(project.resolve()))

    assert ruling(command, policy, where).decision is Choice.ASK
    assert ruling("cd src && cat a ../b", policy, where).decision is Choice.ASK
    assert ruling("cd src && cat a", policy, where).decision is Choice.ALLOW


def test_every_file_of_a_patch_must_be_allowed() -> None:
    policy = policy_of(rule('decision = "allow"\ntool = "edit_file"\npath = "src/**"'))
    changes = tuple(FileChange(path=one, kind=ChangeKind.MODIFIED) for one in ("src/a", "setup.py"))
    asked = PermissionRequest(
        id=RequestId("1"),
        tool="fileChange",
        kind=ToolKind.EDIT,
        title="",
        input={},
        changes=changes,
    )

    assert decide(asked, policy, HERE).decision is Choice.ASK


def test_a_denied_path_covers_shell_commands_that_name_it() -> None:
    policy = policy_of(
        rule('decision = "deny"\ntool = "*"\npath = "private/**"\nreason = "not yours"')
        + rule('decision = "allow"\ntool = "shell"\ncommand = "cat *"')
    )

    assert ruling("cat private/x", policy).why == "not yours"
    assert ruling("cat public/x", policy).decision is Choice.ALLOW
    read = decide(tool(ToolKind.READ, file_path="private/x"), policy, HERE)
    assert read.decision is Choice.DENY


@pytest.mark.parametrize(
    ("url", "decision"),
    [
        ("https://docs.example.org/x", Choice.ALLOW),
        ("https://DOCS.example.org./x", Choice.ALLOW),
        ("https://example.org/", Choice.ASK),
        ("https://evil.org/docs.example.org", Choice.ASK),
        ("https://docs.example.org@evil.org/", Choice.ASK),
        ("https://docs.example.org:8443/", Choice.ASK),
        ("https://docs.example.org\\@evil.org/", Choice.ASK),
        ("https://docs.ex\u0430mple.org/", Choice.ASK),
        ("ftp://docs.example.org/", Choice.ASK),
        ("nothing", Choice.ASK),
    ],
)
def test_hosts_are_matched_by_what_is_reached(url: str, decision: Choice) -> None:
    policy = policy_of(rule('decision = "allow"\ntool = "web_fetch"\nhost = "*.example.org"'))

    assert decide(tool(ToolKind.FETCH, url, url=url), policy, HERE).decision is decision


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("files/read", Choice.ALLOW),
        ("read (files MCP Server)", Choice.ALLOW),
        ("files/write", Choice.ASK),
        ("files/x__read", Choice.ASK),
        ("files", Choice.ASK),
        ("other/read", Choice.ASK),
    ],
)
def test_mcp_tools_are_matched_by_server_and_tool(title: str, decision: Choice) -> None:
    policy = policy_of(rule('decision = "allow"\ntool = "mcp"\nmcp = "files/read"'))

    assert decide(tool(ToolKind.MCP, title), policy, HERE).decision is decision


@pytest.mark.parametrize("subject", [Subject.PLAN, Subject.QUESTIONS])
def test_plans_and_questions_are_for_a_person(subject: Subject) -> None:
    policy = policy_of(rule('decision = "deny"\ntool = "*"'))

    assert decide(shell("ls", subject=subject), policy, HERE).decision is Choice.ASK


@pytest.mark.parametrize(
    "more",
    [
        {"warning": "dangerous"},
        {"cwd": "/tmp"},
        {"title": "ls", "input": {"command": "ls -la"}},
        {"input": {"command": "ls", "dangerouslyDisableSandbox": True}},
        {"tool": "commandExecution", "input": {"command": "./bash -lc ls"}},
        {"tool": "commandExecution", "input": {"command": "/bin/bash -lc 'rm x'"}},
    ],
)
def test_nothing_odd_is_allowed_by_rule(more: dict[str, object]) -> None:
    policy = combine([(rules_file("ls *"), True)])

    assert decide(shell("ls", **more), policy, HERE).decision is Choice.ASK


def test_codex_commands_are_read_without_their_wrapper() -> None:
    policy = combine([(rules_file("ls *"), True)])
    asked = shell("ls -la", tool="commandExecution", input={"command": "/bin/bash -lc 'ls -la'"})

    assert decide(asked, policy, HERE).decision is Choice.ALLOW


@pytest.mark.parametrize("folder", [".git", "secrets"])
def test_nothing_is_allowed_by_rule_where_secrets_are_or_what_runs_later(folder: str) -> None:
    policy = combine([(rules_file("ls *"), True)])

    assert decide(shell("ls", cwd=f"{PROJECT}/{folder}"), policy, HERE) == Ruling(
        decision=Choice.ASK,
        why=f"it works in {PROJECT}/{folder}, which holds secrets or decides what runs later",
        proof=Proof((Simple(("ls",), 0, 2),)),
    )


def test_a_project_below_a_folder_of_secrets_has_rules_of_its_own() -> None:
    policy = combine([(rules_file("ls *"), True)])
    where = Where("claude", "/home/me/.config/gh/project")

    assert decide(shell("ls", cwd=f"{where.project}/src"), policy, where).decision is Choice.ALLOW


@pytest.mark.parametrize("decision", Choice)
def test_of_two_rules_that_fit_the_one_that_says_more_decides(decision: Choice) -> None:
    policy = combine([(rules_file("git *", "git log *", decision=decision), True)])
    decided = ruling("git log -5", policy)

    assert decided.rule is not None
    assert (decided.decision, decided.rule.command) == (decision, "git log *")


def test_a_denied_host_is_found_beside_rules_about_other_things() -> None:
    policy = policy_of(
        rule('decision = "deny"\ntool = "*"\npath = "private/**"')
        + rule('decision = "deny"\ntool = "*"\nhost = "evil.example"')
    )

    assert ruling("frob https://evil.example/x", policy).decision is Choice.DENY
    assert ruling("frob https://good.example/x", policy).decision is Choice.ASK


def test_a_search_through_what_is_denied_is_asked_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    policy = policy_of(
        rule('decision = "deny"\ntool = "*"\npath = "private/**"')
        + rule('decision = "allow"\ntool = "shell"\ncommand = "rg *"')
    )

    assert ruling("rg x", policy, Where("claude", str(tmp_path.resolve()))) == Ruling(
        decision=Choice.ASK,
        why="it searches private too, which a rule is about",
        proof=Proof((Simple(("rg", "x"), 0, 4),)),
    )


words = st.sampled_from(["git", "log", "diff", "a", "b"])
commands = st.lists(words, min_size=1, max_size=4).map(tuple)


@st.composite
def some_rules(draw: st.DrawFn) -> tuple[Rule, ...]:
    """Return rules about a handful of words."""
    drawn = draw(st.lists(st.tuples(st.sampled_from(Choice), commands, st.booleans()), max_size=8))
    return tuple(
        Rule(
            decision=choice,
            tool="shell",
            command=" ".join(given) + " *" * open_ended,
            words=given,
            open_ended=open_ended,
            file="p",
            line=number,
        )
        for number, (choice, given, open_ended) in enumerate(drawn, 1)
    )


@settings(deadline=None)
@given(rules=some_rules(), command=commands)
def test_the_strictest_wins_then_the_most_specific_then_the_earlier(
    rules: tuple[Rule, ...], command: tuple[str, ...]
) -> None:
    decided = ruling(" ".join(command), Policy(rules))
    fitting = [one for one in rules if fits_words(one, command)]

    for strict in (Choice.DENY, Choice.ASK):
        those = [one for one in fitting if one.decision is strict]
        if those:
            best = max(one.weight for one in those)
            first = next(one for one in those if one.weight == best)
            assert (decided.decision, decided.rule) == (strict, first)
            return
    if decided.decision is Choice.ALLOW:
        assert decided.rule in fitting
    else:
        assert all(one.open_ended for one in fitting if one.decision is Choice.ALLOW)


@settings(deadline=None)
@given(rules=some_rules(), command=commands, extra=some_rules())
def test_further_strict_rules_never_loosen(
    rules: tuple[Rule, ...], command: tuple[str, ...], extra: tuple[Rule, ...]
) -> None:
    order = [Choice.ALLOW, Choice.ASK, Choice.DENY]
    tightening = tuple(one for one in extra if one.decision is not Choice.ALLOW)
    before = ruling(" ".join(command), Policy(rules)).decision
    after = ruling(" ".join(command), Policy(rules + tightening)).decision

    assert order.index(after) >= order.index(before)


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_a_pipe_or_a_device_in_place_of_rules_is_told_at_once(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "policy.toml"
    make(path)

    assert read_policy(path) == PolicyFile(
        path, faults=(Fault(str(path), 0, "cannot be read: it is not a file"),)
    )


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ("make a b", "make a b"),
        ("make a c", "make *"),
        ("make b", "make *"),
        ("make", "make *"),
        ("git diff --stat", "git diff *"),
        ("git log", "git *"),
    ],
)
def test_a_narrow_rule_that_does_not_fit_leaves_the_word_to_a_wider_one(
    command: str, rule: str
) -> None:
    file = rules_file("make a b", "make *", "git diff *", "git *")
    found = ruling(command, combine([(file, True)]))

    assert found.rule is not None
    assert (found.decision, found.rule.command) == (Choice.ALLOW, rule)


def test_a_path_is_denied_also_to_a_program_that_has_a_rule_of_its_own() -> None:
    policy = policy_of(
        '[[rule]]\ndecision = "ask"\ntool = "shell"\ncommand = "rm -rf *"\n'
        '[[rule]]\ndecision = "deny"\ntool = "*"\npath = "private/**"\n'
    )

    assert ruling("rm private/x", policy).decision is Choice.DENY
    assert ruling("cat private/x", policy).decision is Choice.DENY
    assert ruling("rm -rf a", policy).decision is Choice.ASK


def test_options_are_no_paths() -> None:
    assert footprint(("ls", "-la", "a"), PROJECT).paths == ("a",)
    assert footprint(("frob", "-ofile", "--to=x", "-"), PROJECT).paths == ("x",)
