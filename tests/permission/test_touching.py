"""Whether a rule that denies is found to be about a command, however the command gets there."""

from pathlib import Path

import pytest

from tests.permission.asking import policy_of, ruling
from tests.support.requests import shell
from tui.permission.policy import Ruling, decide
from tui.permission.reading import Where
from tui.permission.rules import Choice

DENYING = policy_of(
    "".join(
        f'[[rule]]\ndecision = "{decision}"\n{about}\n'
        for decision, about in (
            ("deny", 'tool = "*"\npath = "private/**"'),
            ("ask", 'tool = "shell"\ncommand = "git push *"'),
            *(
                ("allow", f'tool = "shell"\ncommand = "{name} *"')
                for name in ("cat", "cd", "rg", "ls", "diff", "git grep", "cp")
            ),
        )
    )
)

SEARCHED = "it searches private too, which a rule is about"


@pytest.fixture
def here(tmp_path: Path) -> Where:
    """Return a project with a folder that nobody may look into, and a link to it."""
    for name in ("private", "src", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "src" / "peek").symlink_to(tmp_path / "private")
    return Where("claude", str(tmp_path.resolve()))


@pytest.mark.parametrize(
    "command",
    [
        "cat private/x",
        "cat PRIVATE/x",
        "cat src/peek/x",
        "cd src && cat peek/x",
        "cd other && cd ../src && cat peek/x",
        "cd src; cd .; cat peek/x",
        "/bin/cat src/peek/x",
        "timeout 5 cat src/peek/x",
        "cat < private/x",
        "echo x > 'private/x'",
        "echo x 2>> private/x",
        "frob --file=src/peek/x",
        "git -C private status",
    ],
)
def test_a_denied_folder_is_found(command: str, here: Where) -> None:
    assert ruling(command, DENYING, here).decision is Choice.DENY


@pytest.mark.parametrize(
    "command", ["cat src/x", "cd src && cat x", "cat privat", "echo x > y", "git add src/peek"]
)
def test_other_folders_are_left_alone(command: str, here: Where) -> None:
    assert ruling(command, DENYING, here).decision is not Choice.DENY


@pytest.mark.parametrize(
    "command",
    [
        "rg x",
        "rg x .",
        "/usr/bin/rg x",
        "timeout 5 rg x",
        "git grep x",
        "git --no-pager grep x",
        "diff -r . other",
        "diff --recursive . other",
        "grep -R x .",
        "cd src && rg x ..",
    ],
)
def test_a_search_is_asked_where_something_denied_stands_below(command: str, here: Where) -> None:
    decided = ruling(command, DENYING, here)

    assert (decided.decision, decided.why) == (Choice.ASK, SEARCHED)


@pytest.mark.parametrize("command", ["rg x src", "diff private2 other", "grep x src/a", "ls"])
def test_other_searches_are_not(command: str, here: Where) -> None:
    assert ruling(command, DENYING, here).why != SEARCHED


@pytest.mark.parametrize(
    "command",
    [
        "git push",
        "git -C src push",
        "git --no-pager push origin",
        "/usr/bin/git push",
        "sudo git push",
        "env A=b git push",
        "cd src && git push",
        "GIT_DIR=x git push",
        "bash -c 'git push'",
        "echo $(git push)",
    ],
)
def test_a_command_that_a_rule_asks_about_is_found(command: str, here: Where) -> None:
    decided = ruling(command, DENYING, here)

    assert decided.rule is not None
    assert (decided.decision, decided.rule.command) == (Choice.ASK, "git push *")


@pytest.mark.parametrize(
    "command", ["git pushed", "git status push", "gitpush", "git", "frob -x push", "git --version"]
)
def test_another_command_is_not_taken_for_it(command: str, here: Where) -> None:
    assert ruling(command, DENYING, here).rule is None


@pytest.mark.parametrize(
    "command", ["sudo ls", "/usr/bin/sudo ls", "sudo -u me ls", "nice sudo ls"]
)
def test_what_runs_another_program_is_found_itself(command: str, here: Where) -> None:
    policy = policy_of('[[rule]]\ndecision = "deny"\ntool = "shell"\ncommand = "sudo *"\n')

    assert ruling(command, policy, here).decision is Choice.DENY


def test_a_path_beside_the_command_counts_too(here: Where) -> None:
    request = shell("ls", input={"command": "ls", "path": "private/x"})

    assert decide(request, DENYING, here).decision is Choice.DENY


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (
            " && ".join((*(f"cd f{number}" for number in range(9)), "cat x")),
            "it changes its folder too often to tell what it touches",
        ),
        (
            " ".join(("cat", *(f"f{number}" for number in range(600)))),
            "it names more than 512 paths, too many to look at each",
        ),
    ],
)
def test_what_is_too_much_to_look_at_is_asked(command: str, why: str, here: Where) -> None:
    decided = ruling(command, DENYING, here)

    assert decided == Ruling(decision=Choice.ASK, why=why, proof=decided.proof)
