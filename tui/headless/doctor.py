"""`parley doctor`: what is missing, and the one line that fixes it."""

import os
import platform
import tempfile
from pathlib import Path

import msgspec

from tui import __version__
from tui.agents.dialect import Readiness
from tui.config.paths import state_folder
from tui.headless.agents import AgentRow, survey
from tui.headless.output import data, flush, say
from tui.headless.pick import working_folder

UNAVAILABLE = 3


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at."""

    name: str
    fine: bool
    detail: str
    remedy: str | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that was looked at."""

    parley: str
    python: str
    system: str
    checks: list[Check]


def main(cwd: str | None, json: bool) -> int:
    """Look at everything; exit 3 where no agent could answer."""
    folder = working_folder(cwd)
    agents = survey(folder)
    checks = [_folder(folder), _state(), *(_agent(row) for row in agents if _real(row))]
    report = Report(
        parley=__version__,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()}",
        checks=checks,
    )
    if json:
        data(msgspec.json.format(msgspec.json.encode(report), indent=2))
        flush()
    else:
        _tell(report)
    usable = any(row.readiness is Readiness.READY for row in agents if _real(row))
    return 0 if usable else UNAVAILABLE


def _real(row: AgentRow) -> bool:
    return not row.id.startswith("demo")


def _tell(report: Report) -> None:
    say(f"parley {report.parley}, Python {report.python}, {report.system}")
    for check in report.checks:
        say(f"{'✓ ok  ' if check.fine else '✗ fix '} {check.name}: {check.detail}")
        if check.remedy:
            say(f"         → {check.remedy}")


def _folder(folder: Path) -> Check:
    writable = os.access(folder, os.W_OK)
    return Check(
        name="folder",
        fine=writable,
        detail=str(folder) if writable else f"{folder} cannot be written to",
        remedy=None if writable else f"chmod u+w {folder}",
    )


def _state() -> Check:
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        detail = f"{folder} cannot be written to: {error.strerror}"
        remedy = "Set XDG_STATE_HOME to a folder of yours."
        return Check(name="state", fine=False, detail=detail, remedy=remedy)
    return Check(name="state", fine=True, detail=str(folder))


def _agent(row: AgentRow) -> Check:
    fine = row.readiness is Readiness.READY
    detail = f"{row.label} {row.version or ''}".strip()
    if row.problem:
        detail = f"{detail}: {row.problem}"
    elif not row.tested:
        detail = f"{detail}: this version was not tried with parley"
    return Check(name=row.id, fine=fine, detail=detail, remedy=row.remedy)
