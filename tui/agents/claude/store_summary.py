"""The row of one session file of Claude Code."""

from pathlib import Path

import msgspec

from tui.agents.claude import store_words
from tui.agents.claude.results import tokens
from tui.agents.claude.store_frames import Entry, entry, queued
from tui.agents.store import RowKind, SessionSummary, StoredFile, broken
from tui.agents.store_files import Excerpt, excerpt, one_line, seconds, why
from tui.model.identity import AgentId
from tui.model.usage import TokenUsage

CLAUDE = AgentId("claude")


_FEW = 12
_NAMING = (b"-title", b"cost-state")
"""Signs of lines that name a session or say what it cost, wherever they stand."""


class Facts(msgspec.Struct):
    """What the lines at hand say about a session."""

    good: int = 0
    bad: int = 0
    foreign: int = 0
    spoken: int = 0
    """Lines of the main thread with words in them."""
    custom: str | None = None
    generated: str | None = None
    first: str | None = None
    last: str | None = None
    cwd: str | None = None
    branch: str | None = None
    model: str | None = None
    version: str | None = None
    created: float | None = None
    updated: float | None = None
    cost: float | None = None
    prompts: int = 0
    seen: set[str] = set()
    used: dict[str, TokenUsage] = {}
    """Per message: its lines repeat what it used."""


def summarise(file: StoredFile, *, whole: bool = False) -> SessionSummary:
    """Return the row of a file, from its head and tail or from all of it."""
    if file.trouble:
        return _broken(file, file.trouble)
    try:
        found = excerpt(file.path, whole=whole)
    except OSError as error:
        return _broken(file, why(error))
    if not found.size:
        return _broken(file, "The file is empty.")
    facts = Facts()
    if found.whole:
        for line in found.lines:
            _take(facts, entry(line))
    else:
        _take_some(facts, found)
    if not found.whole and facts.first is None and facts.custom is None:
        _look_further(facts, file.path)
    return _row(file, found, facts)


def _take_some(facts: Facts, found: Excerpt) -> None:
    """Read the lines of a long session that a row is made of; there is nothing to count in it.

    Reading all of both ends takes ten times as long, which ten thousand files make noticeable.
    """
    begun = 0
    for line in found.head:
        begun += 1
        _take(facts, entry(line))
        if begun >= _FEW and facts.first is not None and facts.cwd is not None:
            break
    rest, last = found.head[begun:] + found.tail[:-_FEW], found.tail[-_FEW:]
    prompts = (
        line for line in reversed(rest) if b'"user"' in line and b'"tool_result"' not in line
    )
    prompt = next(prompts, None)
    text = b"\n".join(rest)
    named = any(sign in text for sign in _NAMING)
    for line in rest:
        if line is prompt or (named and any(sign in line for sign in _NAMING)):
            _take(facts, entry(line))
        elif line[:1] == b"{" and line[-1:] in b"}\r":
            facts.good += 1
        else:
            facts.bad += 1
    for line in last:
        _take(facts, entry(line))


def usable(found: Excerpt, bad: int) -> str | None:
    """Say how much of a file can be read, where not all of it can."""
    if not bad:
        return None
    total = len(found.lines)
    if found.unfinished and bad == 1:
        cut = "Its last line is not finished"
        return f"{cut}; the {total - 1} before it can be read." if found.whole else f"{cut}."
    some = f"{bad} of {total} lines cannot be read"
    return f"{some}." if found.whole else f"{some} at its beginning and end."


