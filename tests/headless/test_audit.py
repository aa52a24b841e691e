"""`parley audit`: the decisions, and whether their record is whole."""

import json
import os

import pytest

from tests.permission.asking import PROJECT
from tests.support.requests import shell
from tui.cli import main as cli
from tui.config.paths import journal_file
from tui.headless import audit
from tui.model.permission import Decider, Decision, Verdict
from tui.permission.entry import Origin, entry
from tui.permission.journal import Journal


@pytest.fixture
def journal() -> Journal:
    """Return a journal with two decisions."""
    journal = Journal(journal_file())
    origin = Origin(agent="claude", project=PROJECT)
    for command, verdict in (("ls", Verdict.ALLOW), ("rm \u202ex", Verdict.DENY)):
        decision = Decision(verdict=verdict)
        journal.record(entry(shell(command), origin, decision=decision, by=Decider.USER))
    return journal


def test_an_empty_journal_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main() == 0
    assert capsys.readouterr().out == "Nothing has been decided yet.\n"


def test_decisions_are_listed_with_hidden_characters_visible(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main() == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("claude   allow     by user  Bash: ls")
    assert second.endswith("claude   deny      by user  Bash: rm ‹U+202E›x")


def test_decisions_are_listed_as_json(
    journal: Journal, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    audit.main(json=True)

    rows = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [(row["seq"], row["entry"]["decision"]) for row in rows] == [(1, "allow"), (2, "deny")]


def test_a_whole_journal_is_verified(journal: Journal, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.main(verify=True) == 0
    assert capsys.readouterr().out.startswith("The journal is whole: 2 lines. Last hash: ")


def test_a_changed_journal_is_told_with_its_line_and_exits_1(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    content = journal.path.read_bytes()
    journal.path.write_bytes(content.replace(b'"ls"', b'"la"', 1))

    assert audit.main(verify=True) == 1
    printed = capsys.readouterr()
    assert printed.err.splitlines()[0] == f"parley: {journal.path}:1 was changed or cut short."
    assert printed.out.startswith("The journal is damaged: 1 line.")


def test_a_check_can_be_read_by_programs(
    journal: Journal, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    audit.main(json=True, verify=True)

    found = json.loads(capsysbinary.readouterr().out)
    assert (found["lines"], found["damages"], len(found["last"])) == (2, [], 64)


@pytest.mark.parametrize("words", [["audit"], ["audit", "--verify"], ["policy", "test"]])
def test_what_is_no_file_is_told_and_keeps_nobody_waiting(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    journal_file().parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(journal_file())

    assert cli(words) == 1
    assert capsys.readouterr().err == (
        f"parley: {journal_file()} is not a file.\n"
        "        Move it away; a new journal is begun then.\n"
    )
