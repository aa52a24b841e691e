"""What Codex asks us, and how each answer is put in its words."""

import shlex
from typing import TypeAlias

import msgspec

from tui.agents.codex import translate
from tui.agents.codex.frames import Frame
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import (
    Answer,
    Decision,
    Effect,
    PermissionOption,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import FileChange, ToolKind
from tui.wire.jsonrpc import RpcId

_ALLOWING = frozenset({Effect.ALLOW_ONCE, Effect.ALLOW_SESSION, Effect.ALLOW_ALWAYS})

_VERDICTS = {Effect.DENY: Verdict.DENY, Effect.DENY_AND_STOP: Verdict.STOP}

Choice: TypeAlias = tuple[PermissionOption, JsonObject]
"""One answer Codex understands, and the result that chooses it."""

_ENVELOPE = frozenset(
    {
        *("threadId", "turnId", "itemId", "callId", "approvalId", "conversationId", "kind"),
        *("startedAtMs", "environmentId", "availableDecisions", "commandActions", "reason"),
        *("proposedExecpolicyAmendment", "isBlocking"),
    }
)
"""Members that say nothing about what would happen; their meaning is told elsewhere."""

UNBOUND = "Codex runs what you allow outside its sandbox."


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One open request and the answers it understands."""

    request: PermissionRequest
    thread: str | None = None
    turn: str | None = None
    replies: dict[str, JsonObject] = {}
    """Option id → the result that chooses it."""
    fields: dict[str, JsonObject] = {}
    """The fields of a form, by name."""


class CommandApproval(Frame):
    """May this command run?"""

    item_id: str = ""
    command: str | None = None
    cwd: str | None = None
    reason: str | None = None
    network_approval_context: JsonObject | None = None
    proposed_execpolicy_amendment: list[str] | None = None
    proposed_network_policy_amendments: list[JsonObject] | None = None


class PatchApproval(Frame):
    """May this patch be applied?"""

    item_id: str = ""
    reason: str | None = None
    grant_root: str | None = None


class InputOption(msgspec.Struct, frozen=True, kw_only=True):
    """One choice below a question."""

    label: str = ""
    description: str | None = None


class InputQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One question of the model."""

    id: str = ""
    header: str | None = None
    question: str = ""
    is_other: bool = False
    is_secret: bool = False
    options: list[InputOption] | None = None


class InputRequest(Frame):
    """The model wants to know something."""

    item_id: str = ""
    questions: tuple[InputQuestion, ...] = ()


def request_id(id: RpcId) -> RequestId:
    """Return our name of a request; 0 and "0" are two."""
    return RequestId(msgspec.json.encode(id).decode())


def rpc_id(request: RequestId) -> RpcId:
    """Return the id under which Codex waits for the answer."""
    id: RpcId = msgspec.json.decode(request, type=RpcId)
    return id


def option(id: str, label: str, effect: Effect, detail: str = "") -> PermissionOption:
    """Return one answer Codex understands."""
    return PermissionOption(id=id, label=label, effect=effect, detail=detail)


def _choice(id: str, label: str, effect: Effect, detail: str = "") -> Choice:
    return option(id, label, effect, detail), {"decision": id}


_REFUSALS = (
    _choice("decline", "Deny", Effect.DENY),
    _choice("cancel", "Deny and stop", Effect.DENY_AND_STOP, "The turn ends here."),
)

_PATCH_CHOICES = (
    _choice("accept", "Allow once", Effect.ALLOW_ONCE),
    _choice(
        "acceptForSession",
        "Allow for this session",
        Effect.ALLOW_SESSION,
        "Changes to the same files are not asked about again in this session.",
    ),
    *_REFUSALS,
)


def substance(raw: JsonObject) -> JsonObject:
    """Return what a request is about; a member nobody knows stays, so that it is seen."""
    return {key: value for key, value in raw.items() if key not in _ENVELOPE}


def command_asked(
    id: RequestId, asked: CommandApproval, raw: JsonObject, asked_by: str | None
) -> Asked:
    """Put a command before the user."""
    host = (asked.network_approval_context or {}).get("host")
    command = translate.plain_command(asked.command or "")
    choices = _command_choices(asked)
    request = PermissionRequest(
        id=id,
        tool="commandExecution",
        kind=ToolKind.FETCH if host else ToolKind.SHELL,
        title=f"{host}: {command}" if host else command,
        input=substance(raw),
        call=ItemId(asked.item_id),
        cwd=asked.cwd,
        reason=asked.reason,
        asked_by=asked_by,
        options=tuple(choice for choice, _ in choices),
        can_explain=True,
    )
    return Asked(
        request=request,
        thread=asked.thread_id,
        turn=asked.turn_id,
        replies={choice.id: reply for choice, reply in choices},
    )


def _command_choices(asked: CommandApproval) -> list[Choice]:
    choices = [
        _choice("accept", "Allow once", Effect.ALLOW_ONCE, UNBOUND),
        _choice(
            "acceptForSession",
            "Allow for this session",
            Effect.ALLOW_SESSION,
            "The same command is not asked about again in this session.",
        ),
    ]
    rule = asked.proposed_execpolicy_amendment
    if rule:
        always = option(
            "acceptWithExecpolicyAmendment",
            "Allow always",
            Effect.ALLOW_ALWAYS,
            "Writes a permanent rule into Codex's own rules file, for all projects: "
            f"commands that begin with {shlex.join(rule)}",
        )
        choices.append((always, {"decision": {always.id: {"execpolicy_amendment": rule}}}))
    for number, change in enumerate(asked.proposed_network_policy_amendments or []):
        amendment = {"applyNetworkPolicyAmendment": {"network_policy_amendment": change}}
        choices.append((_network_option(f"network{number}", change), {"decision": amendment}))
    return [*choices, *_REFUSALS]


def patch_asked(
    id: RequestId,
    asked: PatchApproval,
    raw: JsonObject,
    changes: tuple[FileChange, ...],
    asked_by: str | None,
) -> Asked:
    """Put a patch before the user; its content came with the item before."""
    start = translate.patch_started(ItemId(asked.item_id), changes)
    root = asked.grant_root
    request = PermissionRequest(
        id=id,
        tool="fileChange",
        kind=start.kind,
        title=start.title,
        input=substance(raw),
        call=start.call,
        reason=asked.reason,
        warning=f"Allowing it also allows every write below {root}." if root else None,
        asked_by=asked_by,
        changes=changes,
        options=tuple(choice for choice, _ in _PATCH_CHOICES),
        can_explain=True,
    )
    return Asked(
        request=request,
        thread=asked.thread_id,
        turn=asked.turn_id,
        replies={choice.id: reply for choice, reply in _PATCH_CHOICES},
    )


def input_asked(id: RequestId, asked: InputRequest, raw: JsonObject, asked_by: str | None) -> Asked:
    """Put the model's questions before the user."""
    questions = tuple(
        Question(
            id=one.id,
            text=one.question,
            header=one.header or "",
            answers=tuple(Answer(a.label, a.description or "") for a in one.options or []),
            free_text=one.is_other or not one.options,
            secret=one.is_secret,
        )
        for one in asked.questions
    )
    request = PermissionRequest(
        id=id,
        tool="requestUserInput",
        kind=ToolKind.OTHER,
        title=questions[0].text if questions else "a question",
        input=substance(raw),
        subject=Subject.QUESTIONS,
        asked_by=asked_by,
        questions=questions,
        can_explain=True,
    )
    return Asked(request=request, thread=asked.thread_id, turn=asked.turn_id)


def chosen(request: PermissionRequest, decision: Decision) -> str:
    """Return the option a decision stands for; whatever is unclear is a refusal."""
    if decision.verdict is Verdict.STOP:
        return "cancel"
    effects = {one.id: one.effect for one in request.options}
    if not decision.options:
        return "accept" if decision.verdict is Verdict.ALLOW else "decline"
    allowed = decision.verdict is Verdict.ALLOW
    first = decision.options[0]
    fits = first in effects and (effects[first] in _ALLOWING) is allowed
    return first if fits and len(decision.options) == 1 else "decline"


def decided(asked: Asked, result: JsonObject) -> Decision:
    """Tell what a recorded client answered."""
    if asked.request.subject is Subject.QUESTIONS and isinstance(result.get("answers"), dict):
        answers = {
            str(question): tuple(str(text) for text in given.get("answers") or ())
            for question, given in result["answers"].items()
            if isinstance(given, dict)
        }
        return Decision(verdict=Verdict.ALLOW, answers=answers)
    for one in asked.request.options:
        if asked.replies.get(one.id) == result:
            verdict = _VERDICTS.get(one.effect, Verdict.ALLOW)
            return Decision(verdict=verdict, options=(one.id,))
    said = result.get("decision", result.get("action"))
    word = next(iter(said), "") if isinstance(said, dict) else said
    allowed = isinstance(word, str) and word.startswith("accept")
    return Decision(verdict=Verdict.ALLOW if allowed else Verdict.DENY)


def _network_option(id: str, change: JsonObject) -> PermissionOption:
    allow = change.get("action") == "allow"
    return option(
        id,
        f"{'Always allow' if allow else 'Always refuse'} {change.get('host')}",
        Effect.ALLOW_ALWAYS if allow else Effect.DENY,
        "Writes a permanent rule into Codex's own network rules.",
    )
