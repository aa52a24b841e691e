"""Which past session is meant: an id, the beginning of one, or the newest of a folder."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tui.agents.registry import ROOMS
from tui.agents.store import SessionSummary
from tui.errors import SessionNotFoundError, UsageError
from tui.headless.folder import working_folder
from tui.history.stores import find

if TYPE_CHECKING:
    from tui.headless.past import Past

WHOLE_ID = 36
"""Characters of a whole id; one whose agent is named need not be looked for."""


class Which(NamedTuple):
    """What is to be gone on with: whose session, where, and its id; None is not settled."""

    agent: str | None
    cwd: str | None
    resume: str | None


def which(agent: str | None, cwd: str | None, resume: str | None, newest: bool) -> Which:
    """Return the session that is meant, of whichever agent; raises where there is none."""
    if resume is not None and not resume.strip():
        raise UsageError("The session id is empty.", "Name the session to continue: --resume ID")
    if resume is None and not newest:
        return Which(agent, cwd, None)
    if resume is not None and agent in ROOMS and len(resume) >= WHOLE_ID:
        return Which(agent, cwd, resume)
    # What reads past sessions takes an eighth of a run's start, and most runs begin a new one.
    past: Past = import_module("tui.headless.past").Past()
    try:
        row = (
            newest_in(past.rows, working_folder(cwd), agent)
            if resume is None
            else _named(past.rows, resume, agent)
        )
    finally:
        past.close()
    if row is None:
        return Which(agent, cwd, resume)
    return Which(row.agent, cwd or _folder(row), row.id)


def newest_in(rows: list[SessionSummary], folder: Path, agent: str | None) -> SessionSummary:
    """Return the newest session of a folder that can be continued; raises where there is none."""
    for row in rows:
        if row.cwd == str(folder) and row.resumable and agent in (None, row.agent):
            return row
    whose = f" of {agent}" if agent else ""
    raise SessionNotFoundError(
        f"There is no session{whose} in {folder} yet.", "See `parley sessions`, or start one."
    )


def _named(rows: list[SessionSummary], id: str, agent: str | None) -> SessionSummary | None:
    """Return the session of an id; None where only the agent that was named can know it."""
    try:
        row = find(rows, id)
    except SessionNotFoundError:
        if agent is None:
            raise
        return None
    if agent not in (None, row.agent):
        raise UsageError(f"{row.id} is a session of {row.agent}.", "Leave --agent out.")
    return row


def _folder(row: SessionSummary) -> str | None:
    return row.cwd if row.cwd is not None and Path(row.cwd).is_dir() else None
