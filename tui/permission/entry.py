"""One line of the journal: what was asked, what was answered, by whom or what."""

import msgspec

from tui.model.identity import JsonObject, RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Subject
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.permission.about import paths_of
from tui.permission.redact import redact, redact_text
from tui.permission.risk_words import Risk

LONGEST_INPUT = 65_536
"""Bytes of a tool's input that are kept; the digest covers all of it."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened to one request. Secrets are taken out before it is made."""

    decision: str
    """`allow`, `deny`, `stop`, or `withdrawn`."""
    by: str
    """Who or what decided: a `Decider`, or `agent` for a withdrawal."""
    note: str = ""
    """The rule with its file and line, the mode, the reason nobody was asked."""
    agent: str = ""
    version: str = ""
    session: str = ""
    request: str = ""
    digest: str = ""
    tool: str = ""
    kind: ToolKind = ToolKind.OTHER
    subject: Subject = Subject.TOOL
    title: str = ""
    input: JsonObject = {}
    cut: int = 0
    """Bytes of the input that were left out, if it was too long."""
    paths: tuple[str, ...] = ()
    cwd: str | None = None
    project: str = ""
    risk: str = ""
    reasons: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    message: str = ""
    edited: bool = False
    """The input was changed before it was allowed."""
    dwell_ms: int | None = None
    """How long the question was open."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Whose requests are written down."""

    agent: str
    project: str
    version: str = ""
    session: str = ""


def entry(
    request: PermissionRequest,
    origin: Origin,
    *,
    decision: Decision | None,
    by: Decider | str,
    note: str = "",
    risk: Risk | None = None,
    dwell_ms: int | None = None,
) -> Entry:
    """Write down what was decided about a request; no decision means it was withdrawn."""
    kept, cut = _kept(redact(request.input))
    return Entry(
        decision=decision.verdict.value if decision is not None else "withdrawn",
        by=str(by),
        note=redact_text(note),
        agent=origin.agent,
        version=origin.version,
        session=origin.session,
        request=request.id,
        digest=request.digest,
        tool=request.tool,
        kind=request.kind,
        subject=request.subject,
        title=redact_text(request.title),
        input=kept,
        cut=cut,
        paths=tuple(map(redact_text, paths_of(request))),
        cwd=request.cwd,
        project=origin.project,
        risk=risk.level.value if risk is not None else "",
        reasons=tuple(redact_text(one.text) for one in risk.reasons) if risk is not None else (),
        options=decision.options if decision is not None else (),
        message=redact_text(decision.message) if decision is not None else "",
        edited=decision is not None and decision.input is not None,
        dwell_ms=dwell_ms,
    )


def request_of(entry: Entry) -> PermissionRequest:
    """Return the request that an entry is about, as far as it was kept."""
    changes = tuple(FileChange(path=path, kind=ChangeKind.MODIFIED) for path in entry.paths)
    return PermissionRequest(
        id=RequestId(entry.request),
        tool=entry.tool,
        kind=entry.kind,
        title=entry.title,
        input=entry.input,
        subject=entry.subject,
        cwd=entry.cwd,
        changes=changes if entry.kind in (ToolKind.WRITE, ToolKind.EDIT) else (),
    )


def _kept(input: JsonObject) -> tuple[JsonObject, int]:
    size = len(msgspec.json.encode(input))
    if size <= LONGEST_INPUT:
        return input, 0
    return {}, size
