"""Which agents leave session files, and where a machine keeps them."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tui.agents.store import RowKind, SessionStore, SessionSummary, newest_first
from tui.errors import SessionNotFoundError, UsageError
from tui.model.identity import AgentId
from tui.small_files import written_path

ROOMS = {
    AgentId("claude"): "tui.agents.claude.store:ClaudeStore",
    AgentId("codex"): "tui.agents.codex.store:CodexStore",
    AgentId("gemini"): "tui.agents.gemini.store:GeminiStore",
}
"""Agent → where its store stands; a room is imported when its store is asked for."""


class Place(NamedTuple):
    """A store and the folders it reads."""

    store: SessionStore
    roots: tuple[Path, ...]


def store(agent: AgentId) -> SessionStore:
    """Return the store of one agent."""
    if agent not in ROOMS:
        raise UsageError(f"{agent} leaves no session files.", f"Take one of {', '.join(ROOMS)}.")
    module, _, name = ROOMS[agent].partition(":")
    made: SessionStore = getattr(import_module(module), name)()
    return made


def places(
    environ: Mapping[str, str],
    agent: AgentId | None = None,
    extra: Mapping[AgentId, Iterable[Path]] | None = None,
) -> list[Place]:
    """Return every store with its folders; `extra` adds folders that the user configured."""
    chosen = [agent] if agent is not None else list(ROOMS)
    found = []
    for one in chosen:
        opened = store(one)
        more = tuple((extra or {}).get(one, ()))
        folders = dict.fromkeys((*opened.roots(environ), *more))
        found.append(Place(opened, tuple(folders)))
    return found


def configured(roots: Mapping[str, Iterable[str]]) -> dict[AgentId, list[Path]]:
    """Return further folders as the settings name them; names of no agent are left out."""
    return {
        AgentId(agent): [written_path(one) for one in some]
        for agent, some in roots.items()
        if agent in ROOMS
    }


def extra_roots(given: Iterable[str]) -> dict[AgentId, list[Path]]:
    """Read further folders from words such as `claude=/folder`."""
    extra: dict[AgentId, list[Path]] = {}
    for word in given:
        agent, _, folder = word.partition("=")
        if agent in ROOMS and folder:
            extra.setdefault(AgentId(agent), []).append(Path(folder))
    return extra


def all_rows(where: Iterable[Place]) -> list[SessionSummary]:
    """Return the rows of several stores without an index, newest first."""
    rows: Iterator[SessionSummary] = (
        row for place in where for row in place.store.list(place.roots)
    )
    return newest_first(rows)


def find(rows: Iterable[SessionSummary], wanted: str) -> SessionSummary:
    """Return the session of an id or of a beginning of one that only one session has."""
    named = [row for row in rows if wanted and row.id.startswith(wanted)]
    main = [row for row in named if row.kind is not RowKind.PART] or named
    exact = [row for row in main if row.id == wanted]
    choices = exact or main
    sessions = [row for row in choices if row.kind is RowKind.SESSION] or choices
    if not sessions:
        raise SessionNotFoundError(
            f"There is no session whose id begins with {wanted!r}.", "See `parley sessions`."
        )
    if len(sessions) > 1:
        some = ", ".join(f"{row.agent} {row.id[:13]}" for row in sessions[:4])
        raise UsageError(f"{len(sessions)} sessions begin with {wanted!r}: {some} …", "Give more.")
    return sessions[0]
