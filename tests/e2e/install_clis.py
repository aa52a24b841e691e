"""Install the pinned CLIs with npm into the cache folder; what is there already is left alone.

Prints one line per CLI. A CLI that cannot be installed is no failure of this program: the tests
that need it say so and are skipped.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.clis import PINNED, Cli, cache_folder

INSTALL_SECONDS = 600


def main() -> int:
    """Install what is missing."""
    cache = cache_folder(os.environ)
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for cli in PINNED:
            sys.stdout.write(f"{cli}: {_provide(cli, cache)}\n")
            sys.stdout.flush()
    return 0


def _provide(cli: Cli, cache: Path) -> str:
    if cli.is_installed(cache):
        return "already installed"
    npm = shutil.which("npm")
    if npm is None:
        return "NOT installed: npm is not on this machine"
    with tempfile.TemporaryDirectory(prefix=".installing-", dir=cache) as scratch:
        staged = Path(scratch)
        problem = _install(npm, cli, cli.folder(staged))
        if not problem and not cli.is_installed(staged):
            problem = "npm reported success, but the command is not there"
        if problem:
            return f"NOT installed: {problem}"
        if cli.folder(cache).exists():
            cli.folder(cache).rename(staged / "replaced")
        cli.folder(staged).rename(cli.folder(cache))
    return f"installed into {cli.folder(cache)}"


def _install(npm: str, cli: Cli, folder: Path) -> str:
    """Return what went wrong, or nothing."""
    folder.mkdir()
    wanted = f"{cli.package}@{cli.version}"
    quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    command = (npm, "install", "--prefix", str(folder), "--ignore-scripts=false", *quiet, wanted)
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"npm took longer than {INSTALL_SECONDS} seconds"
    if done.returncode == 0:
        return ""
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"npm exited with {done.returncode}: {' / '.join(said[:3])}"


if __name__ == "__main__":
    sys.exit(main())
