"""What others load for us though the first frame has no use for it: loaded when it is used.

Until then a stand-in has its place and passes on whatever is asked of it. The start takes a
seventh less processor time; most of it is Textual's command palette with all its widgets.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

UNUSED: dict[str, tuple[str, ...]] = {
    "textual.command": (
        *("CommandListItem", "CommandPalette", "DiscoveryHit", "Hit", "Hits"),
        *("Provider", "SimpleProvider"),
    ),
    "textual.canvas": ("Canvas", "Rectangle"),
    "textual.markup": ("parse_style",),
    "rich.table": ("Table",),
    "platformdirs": ("user_downloads_path",),
    "msgspec._json_schema": ("schema", "schema_components"),
    "msgspec.inspect": (),
    "msgspec.toml": (),
    "msgspec.yaml": (),
}
"""Module → what is taken out of it by name; anything else that is asked of it loads it."""

ABSENT = ("ssl", "tree_sitter")
"""Modules that may be missing: asyncio then has no TLS, Textual's editor no colours."""


class Later:
    """Stands for a function or a class: once it is called, or asked for anything, it is loaded."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name
        self._found: Any = None

    def __call__(self, *given: object, **named: object) -> object:
        """Do what the real one does."""
        return self._real()(*given, **named)

    def __getattr__(self, name: str) -> object:
        return getattr(self._real(), name)

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        """Let a class be made that nobody uses: Textual's choice of its own themes."""
        return ()

    def __instancecheck__(self, instance: object) -> bool:
        return isinstance(instance, self._real())

    def _real(self) -> Any:
        if self._found is None:
            self._found = getattr(loaded(self._module), self._name)
        return self._found


class StandIn(ModuleType):
    """Stands for a module."""

    def __getattr__(self, name: str) -> object:
        if name in UNUSED[self.__name__]:
            return Later(self.__name__, name)
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(loaded(self.__name__), name)


def loaded(name: str) -> ModuleType:
    """Load a module, also where a stand-in has its place."""
    if isinstance(sys.modules.get(name), StandIn):
        del sys.modules[name]
    return import_module(name)


def load_without(wanted: str) -> ModuleType:
    """Load a module; what it loads in turn without using it has stand-ins meanwhile."""
    places: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]  # None: absent
    stand_ins = {name: StandIn(name) for name in UNUSED if name not in places}
    away = stand_ins | dict.fromkeys(name for name in ABSENT if name not in places)
    places.update(away)
    try:
        return import_module(wanted)
    finally:
        for name, place in away.items():
            if name in places and places[name] is place:
                del places[name]
