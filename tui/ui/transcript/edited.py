"""What the user changed in a request before allowing it."""

from tui.model.identity import JsonObject
from tui.model.permission import Decision, PermissionRequest
from tui.text.diff import RowKind, from_texts

_SIGNS = {RowKind.REMOVED: "-", RowKind.ADDED: "+", RowKind.CONTEXT: " "}


def changed_lines(request: PermissionRequest, decision: Decision | None) -> list[str]:
    """Return the difference between what was asked and what was allowed, as plain lines."""
    if decision is None or decision.input is None:
        return []
    lines: list[str] = []
    for key in dict.fromkeys((*request.input, *decision.input)):
        before, after = _text(request.input, key), _text(decision.input, key)
        if before != after:
            lines.append(f"you changed {key}:")
            rows = from_texts(before, after)
            lines += [f"  {_SIGNS[row.kind]} {row.text}" for row in rows if row.kind in _SIGNS]
    return lines


def _text(input: JsonObject, key: str) -> str:
    value = input.get(key)
    return value if isinstance(value, str) else "" if value is None else str(value)
