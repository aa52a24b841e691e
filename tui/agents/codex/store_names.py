"""What Codex's own indexes say about its threads. They may be stale: files have the last word."""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from tui.agents.codex.reading import read
from tui.agents.store import SessionSummary
from tui.agents.store_files import UnreadableError, lines, small
from tui.wire.lines import CutLine

_LARGEST = 256 * 1024 * 1024

_SECONDS = 30
"""For which an answer of the databases is good enough."""


class Renamed(msgspec.Struct):
    """One line of `session_index.jsonl`."""

    id: str = ""
    thread_name: str | None = None


class Known(msgspec.Struct, frozen=True):
    """What the state database says about one thread."""

    file: str
    """The name of its rollout, to tell whether the row is about the file at hand."""
    name: str | None
    model: str | None
    tokens: int | None
    branch: str | None


_RENAMED = msgspec.json.Decoder(Renamed)

_THREADS = "select id, rollout_path, {name}, {model}, tokens_used, git_branch from threads"

_COUNTS = """
select state.thread_id, state.next_rollout_byte_offset, count(items.item_id)
from thread_history_projection_state as state
left join thread_items as items on items.thread_id = state.thread_id
    and items.item_type in ('userMessage', 'agentMessage')
group by state.thread_id
"""


def kept_files(root: Path) -> list[tuple[str, int, int]]:
    """Return the files that say something about threads, with their sizes and times."""
    found = []
    for pattern in ("session_index.jsonl", "*.sqlite", "*.sqlite-wal"):
        for path in root.glob(pattern):
            with suppress(OSError):
                state = path.stat()
                found.append((path.name, state.st_size, state.st_mtime_ns))
    return sorted(found)


class Databases:
    """What the databases of a home say, asked seldom while Codex writes to them.

    Next to a log that is being written a database is read from a copy, which takes time; and what
    it says about a running thread, the thread's own file says too.
    """

    def __init__(self) -> None:
        self._read: dict[Path, tuple[float, dict[str, Known], dict[str, tuple[int, int]]]] = {}

    def at(self, root: Path) -> tuple[dict[str, Known], dict[str, tuple[int, int]]]:
        """Return the threads of a home, and how many messages were counted in them."""
        last = self._read.get(root)
        if last is None or time.monotonic() - last[0] > _SECONDS:
            last = self._read[root] = (time.monotonic(), threads(root), message_counts(root))
        return last[1], last[2]


def names(root: Path) -> dict[str, str]:
    """Return the names that people gave to threads; the last one counts."""
    given: dict[str, str] = {}
    try:
        for line in lines(str(root / "session_index.jsonl")):
            renamed = None if isinstance(line, CutLine) else read(_RENAMED, line)
            if renamed is not None and renamed.id and renamed.thread_name:
                given[renamed.id] = renamed.thread_name
    except OSError:
        pass
    return given


def threads(root: Path) -> dict[str, Known]:
    """Return what the newest state database knows; nothing where it cannot be read."""
    path = _newest(root, "state_*.sqlite")
    if path is None:
        return {}
    try:
        with _opened(path) as database:
            columns = {row[1] for row in database.execute("pragma table_info(threads)")}
            wanted = {key: key if key in columns else "null" for key in ("name", "model")}
            rows = database.execute(_THREADS.format(**wanted)).fetchall()
    except (sqlite3.Error, OSError):
        return {}
    return {
        str(id): Known(
            Path(str(file)).name, _text(name), _text(model), _count(tokens), _text(branch)
        )
        for id, file, name, model, tokens, branch in rows
    }


def message_counts(root: Path) -> dict[str, tuple[int, int]]:
    """Return thread → how many bytes of its file were counted, and the messages in them."""
    path = _newest(root, "thread_history_*.sqlite")
    if path is None:
        return {}
    try:
        with _opened(path) as database:
            rows = database.execute(_COUNTS).fetchall()
    except (sqlite3.Error, OSError):
        return {}
    return {str(id): (int(end), int(count)) for id, end, count in rows}


def _newest(root: Path, pattern: str) -> Path | None:
    def version(path: Path) -> int:
        digits = path.stem.rpartition("_")[2]
        return int(digits) if digits.isdecimal() else -1

    try:
        return max(root.glob(pattern), key=version, default=None)
    except OSError:
        return None


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database so that nothing is written beside it.

    Reading a database in WAL mode makes SQLite write an index file next to it. Where a log is
    waiting, a copy of both is read instead; where none is, the file is read as it stands.
    """
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise UnreadableError("It is no database.")
        address = f"file:{quote(str(path))}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True, timeout=0.2)) as database:
            yield database
        return
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        copy = Path(folder) / "copy.sqlite"
        copy.write_bytes(small(str(path), _LARGEST))
        Path(f"{copy}-wal").write_bytes(small(str(log), _LARGEST))
        with closing(sqlite3.connect(copy, timeout=0.2)) as database:
            yield database


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None


def completed(
    row: SessionSummary,
    given: dict[str, str],
    known: dict[str, Known],
    counts: dict[str, tuple[int, int]],
) -> SessionSummary:
    """Add what the other files of Codex know about a thread to its row."""
    told = known.get(row.id)
    if told is not None and told.file != Path(row.path).name:
        told = None
    title = given.get(row.id) or (told.name if told is not None else None) or row.title
    changes: dict[str, object] = {"title": title} if title != row.title else {}
    if told is not None:
        for field, value in (
            ("model", told.model),
            ("tokens_used", told.tokens),
            ("git_branch", told.branch),
        ):
            if getattr(row, field) is None and value is not None:
                changes[field] = value
    counted = counts.get(row.id)
    if row.message_count is None and counted is not None and counted[0] == row.size:
        changes["message_count"] = counted[1]
    return replace(row, **changes) if changes else row
