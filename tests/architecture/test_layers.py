"""Each room imports only what the map allows."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tui"

MAY_IMPORT = {
    "model": {"model"},
    "errors": set(),
    "small_files": set(),
    "text": {"text", "errors"},
    "wire": {"wire", "errors"},
    "agents": {"agents", "model", "wire", "errors", ""},
    "conversation": {"conversation", "model", "text", "errors"},
    "permission": {"permission", "model", "text", "errors", "small_files"},
    "sessions": {"sessions", "model", "wire", "agents", "conversation", "permission", "errors"},
    "config": {"config", "model", "permission", "errors", "small_files"},
    "headless": {
        *("headless", "model", "text", "wire", "agents", "conversation", "permission"),
        *("sessions", "history", "config", "errors", "small_files", ""),
    },
    "history": {"history", "agents", "conversation", "model", "errors", "small_files"},
    "ui": {
        *("ui", "model", "text", "conversation", "permission", "sessions", "history"),
        *("config", "errors", "small_files", ""),
    },
    "demo": {"demo"},
    "compose": {
        *("agency", "ui", "headless", "agents", "sessions", "wire", "model", "history", "config"),
        *("errors", "small_files", ""),
    },
    "agency": {
        *("ui", "headless", "agents", "sessions", "wire", "model", "history", "config"),
        *("permission", "errors", ""),
    },
    "arguments": {"errors", "headless", ""},
    "cli": {"arguments", "compose", "headless", "ui", "errors", ""},
    "__main__": {"cli"},
    "__init__": set(),
}
"""Room → rooms it may import; the empty name is the package itself, for the version."""

THIRD_PARTY = {
    "model": {"msgspec"},
    "wire": {"anyio", "msgspec"},
    "agents": {"msgspec"},
    "conversation": {"msgspec"},
    "permission": {"msgspec", "tree_sitter", "tree_sitter_bash"},
    "sessions": {"anyio", "msgspec"},
    "config": {"msgspec"},
    "history": {"msgspec"},
    "headless": {"anyio", "msgspec"},
    "agency": {"anyio"},
    "ui": {"anyio", "msgspec", "rich", "textual"},
}
"""Room → packages it may import beside the standard library."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    """Return the room a module stands in."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Return every module name imported."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "tui":
            yield from (f"tui.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Constant) and is_late_import(node.value):
            yield node.value


def is_late_import(value: object) -> TypeGuard[str]:
    """Tell whether a text names a module of ours, as late imports and tables of screens do."""
    # The demo agent is a process of its own: its name stands in a command.
    if not isinstance(value, str) or not value.startswith("tui.") or value == "tui.demo":
        return False
    path = PACKAGE.parent.joinpath(*value.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


IMPORTS = [(path, name) for path in MODULES for name in imports(path)]


def test_rooms_import_only_what_the_map_allows() -> None:
    forbidden = [
        f"{path.relative_to(ROOT)} imports {name}" for path, name in IMPORTS if bad(path, name)
    ]

    assert forbidden == []


def bad(path: Path, name: str) -> bool:
    """Tell whether the map forbids this import."""
    top, _, rest = name.partition(".")
    if top != "tui":
        return top not in sys.stdlib_module_names | THIRD_PARTY.get(room(path), set())
    target = rest.partition(".")[0]
    if not (PACKAGE / target).is_dir() and not (PACKAGE / f"{target}.py").exists():
        target = ""
    return target not in MAY_IMPORT[room(path)]


def test_no_agents_room_imports_another() -> None:
    crossing = []
    for path, name in IMPORTS:
        parts = path.relative_to(PACKAGE).parts
        if parts[0] == "agents" and len(parts) == 3 and name.startswith("tui.agents."):
            allowed = (parts[1], "dialect", "ledger", "store", "store_files", "used")
            crossing += [f"{path.name}: {name}"] if name.split(".")[2] not in allowed else []

    assert crossing == []


def test_dialects_know_no_processes() -> None:
    assert [
        str(path)
        for path, name in IMPORTS
        if room(path) == "agents" and name.startswith("tui.wire.process")
    ] == []


def test_headless_commands_start_without_textual() -> None:
    program = "import sys, tui.headless.run; print([n for n in sys.modules if 'textual' in n])"

    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert printed.stdout == "[]\n"
