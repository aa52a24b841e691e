"""What people type to find something: words, and conditions such as `agent:codex since:7d`."""

import re
import time
from datetime import datetime

import msgspec

from tui.agents.store import SessionSummary
from tui.errors import UsageError
from tui.history.stores import ROOMS
from tui.history.words import is_lone, words
from tui.small_files import written_path

_PARTS = re.compile(r'(?:(agent|dir|since|has|file|tool):)?(?:"([^"]*)"|(\S+))')
_AGO = re.compile(r"(\d{1,9})([hdwmy])")
HAS = ("compaction", "denied", "diff", "error", "image", "plan", "thinking")
"""What `has:` can look for."""

AGENTS = (*ROOMS, "demo")

MOST_PHRASES = 64

_SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400, "m": 30 * 86400, "y": 365 * 86400}


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """A search: every part must be met."""

    phrases: tuple[tuple[str, ...], ...] = ()
    """Each one a word or several in a row; the last word may go on."""
    agent: str | None = None
    """The beginning of an agent's name."""
    folder: str | None = None
    since: float | None = None
    traits: tuple[tuple[str, str], ...] = ()
    """`has`, `file` and `tool` conditions."""
    signs: bool = False
    """Something without any letter or digit was typed: by itself it finds nothing."""

    def fits(self, row: SessionSummary) -> bool:
        """Tell whether a row meets the conditions that need no look into its file."""
        if self.agent is not None and not row.agent.startswith(self.agent):
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
        some = (word for phrase in self.phrases for word in phrase)
        return max(some, key=lambda word: len(word.encode()), default="")


def goes_on(word: str) -> bool:
    """Tell whether a last word may be the beginning of another: one letter begins too many."""
    return len(word) > 1 or (not word.isascii() and not is_lone(word))


def parse(text: str, now: float | None = None) -> Query:
    """Read what was typed; raises UsageError where a condition makes no sense."""
    phrases: list[tuple[str, ...]] = []
    traits: list[tuple[str, str]] = []
    given: dict[str, str] = {}
    signs = False
    for key, quoted, plain in _PARTS.findall(text):
        value = quoted or plain
        if key in ("has", "file", "tool"):
            _check(key, value.casefold(), HAS if key == "has" else ())
            traits.append((key, value.casefold()))
        elif key:
            given[key] = value
        elif tokens := words(value):
            phrases.append(tuple(tokens))
        else:
            signs = signs or bool(value)
    folder = given.get("dir")
    if "agent" in given and not any(name.startswith(given["agent"]) for name in AGENTS):
        _check("agent", given["agent"], AGENTS)
    different = tuple(dict.fromkeys(phrases))
    if len(different) > MOST_PHRASES:
        raise UsageError(
            f"{len(different):,} different words are too many.", f"Take {MOST_PHRASES} or fewer."
        )
    return Query(
        phrases=different,
        agent=given.get("agent"),
        folder=str(written_path(folder).absolute()) if folder else None,
        since=_since(given["since"], now) if "since" in given else None,
        traits=tuple(traits),
        signs=signs,
    )


def _check(key: str, value: str, known: tuple[str, ...]) -> None:
    if known and value not in known:
        raise UsageError(f"{key}:{value} cannot be looked for.", f"Write {_either(key, known)}.")


def _either(key: str, known: tuple[str, ...]) -> str:
    return " or ".join((", ".join(f"{key}:{one}" for one in known[:-1]), f"{key}:{known[-1]}"))


def _since(value: str, now: float | None) -> float:
    if ago := _AGO.fullmatch(value):
        return (time.time() if now is None else now) - int(ago[1]) * _SECONDS[ago[2]]
    try:
        return datetime.fromisoformat(value).timestamp()
    except ValueError as error:
        raise UsageError(
            f"since:{value} is no time.", "Write since:7d, since:12h or since:2026-11-16."
        ) from error
