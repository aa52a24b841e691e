"""However much a request names, judging it ends soon: what cannot be looked at is asked."""

import random
from pathlib import Path

import pytest

from tests.permission.asking import policy_of, ruling
from tests.permission.oracle import generated
from tests.support.requests import shell
from tests.support.timing import timed
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.permission.grammar import MOST_PIPES, Patience, parse
from tui.permission.links import MOST_PATHS
from tui.permission.outline import outline
from tui.permission.policy import Policy, decide
from tui.permission.programs import inner_words
from tui.permission.reading import Where
from tui.permission.rules import Choice
from tui.permission.shell import LONGEST, Proof, prove, word_counts

TOO_MANY = f"it names more than {MOST_PATHS} paths, too many to look at each"


def policy(*paths: str) -> Policy:
    """Return rules that allow `ls` and edits, and deny some paths."""
    text = '[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = "ls *"\n'
    text += '[[rule]]\ndecision = "allow"\ntool = "edit_file"\npath = "**"\n'
    for path in paths:
        text += f'[[rule]]\ndecision = "deny"\ntool = "*"\npath = "{path}"\n'
    return policy_of(text)


@pytest.mark.parametrize("rules", [policy(), policy("private/**")])
def test_a_command_that_names_too_many_paths_is_asked(rules: Policy) -> None:
    most = ruling("ls " + "a " * MOST_PATHS, rules)
    more = ruling("ls " + "a " * (MOST_PATHS + 1), rules)

    assert (most.decision, more.decision, more.why) == (Choice.ALLOW, Choice.ASK, TOO_MANY)
    assert more.proof is not None
    assert more.proof.holds


def test_a_path_that_is_denied_is_found_among_too_many() -> None:
    line = "ls " + "a " * (MOST_PATHS + 9) + "private/x"

    assert ruling(line, policy("private/**")).decision is Choice.DENY


@pytest.mark.parametrize("rules", [policy(), policy("private/**")])
def test_an_edit_of_too_many_files_is_asked(rules: Policy) -> None:
    def edit(count: int) -> Choice:
        changes = tuple(
            FileChange(path=f"a{number}", kind=ChangeKind.MODIFIED) for number in range(count)
        )
        request = shell("", tool="Edit", kind=ToolKind.EDIT, title="a", input={}, changes=changes)
        return decide(request, rules, Where("claude", "/home/me/project")).decision

    assert (edit(MOST_PATHS), edit(MOST_PATHS + 1)) == (Choice.ALLOW, Choice.ASK)


def test_a_command_that_too_many_rules_may_be_about_is_asked() -> None:
    line = "ls " + "a/" * 1_500
    few = ruling(line, policy(*(f"a/b{number}/*" for number in range(9))))
    many = ruling(line, policy(*("a/" + "?" * number for number in range(1, 300))))

    assert few.decision is Choice.ALLOW
    assert (many.decision, many.why) == (
        Choice.ASK,
        "comparing what it names with all rules would take too long",
    )


def test_links_beyond_the_bound_do_not_make_a_command_allowed(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("/etc")
    line = "ls " + "a " * MOST_PATHS + "out/passwd"

    assert ruling(line, policy(), Where("claude", str(tmp_path))).decision is Choice.ASK


def test_more_pipes_than_can_be_read_in_time_are_not_proven_but_guessed() -> None:
    most, more = "a" + "|a" * MOST_PIPES, "a" + "|a" * (MOST_PIPES + 1)
    late = Proof(why="reading it takes too long")

    assert (prove(most, Patience(99)).holds, prove(more, Patience(99))) == (True, late)
    assert not outline(most + " $x", Proof(why="x"), Patience(99)).late
    assert outline(more + " $x", Proof(why="x"), Patience(99)).late


@pytest.mark.parametrize(
    ("line", "inner"),
    [
        ("sudo rm x", "rm x"),
        ("env A=1 B=2 rm x", "rm x"),
        ("/usr/bin/env -i /bin/nice timeout 5 rm x", "rm x"),
        ("timeout 5", "timeout 5"),
        ("env A=1", "env A=1"),
        ("sudo env A=1", "env A=1"),
        ("/bin/rm x", "/bin/rm x"),
    ],
)
def test_what_runs_a_command_is_taken_off(line: str, inner: str) -> None:
    assert inner_words(tuple(line.split())) == tuple(inner.split())


def test_taking_off_what_runs_a_command_takes_as_long_as_it_has_words() -> None:
    words = ("env",) * 50_000 + ("rm", "x")
    copied, often = timed(lambda: [words[at:] for at in range(2_000)])
    inner, took = timed(lambda: inner_words(words))

    assert (inner, len(copied)) == (("rm", "x"), 2_000)
    assert took < often, "a copy for each word would take twenty times as long"


@pytest.mark.parametrize("seed", [1, 2])
def test_counting_the_nodes_of_a_tree_agrees_with_visiting_them(seed: int) -> None:
    dice = random.Random(seed)
    lines = [generated(dice) for _ in range(3_000)]
    proofs = [prove(line) for line in lines]
    visited = [
        word_counts(root) == tuple(len(command.words) for command in proof.commands)
        for line, proof in zip(lines, proofs, strict=True)
        if proof.holds and (root := parse(line)) is not None
    ]

    assert len(visited) > 1_000
    assert all(visited)


def test_the_longest_line_is_proven() -> None:
    assert prove("ls " + "a" * (LONGEST - 3)).holds
    assert not prove("ls " + "a" * (LONGEST - 2)).holds
