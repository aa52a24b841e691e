"""Which process of Codex writes a thread: it keeps a lock on a file named after the thread."""

from pathlib import Path

from tui.agents.store import Holder, SessionSummary
from tui.agents.store_files import entries

_LOCKS = Path("/proc/locks")


def held_by(row: SessionSummary, home: Path) -> Holder | None:
    """Return the process that writes a thread; the lock is looked at, never taken."""
    try:
        found = entries(f"{home}/thread-writer-locks")
        files = {one.inode() for one in found if row.id in one.name}
        locks = _LOCKS.read_text().split("\n") if files else []
    except OSError:
        return None
    for line in locks:
        parts = line.split()
        # 1: FLOCK ADVISORY WRITE 4711 fe:00:1234 0 EOF; a waiting one has an arrow before it.
        if len(parts) == 8 and int(parts[5].rpartition(":")[2]) in files:
            pid = int(parts[4])
            if pid < 0:
                return Holder(None, "Codex, on this or another machine")
            return Holder(pid, f"Codex, process {pid}")
    return None
