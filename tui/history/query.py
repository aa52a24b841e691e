"""What people type to find something: words, and conditions such as `agent:codex since:7d`."""

import re
import time
from datetime import datetime
from pathlib import Path

import msgspec

from tui.agents.store import SessionSummary
from tui.errors import UsageError
from tui.history.words import words

_PARTS = re.compile(r'(?:(agent|dir|since|has|file|tool):)?(?:"([^"]*)"|(\S+))')
_AGO = re.compile(r"(\d+)([hdwmy])")
_SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400, "m": 30 * 86400, "y": 365 * 86400}


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """A search: every part must be met."""

    phrases: tuple[tuple[str, ...], ...] = ()
    """Each one a word or several in a row; the last word may go on."""
    agent: str | None = None
    folder: str | None = None
    since: float | None = None
    traits: tuple[tuple[str, str], ...] = ()
    """`has`, `file` and `tool` conditions."""

    def fits(self, row: SessionSummary) -> bool:
        """Tell whether a row meets the conditions that need no look into its file."""
        if self.agent is not None and row.agent != self.agent:
            return False
        if self.since is not None and (row.updated_at or 0) < self.since:
            return False
        return self.folder is None or (
            row.cwd is not None and f"{row.cwd}/".startswith(f"{self.folder.rstrip('/')}/")
        )

    @property
    def full_text(self) -> str:
        """Return the words in the language of the index, which knows words and not their order."""
        ends = [phrase[-1] for phrase in self.phrases]
        whole = [word for phrase in self.phrases for word in phrase[:-1]]
        parts = [f'"{word}"' for word in whole]
        parts += [f'"{word}" *' if goes_on(word) else f'"{word}"' for word in ends]
        return " AND ".join(dict.fromkeys(parts))

    @property
    def needle(self) -> str:
        """Return the word that says most: the longest one."""
        return max((word for phrase in self.phrases for word in phrase), key=len, default="")


def goes_on(word: str) -> bool:
    """Tell whether a last word may be the beginning of another: one letter begins too many."""
    return len(word) > 1 or not word.isascii()


def parse(text: str, now: float | None = None) -> Query:
    """Read what was typed; raises UsageError where a condition makes no sense."""
    phrases: list[tuple[str, ...]] = []
    traits: list[tuple[str, str]] = []
    given: dict[str, str] = {}
    for key, quoted, plain in _PARTS.findall(text):
        value = quoted or plain
        if key in ("has", "file", "tool"):
            traits.append((key, value.casefold()))
        elif key:
            given[key] = value
        elif tokens := words(value):
            phrases.append(tuple(tokens))
    folder = given.get("dir")
    return Query(
        phrases=tuple(phrases),
        agent=given.get("agent"),
        folder=str(Path(folder).expanduser().absolute()) if folder else None,
        since=_since(given["since"], now) if "since" in given else None,
        traits=tuple(traits),
    )


def _since(value: str, now: float | None) -> float:
    if ago := _AGO.fullmatch(value):
        return (time.time() if now is None else now) - int(ago[1]) * _SECONDS[ago[2]]
    try:
        return datetime.fromisoformat(value).timestamp()
    except ValueError as error:
        raise UsageError(
            f"since:{value} is no time.", "Write since:7d, since:12h or since:2026-11-16."
        ) from error