def _take(facts: Facts, found: Entry | None) -> None:
    if found is None:
        facts.bad += 1
        return
    facts.good += 1
    if found.type is None:
        facts.foreign += 1
    facts.custom = found.custom_title or facts.custom
    facts.generated = found.ai_title or facts.generated
    if found.total_cost_usd is not None:
        facts.cost = float(found.total_cost_usd)
    facts.cwd = facts.cwd or found.cwd
    facts.branch = found.git_branch or facts.branch
    facts.version = found.version or facts.version
    if (at := seconds(found.timestamp)) is not None:
        facts.created = at if facts.created is None else min(at, facts.created)
        facts.updated = at if facts.updated is None else max(at, facts.updated)
    if found.uuid is not None:
        if found.uuid in facts.seen:
            return
        facts.seen.add(found.uuid)
    if found.type == "attachment" and (command := queued(found)) is not None:
        if isinstance(command.prompt, str):
            facts.prompts += 1
            facts.last = command.prompt
    elif found.type == "user":
        _user(facts, found)
    elif found.type == "assistant":
        _assistant(facts, found)


def _user(facts: Facts, found: Entry) -> None:
    facts.spoken += 1
    if store_words.typed(found) is not None:
        facts.prompts += 1
    if (said := store_words.for_title(found) or _sidechain_prompt(found)) is not None:
        facts.first = facts.first or said
        facts.last = said


def _sidechain_prompt(found: Entry) -> str | None:
    return store_words.typed(found) if found.is_sidechain and found.agent_id else None


def _assistant(facts: Facts, found: Entry) -> None:
    facts.spoken += 1
    message = found.message
    if message is None:
        return
    if message.model not in (None, "<synthetic>"):
        facts.model = message.model
    used = tokens(message.usage) or TokenUsage()
    name = message.id or found.uuid or str(facts.good)
    known = facts.used.get(name, used)
    facts.used[name] = TokenUsage(
        input=max(known.input or 0, used.input or 0),
        output=max(known.output or 0, used.output or 0),
    )


def _look_further(facts: Facts, path: str) -> None:
    """A first prompt may be longer than the head; 2.1.325 also writes long lines before it."""
    try:
        lines = excerpt(path, head=16 * 64 * 1024).head
    except OSError:
        return
    for found in map(entry, lines):
        said = store_words.for_title(found) if found is not None else None
        if said is not None:
            facts.first = said
            return


def _row(file: StoredFile, found: Excerpt, facts: Facts) -> SessionSummary:
    path = Path(file.path)
    parent = path.parent.parent.name if path.parent.name == "subagents" else None
    title = facts.custom or facts.generated or facts.first
    trouble = usable(found, facts.bad)
    kind, resumable = _kind(facts, parent)
    if kind is RowKind.BROKEN:
        trouble = "There is no line of Claude Code in it."
    elif kind is RowKind.STUB:
        trouble = trouble or "Nothing was said in it."
    complete = found.whole
    return SessionSummary(
        id=path.stem,
        agent=CLAUDE,
        path=file.path,
        kind=kind,
        created_at=facts.created,
        updated_at=facts.updated or file.mtime_ns / 1e9,
        status="error" if kind is RowKind.BROKEN else "completed",
        cwd=facts.cwd,
        message_count=facts.prompts + len(facts.used) if complete else None,
        tokens_used=sum(one.total for one in facts.used.values()) if complete else None,
        cost_usd=facts.cost,
        title=one_line(title) if title else None,
        model=facts.model,
        git_branch=facts.branch or None,
        resumable=resumable,
        reason=trouble,
        parent=parent,
        last_prompt=one_line(facts.last) if facts.last else None,
        version=facts.version,
        whole=complete,
        size=file.size,
        mtime_ns=file.mtime_ns,
        inode=file.inode,
    )


def _kind(facts: Facts, parent: str | None) -> tuple[RowKind, bool]:
    if not facts.good or facts.foreign == facts.good:
        return RowKind.BROKEN, False
    if parent is not None:
        return RowKind.SUBAGENT, False
    return (RowKind.SESSION, True) if facts.spoken else (RowKind.STUB, False)


def _broken(file: StoredFile, reason: str) -> SessionSummary:
    return broken(file, CLAUDE, Path(file.path).stem, reason)
