"""Which process of Claude Code has a session open: each one says so in a file while it lives."""

import os
from pathlib import Path

import msgspec

from tui.agents.claude.read import details
from tui.agents.store import Holder, SessionSummary
from tui.agents.store_files import entries, small


class LiveProcess(msgspec.Struct, rename="camel"):
    """The contents of `sessions/<pid>.json`."""

    pid: int | None = None
    session_id: str | None = None
    version: str | None = None
    proc_start: str | int | None = None
    """When the process began, in ticks: the number of a process that was killed may be reused."""


def held_by(row: SessionSummary) -> Holder | None:
    """Return the living process that has a session open."""
    projects = next((one for one in Path(row.path).parents if one.name == "projects"), None)
    if projects is None:
        return None
    try:
        files = [one.path for one in entries(f"{projects.parent}/sessions")]
    except OSError:
        return None
    for path in files:
        if not path.endswith(".json"):
            continue
        try:
            found = details(small(path), LiveProcess)
        except OSError:
            continue
        if found.session_id == row.id and found.pid is not None and _lives(found):
            name = f"Claude Code {found.version}" if found.version else "Claude Code"
            return Holder(found.pid, f"{name}, process {found.pid}")
    return None


def _lives(found: LiveProcess) -> bool:
    pid = found.pid or 0
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    began = _ticks(pid)
    told = str(found.proc_start or "")
    return not (began and told.isdecimal()) or began == told


def _ticks(pid: int) -> str:
    """Return when a process began, as Linux counts it; empty where that is not known."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 else ""
