"""Commands and requests found by attacking the rules: each does more than its rule's words say."""

from pathlib import Path

import pytest

from tests.permission.asking import policy_of, rules_file, tool
from tests.permission.hostile import lines_of
from tests.support.requests import shell
from tui.model.tools import ToolKind
from tui.permission.disasters import disaster
from tui.permission.outline import outline
from tui.permission.policy import combine, decide
from tui.permission.reading import Where
from tui.permission.risk import assess
from tui.permission.risk_words import Level
from tui.permission.rules import Choice
from tui.permission.shell import prove

FINDS = [line for line in lines_of("adversarial.txt") if not line.startswith("#")]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with links out of it, next to what they lead to."""
    folder = tmp_path_factory.mktemp("place").resolve()
    project = folder / "project"
    for name in ("src", ".git/hooks", "private", "src/private", "folder", "bare.git"):
        (project / name).mkdir(parents=True)
    (folder / "elsewhere").write_text("")
    for name in ("out", "out.py", "src/deep"):
        (project / name).symlink_to(folder / "elsewhere")
    (project / "outside").symlink_to(folder)
    return project


def test_no_find_is_allowed_by_its_rule(project: Path) -> None:
    allowed = []
    for find in FINDS:
        rules, _, command = find.partition(" => ")
        file = rules_file(*rules.split("; "))
        assert file.faults == (), find
        decided = decide(shell(command), combine([(file, True)]), Where("claude", str(project)))
        if decided.decision is Choice.ALLOW:
            allowed.append(find)

    assert allowed == []
    assert len(FINDS) > 150


DENYING = policy_of(
    "".join(
        f'[[rule]]\ndecision = "{decision}"\n{about}\n'
        for decision, about in (
            ("deny", 'tool = "*"\npath = "src/private/**"'),
            ("deny", 'tool = "*"\npath = "private/**"'),
            ("allow", 'tool = "shell"\ncommand = "cat *"'),
            ("allow", 'tool = "shell"\ncommand = "touch *"'),
            ("allow", 'tool = "shell"\ncommand = "cd *"'),
        )
    )
)


@pytest.mark.parametrize(
    "command",
    [
        "cat src/private/x",
        "cd src && cat private/x",
        "cd src; cat private/x",
        "cd src || cat private/x",
        "cd missing; cat private/x",
        "cd src/private && cat x",
        "cat SRC/Private/x",
        "cat src//private/./x",
    ],
)
def test_a_folder_that_is_denied_is_not_reached_by_another_way(command: str, project: Path) -> None:
    decided = decide(shell(command), DENYING, Where("claude", str(project)))

    assert decided.decision is Choice.DENY


@pytest.mark.parametrize("agent", ["codex", "gemini"])
@pytest.mark.parametrize(
    ("folder", "command"),
    [
        (".", "cat private/x"),
        ("src", "cat private/x"),
        ("src/..", "cat private/x"),
        ("private", "cat x"),
        ("{project}/private", "cat x"),
        ("{project}/src", "cat private/x"),
        (".", "cat out"),
        ("src", "cat deep"),
        ("{project}/src", "cat deep"),
        ("..", "cat x"),
        ("outside", "cat x"),
        (".git", "touch hooks/post-commit"),
        ("{project}/.git", "touch hooks/post-commit"),
        ("{project}/.ssh", "cat config"),
    ],
)
def test_where_a_command_runs_counts(agent: str, folder: str, command: str, project: Path) -> None:
    request = shell(command, cwd=folder.format(project=project))

    assert decide(request, DENYING, Where(agent, str(project))).decision is not Choice.ALLOW


HOSTS = policy_of(
    "".join(
        f'[[rule]]\ndecision = "{decision}"\ntool = "web_fetch"\nhost = "{host}"\n'
        for decision, host in (("allow", "good.org"), ("allow", "*.good.net"), ("deny", "evil.com"))
    )
)


@pytest.mark.parametrize(
    ("url", "prompt"),
    [
        *((f"https://good.org{sign}@evil.com/", "") for sign in "'\"`)]}\t\n\\|^{( "),
        *((f"https://good.org{sign}.evil.com/", "") for sign in "\t\n\r'`);,"),
        ("https:evil.com/x", "https://good.org"),
        ("https:/evil.com/x", "https://good.org"),
        ("https:\\\\evil.com/x", "https://good.org"),
        ("https:///evil.com/x", "https://good.org"),
        ("//evil.com/", "https://good.org"),
        ("evil.com", "https://good.org"),
        ("", "https://good.org https:evil.com"),
        ("https://good.org/", "and https://evil.com/ too"),
        ("https://good.org:8443/", ""),
        ("https://user@good.org/", ""),
        ("https://g\u043e\u043ed.org/", ""),
        ("https://good.org%2eevil.com/", ""),
        ("https://good.org\u3002evil.com/", ""),
        ("ftp://good.org/", ""),
        ("https://xgood.net/", ""),
        ("https://good.net/", ""),
    ],
)
def test_a_rule_about_a_host_is_about_the_one_that_is_reached(url: str, prompt: str) -> None:
    request = tool(ToolKind.FETCH, url or prompt, url=url, prompt=prompt)

    assert decide(request, HOSTS, Where("claude", "/p")).decision is not Choice.ALLOW


@pytest.mark.parametrize(
    "title", ["good/_x", "good_/x", "good/x__y", "x (good/evil MCP Server)", "good/x\u200b"]
)
def test_a_rule_about_a_server_is_about_no_other(title: str) -> None:
    policy = policy_of('[[rule]]\ndecision = "allow"\ntool = "mcp"\nmcp = "good/*"\n')

    decided = decide(tool(ToolKind.MCP, title), policy, Where("claude", "/p"))
    assert decided.decision is not Choice.ALLOW


@pytest.mark.parametrize(
    "wrapper",
    [
        *("sudo -u root", "sudo -uroot", "sudo --user root", "sudo -nu root", "doas -u root"),
        *("nice -n 10", "nice -10", "timeout -s KILL 5", "timeout -k 1 5", "ionice -c 2 -n 7"),
        *("env -u X", "env -C x A=b", "xargs -n 1", "xargs -n1 -P 4", "flock -w 5 lock"),
        *("exec -a x", "stdbuf -o L", "watch -n 1", "busybox", "run0", "run0 --user x", "gosu me"),
        *("strace -f -o x", "unshare --user", "systemd-run -p A=b", "time -p", "command -p"),
    ],
)
def test_what_runs_a_command_does_not_hide_it(wrapper: str) -> None:
    line = f"{wrapper} rm -rf /"

    assert disaster(line, outline(line, prove(line))) == "it deletes / with everything below"
    assert assess(shell(line), Where("claude", "/p")).level is Level.HIGH
