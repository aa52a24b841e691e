"""A disk of a few kilobytes that really gets full, mounted where nobody else sees it."""

import errno
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SIZE = 64 * 1024


class TinyDisk:
    """A file system in memory; its folder is reached through the process that mounted it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, room: int = 0) -> None:
        """Take all the room there is, but for some bytes."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while file.write(b"x" * 4096) == 4096:
                    pass
            except OSError as error:
                assert error.errno == errno.ENOSPC
        if room:
            with self._filler.open("r+b") as file:
                file.truncate(self._filler.stat().st_size - room)

    def free(self) -> None:
        """Give the room back."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def tiny_disk(where: Path) -> Iterator[TinyDisk]:
    """Mount one for as long as the block lasts; skip the test where that is not allowed."""
    where.mkdir()
    mount = f'mount -t tmpfs -o size={SIZE} tmpfs "$0" && echo mounted && exec cat'
    holder = subprocess.Popen(
        ("unshare", "--mount", "--propagation", "private", "sh", "-c", mount, str(where)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert holder.stdin is not None and holder.stdout is not None
    try:
        said = holder.stdout.readline().decode("utf-8", "replace").strip()
        if said != "mounted":
            pytest.skip(f"a disk of its own cannot be mounted here: {said}")
        yield TinyDisk(Path(f"/proc/{holder.pid}/root{where}"))
    finally:
        holder.stdin.close()
        holder.wait()
        holder.stdout.close()
