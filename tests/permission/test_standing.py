"""Answers by rule, every answer on the disk, and rules made of answers."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.requests import shell
from tui.model.past import PastRequest
from tui.model.permission import Decider, Decision, Verdict
from tui.permission.answers import Scope, StandingAnswer
from tui.permission.entry import Origin, entry
from tui.permission.journal import Journal
from tui.permission.past import Past
from tui.permission.risk_words import Level
from tui.permission.rule_book import RuleBook
from tui.permission.rules import Choice, Rule
from tui.permission.standing import Standing
from tui.permission.trust import Trust
from tui.permission.verify import lines

RULES = """\
[[rule]]
decision = "allow"
tool = "shell"
command = "ls *"

[[rule]]
decision = "deny"
tool = "shell"
command = "git push *"
"""


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
def project(tmp_path: Path) -> Path:
    """Return a folder to work in."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def standing(tmp_path: Path, project: Path, journal: Journal) -> Standing:
    """Return answers by two rules."""
    (tmp_path / "policy.toml").write_text(RULES)
    book = RuleBook(
        project,
        user=tmp_path / "policy.toml",
        bound=tmp_path / "policies",
        trust=Trust(tmp_path / "trust.json"),
    )
    origin = Origin(agent="claude", project=str(project))
    return Standing(book, journal, origin, clock=Clock())


def test_a_rule_allows(standing: Standing, tmp_path: Path) -> None:
    asked = shell("ls -la")

    assert standing.answer(asked) == StandingAnswer(
        Decision(verdict=Verdict.ALLOW, digest=asked.digest),
        Decider.RULE,
        f"{tmp_path}/policy.toml:1: a rule allows it",
    )


def test_a_rule_denies_with_words_for_the_agent(standing: Standing) -> None:
    answer = standing.answer(shell("git push origin"))

    assert answer is not None
    assert answer.decision.verdict is Verdict.DENY
    assert answer.decision.message == "A rule of the user forbids this: a rule says deny."


def test_what_no_rule_may_allow_is_denied_by_parley(standing: Standing) -> None:
    answer = standing.answer(shell("rm -rf /"))

    assert answer is not None
    assert (answer.decision.verdict, answer.by) == (Verdict.DENY, Decider.RULE)
    assert answer.note == "parley: it deletes / with everything below; this is never run"


def test_a_decision_is_written_down_with_how_long_it_took(
    standing: Standing, journal: Journal
) -> None:
    asked = shell("make")
    standing.asked(asked, "session-1")

    assert standing.answer(asked) is None
    assert list(lines(journal)) == []
    problem = standing.decided(asked, Decision(verdict=Verdict.DENY, message="no"), Decider.USER)

    assert problem == ""
    (line,) = lines(journal)
    kept = line.entry
    assert (kept.decision, kept.by, kept.dwell_ms, kept.session, kept.digest) == (
        "deny",
        "user",
        1000,
        "session-1",
        asked.digest,
    )
    assert (kept.note, kept.risk, kept.reasons) == ("", "medium", ("runs make",))


def test_a_question_that_names_no_session_is_of_the_one_before(
    standing: Standing, journal: Journal
) -> None:
    for session in ("", "session-1", "", "session-2"):
        standing.asked(shell("make"), *([session] if session else []))
        standing.withdrawn(shell("make"), "interrupted")

    sessions = [line.entry.session for line in lines(journal)]
    assert sessions == ["", "session-1", "session-1", "session-2"]


def test_a_rule_is_asked_about_this_agent_and_this_folder(
    standing: Standing, tmp_path: Path
) -> None:
    for agent, choice in (("codex", Choice.ASK), ("claude", Choice.ALLOW)):
        (tmp_path / "policy.toml").write_text(RULES.replace('ls *"', f'ls *"\nagent = "{agent}"'))
        standing.book.refresh()
        assert standing.judge(shell("ls src")).ruling.decision is choice
    assert standing.judge(shell(f"ls {tmp_path}/project/src")).ruling.decision is Choice.ALLOW
    assert standing.judge(shell(f"ls {tmp_path}/other")).ruling.decision is Choice.ASK


