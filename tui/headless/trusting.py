"""What the user said before about a folder: whether it is trusted, and its rules."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tui.agents.dialect import Agent
from tui.agents.registry import REAL
from tui.config.paths import trust_file
from tui.errors import TrustNeededError
from tui.headless.output import remark
from tui.model.identity import AgentId
from tui.permission.trust import Trust, TrustState
from tui.permission.would_run import what_would_run

if TYPE_CHECKING:
    from tui.permission.standing import Standing


def known_trust(agent: Agent, folder: Path) -> bool:
    """Tell whether a folder's own configuration may run; raise where nobody was asked yet.

    The demo works in a folder of its own and obeys no configuration.
    """
    if agent.id not in REAL:
        return False
    match Trust(trust_file()).state(folder):
        case TrustState.TRUSTED:
            return True
        case TrustState.DECLINED:
            return False
        case state:
            what = "It is new here."
            if state is TrustState.CHANGED:
                what = "Its configuration changed since you were asked."
            raise TrustNeededError(what, "Say whether its configuration may run.")


def make_standing(agent: AgentId, folder: Path, version: str) -> "Standing":
    """Read the user's rules for a folder; called in a thread, beside the start of the agent."""
    # The shell parser behind the rules takes longer to load than all the rest.
    made: Standing = import_module("tui.config.standing").standing(agent, folder, version)
    return made


def trust_without_asking(agent: Agent, folder: Path, *, given: bool = False) -> bool:
    """Tell the same where nobody can be asked; say so where that keeps something from running."""
    if given and agent.id in REAL:
        return True
    try:
        return known_trust(agent, folder)
    except TrustNeededError as error:
        if rows := what_would_run(folder):
            own = (
                f"{len(rows)} settings of its own stay"
                if len(rows) > 1
                else "one setting of its own stays"
            )
            remark(f"parley: {folder} is not trusted: {own} off.")
            remark(f"        {error.problem} Look at them with `parley`, or add --trust.")
        return False
