"""What a command starts by another name: scripts of a package, recipes of a build tool.

`npm run build` in a hook runs whatever `package.json` says there. Only commands that are named are
followed, and only this far: what a script starts in turn is the script's own business.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from tui.permission.workspace import read_small

PACKAGE = "package.json"

_RUNNERS = frozenset({"npm", "pnpm", "yarn", "bun", "npm.cmd", "corepack"})
"""Programs that take the names of scripts in `package.json`."""

_UNNAMED = ("install", "ci", "i", "add", "publish", "pack", "rebuild", "prepare")
"""What these programs are told to do that runs scripts without naming them."""

_ALSO = ("preinstall", "install", "postinstall", "prepare", "prepublishOnly", "prepack")

RECIPES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "make": ("GNUmakefile", "makefile", "Makefile"),
        "gmake": ("GNUmakefile", "makefile", "Makefile"),
        "just": ("justfile", "Justfile", ".justfile"),
        "task": ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"),
        "rake": ("Rakefile", "rakefile"),
        "cargo": ("Cargo.toml", "build.rs", ".cargo/config.toml"),
        "tox": ("tox.ini", "pyproject.toml"),
        "nox": ("noxfile.py",),
        "gradle": ("build.gradle", "build.gradle.kts", "settings.gradle"),
        "mvn": ("pom.xml",),
        "deno": ("deno.json", "deno.jsonc"),
        "composer": ("composer.json",),
        "docker": ("Dockerfile", "compose.yaml", "docker-compose.yml"),
        "pre-commit": (".pre-commit-config.yaml",),
    }
)
"""Program → the files in which it looks up what to do."""

_WORD = re.compile(r"[^\s'\"`;|&()<>=,]+")

MOST = 200
"""Scripts that are followed."""


def words_of(command: str) -> list[str]:
    """Return the words of a command, whatever stands between them."""
    return _WORD.findall(command)


def recipes(commands: Iterable[str], places: Iterable[Path]) -> Iterator[Path]:
    """Return the files in which programs that are named look up what to do."""
    named = {word.rpartition("/")[2] for command in commands for word in words_of(command)}
    names = [name for program in sorted(named & RECIPES.keys()) for name in RECIPES[program]]
    for place in places:
        yield from (place / name for name in names if os.path.lexists(place / name))


def scripts(commands: Iterable[str], places: Iterable[Path]) -> list[tuple[Path, str, str]]:
    """Return file, name and command of every script of a package that commands lead to."""
    waiting = [words_of(command) for command in commands]
    if not any(_RUNNERS & set(words) for words in waiting):
        return []
    known = [(place / PACKAGE, _scripts_in(place / PACKAGE)) for place in places]
    found: dict[tuple[Path, str], str] = {}
    while waiting and len(found) < MOST:
        words = waiting.pop(0)
        if not _RUNNERS & set(words):
            continue
        for file, its in known:
            for name in _named(words, its):
                if (file, name) not in found:
                    found[file, name] = its[name]
                    waiting.append(words_of(its[name]))
    return [(file, name, command) for (file, name), command in found.items()]


def _named(words: list[str], its: Mapping[str, str]) -> Iterator[str]:
    said = {*words, *(_ALSO if set(words) & set(_UNNAMED) else ())}
    wanted = {f"{before}{word}" for word in said for before in ("pre", "", "post")}
    return (name for name in its if name in wanted)


def _scripts_in(file: Path) -> dict[str, str]:
    try:
        table = json.loads(read_small(file) or b"{}")
    except (OSError, ValueError, RecursionError):
        return {}
    found = table.get("scripts") if isinstance(table, dict) else None
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: command for name, command in pairs if isinstance(command, str)}
