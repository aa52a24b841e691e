"""The words of this room for what the stores tell: rows, their kinds, who holds a session."""

from tui.agents.store import Holder as Holder
from tui.agents.store import RowKind as RowKind
from tui.agents.store import SessionSummary as Row

__all__ = ["Holder", "Row", "RowKind"]
