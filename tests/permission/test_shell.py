"""What is proven about a command line, and why other lines are not."""

import random
import shlex
from collections import Counter
from pathlib import Path

import pytest
import tree_sitter_bash
from tree_sitter import Language, Parser

from tests.permission.hostile import ordinary_commands
from tests.permission.oracle import executed, generated
from tests.support.chance import both_seeds
from tests.support.timing import timed
from tui.permission.grammar import PATIENCE, SHORT, Patience, parse
from tui.permission.outline import outline
from tui.permission.programs import NEVER
from tui.permission.shell import (
    LONGEST,
    RESERVED,
    Proof,
    Simple,
    literal_words,
    prove,
    word_counts,
)

needs_bash = pytest.mark.skipif(not Path("/bin/bash").exists(), reason="there is no bash")


def words(line: str) -> list[tuple[str, ...]]:
    """Return the words of each proven command."""
    return [command.words for command in prove(line).commands]


def test_simple_commands_are_taken_apart_with_their_places() -> None:
    assert prove("git log -5 && ls 'a b' | wc") == Proof(
        (
            Simple(("git", "log", "-5"), 0, 10),
            Simple(("ls", "a b"), 14, 22),
            Simple(("wc",), 25, 27, piped=True),
        )
    )


def test_commands_without_quotes_have_their_places_too() -> None:
    assert prove("  ls  -la ") == Proof((Simple(("ls", "-la"), 2, 9),))
    assert prove("ls|wc -l ||pwd ;  id&&ls") == Proof(
        (
            Simple(("ls",), 0, 2),
            Simple(("wc", "-l"), 3, 8, piped=True),
            Simple(("pwd",), 11, 14),
            Simple(("id",), 18, 20),
            Simple(("ls",), 22, 24),
        )
    )
    assert prove("a a a") == Proof((Simple(("a", "a", "a"), 0, 5),))


@both_seeds
def test_every_command_stands_where_it_is_said_to(seed: int) -> None:
    dice = random.Random(seed)
    for line in (generated(dice) for _ in range(2_000)):
        for command in prove(line).commands:
            text, before = line[command.start : command.end], line[: command.start].rstrip(" ")
            assert shlex.split(text) == list(command.words)
            assert command.piped == (before.endswith("|") and not before.endswith("||"))


def test_quotes_are_taken_off_and_pieces_joined() -> None:
    assert words("echo --x='a b'\"c;d\"e '' \"it's\"") == [("echo", "--x=a bc;de", "", "it's")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ls $HOME", "it contains an expansion ($)"),
        ("ls `x`", "it contains a command substitution (`)"),
        ("ls > x", "it redirects output (>)"),
        ("ls < x", "it redirects input (<)"),
        ("ls & rm x", "it runs something in the background (&)"),
        ("ls *", "it contains a file name pattern (*)"),
        ("ls\nrm x", "it has more than one line"),
        ("ls\trm", "it contains a tab"),
        ("ls 'a", "a quote is not closed, or stands right behind a backslash or another"),
        (
            "ls 'a\\' '; rm x'",
            "a quote is not closed, or stands right behind a backslash or another",
        ),
        ("A=1 ls", "A=1 is not a plain program name"),
        ("./ls", "./ls is not a plain program name"),
        ("'ls'", "'ls' is not a plain program name"),
        ("ls =x", "a word begins with =: =x"),
        ("ls ''=x", "a word begins with =: ''=x"),
        ('ls ""=x', 'a word begins with =: ""=x'),
        ("ls 'a''b'", "a quote is not closed, or stands right behind a backslash or another"),
        ("ls;", "nothing stands after the last operator"),
        ("; ls", "nothing stands before ;"),
        ("", "it is empty"),
        ("   ", "it is empty"),
        ("ls \u202ex", "it contains hidden characters: ‹U+202E›"),
        ("ls '\u202ex'", "it contains hidden characters: ‹U+202E›"),
        (
            "ls '\u202e\u202d\u202c\u202b\u202a'",
            "it contains hidden characters: ‹U+202E› ‹U+202D› ‹U+202C› ‹U+202B›",
        ),
        ("ls \x01", "it contains hidden characters: ‹U+0001›"),
        (
            "ls 'a' \"b",
            "a double quote is not closed, or holds $, a backquote, ! or a backslash before such",
        ),
        ("ls 'a'; ; pwd", "nothing stands before ;"),
        ("ls \x7f", "it contains hidden characters: ‹U+007F›"),
        ("ls 'a' && pwd ||", "nothing stands after the last operator"),
        ("ls \u00e4", "it contains ä outside quotes"),
        ("ls 'p\u0430ypal'", "it mixes alphabets within a word: p\u0430ypal"),
        ("export A=1", "the grammar of bash reads it otherwise"),
        ("ls " + "a" * LONGEST, "it is longer than 4,096 bytes"),
        ("ls '" + "ä" * 2050 + "'", "it is longer than 4,096 bytes"),
    ],
)
def test_what_is_not_proven_says_why(line: str, why: str) -> None:
    assert prove(line) == Proof(why=why)


