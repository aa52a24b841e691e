"""A command line read once, for all who judge it."""

from functools import lru_cache

import msgspec

from tui.model.permission import PermissionRequest
from tui.permission.about import command_doubt, command_of
from tui.permission.disasters import disaster
from tui.permission.grammar import SHORT, Patience
from tui.permission.outline import outline
from tui.permission.outline_walk import Outline
from tui.permission.shell import Proof, prove


class Where(msgspec.Struct, frozen=True):
    """Who asks, and below which folder it works."""

    agent: str
    """`claude`, `codex`, `gemini` or one of the demos."""
    project: str
    """The folder of the session, absolute, links resolved."""


class Reading(msgspec.Struct, frozen=True, gc=False):
    """A command line with its proof and its outline."""

    line: str
    proof: Proof
    outline: Outline
    harm: str = ""
    """What it would destroy beyond repair; such a command is never run."""


def read_request(request: PermissionRequest) -> Reading | None:
    """Read the command line of a request; None if it has none."""
    line = command_of(request)
    return None if line is None else _read(line, command_doubt(request))


@lru_cache(maxsize=256)
def _read(line: str, doubt: str) -> Reading:
    # One request is judged several times: by rule, in its dialog, for the journal.
    patience = Patience() if len(line) > SHORT else None
    proof = Proof(why=doubt) if doubt else prove(line, patience)
    found = outline(line, proof, patience)
    return Reading(line, proof, found, disaster(line, found))
