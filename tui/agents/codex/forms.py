"""What MCP servers ask through Codex: may a tool run, and forms to fill in."""

from typing import Any

import msgspec

from tui.agents.codex.frames import Frame
from tui.agents.codex.requests import Asked, option, substance
from tui.agents.codex.translate import as_object
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import (
    Answer,
    Decision,
    Effect,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import ToolKind

DECLINED: JsonObject = {"action": "decline", "content": None, "_meta": None}
CANCELLED: JsonObject = {"action": "cancel", "content": None, "_meta": None}

_PERSIST = {
    "session": (
        "Allow for this session",
        Effect.ALLOW_SESSION,
        "Calls of this tool are not asked about again in this session.",
    ),
    "always": (
        "Allow always",
        Effect.ALLOW_ALWAYS,
        "Writes a permanent permission for this tool into Codex's config.toml.",
    ),
}

_YES, _NO = "Yes", "No"


class Elicitation(Frame):
    """An MCP server, or Codex for it, wants an answer."""

    server_name: str = ""
    mode: str = ""
    message: str = ""
    requested_schema: Any = None
    meta: Any = msgspec.field(default=None, name="_meta")


def is_tool_approval(asked: Elicitation) -> bool:
    """Tell whether Codex asks for permission to call an MCP tool."""
    meta = asked.meta
    return isinstance(meta, dict) and meta.get("codex_approval_kind") == "mcp_tool_call"


def tool_asked(
    id: RequestId,
    asked: Elicitation,
    tool: str,
    call: ItemId | None,
    raw: JsonObject,
    asked_by: str | None,
) -> Asked:
    """Put the call of an MCP tool before the user."""
    meta = as_object(asked.meta)
    options = [option("accept", "Allow once", Effect.ALLOW_ONCE)]
    replies = {"accept": _accepted(None), "decline": DECLINED, "cancel": CANCELLED}
    persist = meta.get("persist")
    for lasting in persist if isinstance(persist, list) else ():
        if isinstance(lasting, str) and lasting in _PERSIST:
            label, effect, detail = _PERSIST[lasting]
            options.append(option(lasting, label, effect, detail))
            replies[lasting] = _accepted({"persist": lasting})
    request = PermissionRequest(
        id=id,
        tool=tool,
        kind=ToolKind.MCP,
        title=tool,
        input=as_object(meta["tool_params"]) if "tool_params" in meta else substance(raw),
        call=call,
        reason=asked.message,
        asked_by=asked_by,
        options=(
            *options,
            option("decline", "Deny", Effect.DENY),
            option("cancel", "Deny and stop", Effect.DENY_AND_STOP, "The turn ends here."),
        ),
        can_explain=True,
    )
    return Asked(request=request, thread=asked.thread_id, turn=asked.turn_id, replies=replies)


def form_asked(
    id: RequestId, asked: Elicitation, raw: JsonObject, asked_by: str | None
) -> Asked | None:
    """Put a form before the user; None where it is more than a few plain fields."""
    fields = _fields(asked)
    if fields is None:
        return None
    request = PermissionRequest(
        id=id,
        tool=asked.server_name,
        kind=ToolKind.MCP,
        title=asked.message,
        input=substance(raw),
        subject=Subject.QUESTIONS,
        asked_by=asked_by,
        questions=tuple(_question(name, field) for name, field in fields.items()),
    )
    return Asked(
        request=request,
        thread=asked.thread_id,
        turn=asked.turn_id,
        replies={"decline": DECLINED, "cancel": CANCELLED},
        fields=fields,
    )


def form_filled(asked: Asked, decision: Decision) -> JsonObject:
    """Return a filled form, or the refusal where an answer does not fit its field."""
    if decision.verdict is not Verdict.ALLOW:
        return CANCELLED if decision.verdict is Verdict.STOP else DECLINED
    content: JsonObject = {}
    for name, field in asked.fields.items():
        given = decision.answers.get(name, ())
        if not given:
            continue
        try:
            content[name] = _value(field, given)
        except ValueError:
            return DECLINED
    return {"action": "accept", "content": content, "_meta": None}


def _accepted(meta: JsonObject | None) -> JsonObject:
    return {"action": "accept", "content": {}, "_meta": meta}


def _fields(asked: Elicitation) -> dict[str, JsonObject] | None:
    schema = asked.requested_schema
    if asked.mode != "form" or not isinstance(schema, dict):
        return None
    fields = schema.get("properties")
    if not isinstance(fields, dict) or not fields:
        return None
    plain = ("string", "number", "integer", "boolean", "array")
    if not all(isinstance(f, dict) and f.get("type") in plain for f in fields.values()):
        return None
    if any(f["type"] == "array" and not _choices(f) for f in fields.values()):
        return None
    return fields


def _question(name: str, field: JsonObject) -> Question:
    answers = tuple(Answer(label) for label in _choices(field))
    return Question(
        id=name,
        text=str(field.get("description") or field.get("title") or name),
        header=str(field.get("title") or name),
        answers=answers,
        several=field.get("type") == "array",
        free_text=not answers,
    )


def _choices(field: JsonObject) -> dict[str, object]:
    """Return label → value of a field that offers a choice."""
    if field.get("type") == "boolean":
        return {_YES: True, _NO: False}
    source = field.get("items") if field.get("type") == "array" else field
    if not isinstance(source, dict):
        return {}
    titled = source.get("oneOf") or source.get("anyOf")
    if isinstance(titled, list):
        pairs = [one for one in titled if isinstance(one, dict) and "const" in one]
        return {str(one.get("title") or one["const"]): one["const"] for one in pairs}
    values = source.get("enum")
    if not isinstance(values, list):
        return {}
    names = source.get("enumNames")
    labels = names if isinstance(names, list) and len(names) == len(values) else values
    return {str(label): value for label, value in zip(labels, values, strict=True)}


def _value(field: JsonObject, given: tuple[str, ...]) -> object:
    """Return what a field is to hold; ValueError where the answer does not fit."""
    choices = _choices(field)
    if choices:
        unknown = [label for label in given if label not in choices]
        if unknown:
            raise ValueError(f"not a choice: {unknown}")
        picked = [choices[label] for label in given]
        return picked if field.get("type") == "array" else picked[0]
    match field.get("type"):
        case "integer":
            return int(given[0])
        case "number":
            return float(given[0])
        case _:
            return given[0]
