"""What of a request a person may change before it is allowed, and the request that results."""

import json

import msgspec
from msgspec.structs import replace

from tui.model.identity import JsonObject
from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ToolKind
from tui.permission import about

SHORT = 200
"""Characters up to which a text is edited in place."""

_NEW_TEXT = ("new_string", "content", "new_source")


class Editable(msgspec.Struct, frozen=True):
    """The text that is offered for editing."""

    key: str
    """The member of the input it stands in; empty for the whole input as JSON."""
    text: str

    @property
    def in_place(self) -> bool:
        """Tell whether one line is enough to edit it."""
        return len(self.text) <= SHORT and self.text.isprintable()


def editable(request: PermissionRequest) -> Editable | None:
    """Return what can be edited; None where an editor would change more than the user does."""
    found = _found(request)
    clean = found is not None and "\r" not in found.text and _is_whole(found.text)
    return found if clean else None


def _found(request: PermissionRequest) -> Editable | None:
    if request.subject is Subject.PLAN:
        return Editable("plan", request.plan or "")
    command = about.command_of(request)
    if command is not None:
        return Editable("command", command)
    for key in _NEW_TEXT:
        text = request.input.get(key)
        if isinstance(text, str) and request.kind in about.WRITING:
            return Editable(key, text)
    if not request.can_edit:
        return None
    return Editable("", json.dumps(request.input, indent=2, ensure_ascii=False))


def _is_whole(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def edited(request: PermissionRequest, part: Editable, text: str) -> PermissionRequest | str:
    """Return the request with another text in it, or what is wrong with the text."""
    if part.text.endswith("\n") and text and not text.endswith("\n"):
        text += "\n"
    if text == part.text:
        return "nothing was changed"
    if part.key:
        input: JsonObject = {**request.input, part.key: text}
    else:
        try:
            input = msgspec.json.decode(text, type=dict)
        except msgspec.DecodeError as error:
            return f"it is no JSON object any more: {error}"
    plan = text if request.subject is Subject.PLAN else request.plan
    title = text if request.kind is ToolKind.SHELL and part.key == "command" else request.title
    changes = tuple(
        replace(change, after=text) if change.after == part.text else change
        for change in request.changes
    )
    return replace(request, input=input, plan=plan, title=title, changes=changes)


def suggestion(request: PermissionRequest, text: str) -> str:
    """Return the words of a denial that say what is wanted instead."""
    what = "this command" if request.kind is ToolKind.SHELL else "this"
    fence = "\n" if "\n" in text else " "
    return f"Not like that. Use {what} instead:{fence}{text}"
