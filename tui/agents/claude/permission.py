"""The CLI's question whether a tool may run, in our words."""

from typing import Any

import msgspec

from tui.agents.claude.frames import Asked
from tui.agents.claude.modes import MODES
from tui.agents.claude.patches import changes_ahead
from tui.agents.claude.tools import kind_of, title_of
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import (
    Answer,
    Effect,
    PermissionOption,
    PermissionRequest,
    Question,
    Subject,
)

SUGGESTION = "suggestion:"
"""Begins the id of an option that takes a suggestion, followed by its number."""

SESSION_ONLY = ":session"
"""Ends the id of an option that keeps a lasting suggestion to this session."""

MOST_NESTED = 200
"""Objects and lists in one suggestion; the CLI's own have four."""

START_ASKING = "start:ask"
START_EDITING = "start:edits"

_SUBJECTS = {"ExitPlanMode": Subject.PLAN, "AskUserQuestion": Subject.QUESTIONS}

_LASTING = {
    "localSettings": "for you in this project",
    "projectSettings": "for everybody in this project",
    "userSettings": "for you in every project",
}

_MEANS = {choice.native: choice.effect for choice in MODES}
"""What a mode of the CLI does, by its own word."""

_PLAN_OPTIONS = (
    PermissionOption(
        id=START_ASKING,
        label="Start, asking as usual",
        effect=Effect.ALLOW_ONCE,
        detail="Leaves planning; commands and edits are asked for.",
    ),
    PermissionOption(
        id=START_EDITING,
        label="Start with edits allowed",
        effect=Effect.ALLOW_SESSION,
        detail="Leaves planning; edits in the folder run without asking in this session.",
    ),
)


def permission_request(
    id: RequestId,
    asked: Asked,
    input: JsonObject,
    *,
    cwd: str | None,
    asked_by: str | None,
    announced: JsonObject,
) -> PermissionRequest:
    """Put a `can_use_tool` request into our words.

    `announced` is the input the model wrote: 2.1.325 may ask about a plan without its text.
    """
    tool = asked.tool_name or "?"
    subject = _SUBJECTS.get(tool, Subject.TOOL)
    plan = _plan(input, announced) if subject is Subject.PLAN else None
    title = title_of(tool, {"plan": plan} if plan is not None else input)
    # A safety check guards single files and commands: nothing lasting may come of it.
    guarded = asked.decision_reason_type == "safetyCheck"
    lasting = not guarded and asked.suppress_always_allow_rule is not True
    return PermissionRequest(
        id=id,
        tool=tool,
        kind=kind_of(tool),
        title=title,
        input=input,
        subject=subject,
        call=ItemId(asked.tool_use_id) if asked.tool_use_id else None,
        cwd=cwd,
        reason=_reason(asked, title, guarded=guarded),
        warning=asked.decision_reason if guarded else None,
        asked_by=asked_by,
        changes=changes_ahead(tool, input),
        options=_options(subject, asked.permission_suggestions if lasting else None),
        questions=_questions(input) if subject is Subject.QUESTIONS else (),
        plan=plan,
        can_edit=subject is not Subject.QUESTIONS,
        can_explain=True,
        always_offered=lasting,
    )


def _reason(asked: Asked, title: str, *, guarded: bool) -> str | None:
    """Return why the tool is wanted, or else why it is asked for."""
    if asked.description and not title.endswith(asked.description):
        return asked.description
    return asked.decision_reason if not guarded else None


def _options(
    subject: Subject, suggestions: list[JsonObject] | None
) -> tuple[PermissionOption, ...]:
    if subject is Subject.PLAN:
        return _PLAN_OPTIONS
    options: list[PermissionOption] = []
    for number, suggestion in enumerate(suggestions or ()):
        if _readable(suggestion):
            options += _offers(f"{SUGGESTION}{number}", suggestion)
    return tuple(options)


def _readable(suggestion: JsonObject) -> bool:
    """Tell whether a suggestion is one that a person could read; others are not offered."""
    try:
        text = msgspec.json.encode(suggestion)
    except RecursionError:
        return False
    return text.count(b"[") + text.count(b"{") <= MOST_NESTED


def _offers(id: str, suggestion: JsonObject) -> list[PermissionOption]:
    """Return the ways one suggestion can be taken, the shortest-lived first."""
    what = _effect_in_words(suggestion)
    then = _MEANS.get(str(suggestion.get("mode")), "")
    where = str(suggestion.get("destination", suggestion.get("scope")))
    kept = f"{_LASTING.get(where, 'for good')}: the agent writes it down."
    session = PermissionOption(
        id=id,
        label=what,
        effect=Effect.ALLOW_SESSION,
        detail=f"{what}, in this session only. {then}".rstrip(),
    )
    if where == "session":
        return [session]
    lasting = PermissionOption(
        id=id,
        label=what,
        effect=Effect.ALLOW_ALWAYS,
        detail=f"{what}, {kept} {then}".rstrip(),
    )
    if "destination" not in suggestion:
        return [lasting]
    return [
        PermissionOption(
            id=id + SESSION_ONLY, label=what, effect=session.effect, detail=session.detail
        ),
        lasting,
    ]


def _effect_in_words(suggestion: JsonObject) -> str:
    behavior = str(suggestion.get("behavior", "allow"))
    match suggestion.get("type"):
        case "addRules" | "replaceRules":
            return f"{behavior.capitalize()} {_listed(suggestion.get('rules'), _rule)}"
        case "removeRules":
            return f"Take back {_listed(suggestion.get('rules'), _rule)}"
        case "addDirectories":
            return f"Allow work in {_listed(suggestion.get('directories'), str)}"
        case "removeDirectories":
            return f"End work in {_listed(suggestion.get('directories'), str)}"
        case "setMode":
            return f"Switch to the mode “{suggestion.get('mode')}”"
        case kind:
            action = str(suggestion.get("action", behavior)).capitalize()
            return f"{action} {kind} {suggestion.get('pattern', '')}".strip()


def _listed(values: Any, wording: Any) -> str:
    return ", ".join(wording(value) for value in values) if isinstance(values, list) else "?"


def _rule(rule: Any) -> str:
    if not isinstance(rule, dict):
        return str(rule)
    content = rule.get("ruleContent")
    return f"{rule.get('toolName')}({content})" if content else str(rule.get("toolName"))


def _questions(input: JsonObject) -> tuple[Question, ...]:
    rows = input.get("questions")
    return tuple(
        Question(
            id=str(row.get("question", number)),
            text=str(row.get("question", "")),
            header=str(row.get("header") or ""),
            answers=_answers(row.get("options")),
            several=row.get("multiSelect") is True,
        )
        for number, row in enumerate(rows if isinstance(rows, list) else ())
        if isinstance(row, dict)
    )


def _answers(options: Any) -> tuple[Answer, ...]:
    return tuple(
        Answer(str(option.get("label", "")), str(option.get("description") or ""))
        for option in (options if isinstance(options, list) else ())
        if isinstance(option, dict)
    )


def _plan(input: JsonObject, announced: JsonObject) -> str | None:
    for plan in (input.get("plan"), announced.get("plan")):
        if isinstance(plan, str) and plan.strip():
            return plan
    return None
