"""Answers by rule are on the disk first; without a disk no rule allows."""

from pathlib import Path

import pytest

from tests.permission.asking import PROJECT, rules_file, shell
from tui.model.permission import Decider, Decision, Verdict
from tui.permission.answers import StandingAnswer
from tui.permission.entry import Origin
from tui.permission.journal import Journal
from tui.permission.policy import combine
from tui.permission.risk_words import Level
from tui.permission.rules import Choice
from tui.permission.standing import Standing, policy_answerer
from tui.permission.verify import lines

ORIGIN = Origin(agent="claude", project=PROJECT)


class Clock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return an empty journal."""
    return Journal(tmp_path / "state" / "audit.jsonl")


@pytest.fixture
def standing(journal: Journal) -> Standing:
    """Return answers by two rules."""
    policy = combine(
        [(rules_file("ls *"), True), (rules_file("git push *", decision="deny"), True)]
    )
    return Standing(policy, journal, ORIGIN, clock=Clock())


def test_a_rule_allows_and_the_line_is_there_before_the_answer(
    standing: Standing, journal: Journal
) -> None:
    asked = shell("ls -la")

    answer = standing.answer(asked)

    assert answer == StandingAnswer(
        Decision(verdict=Verdict.ALLOW, digest=asked.digest),
        Decider.RULE,
        "/p/policy.toml:1: a rule allows it",
    )
    (line,) = lines(journal)
    assert (line.entry.decision, line.entry.by, line.entry.note, line.entry.risk) == (
        "allow",
        "rule",
        "/p/policy.toml:1: a rule allows it",
        "low",
    )
    assert line.entry.digest == asked.digest


def test_a_rule_denies_with_words_for_the_agent(standing: Standing) -> None:
    answer = standing.answer(shell("git push origin"))

    assert answer is not None
    assert answer.decision.verdict is Verdict.DENY
    assert answer.decision.message == "A rule of the user forbids this: a rule says deny."


def test_what_no_rule_settles_is_left_to_a_person_and_timed(
    standing: Standing, journal: Journal
) -> None:
    asked = shell("make")

    assert standing.answer(asked) is None
    assert list(lines(journal)) == []
    problem = standing.decided(asked, Decision(verdict=Verdict.DENY, message="no"), Decider.USER)

    assert problem == ""
    (line,) = lines(journal)
    assert (line.entry.decision, line.entry.by, line.entry.dwell_ms) == ("deny", "user", 1000)


def test_one_decision_is_one_line(standing: Standing, journal: Journal) -> None:
    asked = shell("ls")
    answer = standing.answer(asked)
    assert answer is not None
    standing.decided(asked, answer.decision, answer.by, answer.note)

    assert [line.entry.by for line in lines(journal)] == ["rule"]


def test_without_a_journal_rules_deny_but_do_not_allow(
    standing: Standing, journal: Journal
) -> None:
    journal.path.parent.mkdir()
    journal.path.mkdir()

    assert standing.answer(shell("ls")) is None
    denied = standing.answer(shell("git push"))
    assert denied is not None
    assert denied.decision.verdict is Verdict.DENY
    problem = standing.decided(shell("make"), Decision(verdict=Verdict.ALLOW), Decider.USER)
    assert "cannot be written" in problem


def test_withdrawn_questions_are_written_down(standing: Standing, journal: Journal) -> None:
    standing.answer(shell("make"))
    standing.withdrawn(shell("make"), "interrupted")

    (line,) = lines(journal)
    assert (line.entry.decision, line.entry.by, line.entry.note) == (
        "withdrawn",
        "agent",
        "interrupted",
    )


def test_a_judgement_writes_nothing(standing: Standing, journal: Journal) -> None:
    judged = standing.judge(shell("rm -rf build"))

    assert (judged.ruling.decision, judged.risk.level) == (Choice.ASK, Level.HIGH)
    assert list(lines(journal)) == []


def test_an_answerer_is_made_of_a_policy_and_a_journal(journal: Journal) -> None:
    answer = policy_answerer(combine([(rules_file("ls *"), True)]), journal, ORIGIN)

    assert answer(shell("make")) is None
    assert answer(shell("ls")) is not None