def test_what_cannot_be_written_down_is_told_and_no_rule_can_be_made(
    standing: Standing, journal: Journal
) -> None:
    journal.path.parent.mkdir()
    journal.path.mkdir()

    problem = standing.decided(shell("make"), Decision(verdict=Verdict.ALLOW), Decider.USER)

    assert "cannot be written" in problem
    assert standing.troubles == (f"No rule allows anything: {problem}",)
    rule = Rule(decision=Choice.ALLOW, tool="shell", command="make")
    assert "cannot be written" in standing.remember(rule, Scope.SESSION)
    assert standing.answer(shell("make")) is None


def test_withdrawn_questions_are_written_down(standing: Standing, journal: Journal) -> None:
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


def test_a_rule_of_the_session_is_gone_with_it(standing: Standing, project: Path) -> None:
    rule = Rule(decision=Choice.ALLOW, tool="shell", command="grep *")

    assert standing.remember(rule, Scope.SESSION) == ""
    answer = standing.answer(shell("grep -n x y"))

    assert answer is not None
    assert answer.note == "this session: a rule allows it"
    assert list(project.iterdir()) == []
    assert not standing.book.bound.exists()


def test_past_requests_that_a_rule_would_have_decided_are_counted(standing: Standing) -> None:
    for command, verdict in (
        ("grep a b", Verdict.ALLOW),
        ("grep secret b", Verdict.DENY),
        ("make", Verdict.ALLOW),
    ):
        standing.decided(shell(command), Decision(verdict=verdict), Decider.USER)

    rule = Rule(decision=Choice.ALLOW, tool="shell", command="grep *")

    assert standing.past_matches(rule) == Past(2, 1, 1, ("grep secret b", "grep a b"), 3)
    nonsense = Rule(decision=Choice.ALLOW, tool="shell", command="*")
    assert standing.past_matches(nonsense) == Past(0, 0, 0, (), 0)


def test_a_past_request_counts_as_of_its_own_agent_and_folder(
    standing: Standing, journal: Journal, project: Path
) -> None:
    for origin in (
        Origin(agent="claude", project=str(project)),
        Origin(agent="codex", project=str(project)),
        Origin(agent="codex", project="/srv/other"),
        Origin(agent="codex", project=""),
    ):
        asked = shell("cat /srv/other/x" if origin.project == "/srv/other" else f"cat {project}/x")
        journal.record(entry(asked, origin, decision=None, by="agent"))

    rule = Rule(decision=Choice.ALLOW, tool="shell", command="cat *", agent="codex")

    assert standing.past_matches(rule) == Past(3, 0, 0, (f"cat {project}/x", "cat /srv/other/x"), 4)


def test_a_rule_is_tried_on_requests_of_past_sessions(standing: Standing, project: Path) -> None:
    past = [
        PastRequest("ran", "claude", str(project), shell("grep a b")),
        PastRequest("stop", "claude", str(project), shell("grep c d")),
        PastRequest("ran", "claude", str(project), shell("make")),
    ]
    rule = Rule(decision=Choice.ALLOW, tool="shell", command="grep *")

    assert standing.past_requests(rule, past) == Past(2, 1, 1, ("grep a b", "grep c d"), 3)
    nonsense = Rule(decision=Choice.ALLOW, tool="shell", command="*")
    assert standing.past_requests(nonsense, past) == Past(0, 0, 0, (), 0)
    assert isinstance(standing.parsed(nonsense), str)
    understood = replace(rule, words=("grep",), open_ended=True, file="rule", line=1)
    assert standing.parsed(rule) == understood


def test_where_a_rule_would_be_kept_is_told(standing: Standing, tmp_path: Path) -> None:
    assert standing.place(Scope.SESSION) == "this session only"
    assert standing.place(Scope.PROJECT).startswith(f"{tmp_path}/policies/")


def test_a_malformed_file_makes_everything_a_question_until_it_is_mended(
    standing: Standing, tmp_path: Path
) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(RULES + '\n[[rule]]\ndecision = "perhaps"\ntool = "shell"\n')

    assert standing.answer(shell("ls")) is None
    fault = f"{policy}:12: decision is allow, ask or deny, not perhaps"
    assert standing.troubles == (f"Everything is asked until this is mended: {fault}",)
    policy.write_text(RULES)
    assert standing.answer(shell("ls")) is not None
    assert not standing.troubles


def test_what_parley_itself_forbids_is_not_said_to_be_a_rule_of_the_user(
    standing: Standing,
) -> None:
    answer = standing.answer(shell("rm -rf /"))

    assert answer is not None
    assert answer.decision.verdict is Verdict.DENY
    assert answer.decision.message.startswith("A rule of parley itself forbids this: ")
