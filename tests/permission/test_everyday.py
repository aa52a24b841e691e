"""What agents run every day is allowed where a rule says so: a needless question is a fault too."""

from pathlib import Path

from tests.permission.asking import rules_file
from tests.permission.hostile import lines_of
from tests.support.requests import shell
from tui.permission.policy import Ruling, combine, decide
from tui.permission.reading import Where
from tui.permission.rules import Choice


def test_a_fitting_rule_allows_every_everyday_command(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    lines = lines_of("everyday.txt")
    rulings = {line: _ruling(line, tmp_path.resolve()) for line in lines}

    assert {line: one.why for line, one in rulings.items() if one.rule is None} == {}
    assert {one.decision for one in rulings.values()} == {Choice.ALLOW}
    assert len(rulings) > 400


def _ruling(line: str, project: Path) -> Ruling:
    rules, _, command = line.partition(" => ")
    policy = combine([(rules_file(*rules.split("; ")), True)])
    return decide(shell(command), policy, Where("claude", str(project)))
