"""The newest sessions as they were known last time, for the very first picture.

Nothing but SQLite is imported: other modules take longer than the whole glimpse may.
"""

import sqlite3
from typing import NamedTuple


class Glimpse(NamedTuple):
    """One session in a few words. They are untrusted text."""

    agent: str
    title: str | None
    cwd: str | None
    updated_at: float | None


def glimpse(index: str, limit: int = 40) -> list[Glimpse]:
    """Return the newest sessions of an index file; nothing where it cannot be read."""
    try:
        database = sqlite3.connect(f"file:{index}?mode=ro", uri=True, timeout=0)
    except sqlite3.Error:
        return []
    try:
        found = database.execute(
            "select agent, title, cwd, updated_at from session where kind = 'session'"
            " order by updated_at desc limit ?",
            (limit,),
        )
        return [Glimpse(*row) for row in found]
    except sqlite3.Error:
        return []
    finally:
        database.close()
