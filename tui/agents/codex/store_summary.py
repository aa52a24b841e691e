"""The row of one rollout file of Codex."""

import re
from pathlib import Path

import msgspec

from tui.agents.codex.store_frames import Record, content_words, is_boilerplate, number, text
from tui.agents.codex.store_frames import record as read_record
from tui.agents.codex.store_packed import PACKED, unpacked
from tui.agents.store import RowKind, SessionSummary, StoredFile, broken
from tui.agents.store_files import Excerpt, excerpt, one_line, seconds, why
from tui.model.identity import AgentId, JsonObject

CODEX = AgentId("codex")

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NAME = re.compile(rf"rollout-.+?-({_UUID})(_{_UUID})?")
_FURTHER = 1024 * 1024


class Facts(msgspec.Struct):
    """What the records at hand say about a thread."""

    good: int = 0
    bad: int = 0
    meta: JsonObject = {}
    first: str | None = None
    last: str | None = None
    title: str | None = None
    model: str | None = None
    created: float | None = None
    updated: float | None = None
    items: int = 0
    """Messages told as items."""
    messages: int = 0
    """Messages told in the older way."""
    used: int | None = None


def session_id(path: str) -> str:
    """Return the thread's id: the first UUID of the name; a reverted thread's has two."""
    name = Path(path).name
    found = _NAME.match(name)
    return found[1] if found else name.removesuffix(PACKED).removesuffix(".jsonl")


def summarise(file: StoredFile, *, whole: bool = False) -> SessionSummary:
    """Return the row of a file, from its head and tail or from all of it."""
    if file.trouble:
        return _broken(file, file.trouble)
    try:
        if file.path.endswith(PACKED):
            rows = [row for row in unpacked(file.path).split(b"\n") if row.strip()]
            found = Excerpt(rows, [], True, False, file.size)
        else:
            found = excerpt(file.path, whole=whole)
    except OSError as error:
        return _broken(file, why(error))
    if not found.size:
        return _broken(file, "The file is empty.")
    facts = Facts()
    for line in found.lines:
        _take(facts, read_record(line))
    if not found.whole and facts.first is None:
        _look_further(facts, file.path)
    return _row(file, found, facts)


def _take(facts: Facts, one: Record | None) -> None:
    if one is None:
        facts.bad += 1
        return
    facts.good += 1
    if (at := seconds(one.timestamp)) is not None:
        facts.created = at if facts.created is None else min(at, facts.created)
        facts.updated = at if facts.updated is None else max(at, facts.updated)
    body = one.body
    match one.kind:
        case "session_meta":
            facts.meta = facts.meta or body
        case "bare":
            if "id" in body and "timestamp" in body:
                facts.meta = facts.meta or body
        case "turn_context":
            facts.model = text(body, "model") or facts.model
        case "token_count":
            facts.used = _total(body.get("info"), "total_token_usage") or facts.used
        case "token_usage_record":
            facts.used = _total(body, "thread_token_usage") or facts.used
        case "thread_name_updated":
            facts.title = text(body, "thread_name") or facts.title
        case "user_message" | "agent_message":
            facts.messages += 1
            if one.kind == "user_message":
                _prompted(facts, text(body, "message"))
        case "item_completed":
            _item(facts, body.get("item"))


def _item(facts: Facts, item: object) -> None:
    if not isinstance(item, dict) or item.get("type") not in ("UserMessage", "AgentMessage"):
        return
    facts.items += 1
    if item["type"] == "UserMessage":
        _prompted(facts, content_words(item.get("content")))


def _prompted(facts: Facts, said: str) -> None:
    if said.strip() and not is_boilerplate(said):
        facts.first = facts.first or said
        facts.last = said


def _total(info: object, key: str) -> int | None:
    total = info.get(key) if isinstance(info, dict) else None
    return number(total.get("total_tokens")) if isinstance(total, dict) else None


def _look_further(facts: Facts, path: str) -> None:
    """Instructions of a project can fill the head; the first prompt follows them."""
    try:
        lines = excerpt(path, head=_FURTHER).head
    except OSError:
        return
    seen = Facts()
    for line in lines:
        _take(seen, read_record(line))
        if seen.first is not None:
            facts.first = seen.first
            facts.last = facts.last or seen.first
            return


def _row(file: StoredFile, found: Excerpt, facts: Facts) -> SessionSummary:
    meta = facts.meta
    spawned, parent = _spawned(meta.get("source"))
    base = meta.get("history_base")
    base_id = text(base, "thread_id") if isinstance(base, dict) else ""
    fork = base_id or text(meta, "forked_from_id") or None
    count = (facts.items or facts.messages) if found.whole and not base_id else None
    git = meta.get("git")
    kind, reason = _kind(facts, found, spawned=spawned, forked=bool(base_id))
    cwd = text(meta, "cwd") or None
    id = session_id(file.path) if _NAME.match(Path(file.path).name) else _own_id(file, meta)
    archived = "archived_sessions" in Path(file.path).parts
    if archived and kind is RowKind.SESSION:
        reason = reason or f"It is archived: `codex unarchive {id}` lets it go on."
    return SessionSummary(
        id=id,
        agent=CODEX,
        path=file.path,
        kind=kind,
        created_at=seconds(meta.get("timestamp")) or facts.created,
        updated_at=facts.updated or file.mtime_ns / 1e9,
        status="error" if kind is RowKind.BROKEN else "completed",
        cwd=cwd,
        message_count=count,
        tokens_used=facts.used,
        title=one_line(facts.title or facts.first or "") or None,
        model=facts.model,
        git_branch=text(git, "branch") or None if isinstance(git, dict) else None,
        resumable=kind is RowKind.SESSION and bool(meta) and not archived,
        reason=reason,
        parent=parent,
        last_prompt=one_line(facts.last) if facts.last else None,
        version=text(meta, "cli_version") or None,
        archived=archived,
        whole=found.whole,
        size=file.size,
        mtime_ns=file.mtime_ns,
        inode=file.inode,
        fork_of=fork,
    )


def _own_id(file: StoredFile, meta: JsonObject) -> str:
    return text(meta, "id") or session_id(file.path)


def _spawned(source: object) -> tuple[bool, str | None]:
    """Tell whether a thread is a sub-agent's, and whose."""
    inner = source.get("subagent") if isinstance(source, dict) else None
    if inner is None:
        return False, None
    spawn = inner.get("thread_spawn") if isinstance(inner, dict) else None
    parent = text(spawn, "parent_thread_id") if isinstance(spawn, dict) else ""
    return True, parent or None


def _kind(
    facts: Facts, found: Excerpt, *, spawned: bool, forked: bool
) -> tuple[RowKind, str | None]:
    trouble = _usable(found, facts.bad)
    spoken = facts.items + facts.messages
    if not facts.good or (not facts.meta and not spoken and facts.model is None):
        return RowKind.BROKEN, "There is no line of Codex in it."
    if spawned:
        return RowKind.SUBAGENT, trouble
    if found.whole and not forked and not spoken:
        return RowKind.STUB, trouble or "Nothing was said in it."
    if not facts.meta:
        return RowKind.SESSION, trouble or "Its first line is missing: Codex cannot resume it."
    return RowKind.SESSION, trouble


def _usable(found: Excerpt, bad: int) -> str | None:
    if not bad:
        return None
    total = len(found.lines)
    if found.unfinished and bad == 1:
        return f"Its last line is not finished; {total - 1} others can be read."
    return f"{bad} of {total} lines cannot be read."


def _broken(file: StoredFile, reason: str) -> SessionSummary:
    return broken(file, CODEX, session_id(file.path), reason)
