"""No hostile command is allowed by rule, nearly every ordinary one is, and bash agrees."""

import random
from collections import Counter

import pytest

from tests.permission.asking import HERE, rules_file, ruling, wide_policy
from tests.permission.hostile import hostile_commands, lines_of, mutated, ordinary_commands
from tests.permission.variants import DANGEROUS, variants
from tests.support.chance import both_seeds
from tests.support.requests import shell
from tui.permission.policy import combine, decide
from tui.permission.rules import Choice
from tui.permission.shell import prove

POLICY = wide_policy()

DISGUISES = (
    *"\0\x01\x07\x08\x0b\x0c\r\n\x1b\x1c\x1f\x7f\x80\x85\x9b\xa0\xad",
    *"\u034f\u061c\u115f\u1160\u1680\u180e\u2000\u2003\u2007\u2009\u200a\u200b\u200c\u200d\u200e",
    *"\u2028\u2029\u202a\u202d\u202e\u202f\u205f\u2060\u2063\u2066\u2069\u2800\u3000\u3164\ufe00",
    *"\ufeff\uffa0\ufff9\U0001d173\U000e0001\U000e0020\U000e0100",
)
"""Blanks, controls, and characters that take no room."""


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


def test_a_third_look_finds_no_hostile_command_that_is_allowed() -> None:
    corpus = lines_of("third_look.txt")
    named = {command.words[0] for line in corpus for command in prove(line).commands}
    rules = [f"{name} *" for name in sorted(named - {"evil"})]
    accepted = [rule for rule in rules if not rules_file(rule).faults]
    widest = combine([(rules_file(*accepted), True)])
    allowed = [
        line
        for line in corpus
        if Choice.ALLOW in (ruling(line, POLICY).decision, ruling(line, widest).decision)
    ]

    assert allowed == []
    assert len(set(corpus)) > 1_400
    assert len(accepted) > 200


@pytest.mark.parametrize("line", lines_of("narrow.txt"))
def test_a_narrow_rule_does_not_allow_more_than_it_says(line: str) -> None:
    rule, _, command = line.partition(" => ")
    harmless = ("echo *", "cat *", "ls *", "git diff *", "git status *")
    policy = combine([(rules_file(*dict.fromkeys((rule, *harmless))), True)])

    assert ruling(command, policy).decision is not Choice.ALLOW


@pytest.mark.parametrize("sign", DISGUISES)
@pytest.mark.parametrize(
    "template", ["ls{}", "ls{}-la", "ls {}", "{}ls", "ls 'a{}b'", "ls; {}rm a"]
)
def test_no_character_that_looks_like_nothing_is_allowed(sign: str, template: str) -> None:
    assert ruling(template.format(sign), POLICY).decision is not Choice.ALLOW


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
            # HEAD~ is the one word with a tilde that every shell leaves alone.
            signs = _outside_quotes(command.replace("HEAD~", "HEAD"))
            assert not set("$`\\<>(){}~!#\n\t\0\u00a0\u202e&") & signs, command


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
