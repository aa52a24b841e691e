"""How much the demo may do without asking."""

from enum import Enum


class Mode(Enum):
    """The modes all three CLIs have, under different names."""

    ASK = "ask"
    EDITS = "edits"
    PLAN = "plan"
    AUTO = "auto"
    REFUSE = "refuse"
    """Whatever would be asked is refused."""


class Kind(Enum):
    """What may need permission."""

    EDIT = "edit"
    RUN = "run"


UNASKED = {
    Kind.EDIT: {Mode.EDITS, Mode.AUTO},
    Kind.RUN: {Mode.AUTO},
}
"""In which modes a kind of thing is done without asking."""
