"""Which files a session has changed, and by how many lines."""

from collections.abc import Iterable
from importlib import import_module

import msgspec

from tui.conversation.changes import Added, Change, Replaced
from tui.conversation.state import ToolCall
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, Outcome

MARKS = {ChangeKind.CREATED: "A", ChangeKind.MODIFIED: "M", ChangeKind.DELETED: "D"}


class ChangedFile(msgspec.Struct, frozen=True):
    """What happened to one file so far."""

    mark: str
    added: int
    removed: int


class ChangedFiles:
    """Counts each finished call once."""

    def __init__(self) -> None:
        self.files: dict[str, ChangedFile] = {}
        self._counted: set[ItemId] = set()

    def take(self, changes: Iterable[Change]) -> None:
        """Count the calls that have finished well."""
        for change in changes:
            if isinstance(change, Added | Replaced) and isinstance(change.item, ToolCall):
                self._count(change.item)

    def _count(self, call: ToolCall) -> None:
        if not call.changes or call.outcome is not Outcome.OK or call.id in self._counted:
            return
        self._counted.add(call.id)
        # First needed when something was changed, which is long after the first frame.
        line_counts = import_module("tui.ui.transcript.changes").line_counts
        for change in call.changes:
            added, removed = line_counts(change)
            known = self.files.get(change.path)
            mark = MARKS[change.kind]
            if known is not None:
                added, removed = added + known.added, removed + known.removed
                mark = "A" if known.mark == "A" and mark == "M" else mark
            self.files[change.path] = ChangedFile(mark, added, removed)
