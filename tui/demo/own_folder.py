"""A temporary folder that is taken away even if its demo was killed: by the next demo."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "parley-demo-"


class OwnFolder:
    """Locked while its demo lives; nobody removes what is locked."""

    def __init__(self) -> None:
        place = _temporary()
        _sweep(place)
        lock = None
        while lock is None:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place)).resolve()
            # Another demo that sweeps just now may have been quicker.
            lock = _lock(self.path)
        self._lock = lock

    def remove(self) -> None:
        """Take the folder away."""
        shutil.rmtree(self.path, ignore_errors=True)


def _sweep(place: str) -> None:
    """Take the folders away whose demos were killed."""
    with os.scandir(place) as found:
        ours = [Path(one.path) for one in found if one.name.startswith(PREFIX)]
    for folder in ours:
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """Lock a folder of ours until the process ends; None if another has it, or it is gone."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(folder, flags)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        state = os.fstat(descriptor)
        if state.st_uid == os.getuid() and state.st_ino == folder.stat().st_ino:
            return descriptor
    os.close(descriptor)
    return None


def _temporary() -> str:
    """Return the folder for temporary files, but never the user's own for want of another."""
    place = tempfile.gettempdir()
    usual = (os.environ.get("TMPDIR"), "/tmp", "/var/tmp", "/usr/tmp")
    if place not in usual and Path(place) == Path.cwd():
        raise OSError("there is no folder for temporary files")
    return place
