"""What a tool is about to change and what it has changed, as file changes."""

from typing import Any

from tui.model.identity import JsonObject
from tui.model.tools import ChangeKind, FileChange

_KINDS = {
    "create": ChangeKind.CREATED,
    "update": ChangeKind.MODIFIED,
    "delete": ChangeKind.DELETED,
}


def changes_ahead(tool: str, input: JsonObject) -> tuple[FileChange, ...]:
    """Return what an editing tool is about to do, as far as its input tells.

    An Edit names only the piece it replaces: `before` and `after` are then that piece; of a
    notebook it is one cell. A Write does not say whether the file exists.
    """
    path = _text(input.get("file_path")) or _text(input.get("notebook_path"))
    if path is None:
        return ()
    if tool == "Write":
        return (_piece(path, None, input.get("content")),)
    if tool == "Edit":
        return (_piece(path, input.get("old_string"), input.get("new_string")),)
    if tool == "NotebookEdit":
        return (_piece(path, None, input.get("new_source"), passage=True),)
    if tool == "MultiEdit":
        return tuple(
            _piece(path, edit.get("old_string"), edit.get("new_string"))
            for edit in _objects(input.get("edits"))
        )
    return ()


def changes_made(structured: Any) -> tuple[FileChange, ...]:
    """Return what a tool did to files, from the structured part of its result."""
    if not isinstance(structured, dict):
        return ()
    shell = structured.get("bashEditDiff")
    if isinstance(shell, dict):
        return tuple(_by_shell(file) for file in _objects(shell.get("files")))
    if "notebook_path" in structured:
        return _notebook(structured)
    path = _text(structured.get("filePath"))
    if path is None or not ("structuredPatch" in structured or "content" in structured):
        return ()
    return (
        FileChange(
            path=path,
            kind=_KINDS.get(str(structured.get("type")), ChangeKind.MODIFIED),
            before=_text(structured.get("originalFile")),
            after=_text(structured.get("content")),
            diff=unified(structured.get("structuredPatch")),
        ),
    )


def unified(hunks: Any) -> str | None:
    """Return structured hunks as unified diff text; None where there are none."""
    text = "".join(_hunk(hunk) for hunk in _objects(hunks))
    return text or None


def _hunk(hunk: JsonObject) -> str:
    lines = hunk.get("lines")
    if not isinstance(lines, list):
        return ""
    old = f"{_number(hunk.get('oldStart'))},{_number(hunk.get('oldLines'))}"
    new = f"{_number(hunk.get('newStart'))},{_number(hunk.get('newLines'))}"
    body = "".join(f"{line}\n" for line in lines if isinstance(line, str))
    return f"@@ -{old} +{new} @@\n{body}"


def _notebook(structured: JsonObject) -> tuple[FileChange, ...]:
    path = _text(structured.get("notebook_path"))
    before = _text(structured.get("original_file"))
    after = _text(structured.get("updated_file"))
    if path is None or before == after:
        return ()
    return (FileChange(path=path, kind=ChangeKind.MODIFIED, before=before, after=after),)


def _by_shell(file: JsonObject) -> FileChange:
    created = file.get("created") is True
    return FileChange(
        path=_text(file.get("filePath")) or "?",
        kind=ChangeKind.CREATED if created else ChangeKind.MODIFIED,
        diff=unified(file.get("hunks")),
    )


def _piece(path: str, before: Any, after: Any, *, passage: bool = False) -> FileChange:
    return FileChange(
        path=path,
        kind=ChangeKind.MODIFIED,
        before=_text(before),
        after=_text(after),
        passage=passage or before is not None,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _objects(value: Any) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
