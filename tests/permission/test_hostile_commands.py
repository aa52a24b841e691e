"""No hostile command is allowed by rule, nearly every ordinary one is, and bash agrees."""

import random
from collections import Counter

import pytest

from tests.permission.asking import HERE, ruling, shell, wide_policy
from tests.permission.hostile import hostile_commands, lines_of, mutated, ordinary_commands
from tests.permission.variants import DANGEROUS, variants
from tests.support.chance import both_seeds
from tui.permission.policy import decide
from tui.permission.rules import Choice

POLICY = wide_policy()


def test_no_hostile_command_is_allowed() -> None:
    corpus = list(hostile_commands())
    allowed = [command for _, command in corpus if ruling(command, POLICY).decision is Choice.ALLOW]

    assert allowed == []
    assert len({command for _, command in corpus}) > 1_000
    assert min(Counter(category for category, _ in corpus).values()) >= 4


def test_a_second_look_finds_no_hostile_command_that_is_allowed() -> None:
    corpus = lines_of("second_look.txt")
    allowed = [one for one in corpus if ruling(one, POLICY).decision is Choice.ALLOW]

    assert allowed == []
    assert len(set(corpus)) > 1_000


def test_no_spelling_of_an_option_that_writes_or_runs_is_allowed() -> None:
    corpus = set(variants())
    allowed = [one for one in corpus if ruling(one, POLICY).decision is Choice.ALLOW]

    assert allowed == []
    assert len(corpus) > 5_000


def test_the_commands_that_the_options_are_added_to_are_allowed() -> None:
    # Otherwise the test above would show nothing.
    asked = [one for one in DANGEROUS if ruling(one, POLICY).decision is not Choice.ALLOW]

    assert asked == []


def test_nearly_every_ordinary_command_is_allowed() -> None:
    commands = ordinary_commands()
    asked = [one for one in commands if ruling(one, POLICY).decision is not Choice.ALLOW]

    assert len(commands) >= 200
    assert len(asked) <= 0.05 * len(commands), asked


@pytest.mark.parametrize("tool", ["PowerShell", "execute", "cmd"])
def test_another_shell_than_bash_is_never_proven(tool: str) -> None:
    decided = decide(shell("ls -la", tool=tool), POLICY, HERE)

    assert decided.decision is Choice.ASK
    assert (
        decided.why
        == f"it cannot be proven what runs: parley does not know which shell {tool} uses"
    )


@both_seeds
def test_a_mutated_command_is_allowed_only_if_it_stays_literal(seed: int) -> None:
    dice = random.Random(seed)
    commands = ordinary_commands()
    for _ in range(3_000):
        command = mutated(dice, dice.choice(commands))
        decided = ruling(command, POLICY)
        if decided.decision is Choice.ALLOW:
            assert not set("$`\\<>(){}~!#\n\t\0\u00a0\u202e&") & _outside_quotes(command), command


def _outside_quotes(command: str) -> set[str]:
    """Return the characters of a command that stand in no quotes, by a reader of its own."""
    found: set[str] = set()
    quote = ""
    for character in command.replace("&&", ""):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            found.add(character)
    return found
