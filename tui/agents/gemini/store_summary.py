"""The row of one chat file of Gemini CLI."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from tui.agents.gemini.store_log import Chat, decode, fold, typed, whole_document, words
from tui.agents.gemini.store_saved import id_of, is_saved, tag_of
from tui.agents.store import RowKind, SessionSummary, StoredFile, broken
from tui.agents.store_files import excerpt, one_line, opened, seconds, small, why
from tui.model.identity import AgentId, JsonObject

GEMINI = AgentId("gemini")

_LARGEST_DOCUMENT = 16 * 1024 * 1024

_SAVED = "Saved with `/chat save`; Gemini CLI goes on with it where one types"


def summarise(file: StoredFile, *, whole: bool = False) -> SessionSummary:
    """Return the row of a file, from its head and tail or from all of it."""
    if file.trouble:
        return _broken(file, file.trouble)
    try:
        if not file.size:
            with opened(file.path):
                return _broken(file, "The file is empty.")
        if file.path.endswith(".json"):
            chat, complete = whole_document(small(file.path, _LARGEST_DOCUMENT)), True
        else:
            found = excerpt(file.path, whole=whole)
            chat, complete = fold(found.lines), found.whole
            chat.unfinished = found.unfinished
    except OSError as error:
        return _broken(file, why(error))
    return _row(file, chat, complete)


def folder_of(path: str) -> str | None:
    """Return the project that a chat file belongs to, from the registry beside it."""
    project = _project(path)
    if project is None:
        return None
    try:
        named = small(str(project / ".project_root")).decode("utf-8", "replace").strip()
    except OSError:
        named = ""
    return named or _registered(project)


def _project(path: str) -> Path | None:
    """Return `tmp/<project>`, which holds the `chats` that the file is in."""
    if is_saved(path):
        return Path(path).parent
    return next((one.parent for one in Path(path).parents if one.name == "chats"), None)


def _registered(project: Path) -> str | None:
    """Look a folder up by its short name, or by the hash that older versions used."""
    try:
        registry = decode(small(str(project.parent.parent / "projects.json"))) or {}
    except OSError:
        return None
    projects = registry.get("projects")
    if not isinstance(projects, dict):
        return None
    for folder, short in projects.items():
        if project.name in (short, sha256(folder.encode("utf-8", "replace")).hexdigest()):
            return folder if isinstance(folder, str) else None
    return None


def _row(file: StoredFile, chat: Chat, complete: bool) -> SessionSummary:
    header = chat.header
    bodies = [one.body for one in chat.messages.values()]
    prompts = [said for body in bodies if (said := typed(body)) is not None]
    kind, reason = _kind(file, chat)
    id = header.get("sessionId")
    summary = header.get("summary")
    title = summary if isinstance(summary, str) and summary else _first(prompts)
    if is_saved(file.path):
        id, title = id_of(file.path), tag_of(file.path)
    models = [body.get("model") for body in bodies if isinstance(body.get("model"), str)]
    times = [at for body in bodies if (at := seconds(body.get("timestamp"))) is not None]
    updated = seconds(header.get("lastUpdated"))
    spoken = kind in (RowKind.SESSION, RowKind.SUBAGENT)
    return SessionSummary(
        id=id if isinstance(id, str) and id else Path(file.path).stem,
        agent=GEMINI,
        path=file.path,
        kind=kind,
        created_at=seconds(header.get("startTime")) or min(times, default=None),
        updated_at=max([*times, *([updated] if updated else [])], default=file.mtime_ns / 1e9),
        status="error" if kind is RowKind.BROKEN else "completed",
        cwd=folder_of(file.path),
        message_count=sum(_counts(body) for body in bodies) if complete and spoken else None,
        tokens_used=_tokens(chat.answers.values()) if complete and spoken else None,
        title=one_line(title) if title else None,
        model=models[-1] if models else None,
        resumable=kind is RowKind.SESSION and isinstance(id, str) and not is_saved(file.path),
        reason=reason,
        parent=Path(file.path).parent.name if kind is RowKind.SUBAGENT else None,
        last_prompt=one_line(prompts[-1]) if prompts else None,
        whole=complete,
        size=file.size,
        mtime_ns=file.mtime_ns,
        inode=file.inode,
    )


def _first(prompts: list[str]) -> str | None:
    """Commands make no title, unless nothing else was said."""
    named = (said for said in prompts if said.strip() and said.lstrip()[:1] not in ("/", "?"))
    return next(named, None) or next((said for said in prompts if said.strip()), None)


def _counts(body: JsonObject) -> bool:
    if body.get("type") == "gemini":
        return bool(words(body).strip())
    return typed(body) is not None


def _tokens(bodies: Iterable[JsonObject]) -> int | None:
    totals = [total for body in bodies if (total := _total(body)) is not None]
    return sum(totals) if totals else None


def _total(body: JsonObject) -> int | None:
    used = body.get("tokens")
    total = used.get("total") if isinstance(used, dict) else None
    return int(total) if isinstance(total, int | float) and abs(total) < 1e15 else None


def _kind(file: StoredFile, chat: Chat) -> tuple[RowKind, str | None]:
    trouble = _usable(chat)
    known = chat.spoken or any(key in chat.header for key in ("sessionId", "history"))
    if not chat.good or not known:
        return RowKind.BROKEN, "There is no record of Gemini CLI in it."
    if is_saved(file.path) and chat.spoken:
        return RowKind.SESSION, trouble or f"{_SAVED} `/chat resume {tag_of(file.path)}`."
    below = not is_saved(file.path) and Path(file.path).parent.name != "chats"
    if chat.header.get("kind") == "subagent" or below:
        return RowKind.SUBAGENT, trouble
    if not chat.spoken and not chat.bad:
        return RowKind.STUB, "Nothing was said in it."
    if "sessionId" not in chat.header:
        return RowKind.SESSION, trouble or "Its first line is missing: Gemini cannot resume it."
    return RowKind.SESSION, trouble


def _usable(chat: Chat) -> str | None:
    if not chat.bad:
        return None
    if chat.unfinished and len(chat.bad) == 1:
        return f"Its last line is not finished; {chat.good} others can be read."
    return f"{len(chat.bad)} lines cannot be read; {chat.good} can."


def _broken(file: StoredFile, reason: str) -> SessionSummary:
    id = id_of(file.path) if is_saved(file.path) else Path(file.path).stem
    return broken(file, GEMINI, id, reason, folder_of(file.path))
