"""What an answer is that no person gave, and how long a rule made of an answer lasts."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

import msgspec

from tui.model.permission import Decider, Decision, PermissionRequest


class Scope(StrEnum):
    """How far a rule reaches that a person makes of an answer; never further than a project."""

    SESSION = "session"
    PROJECT = "project"


class StandingAnswer(msgspec.Struct, frozen=True):
    """An answer that needs no person: a rule, a mode or a flag gave it."""

    decision: Decision
    by: Decider
    note: str


Answerer: TypeAlias = Callable[[PermissionRequest], StandingAnswer | None]
"""Looks at a request; None means that a person has to."""
