"""Gathers what the welcome page tells, after the first frame, and keeps it for the next start."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.config.kept_theme import keep_theme
from tui.config.paths import state_folder
from tui.config.save import replace_file
from tui.text.visible import visible_line
from tui.ui.front import LOOKS, FoundAgent, Front, Recent
from tui.ui.front_file import KEPT_ROWS, NAME, Kept, written
from tui.ui.services import AgentChoice
from tui.ui.states import GLYPHS
from tui.ui.theme import style_of

if TYPE_CHECKING:
    from tui.history.library import Row
    from tui.ui.app import ParleyApp


async def welcome(app: "ParleyApp") -> None:
    """Look for sessions, then for agents; show each as soon as it is known, then keep both."""
    live = app.desk.active
    if live is None:
        return
    rows, looked = await _rows(app)
    app.front = _front(app.front.agents, rows, looked)
    app.chat.greet()
    choices = await asyncio.to_thread(app.services.agents, live.opening.cwd)
    app.front = _front(_agents(choices, rows or []), rows, looked)
    app.chat.greet()
    await keep(app)


async def keep(app: "ParleyApp") -> None:
    """Keep the page and the theme for the next start; where the disk does not, do without."""
    if app.front.agents is None:
        return
    content = written(Kept(app.front, _looks(), app.current_theme.background or ""))
    with suppress(OSError):
        await asyncio.to_thread(keep_theme, app.settings.theme)
        await asyncio.to_thread(_keep, content)


async def _rows(app: "ParleyApp") -> "tuple[list[Row] | None, str]":
    if app.services.library is None:
        return None, ""
    library = await app.reading.library()
    rows = await asyncio.to_thread(library.refresh)
    roots = [str(root) for some in library.roots.values() for root in some[:1]]
    return [row for row in rows if row.kind.value == "session"], ", ".join(roots)


def _front(agents: "list[FoundAgent] | None", rows: "list[Row] | None", looked: str) -> Front:
    recent = [
        Recent(
            row.id,
            GLYPHS.get(row.agent, "·"),
            visible_line(row.title or ""),
            visible_line(row.cwd or ""),
            str(row.updated_at or ""),
        )
        for row in rows or ()
        if row.resumable and not row.archived
    ]
    count = len(rows) if rows is not None else None
    return Front(agents, recent[:KEPT_ROWS], count, visible_line(looked))


def _agents(choices: Sequence[AgentChoice], rows: "Sequence[Row]") -> list[FoundAgent]:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.agent] = counts.get(row.agent, 0) + 1
    return [
        FoundAgent(
            GLYPHS.get(one.id, "·"),
            visible_line(one.label),
            visible_line(one.version),
            _state(one),
            visible_line(one.remedy),
            _count(counts.get(one.id, 0)),
        )
        for one in choices
        if not one.id.startswith("demo")
    ]


def _count(sessions: int) -> str:
    return f"{sessions:,} session{'s' * (sessions != 1)}" if sessions else ""


def _state(choice: AgentChoice) -> str:
    if choice.usable:
        return "not signed in" if choice.problem else "ready"
    return "cannot be used" if choice.version else "not installed"


def _looks() -> dict[str, str]:
    """Return the looks of the page as the splash can use them."""
    words = {}
    for look in LOOKS:
        style = style_of(look)
        colour = style.color.get_truecolor().hex if style.color is not None else ""
        words[look] = f"bold {colour}" if style.bold else colour
    return words


def _keep(content: str) -> None:
    file = state_folder() / NAME
    if not file.exists() or file.read_bytes() != content.encode():
        replace_file(file, content.encode())
