"""`parley policy`: what the rules say, why, and what is wrong with them."""

import shlex
import sys
from importlib import import_module
from json import dumps
from pathlib import Path
from typing import Any

from tui.config.standing import rule_book
from tui.errors import UsageError
from tui.headless.folder import working_folder
from tui.headless.output import data, flush, remark, say
from tui.headless.policy_requests import BadRequestError, from_line, from_row
from tui.model.permission import PermissionRequest
from tui.permission.policy import Policy, Ruling, combine, decide
from tui.permission.policy_file import PolicyFile, read_policy
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Risk
from tui.permission.rules import Rule
from tui.small_files import written_path
from tui.text.display import display_line
from tui.text.visible import visible_line

DONE, USAGE = 0, 2


def main(
    what: str,
    policy: str | None = None,
    cwd: str | None = None,
    json: bool = False,
    stdin: bool = False,
    against: str = "history",
    command: list[str] | None = None,
) -> int:
    """Check the policy files, explain decisions, or try the rules on the past."""
    folder = working_folder(cwd)
    match what:
        case "check":
            return _check(_files(policy, folder), folder)
        case "test":
            rules = _policy(policy, folder)
            past = import_module("tui.headless.policy_past")
            code: int = past.try_on_the_past(rules, folder, json=json)
            return code
        case _:
            return _explain(_policy(policy, folder), folder, command or [], stdin=stdin, json=json)


def _files(policy: str | None, folder: Path) -> list[PolicyFile]:
    if policy is None:
        return rule_book(folder).files()
    if not policy:
        raise UsageError("--policy names no file.", "Name a policy file: --policy FILE")
    file = read_policy(written_path(policy))
    if not file.found:
        raise UsageError(f"{policy} does not exist.", "Name a policy file: --policy FILE")
    return [file]


def _policy(policy: str | None, folder: Path) -> Policy:
    if policy is not None:
        loaded = combine((file, True) for file in _files(policy, folder))
    else:
        loaded = rule_book(folder).policy
    for fault in loaded.faults:
        remark(f"parley: {fault.text}")
    if loaded.faults:
        remark("        Until it is mended, everything is asked: parley policy check")
    return loaded


def _check(files: list[PolicyFile], folder: Path) -> int:
    for file in files:
        if not file.found:
            say(f"{file.path}: there is none")
        elif not file.faults:
            count = len(file.rules)
            say(f"{file.path}: {count} rule{'s' * (count != 1)}, all understood")
    faults = [fault for file in files for fault in file.faults]
    for fault in faults:
        remark(f"parley: {fault.text}")
    if faults:
        remark("        Mend it; until then everything is asked.")
        return USAGE
    if len(files) > 1 and files[-1].rules and not rule_book(folder).trusted:
        say(f"{folder} is not trusted: its rules can deny and ask, but not allow.")
    return DONE


def _explain(policy: Policy, folder: Path, command: list[str], *, stdin: bool, json: bool) -> int:
    if stdin == bool(command):
        raise UsageError(
            "Give either a command or --stdin.", "Try: parley policy explain -- git log -5"
        )
    if command:
        line = command[0] if len(command) == 1 else shlex.join(command)
        _answer(policy, from_row({"cmd": line}), json=json, folder=folder)
        flush()
        return DONE
    code = DONE
    for number, line in enumerate(sys.stdin.buffer, 1):
        if line.strip():
            try:
                request = from_line(line)
            except BadRequestError as error:
                code = USAGE
                _refuse(number, str(error), json=json)
            else:
                _answer(policy, request, json=json, number=number, folder=folder)
    flush()
    return code


def _refuse(number: int, problem: str, *, json: bool) -> None:
    if json:
        row = {"line": number, "decision": "ask", "error": problem}
        data(dumps(row).encode())
    else:
        remark(f"parley: line {number} is no request: {problem}")


def _answer(
    policy: Policy,
    asked: tuple[str, PermissionRequest],
    *,
    json: bool,
    folder: Path,
    number: int | None = None,
) -> None:
    """Print what is decided: in many rows, or in one for a line of standard input."""
    agent, request = asked
    where = Where(agent, str(folder))
    reading = read_request(request)
    ruling = decide(request, policy, where, reading)
    risk = assess(request, where, reading)
    title = reading.line if reading is not None else request.title
    if json:
        place = {} if number is None else {"line": number}
        data(dumps({**place, **as_row(title, ruling, risk)}).encode())
    elif number is None:
        for line in _in_words(title, ruling, risk):
            say(line)
    else:
        say(f"{ruling.decision:5} {risk.level:6} {visible_line(title)}  ({ruling.why})")


def as_row(title: str, ruling: Ruling, risk: Risk) -> dict[str, Any]:
    """Return a decision as programs get it."""
    proof = ruling.proof
    return {
        "request": title,
        "decision": ruling.decision,
        "why": ruling.why,
        "rule": _rule_row(ruling.rule),
        "proof": None
        if proof is None
        else {
            "holds": proof.holds,
            "why": proof.why,
            "commands": [command.words for command in proof.commands],
        },
        "risk": {"level": risk.level, "reasons": [reason.text for reason in risk.reasons]},
    }


def _rule_row(rule: Rule | None) -> dict[str, Any] | None:
    if rule is None:
        return None
    row: dict[str, Any] = {"file": rule.file, "line": rule.line, "text": rule.text}
    return {**row, "reason": rule.reason}


def _in_words(title: str, ruling: Ruling, risk: Risk) -> list[str]:
    rows = [f"{ruling.decision:8} {visible_line(title)}", f"why      {ruling.why}"]
    if ruling.rule is not None:
        rows.append(f"rule     {ruling.rule.place}  {ruling.rule.text}")
    if ruling.proof is not None and ruling.proof.holds:
        for index, command in enumerate(ruling.proof.commands):
            rows.append(f"{'' if index else 'proof':8} {shlex.join(command.words)}")
    elif ruling.proof is not None:
        rows.append(f"proof    none: {ruling.proof.why}")
    rows.append(f"risk     {risk.level}")
    rows += [f"         {display_line(reason.text)}" for reason in risk.reasons]
    return rows
