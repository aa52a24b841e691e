"""What an answer is that no person gave."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from tui.model.permission import Decider, Decision, PermissionRequest


class StandingAnswer(msgspec.Struct, frozen=True):
    """An answer that needs no person: a rule, a mode or a flag gave it."""

    decision: Decision
    by: Decider
    note: str


Answerer: TypeAlias = Callable[[PermissionRequest], StandingAnswer | None]
"""Looks at a request; None means that a person has to."""
