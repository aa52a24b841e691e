"""What the answers in every session file used, kept until the file changes."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from tui.agents.store import SessionStore
from tui.agents.used import Used
from tui.history.database import Cache
from tui.history.rows import Row

TABLE = """
create table if not exists used (
    path text primary key,
    size integer not null,
    mtime_ns integer not null,
    inode integer not null,
    said blob not null
) without rowid;
"""

_AT_ONCE = 200
"""Files per transaction: each one costs time."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Used]).decode

Told = tuple[Row, list[Used] | None]
"""A row and what its file used; None where the file cannot be read."""


def usage(
    cache: Cache,
    store: Callable[[Row], SessionStore],
    rows: Iterable[Row],
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Told]:
    """Return what each file used; those that changed since last time are read whole."""
    known = {
        path: (stamp, said)
        for path, *stamp, said in cache.all("select path, size, mtime_ns, inode, said from used")
    }
    fresh: list[tuple[object, ...]] = []
    for row in rows:
        if cancelled():
            break
        stamp, said = known.get(row.path, ([], b""))
        if stamp == [row.size, row.mtime_ns, row.inode]:
            yield row, _decode(said)
            continue
        try:
            found = list(store(row).used(row))
        except OSError:
            yield row, None
            continue
        fresh.append((row.path, row.size, row.mtime_ns, row.inode, _encode(found)))
        if len(fresh) >= _AT_ONCE:
            _keep(cache, fresh)
        yield row, found
    _keep(cache, fresh)


def _keep(cache: Cache, fresh: list[tuple[object, ...]]) -> None:
    if fresh:
        with cache.lock, cache.writing():
            cache.database.executemany("insert or replace into used values (?, ?, ?, ?, ?)", fresh)
    fresh.clear()