def test_the_longest_line_is_still_proven() -> None:
    assert prove("ls " + "a" * (LONGEST - 3)).holds
    assert prove("ls '" + "ä" * ((LONGEST - 5) // 2) + "a'").holds


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("ls", (1,)),
        ('ls -la \'a b\' "c" "" 1 a\'b\'"c"d | wc && pwd; id x', (7, 1, 1, 2)),
        ("ls $x", None),
        ("ls a $x", None),
        ("ls $(x)", None),
        ('ls "a$x"', None),
        ("ls a$x", None),
        ("ls 'a'$(x)", None),
        ("ls <(x)", None),
        ("ls 10#$x", None),
        ("$x y", None),
        ('"$x" y', None),
        ("A=1 ls", None),
        ("A=1", None),
        ("ls > x", None),
        ("ls <<< x", None),
        ("(ls)", None),
        ("{ ls; }", None),
        ("! ls", None),
        ("export A", None),
        ("ls 'a", None),
        ("ls )", None),
        ("ls # x", None),
    ],
)
def test_the_second_reader_stands_on_its_own(line: str, counts: tuple[int, ...] | None) -> None:
    root = parse(line, Patience())

    assert root is not None
    assert word_counts(root) == counts


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_word_of_the_shell_is_no_program(word: str) -> None:
    assert prove(f"ls; {word} x") == Proof(why=f"{word} is a word of the shell itself")
    assert prove(f"ls {word}").holds


BROODING = ("|x)", "x)[", "a=(@(", "=|a | 1||", "if =|a | 1||fi ")
"""What tree-sitter takes longer and longer for, the more often it is repeated."""


