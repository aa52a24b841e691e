"""The tools of Claude Code: what they are given, how they are asked for, what they give back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from tui.demo.claude_lines import Json
from tui.demo.diffs import hunks
from tui.demo.modes import Kind
from tui.demo.scratch import OutsideError, Scratch
from tui.demo.steps import Edit, Outcome, Read, Run, State, Write

OUTPUT_LIMIT = 30_000
"""Characters of a command's output that the CLI passes on."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call, before it is made."""

    name: str
    input: Json
    description: str = ""
    kind: Kind | None = None
    """None: it needs no permission."""
    interactive: bool = False
    """It is itself a question to the user."""


@dataclass(frozen=True, slots=True)
class Made:
    """One tool call, after it was made."""

    content: object
    """What the model is told."""
    details: object
    """The same for programs."""
    outcome: Outcome
    failed: bool = False


Work: TypeAlias = Callable[[Json], Awaitable[Made]]
"""Makes a call with the input that was allowed."""


def call_of(step: Read | Edit | Write | Run, scratch: Scratch) -> Call:
    """Return the tool call a step comes down to."""
    match step:
        case Read():
            return Call("Read", {"file_path": str(scratch.folder / step.path)})
        case Edit():
            path = {"file_path": str(scratch.folder / step.path)}
            words = {"old_string": step.old, "new_string": step.new, "replace_all": False}
            return Call("Edit", path | words, step.path, Kind.EDIT)
        case Write():
            given = {"file_path": str(scratch.folder / step.path), "content": step.content}
            return Call("Write", given, step.path, Kind.EDIT)
        case Run():
            given = {"command": step.command, "description": step.purpose}
            return Call("Bash", given, step.purpose, Kind.RUN)


def request_of(call: Call, id: str, planning: bool, helper: str | None) -> Json:
    """Return the question whether a call may be made."""
    asked: Json = {"subtype": "can_use_tool", "tool_name": call.name, "display_name": call.name}
    asked["input"] = call.input
    if call.interactive:
        return asked | {"tool_use_id": id, "requires_user_interaction": True}
    asked["description"] = call.description
    if call.kind is Kind.EDIT and planning:
        return asked | {"decision_reason_type": "mode", "tool_use_id": id}
    if call.kind is Kind.EDIT:
        mode = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
        asked |= {"permission_suggestions": [mode], "server_policy_ask_only": True}
    else:
        rule = {"toolName": call.name, "ruleContent": call.input.get("command", "")}
        rules = {"type": "addRules", "rules": [rule], "behavior": "allow"}
        asked["permission_suggestions"] = [rules | {"destination": "localSettings"}]
        if helper:
            asked["blocked_path"] = "greeting.py"
        else:
            asked["decision_reason_type"] = "subcommandResults"
    asked["tool_use_id"] = id
    return asked | {"agent_id": helper} if helper else asked


def rule_allows(rule: Json, tool: str, command: str) -> bool:
    """Tell whether a rule the user chose lets a command through."""
    if rule.get("toolName") != tool:
        return False
    content = rule.get("ruleContent")
    if content is None:
        return True
    for star in (" *", ":*"):
        if isinstance(content, str) and content.endswith(star):
            prefix = content.removesuffix(star)
            return command == prefix or command.startswith(prefix + " ")
    return bool(content == command)


async def make(name: str, given: Json, scratch: Scratch) -> Made:
    """Do what a tool does, with the input the user allowed."""
    try:
        return await _MAKERS[name](given, scratch)
    except (OutsideError, FileNotFoundError, IsADirectoryError, KeyError, TypeError) as problem:
        return failure(_explained(problem))


def _explained(problem: Exception) -> str:
    if isinstance(problem, FileNotFoundError):
        return "File does not exist."
    return str(problem)


def failure(text: str) -> Made:
    """Return the result of a call that failed."""
    return Made(text, f"Error: {text}", Outcome(State.FAILED, reason=text), failed=True)


async def _read(given: Json, scratch: Scratch) -> Made:
    path = given["file_path"]
    text = scratch.read(path)
    rows = text.split("\n")
    numbered = "\n".join(f"{number}\t{row}" for number, row in enumerate(rows, 1))
    counts = {"numLines": len(rows), "startLine": 1, "totalLines": len(rows)}
    file = {"filePath": path, "content": text, **counts}
    return Made(numbered, {"type": "text", "file": file}, Outcome(text=text))


async def _edit(given: Json, scratch: Scratch) -> Made:
    path, old, new = given["file_path"], given["old_string"], given["new_string"]
    before = scratch.read(path)
    if old not in before:
        return failure("String to replace not found in file.")
    everywhere = bool(given.get("replace_all"))
    after = before.replace(old, new) if everywhere else before.replace(old, new, 1)
    scratch.write(path, after)
    told = f"The file {path} has been updated successfully."
    details = {"filePath": path, "oldString": old, "newString": new, "originalFile": before}
    details |= {"structuredPatch": _patch(before, after), "userModified": False}
    return Made(told, details | {"replaceAll": everywhere}, Outcome(text=after))


async def _write(given: Json, scratch: Scratch) -> Made:
    path, content = given["file_path"], given["content"]
    exists = scratch.path(path).exists()
    before = scratch.read(path) if exists else None
    scratch.write(path, content)
    told = f"The file {path} has been updated successfully."
    if before is None:
        told = f"File created successfully at: {path}"
    details = {"type": "update" if exists else "create", "filePath": path, "content": content}
    details["structuredPatch"] = [] if before is None else _patch(before, content)
    details |= {"originalFile": before, "userModified": False}
    return Made(told, details, Outcome(text=content))


async def _bash(given: Json, scratch: Scratch) -> Made:
    finished = await scratch.run(given["command"], heard=lambda _: None)
    output = finished.output.rstrip("\n")[:OUTPUT_LIMIT]
    if finished.code:
        made = failure(f"Exit code {finished.code}\n{output}")
        outcome = Outcome(State.FAILED, output, f"exit code {finished.code}")
        return Made(made.content, made.details, outcome, failed=True)
    details: Json = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
    told = output or "(Bash completed with no output)"
    return Made(told, details | {"noOutputExpected": not output}, Outcome(text=output))


def _patch(before: str, after: str) -> list[Json]:
    return [
        {
            "oldStart": hunk.old_start,
            "oldLines": hunk.old_lines,
            "newStart": hunk.new_start,
            "newLines": hunk.new_lines,
            "lines": list(hunk.lines),
        }
        for hunk in hunks(before, after)
    ]


_MAKERS: dict[str, Callable[[Json, Scratch], Awaitable[Made]]] = {
    "Read": _read,
    "Edit": _edit,
    "Write": _write,
    "Bash": _bash,
}
