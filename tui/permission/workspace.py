"""Where a folder keeps configuration that agents would obey, and how it is read without harm."""

import os
from collections import deque
from collections.abc import Container, Iterator
from pathlib import Path

from tui import small_files

LARGEST = 1_048_576

FILES = (
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/scheduled_tasks.json",
    ".claude/launch.json",
    ".mcp.json",
    ".codex/config.toml",
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".gemini/.env",
    ".env",
    ".parley/policy.toml",
)
"""Every file that makes an agent, or parley, run or allow something."""

ABOVE = (".mcp.json", ".gemini/.env", ".env")
"""Those that agents look for in every folder up to the root of the disk, repository or not."""

FOLDERS = (
    *(".claude/agents", ".claude/commands", ".claude/skills", ".claude/workflows"),
    *(".claude/hooks", ".claude/plugins", ".claude/output-styles", ".claude/routines"),
    ".claude-plugin",
    *(".codex/rules", ".codex/agents", ".codex/skills", ".codex/environments", ".codex/hooks"),
    *(".agents/skills", ".agents/plugins", ".agents/agents"),
    *(".gemini/commands", ".gemini/extensions", ".gemini/agents", ".gemini/skills"),
    *(".gemini/policies", ".gemini/hooks"),
)
"""Folders whose texts may run or allow something too."""

NESTED = (".claude/skills", ".claude/commands", ".claude/agents")
"""Those of them that count in folders further down too."""

MOST_FOLDERS = 2_000
"""Folders below one in which such texts are looked for; the nearest come first."""

ENDINGS = (".md", ".toml", ".json", ".rules")

MOST_FILES = 500
"""Files below one such folder that are looked at; more are told as too many."""

MOST_ENTRIES = 20_000
"""Files and folders below one such folder that are walked through at all."""


def folders_above(folder: Path) -> list[Path]:
    """Return the folder and those above it, up to the root of the outermost repository.

    The innermost `.git` counts for some agents whatever it is, and for git only if it is real: a
    fake must hide nothing above it. A home is nobody's repository: what is in it is the user's own.
    """
    chain = _up_to_home(folder)
    marked = [number for number, one in enumerate(chain) if os.path.lexists(one / ".git")]
    roots = [number for number in marked if _is_repository(chain[number])]
    return chain[: max(*marked[:1], *roots[-1:], 0, 0) + 1]


def _is_repository(folder: Path) -> bool:
    git = folder / ".git"
    return os.path.lexists(git / "HEAD") or (os.path.lexists(git) and not git.is_dir())


def _up_to_home(folder: Path) -> list[Path]:
    here = folder.resolve()
    chain = [here, *here.parents]
    home = Path.home().resolve()
    return chain[: max(1, chain.index(home))] if home in chain else chain


def nested(folder: Path) -> tuple[list[Path], bool]:
    """Return the folders below one that have texts of their own for Claude Code, nearest first.

    It takes up such texts when it works there. The second says that there are more folders than
    anybody walks through, of which some were left out.
    """
    top = str(folder.resolve())
    found: list[Path] = []
    # Texts, since making paths of them takes as long as looking.
    waiting = deque([top])
    walked = 0
    while waiting:
        if walked >= MOST_FOLDERS:
            return found, True
        here = waiting.popleft()
        walked += 1
        for name in _folders_in(here):
            if name == ".claude":
                found += [] if here == top else [Path(here)]
            elif name != ".git":
                waiting.append(f"{here}/{name}")
    return found, False


def _folders_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(one.name for one in entries if one.is_dir(follow_symlinks=False))
    except OSError:
        return []


def configuration_files(
    folder: Path, also: Container[Path] = (), below: list[Path] | None = None
) -> list[Path]:
    """Return the configuration files that exist, or soon will, the folder's own first.

    `below` is what `nested` found, where that is known already: looking takes longest.
    """
    found: list[Path] = []
    repository = folders_above(folder)
    for place in repository:
        found += _present(place, FILES, also)
        for name in FOLDERS:
            found += _texts_below(place / name)
    for place in nested(folder)[0] if below is None else below:
        for name in NESTED:
            found += _texts_below(place / name)
    home = Path.home().resolve()
    for place in repository[-1].parents:
        # The two files of variables are the user's own at home; servers there run here too.
        found += _present(place, ABOVE[:1] if place == home else ABOVE, also)
    return found


def _present(place: Path, names: tuple[str, ...], also: Container[Path]) -> list[Path]:
    paths = (place / name for name in names)
    return [path for path in paths if path in also or (os.path.lexists(path) and not path.is_dir())]


def _texts_below(folder: Path) -> list[Path]:
    """Return the texts below a folder in order."""
    found: list[Path] = []
    for path in files_below(folder):
        if len(found) >= MOST_FILES:
            # The folder itself is no file, which is told in place of all that is left out.
            return [*found, folder]
        if path == folder or path.name.endswith(ENDINGS):
            found.append(path)
    return found


def files_below(folder: Path) -> Iterator[Path]:
    """Return all files below a folder in order, also behind links, each folder once.

    The folder itself comes last where there is more below it than anybody walks through.
    """
    seen: set[tuple[int, int]] = set()
    entries = 0
    for here, folders, names in os.walk(folder, followlinks=True):
        try:
            status = Path(here).stat()
        except OSError:
            continue
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        folders.sort()
        entries += len(folders) + len(names)
        if entries > MOST_ENTRIES:
            yield folder
            return
        yield from (Path(here, name) for name in sorted(names))


def read_small(path: Path, largest: int = LARGEST) -> bytes | None:
    """Read a regular file of ordinary size; None if there is none. Never waits on a pipe."""
    try:
        return small_files.read_small(path, largest)
    except (FileNotFoundError, NotADirectoryError):
        return None
