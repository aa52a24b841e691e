"""Rollouts that Codex has compressed, which takes the `zstd` program to read."""

import shutil
import subprocess

from tui.agents.store_files import UnreadableError, small

PACKED = ".zst"

_LARGEST = 64 * 1024 * 1024
_SECONDS = 20


def unpacked(path: str) -> bytes:
    """Return a compressed file's content; raises OSError with the reason."""
    program = shutil.which("zstd")
    if program is None:
        raise UnreadableError("It is compressed, and the program zstd is not installed.")
    packed = small(path, _LARGEST)
    try:
        done = subprocess.run(
            [program, "-dcq", f"--memory={_LARGEST}"],
            input=packed,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        raise UnreadableError("It is compressed and could not be unpacked.") from error
    if done.returncode and not done.stdout:
        raise UnreadableError("It is compressed, and damaged.")
    return done.stdout
