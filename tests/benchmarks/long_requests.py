"""Very long requests of every kind, for a dialog to open over."""

from collections.abc import Callable
from pathlib import Path

from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ChangeKind, FileChange, ToolKind

LINES = 10_000
ID = RequestId("r")


def difference(folder: Path) -> PermissionRequest:
    """Return a request to change very many lines."""
    lines = []
    for number in range(LINES // 4):
        place = number * 3 + 1
        lines += [
            f"@@ -{place},2 +{place},2 @@",
            f"     context line number {number} of a function",
            f"-    value = compute({number}, other)",
            f"+    value = compute({number}, another, flag=True)",
        ]
    change = FileChange(path="/srv/a.py", kind=ChangeKind.MODIFIED, diff="\n".join(lines))
    return _change(change)


def rewritten(folder: Path) -> PermissionRequest:
    """Return a request to write a file anew that is there already."""
    path = folder / "long.py"
    path.write_text("".join(f"value = compute({number}, other)\n" for number in range(LINES)))
    text = "".join(f"value = compute({number}, {number % 3})\n" for number in range(LINES))
    return _change(FileChange(path=str(path), kind=ChangeKind.MODIFIED, after=text))


def many_files(folder: Path) -> PermissionRequest:
    """Return a request to make a thousand files of ten lines."""
    text = "".join(f"value = {number}\n" for number in range(10))
    return _change(
        *(
            FileChange(path=str(folder / f"{number}.py"), kind=ChangeKind.CREATED, after=text)
            for number in range(LINES // 10)
        )
    )


def here_document(folder: Path) -> PermissionRequest:
    """Return a request to run a command with very many lines."""
    text = "\n".join(f"value = compute({number}, other)" for number in range(LINES))
    return _command(f"cat > a.py <<'END'\n{text}\nEND")


def one_line(folder: Path) -> PermissionRequest:
    """Return a request to run a command of a million characters."""
    return _command("echo " + "some words in a row " * 50_000)


def minified(folder: Path) -> PermissionRequest:
    """Return a request to make a file of one line of a million characters, one of them é."""
    text = "var é=1;" + "var a=1,b=[2,3];" * 65_000
    return _change(FileChange(path="/srv/a.js", kind=ChangeKind.CREATED, after=text))


def plan(folder: Path) -> PermissionRequest:
    """Return a long plan."""
    text = "\n".join(
        f"## Step {number}\n\n- do `thing {number}` with **care**\n- then look at it\n"
        for number in range(LINES // 5)
    )
    return PermissionRequest(
        id=ID,
        tool="ExitPlanMode",
        kind=ToolKind.OTHER,
        title="plan",
        input={"plan": text},
        plan=text,
        subject=Subject.PLAN,
    )


def arguments(folder: Path) -> PermissionRequest:
    """Return a request to use a tool of an MCP server with very many values."""
    rows = [f"row {number} of many" for number in range(LINES)]
    return PermissionRequest(
        id=ID, tool="mcp__base__put", kind=ToolKind.MCP, title="put", input={"rows": rows}
    )


KINDS: dict[str, tuple[Callable[[Path], PermissionRequest], str]] = {
    "difference": (difference, "context line"),
    "rewritten": (rewritten, "compute(1,"),
    "here_document": (here_document, "compute(1,"),
    "minified": (minified, "var a=1,b=[2,3]"),
    "plan": (plan, "thing 0"),
    "one_line": (one_line, "some words in a row"),
    "many_files": (many_files, "value = 1"),
    "arguments": (arguments, "row 0 of many"),
}
"""Name → what is asked for, and what is among its first lines."""

SHORT = ("rewritten", "here_document", "minified", "plan")
"""Those that a short run measures beside the difference."""


def _change(*changes: FileChange) -> PermissionRequest:
    return PermissionRequest(
        id=ID,
        tool="fileChange",
        kind=ToolKind.EDIT,
        title="a.py",
        input={},
        changes=changes,
    )


def _command(line: str) -> PermissionRequest:
    return PermissionRequest(
        id=ID, tool="Bash", kind=ToolKind.SHELL, title=line, input={"command": line}
    )
