"""Items and calls as rollout files spell them, in the spelling of app-server."""

import re
import shlex
from typing import Any

import msgspec

from tui.agents.codex import items
from tui.agents.codex.items import Item, ToolItem
from tui.agents.codex.store_frames import content_words, number, text
from tui.model.identity import JsonObject
from tui.model.tools import PlanStep, StepState

_EXIT_CODE = re.compile(r"(?:Process exited with code|Exit code:) (-?\d+)")
_OUTPUT = re.compile(r"\A(?:Chunk ID:|Exit code:|Wall time:).*?^Output:\n", re.S | re.M)
_PATCHED = re.compile(r"^\*\*\* (Add|Update|Delete) File: (.+)$", re.M)
_REJECTED = re.compile(r"rejected by user|Rejected\(|^approval policy is \w+; reject command")
_SHELLS = frozenset({"shell", "exec_command", "shell_command", "local_shell", "container.exec"})
_STEPS = {"in_progress": StepState.ACTIVE, "completed": StepState.DONE}


def item_of(body: JsonObject) -> Item | None:
    """Return a stored item as app-server would send it; None where its type is not known."""
    kind = text(body, "type")
    given: JsonObject = {**body, "type": kind[:1].lower() + kind[1:]}
    match kind:
        case "AgentMessage":
            given = {"type": "agentMessage", "id": body.get("id")}
            given["text"] = content_words(body.get("content")) or text(body, "text")
        case "Reasoning":
            given["summary"] = _texts(body.get("summary_text") or body.get("summary"))
            given["content"] = _texts(body.get("raw_content"))
        case "CommandExecution":
            given["command"] = command_line(body.get("command"))
            given["cwd"] = text(body, "cwd").removeprefix("file://") or None
        case "FileChange":
            given["changes"] = _changes(body.get("changes"))
        case "CollabAgentToolCall":
            states = body.get("agents_states")
            states = states if isinstance(states, dict) else {}
            given["agents_states"] = {
                name: state if isinstance(state, dict) else {"status": state}
                for name, state in states.items()
            }
    if isinstance(duration := body.get("duration"), dict):
        given["duration_ms"] = milliseconds(duration)
    camel = {_camel(key): value for key, value in given.items() if value is not None}
    camel.setdefault("id", "")
    try:
        item: Item = msgspec.convert(camel, Item, strict=False)
    except (msgspec.ValidationError, RecursionError):
        return None
    return item


def called(body: JsonObject) -> ToolItem:
    """Return a call of the model that has no item of its own."""
    id = text(body, "call_id") or text(body, "id")
    name = text(body, "name") or text(body, "type")
    arguments = body.get("arguments", body.get("input"))
    given = _decoded(arguments)
    if name == "apply_patch":
        return patch(id, arguments if isinstance(arguments, str) else "")
    action = body.get("action")
    shell = given if isinstance(given, dict) else action if isinstance(action, dict) else {}
    if name in _SHELLS or text(body, "type") == "local_shell_call":
        command = command_line(shell.get("command", shell.get("cmd")))
        cwd = shell.get("workdir")
        return items.CommandExecution(
            id=id, command=command, cwd=cwd if isinstance(cwd, str) else None
        )
    return items.DynamicToolCall(id=id, tool=name, arguments=given)


def answered(call: ToolItem, output: Any) -> ToolItem:
    """Return a call with what came back."""
    said, code = _said(output)
    if isinstance(call, items.CommandExecution):
        call.aggregated_output = _OUTPUT.sub("", said)
        call.exit_code = code
        call.status = "failed" if code or said.startswith("exec_command failed") else "completed"
        if _REJECTED.search(said[:400]):
            call.status = "declined"
    elif isinstance(call, items.DynamicToolCall):
        call.content_items = [{"type": "text", "text": said}]
    elif isinstance(call, items.Patch):
        call.status = "failed" if code or said.startswith("apply_patch verification") else None
    return call


