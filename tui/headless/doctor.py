"""`parley doctor`: what is missing, and the one line that fixes it."""

import os
import platform
import tempfile
from pathlib import Path

import msgspec

from tui import __version__
from tui.agents.dialect import Readiness
from tui.agents.registry import REAL
from tui.config.load import settings_file
from tui.config.paths import state_folder, trust_file
from tui.config.standing import rule_book
from tui.errors import ParleyError
from tui.headless import config
from tui.headless.agents import AgentRow, survey
from tui.headless.audit import opened_journal
from tui.headless.folder import working_folder
from tui.headless.output import data, flush, say
from tui.permission.trust import Trust, TrustState
from tui.permission.verify import verify
from tui.permission.would_run import what_would_run

UNAVAILABLE = 3

WORDS = {
    TrustState.TRUSTED: "trusted",
    TrustState.DECLINED: "kept off",
    TrustState.CHANGED: "changed since it was asked about",
    TrustState.UNKNOWN: "not asked about yet",
}


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
    ours = (_folder(folder), _state(), _settings(), _trust(folder), _policy(folder), _journal())
    checks = [*ours, *(_agent(row) for row in agents if _real(row))]
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
    return row.id in REAL


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


def _settings() -> Check:
    """Tell what is wrong with the settings: the file, the keys, the theme."""
    found = config.problems()
    usual = str(settings_file()) if settings_file().exists() else "none; everything is as usual"
    detail = "; ".join(found) or usual
    remedy = f"Mend {settings_file()}" if found else None
    return Check(name="settings", fine=not found, detail=detail, remedy=remedy)


def _trust(folder: Path) -> Check:
    """Tell whether the folder's own configuration may run, and how many others may."""
    trust = Trust(trust_file())
    state = trust.state(folder)
    others = sum(one.trusted for one in trust.folders())
    if trust.problem:
        return Check(name="trust", fine=False, detail=trust.problem, remedy="Mend or remove it.")
    count = len(what_would_run(folder))
    settings = f"{count} setting{'s' * (count != 1)} of its own"
    detail = f"this folder is {WORDS[state]} ({settings}); {others} trusted in all"
    return Check(name="trust", fine=True, detail=detail)


def _policy(folder: Path) -> Check:
    files = rule_book(folder).files()
    for fault in (fault for file in files for fault in file.faults):
        remedy = "Mend it; until then everything is asked: parley policy check"
        return Check(name="policy", fine=False, detail=fault.text, remedy=remedy)
    rules = sum(len(file.rules) for file in files)
    detail = f"{rules} rule{'s' * (rules != 1)}, all understood"
    return Check(name="policy", fine=True, detail=detail)


def _journal() -> Check:
    try:
        found = verify(opened_journal())
    except ParleyError as error:
        return Check(name="journal", fine=False, detail=error.problem, remedy=error.remedy)
    if found.damages:
        first = found.damages[0]
        place = f"{first.file}:{first.line}" if first.line else first.file
        detail = f"{place} {first.problem}"
        return Check(name="journal", fine=False, detail=detail, remedy="parley audit --verify")
    decisions = f"{found.lines} decision{'s' * (found.lines != 1)}"
    return Check(name="journal", fine=True, detail=f"{decisions}, whole")


def _agent(row: AgentRow) -> Check:
    fine = row.readiness is Readiness.READY
    detail = f"{row.label} {row.version or ''}".strip()
    if row.problem:
        detail = f"{detail}: {row.problem}"
    elif not row.tested:
        detail = f"{detail}: this version was not tried with parley"
    return Check(name=row.id, fine=fine, detail=detail, remedy=row.remedy)
