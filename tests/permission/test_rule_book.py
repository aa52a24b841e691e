"""Rules are read again when they change, and kept where their scope says."""

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.requests import shell
from tui.errors import ParleyError
from tui.permission.answers import Scope
from tui.permission.policy import decide
from tui.permission.policy_file import PROJECT_FILE, parse_policy
from tui.permission.reading import Where
from tui.permission.rule_book import RuleBook
from tui.permission.rule_writing import parsed, rule_text
from tui.permission.rules import Choice, Rule
from tui.permission.trust import Trust, TrustState

ALLOW_GREP = Rule(decision=Choice.ALLOW, tool="shell", command="grep *")
PROJECT_RULES = '[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = "ls *"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder to work in."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def trust(tmp_path: Path) -> Trust:
    """Return the trust of a user who has trusted nothing yet."""
    return Trust(tmp_path / "trust.json")


@pytest.fixture
def book(tmp_path: Path, project: Path, trust: Trust) -> RuleBook:
    """Return an empty book."""
    return RuleBook(project, user=tmp_path / "user.toml", bound=tmp_path / "policies", trust=trust)


def choice(book: RuleBook, command: str) -> Choice:
    """Return what is decided about a command now."""
    book.refresh()
    return decide(shell(command), book.policy, Where("claude", str(book.folder))).decision


def test_a_file_that_appears_counts_from_the_next_request_on(book: RuleBook) -> None:
    assert choice(book, "ls") is Choice.ASK
    book.user.write_text(PROJECT_RULES)
    assert choice(book, "ls") is Choice.ALLOW
    book.user.unlink()
    assert choice(book, "ls") is Choice.ASK


def test_a_folder_that_is_taken_away_is_not_trusted_any_more(
    book: RuleBook, project: Path, trust: Trust
) -> None:
    book.user.write_text(PROJECT_RULES)
    trust.grant(project)
    assert choice(book, "ls") is Choice.ALLOW
    project.rmdir()

    assert choice(book, "ls") is Choice.ALLOW
    assert not book.trusted


def test_a_folder_that_is_not_trusted_can_only_tighten(
    book: RuleBook, project: Path, trust: Trust
) -> None:
    (project / ".parley").mkdir()
    (project / PROJECT_FILE).write_text(PROJECT_RULES)

    assert choice(book, "ls") is Choice.ASK
    assert [rule.command for rule in book.policy.held_back] == ["ls *"]
    trust.grant(project)
    assert choice(book, "ls") is Choice.ALLOW
    (project / PROJECT_FILE).write_text(PROJECT_RULES.replace("ls *", "rm *"))
    assert choice(book, "rm x") is Choice.ASK


def test_in_a_trusted_folder_a_rule_goes_to_its_own_file_which_stays_trusted(
    book: RuleBook, project: Path, trust: Trust
) -> None:
    trust.grant(project)

    assert book.place(Scope.PROJECT) == str(project / PROJECT_FILE)
    book.remember(ALLOW_GREP, Scope.PROJECT)

    assert trust.state(project) is TrustState.TRUSTED
    assert choice(book, "grep x y") is Choice.ALLOW
    assert "grep *" in (project / PROJECT_FILE).read_text()
    assert not book.bound.exists()


def test_elsewhere_a_rule_goes_to_the_users_file_for_that_folder_alone(
    book: RuleBook, project: Path, tmp_path: Path, trust: Trust
) -> None:
    book.remember(ALLOW_GREP, Scope.PROJECT)

    assert choice(book, "grep x y") is Choice.ALLOW
    assert list(project.iterdir()) == []
    assert stat.S_IMODE(book.bound.stat().st_mode) == 0o600
    assert book.bound.read_text().startswith(f"# Rules for {project} alone")
    neighbour = tmp_path / "neighbour"
    neighbour.mkdir()
    other = RuleBook(neighbour, user=book.user, bound=book.bound.parent, trust=trust)
    assert choice(other, "grep x y") is Choice.ASK


def test_a_second_rule_leaves_the_first_and_the_comments_as_they_are(book: RuleBook) -> None:
    book.remember(ALLOW_GREP, Scope.PROJECT)
    before = book.bound.read_text()
    book.remember(Rule(decision=Choice.ASK, tool="shell", command="make *"), Scope.PROJECT)

    assert book.bound.read_text() == (
        f'{before}\n[[rule]]\ndecision = "ask"\ntool = "shell"\ncommand = "make *"\n'
    )


def test_a_rule_is_not_added_to_a_file_that_is_not_understood(book: RuleBook) -> None:
    book.bound.parent.mkdir()
    book.bound.write_text("nonsense")

    with pytest.raises(ParleyError, match="1"):
        book.remember(ALLOW_GREP, Scope.PROJECT)

    assert book.bound.read_text() == "nonsense"


def test_rules_are_not_written_through_a_link(
    book: RuleBook, project: Path, trust: Trust, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (project / ".parley").symlink_to(elsewhere)
    trust.grant(project)

    with pytest.raises(ParleyError, match="is a link"):
        book.remember(ALLOW_GREP, Scope.PROJECT)

    assert list(elsewhere.iterdir()) == []


def test_configuration_that_changes_while_a_rule_is_written_is_not_trusted(
    book: RuleBook, project: Path, trust: Trust
) -> None:
    trust.grant(project)
    book.refresh()
    (project / ".mcp.json").write_text('{"mcpServers": {"x": {"command": "touch"}}}')

    book.remember(ALLOW_GREP, Scope.PROJECT)

    assert trust.state(project) is TrustState.CHANGED
    assert not (project / PROJECT_FILE).exists()
    assert choice(book, "grep x y") is Choice.ALLOW


def test_a_folder_that_takes_no_file_is_told(book: RuleBook) -> None:
    book.bound.parent.write_text("a file where a folder should be")

    with pytest.raises(ParleyError, match="cannot be written"):
        book.remember(ALLOW_GREP, Scope.PROJECT)


words = st.text(st.characters(codec="utf-8"), max_size=20)


@given(reason=words, command=words)
def test_what_is_written_is_what_is_read(reason: str, command: str) -> None:
    rule = Rule(decision=Choice.ALLOW, tool="shell", command=command, reason=reason)

    found = parsed(rule)

    if isinstance(found, Rule):
        (again,) = parse_policy(rule_text(rule).encode(), Path("rule")).rules
        assert again == found
        assert (found.command, found.reason) == (command, reason)