def patch(id: str, written: str) -> items.Patch:
    """Return a patch from the text the model wrote; paths are as it wrote them."""
    changes = []
    places = list(_PATCHED.finditer(written))
    ends = [*(place.start() for place in places[1:]), len(written)]
    for place, end in zip(places, ends, strict=False):
        body = written[place.end() : end].removesuffix("*** End Patch").strip("\n")
        if place[1] == "Add":
            body = "\n".join(line.removeprefix("+") for line in body.split("\n"))
        kind = items.ChangeKind(type=place[1].lower())
        changes.append(items.Change(path=place[2].strip(), kind=kind, diff=body))
    return items.Patch(id=id, changes=changes)


def patch_applied(body: JsonObject) -> items.Patch:
    """Return a patch that was carried out, as older versions tell it."""
    failed = body.get("success") is False
    changes = msgspec.convert(_changes(body.get("changes")), list[items.Change])
    status = "failed" if failed else text(body, "status") or "completed"
    return items.Patch(id=text(body, "call_id"), changes=changes, status=status)


def mcp_called(body: JsonObject) -> items.McpToolCall:
    """Return a call of an MCP tool, as older versions tell it."""
    invocation = body.get("invocation")
    invocation = invocation if isinstance(invocation, dict) else {}
    result = body.get("result")
    result = result if isinstance(result, dict) else {"Err": result}
    fine = result.get("Ok")
    error = result.get("Err")
    return items.McpToolCall(
        id=text(body, "call_id"),
        server=text(invocation, "server"),
        tool=text(invocation, "tool"),
        arguments=invocation.get("arguments"),
        status="completed" if isinstance(fine, dict) else "failed",
        result=fine if isinstance(fine, dict) else None,
        error={"message": str(error)} if error is not None else None,
        duration_ms=milliseconds(body.get("duration")),
    )


def plan(body: JsonObject) -> tuple[tuple[PlanStep, ...], str] | None:
    """Return the to-do list, where a call is the one that writes it."""
    if text(body, "name") != "update_plan":
        return None
    given = _decoded(body.get("arguments"))
    steps = given.get("plan") if isinstance(given, dict) else None
    if not isinstance(given, dict) or not isinstance(steps, list):
        return None
    told = tuple(
        PlanStep(text(step, "step"), _STEPS.get(text(step, "status"), StepState.PENDING))
        for step in steps
        if isinstance(step, dict)
    )
    return told, text(given, "explanation")


def command_line(command: Any) -> str:
    """Return a command as one would type it."""
    if isinstance(command, list):
        return shlex.join(str(word) for word in command)
    return command if isinstance(command, str) else ""


def milliseconds(duration: Any) -> int | None:
    """Return a duration of seconds and nanoseconds."""
    if not isinstance(duration, dict):
        return None
    whole, rest = number(duration.get("secs")), number(duration.get("nanos"))
    return None if whole is None else whole * 1000 + (rest or 0) // 1_000_000


def _said(output: Any) -> tuple[str, int | None]:
    """Return what a call printed and its exit code; versions differ in how they pack it."""
    value = _decoded(output) if isinstance(output, str) and output[:1] == "{" else output
    code: object = None
    if isinstance(value, dict):
        metadata = value.get("metadata")
        code = metadata.get("exit_code") if isinstance(metadata, dict) else None
        value = value.get("output", value.get("content"))
    said = content_words(value) if not isinstance(value, str) else value
    found = _EXIT_CODE.search(said[:400])
    return said, int(found[1]) if found else number(code)


def _changes(changes: Any) -> list[JsonObject]:
    if not isinstance(changes, dict):
        return changes if isinstance(changes, list) else []
    return [
        {
            "path": path,
            "kind": {"type": text(change, "type"), "move_path": change.get("move_path")},
            "diff": text(change, "unified_diff") or text(change, "content"),
        }
        for path, change in changes.items()
        if isinstance(change, dict)
    ]


def _decoded(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return value


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list):
        return []
    return [one if isinstance(one, str) else content_words([one]) for one in value]


def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.title() for part in rest)
