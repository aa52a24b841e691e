"""Permission requests of an ACP agent: what is asked, what each answer would do, what is sent."""

import re
from collections import Counter
from collections.abc import Mapping

import msgspec

from tui.agents.gemini.calls import Details, changes, details, text_of
from tui.agents.gemini.frames import AskParams, OfferedOption, Outcome
from tui.model.events import ToolStarted
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import (
    Decision,
    Effect,
    PermissionOption,
    PermissionRequest,
    Subject,
    Verdict,
)
from tui.model.tools import ToolKind

CANCELLED = Outcome(outcome="cancelled")
"""The answer that denies whatever was offered."""

ALLOWING = frozenset({Effect.ALLOW_ONCE, Effect.ALLOW_SESSION, Effect.ALLOW_ALWAYS})
DENYING = frozenset({Effect.DENY, Effect.DENY_AND_STOP})

_EFFECT = {
    "allow_once": Effect.ALLOW_ONCE,
    "allow_always": Effect.ALLOW_ALWAYS,
    "reject_once": Effect.DENY,
    "reject_always": Effect.DENY,
}
_FOR_SESSION = frozenset({"proceed_always", "proceed_always_tool", "proceed_always_server"})
_PLAN_TITLE = re.compile(r"Requesting plan approval for: (.+)", re.DOTALL)
_SERVER = " MCP Server)"
_CUT_SHORT = (
    (re.compile(r"\[Payload omitted due to length.*\]", re.DOTALL), "the arguments of this call"),
    (re.compile(r"Processing URLs .*\.\.\.\"", re.DOTALL), "the end of this text"),
)


def request(
    id: RequestId, params: AskParams, start: ToolStarted, plans: Mapping[str, str]
) -> PermissionRequest:
    """Return what the agent asks. `plans` holds the plan files it wrote, by path."""
    said = text_of(params.tool_call.content)
    told = details(said) if start.kind is ToolKind.SHELL else Details(description=said)
    plan = _PLAN_TITLE.fullmatch(start.title) if start.name == "exit_plan_mode" else None
    # Of two options with one id nobody could say which of them is chosen.
    ids = Counter(offer.option_id for offer in params.options)
    offers = (offer for offer in params.options if ids[offer.option_id] == 1)
    options = tuple(option for offer in offers if (option := _option(offer, start)) is not None)
    return PermissionRequest(
        id=id,
        tool=start.name,
        kind=start.kind,
        title=start.title,
        input=start.input,
        subject=Subject.PLAN if plan else Subject.TOOL,
        call=ItemId(params.tool_call.tool_call_id),
        cwd=told.folder,
        reason=_reason(told) if start.kind is not ToolKind.MCP else None,
        warning=_warning(said, start.title),
        changes=changes(params.tool_call.content),
        options=options,
        plan=plans.get(plan[1]) if plan else None,
        always_offered=any(
            option.effect in ALLOWING and option.effect is not Effect.ALLOW_ONCE
            for option in options
        ),
    )


def answer(request: PermissionRequest, decision: Decision) -> Outcome:
    """Return the answer to a request. Whatever is unclear or contradictory is a denial."""
    if decision.verdict is Verdict.STOP:
        return CANCELLED
    wanted = ALLOWING if decision.verdict is Verdict.ALLOW else DENYING
    if decision.verdict is Verdict.ALLOW and decision.input not in (None, request.input):
        return CANCELLED
    if decision.options:
        chosen = [option for option in request.options if option.id in decision.options]
        if len(chosen) != 1 or len(decision.options) != 1:
            return CANCELLED
    else:
        plain = Effect.ALLOW_ONCE if wanted is ALLOWING else Effect.DENY
        chosen = [option for option in request.options if option.effect is plain][:1]
    if not chosen or chosen[0].effect not in wanted:
        return CANCELLED
    return Outcome(outcome="selected", option_id=chosen[0].id)


def reply(outcome: Outcome) -> JsonObject:
    """Return an answer as the wire wants it."""
    return {"outcome": msgspec.to_builtins(outcome)}


def allows(request: PermissionRequest, outcome: Outcome) -> bool | None:
    """Tell whether an answer lets the call run; None where it names no option that was offered."""
    if outcome.outcome != "selected":
        return False
    for option in request.options:
        if option.id == outcome.option_id:
            return option.effect in ALLOWING
    return None


def decision(request: PermissionRequest, outcome: Outcome) -> Decision:
    """Return what a recorded client decided."""
    chosen = () if outcome.option_id is None else (outcome.option_id,)
    verdict = Verdict.ALLOW if allows(request, outcome) else Verdict.DENY
    return Decision(verdict=verdict, digest=request.digest, options=chosen)


def _option(offer: OfferedOption, start: ToolStarted) -> PermissionOption | None:
    """An option of a kind we do not know is left out: nobody could say what it allows."""
    effect = _EFFECT.get(offer.kind or "")
    if effect is None:
        return None
    if effect is Effect.ALLOW_ALWAYS and offer.option_id in _FOR_SESSION:
        effect = Effect.ALLOW_SESSION
    return PermissionOption(
        id=offer.option_id,
        label=offer.name or offer.option_id,
        effect=effect,
        detail=_detail(offer.option_id, start),
    )


def _detail(option_id: str, start: ToolStarted) -> str:
    match option_id:
        case "proceed_always" if start.kind in (ToolKind.EDIT, ToolKind.WRITE):
            return "Switches the session to auto-edit: Gemini edits files without asking."
        case "proceed_always" if start.kind is ToolKind.SHELL:
            program = start.title.split(maxsplit=1)[:1]
            return (
                "For the rest of the session Gemini runs any command made of the same programs"
                f" ({''.join(program)} …) without asking."
            )
        case "proceed_always" | "proceed_always_tool":
            return f"For the rest of the session Gemini uses {start.name} without asking."
        case "proceed_always_server":
            server = start.title.removesuffix(_SERVER).rpartition("(")[2]
            named = f" {server}" if start.title.endswith(_SERVER) else ""
            return (
                f"For the rest of the session Gemini uses every tool of the MCP server{named}"
                " without asking."
            )
        case "proceed_always_and_save":
            return "Gemini writes it into its policy file: it holds in future sessions too."
        case _:
            return ""


def _reason(told: Details) -> str | None:
    background = "runs in the background" if told.background else ""
    return "; ".join(part for part in (told.description, background) if part) or None


def _warning(said: str, title: str) -> str | None:
    for pattern, missing in _CUT_SHORT:
        if pattern.fullmatch(said) or pattern.fullmatch(title):
            return f"Gemini does not show {missing}: what is asked cannot be read in full."
    return None
