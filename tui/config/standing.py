"""The user's rules, trust and journal, read from where they are kept."""

from pathlib import Path

from tui.config.paths import (
    bound_policies_folder,
    journal_file,
    trust_file,
    user_policy_file,
)
from tui.permission.entry import Origin
from tui.permission.journal import Journal
from tui.permission.rule_book import RuleBook
from tui.permission.standing import Standing
from tui.permission.trust import Trust


def rule_book(folder: Path) -> RuleBook:
    """Return the rules in force for a folder."""
    return RuleBook(
        folder, user=user_policy_file(), bound=bound_policies_folder(), trust=Trust(trust_file())
    )


def standing(agent: str, folder: Path, version: str = "") -> Standing:
    """Return what answers one session's requests by the user's rules and writes them down."""
    origin = Origin(agent=agent, project=str(folder), version=version)
    return Standing(rule_book(folder), Journal(journal_file()), origin)
