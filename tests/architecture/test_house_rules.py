"""Sizes, docstrings and habits that keep the code readable."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text() for path in sorted((ROOT / "tui").rglob("*.py"))
}
TREES = {name: ast.parse(source) for name, source in SOURCES.items()}

LONGEST_MODULE = 300
LONGEST_FUNCTION = 40

LARGER: dict[str, str] = {}
"""Modules that are longer, each with its reason."""

BANNED_NAMES = {"utils", "helpers", "manager", "base", "common", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    """Return every function, methods and inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def public(tree: ast.Module) -> Iterator[Function | ast.ClassDef]:
    """Return the classes, functions and methods a reader of another module may use."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node
            members = (inner for inner in node.body if isinstance(inner, Function))
            yield from (member for member in members if not member.name.startswith("_"))
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def test_modules_are_short() -> None:
    sizes = {name: source.count("\n") for name, source in SOURCES.items()}

    assert {name for name, size in sizes.items() if size > LONGEST_MODULE} == set(LARGER)


def test_functions_are_short() -> None:
    sizes = {
        f"{name}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, tree in TREES.items()
        for node in functions(tree)
    }

    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


def test_everything_public_says_what_it_is() -> None:
    silent = [name for name, tree in TREES.items() if not ast.get_docstring(tree)]
    silent += [
        f"{name}:{node.name}"
        for name, tree in TREES.items()
        for node in public(tree)
        if not ast.get_docstring(node)
    ]

    assert silent == []


def test_names_say_what_is_inside() -> None:
    assert [name for name in SOURCES if BANNED_NAMES & {*Path(name).with_suffix("").parts}] == []


def test_only_the_session_boundary_catches_everything() -> None:
    def catches_all(handler: ast.ExceptHandler) -> bool:
        broad = handler.type is None or ast.unparse(handler.type) in ("Exception", "BaseException")
        return broad and not isinstance(handler.body[-1], ast.Raise)

    found = [
        name
        for name, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and catches_all(node)
    ]

    assert found == ["tui/sessions/pump.py"]


def test_ignored_type_errors_carry_a_code_and_a_reason() -> None:
    ignored = [line for text in SOURCES.values() for line in re.findall(r"type: ignore.*", text)]

    assert [line for line in ignored if not re.match(r"type: ignore\[[\w-]+\]  # \w", line)] == []


def test_imports_stand_at_the_top() -> None:
    late = [
        f"{name}:{node.name}"
        for name, tree in TREES.items()
        for node in functions(tree)
        if any(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
    ]

    assert late == []
