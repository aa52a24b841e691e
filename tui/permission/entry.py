"""One line of the journal: what was asked, what was answered, by whom or what."""

from json import dumps

import msgspec

from tui.model.identity import JsonObject, RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Subject
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.permission.about import paths_of
from tui.permission.redact import redact, redact_text
from tui.permission.risk_words import Risk

LONGEST_INPUT = 65_536
"""Bytes of a tool's input that are kept; the digest covers all of it."""

LONGEST_TEXT = 4_096
"""Characters of any other text that are kept; what is left out is told."""

MOST_TEXTS = 100
"""Paths, reasons and options that are kept; what is left out is told."""


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
    kept, cut = _kept(request.input)
    return Entry(
        decision=decision.verdict.value if decision is not None else "withdrawn",
        by=str(by),
        note=_text(note),
        agent=origin.agent,
        version=origin.version,
        session=origin.session,
        request=_text(request.id),
        digest=request.digest,
        tool=_text(request.tool),
        kind=request.kind,
        subject=request.subject,
        title=_text(request.title),
        input=kept,
        cut=cut,
        paths=_texts(paths_of(request)),
        cwd=_text(request.cwd) if request.cwd is not None else None,
        project=origin.project,
        risk=risk.level.value if risk is not None else "",
        reasons=_texts(tuple(one.text for one in risk.reasons)) if risk is not None else (),
        options=_texts(decision.options) if decision is not None else (),
        message=_text(decision.message) if decision is not None else "",
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


def _text(text: str) -> str:
    """Return a text without its secrets; of a very long one the beginning, and how much is left."""
    # A secret that is cut in two would not be known; twice as much is looked through.
    kept = redact_text(text[: 2 * LONGEST_TEXT])[:LONGEST_TEXT]
    left = len(text) - LONGEST_TEXT
    return f"{kept} … {left:,} characters more" if left > 0 else kept


def _texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    left = len(texts) - MOST_TEXTS
    more = (f"… {left:,} more",) if left > 0 else ()
    return (*map(_text, texts[:MOST_TEXTS]), *more)


def _kept(input: JsonObject) -> tuple[JsonObject, int]:
    """Return an input without its secrets; nothing of one that is too long, and its size."""
    size = _size(input)
    return (redact(input), 0) if size <= LONGEST_INPUT else ({}, size)


def _size(input: JsonObject) -> int:
    try:
        return len(msgspec.json.encode(input))
    except UnicodeEncodeError:
        # Half a surrogate pair, which only the slower writer can spell.
        return len(dumps(input))
