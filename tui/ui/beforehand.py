"""What has to be settled before an agent is started: trust in its folder, a mode that asks nothing.

Both are asked like requests of an agent, so that they wait, open and are put off like them.
"""

from pathlib import Path

from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind

TRUST = RequestId("parley:trust")
AUTO = RequestId("parley:auto")

DIALOGS = {TRUST: "trust", AUTO: "auto"}
"""Question → the dialog that asks it."""

WORD = "auto"
"""What must be typed before an agent does everything without asking."""


def trust_question(folder: Path, why: str) -> PermissionRequest:
    """Ask whether a folder's own configuration may run."""
    return _question(TRUST, "may the folder's own configuration run?", folder, why)


def auto_question(folder: Path) -> PermissionRequest:
    """Ask whether the mode that asks nothing is meant."""
    return _question(AUTO, "mode auto: do everything without asking?", folder)


def _question(id: RequestId, title: str, folder: Path, why: str = "") -> PermissionRequest:
    return PermissionRequest(
        id=id,
        tool="parley",
        kind=ToolKind.OTHER,
        title=title,
        input={"folder": str(folder)},
        reason=why or None,
        always_offered=False,
    )
