"""`parley policy`: what the rules say, why, and what is wrong with them."""

import shlex
import sys
from collections import Counter
from json import dumps, loads
from pathlib import Path
from typing import Any

from tui.config.paths import config_folder, state_folder
from tui.errors import UsageError
from tui.headless.output import data, flush, remark, say
from tui.headless.pick import working_folder
from tui.headless.policy_requests import from_entry, from_row
from tui.model.permission import PermissionRequest
from tui.permission.entry import Origin
from tui.permission.journal import Journal
from tui.permission.policy import Policy, Ruling, combine, decide, load_policy
from tui.permission.policy_file import PROJECT_FILE, PolicyFile, read_policy
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Risk
from tui.permission.rules import Rule
from tui.permission.standing import Standing
from tui.permission.trust import Trust, TrustState
from tui.permission.verify import lines
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
            return _test(_policy(policy, folder), folder, json=json)
        case _:
            return _explain(_policy(policy, folder), folder, command or [], stdin=stdin, json=json)


def user_file() -> Path:
    """Return where the user's own rules are kept."""
    return config_folder() / "policy.toml"


def trust_file() -> Path:
    """Return where the trusted folders are kept."""
    return state_folder() / "trust.json"


def journal_file() -> Path:
    """Return where every decision is written down."""
    return state_folder() / "audit.jsonl"


def is_trusted(folder: Path) -> bool:
    """Tell whether the folder's own configuration may run, its rules included."""
    return Trust(trust_file()).state(folder) is TrustState.TRUSTED


def standing(agent: str, folder: Path, version: str) -> Standing:
    """Return what answers one session's requests by the user's rules and writes them down."""
    origin = Origin(agent=agent, project=str(folder), version=version)
    policy = load_policy(user_file(), folder, trusted=is_trusted(folder))
    return Standing(policy, Journal(journal_file()), origin)


def _files(policy: str | None, folder: Path) -> list[PolicyFile]:
    if policy is None:
        return [read_policy(user_file()), read_policy(folder / PROJECT_FILE)]
    file = read_policy(Path(policy).expanduser())
    if not file.found:
        raise UsageError(f"{policy} does not exist.", "Name a policy file: --policy FILE")
    return [file]


def _policy(policy: str | None, folder: Path) -> Policy:
    if policy is not None:
        loaded = combine((file, True) for file in _files(policy, folder))
    else:
        loaded = load_policy(user_file(), folder, trusted=is_trusted(folder))
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
    if len(files) > 1 and files[1].rules and not is_trusted(folder):
        say(f"{folder} is not trusted: its rules can deny and ask, but not allow.")
    return DONE


def _explain(policy: Policy, folder: Path, command: list[str], *, stdin: bool, json: bool) -> int:
    if stdin == bool(command):
        raise UsageError(
            "Give either a command or --stdin.", "Try: parley policy explain -- git log -5"
        )
    if command:
        line = command[0] if len(command) == 1 else shlex.join(command)
        _answer(policy, from_row({"cmd": line}), json=json, whole=True, folder=folder)
        flush()
        return DONE
    code = DONE
    for number, row in enumerate(sys.stdin.buffer, 1):
        if row.strip():
            try:
                request = from_row(loads(row))
            except (ValueError, RecursionError) as error:
                code = USAGE
                _refuse(number, str(error), json=json)
            else:
                _answer(policy, request, json=json, whole=False, folder=folder)
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
    whole: bool,
    folder: Path,
) -> None:
    agent, request = asked
    where = Where(agent, str(folder))
    reading = read_request(request)
    ruling = decide(request, policy, where, reading)
    risk = assess(request, where, reading)
    title = reading.line if reading is not None else request.title
    if json:
        data(dumps(_as_row(title, ruling, risk)).encode())
    elif whole:
        for line in _in_words(title, ruling, risk):
            say(line)
    else:
        say(f"{ruling.decision:5} {risk.level:6} {visible_line(title)}  ({ruling.why})")


def _as_row(title: str, ruling: Ruling, risk: Risk) -> dict[str, Any]:
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
    rows += [f"         it {visible_line(reason.text)}" for reason in risk.reasons]
    return rows


def _test(policy: Policy, folder: Path, *, json: bool) -> int:
    """Say what the rules would have decided about every request in the journal."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in lines(Journal(journal_file())):
        was = line.entry.decision
        request = from_entry(line.entry)
        where = Where(line.entry.agent, line.entry.project or str(folder))
        ruling = decide(request, policy, where)
        counts[was, ruling.decision] += 1
        if json:
            row = _as_row(request.title, ruling, assess(request, where))
            data(dumps({"seq": line.seq, "was": was, **row}).encode())
        elif ruling.decision != "ask" and ruling.decision != was:
            say(f"#{line.seq} was {was}, would be {ruling.decision}: {visible_line(request.title)}")
    flush()
    if not json:
        _tell_counts(counts)
    return DONE


def _tell_counts(counts: Counter[tuple[str, str]]) -> None:
    if not counts:
        say("No request has been decided yet, so there is nothing to try the rules on.")
        return
    say(f"{sum(counts.values())} past requests:")
    for (was, would), count in sorted(counts.items()):
        say(f"  {count:6} were {was:9} would be {would}")