@pytest.mark.parametrize("unit", BROODING)
def test_a_line_that_tree_sitter_would_brood_over_is_given_up_in_time(unit: str) -> None:
    line = unit * (LONGEST // len(unit))
    found, ours = timed(lambda: outline(line, prove(line)))
    _, whole = timed(lambda: parse(line, Patience(99)))

    assert whole > PATIENCE, "reading it all has to take longer than the patience"
    assert found.late
    assert ours < whole


def test_texts_for_other_shells_share_the_time_of_the_whole_line() -> None:
    texts = ["|x)" * 40 + str(number) for number in range(30)]
    line = "; ".join(f"bash -c '{text}'" for text in texts) + "; bash -c 'rm y'"
    found, ours = timed(lambda: outline(line, prove(line)))
    _, whole = timed(lambda: [parse(text, Patience(99)) for text in texts])

    assert found.late
    assert ours < whole
    assert ("rm", "y") in [command.words for command in found.commands]


def test_a_proof_for_which_there_is_no_time_is_none() -> None:
    line = "ls " + "a " * 200

    assert prove(line).holds
    assert prove(line, Patience(-1)) == Proof(why="reading it takes too long")
    assert outline(line + "$x", Proof(why="x"), Patience(-1)).late
    assert outline("eval 'rm x'", Proof(why="x"), Patience(-1)).late


@pytest.mark.parametrize("size", [SHORT - 1, SHORT, SHORT + 1, LONGEST])
def test_a_line_is_read_alike_at_once_and_piece_by_piece(size: int) -> None:
    line = ("ls 'größe' \"b c\" && git log --oneline | wc; $(x) > y <<< z " * 99)[:size]
    source = Parser(Language(tree_sitter_bash.language())).parse(line.encode()).root_node
    root = parse(line, Patience(99))

    assert str(root) == str(source)


def test_a_long_text_for_a_file_does_not_hide_the_command() -> None:
    body = "".join(f"rm -rf {number}\n" for number in range(999))
    written = f"cat > a.txt <<'EOF'\n{body}EOF\nmake test"
    run = f"bash <<EOF\n{body}EOF"
    substituted = f"cat > a.txt <<EOF\n{body}$(make)\nEOF"

    def programs(line: str) -> set[str]:
        return {command.words[0] for command in outline(line, prove(line)).commands}

    assert programs(written) == {"cat", "make"}
    assert programs(run) == {"bash", "rm"}
    assert "rm" in programs(substituted)


def test_half_a_character_is_read_and_not_proven() -> None:
    line = "ls '\ud800'"

    assert prove(line) == Proof(why="it contains hidden characters: ‹U+D800›")
    assert [one.words for one in outline(line, prove(line)).commands] == [("ls", "?")]


def test_a_rule_spells_exactly_one_command() -> None:
    assert literal_words("git log 'a b'") == ("git", "log", "a b")
    assert [literal_words(text) for text in ("", "a; b", "a | b", "$x", "a\u202eb")] == [None] * 5


@needs_bash
def test_the_judge_sees_what_bash_makes_of_a_line(tmp_path: Path) -> None:
    first, second = executed(["ls {a,b}; x=1; git $x", "echo 'a b' | cat || rm x"], tmp_path)

    assert first == [("ls", "a", "b"), ("git", "1")]
    assert sorted(second) == [("cat",), ("echo", "a b")]


@needs_bash
def test_bash_reads_ordinary_commands_as_proven(tmp_path: Path) -> None:
    disagreements = compare(ordinary_commands(), tmp_path)

    assert disagreements == []


@needs_bash
@both_seeds
def test_bash_agrees_with_every_proof(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)

    assert compare([generated(dice) for _ in range(5_000)], tmp_path, least=2_000) == []


@needs_bash
@pytest.mark.soak
@both_seeds
def test_bash_agrees_with_a_hundred_thousand_proofs(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    proven = 0
    while proven < 100_000:
        lines = [line for line in (generated(dice) for _ in range(5_000)) if provable(line)]
        proven += len(lines)
        assert compare(lines, tmp_path) == []


def provable(line: str) -> bool:
    """Tell whether a line is proven and made of programs that a rule could allow."""
    proof = prove(line)
    return proof.holds and not any(command.words[0] in NEVER for command in proof.commands)


def compare(lines: list[str], folder: Path, least: int = 0) -> list[str]:
    """Return the proven lines that bash reads otherwise."""
    proven = [line for line in lines if provable(line)]
    assert len(proven) >= least
    runs = executed(proven, folder)
    assert len(runs) == len(proven)
    wrong = []
    for line, ran in zip(proven, runs, strict=True):
        ours, theirs = Counter(words(line)), Counter(ran)
        # What stands after || does not run when all goes well.
        if theirs != ours and not ("||" in line and theirs and theirs < ours):
            wrong.append(f"{line!r}: proven {ours}, ran {ran}")
    return wrong
