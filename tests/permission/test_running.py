"""What the * of a rule never stands for, and what is never piped anywhere by a rule."""

import pytest

from tests.permission.asking import rules_file, ruling
from tui.permission.policy import combine
from tui.permission.rules import Choice
from tui.permission.running import runs_its_input, stands_for_code


@pytest.mark.parametrize(
    ("rule", "command", "why"),
    [
        ("curl -s", "curl -s x.org", "the words of curl are addresses, code or archives"),
        ("gh pr", "gh pr merge", "gh pr runs or sets what its words say"),
        ("conda run", "conda run evil", "conda run runs or sets what its words say"),
        ("git config --global", "git config --global a b", "git config runs or sets"),
        ("uv tool run", "uv tool run evil", "uv tool run runs what follows"),
        ("frob run", "frob run evil", "frob run runs what follows"),
        ("frob eval", "frob eval evil", "frob eval runs what follows"),
        ("perl -e", "perl -e evil", "-e may run or read what follows"),
        ("perl -lane", "perl -lane evil", "-lane may run or read what follows"),
        ("frob --eval", "frob --eval evil", "--eval may run or read what follows"),
        ("frob --", "frob -- evil", "-- may run or read what follows"),
        ("rake test", "rake test A=b", "A=b may set something"),
        ("rake test", "rake test a-=b", "a-=b may set something"),
    ],
)
def test_a_star_never_stands_for_code(rule: str, command: str, why: str) -> None:
    found = stands_for_code(command.split(), len(rule.split()))

    assert found.startswith(why)
    assert found.endswith(("spell them out", "spell it out"))


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("curl -s x.org", "curl -s x.org"),
        ("gh pr view", "gh pr view 12"),
        ("frob -", "frob - x"),
        ("git config --get", "git config --get user.name"),
        ("git checkout -b", "git checkout -b topic"),
        ("uv run pytest", "uv run pytest tests"),
        ("pnpm run", "pnpm run build"),
        ("npx tsc", "npx tsc a.ts"),
        ("cp -r", "cp -r a b"),
        ("frob -s", "frob -s a"),
        ("frob -", "frob - a"),
        ("frob --quiet", "frob --quiet a"),
        ("cp", "cp a=b c"),
    ],
)
def test_a_star_stands_for_plain_words(rule: str, command: str) -> None:
    policy = combine([(rules_file(f"{rule} *"), True)])

    assert stands_for_code(command.split(), len(rule.split())) == ""
    assert ruling(command, policy).decision is Choice.ALLOW


def test_a_program_alone_is_not_code() -> None:
    assert [stands_for_code(["curl"], spelled) for spelled in (0, 1)] == ["", ""]


@pytest.mark.parametrize(
    "command",
    [
        *("python", "python3 -u", "python -", "python x.py -", "node -i", "perl -w", "ruby", "gcc"),
        *("sqlite3 a.db", "patch a", "psql x", "python manage.py shell", "php artisan tinker"),
        *("git apply", "git am", "git hash-object a", "make -f -", "flask shell"),
    ],
)
def test_what_is_piped_into_an_interpreter_is_code(command: str) -> None:
    program = command.split()[0]
    policy = combine([(rules_file("echo *", command), True)])

    assert runs_its_input(command.split()) == f"{program} may run what is piped into it"
    assert ruling(command, policy).decision is Choice.ALLOW
    assert ruling(f"echo x && {command}", policy).decision is Choice.ALLOW
    assert ruling(f"echo x | {command}", policy).decision is Choice.ASK


@pytest.mark.parametrize(
    "command",
    [
        "cat",
        "cat -",
        "grep -i shell",
        "make",
        "make test",
        "python x.py",
        "git",
        "git log",
        "jq .",
        "wc -l",
        "tee a",
    ],
)
def test_what_is_piped_into_other_programs_is_text(command: str) -> None:
    policy = combine([(rules_file("echo *", command), True)])

    assert runs_its_input(command.split()) == ""
    assert ruling(f"echo x | {command}", policy).decision is Choice.ALLOW


def test_an_option_with_a_value_is_left_to_the_tables() -> None:
    assert stands_for_code(("rake", "test", "--a=b"), 2) == ""
