"""What the words of one command name, by their text alone: rule, denial and risk all ask for it."""

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from tui.permission import places
from tui.permission.flags import Look, look

_OPTION = re.compile(r"--?[A-Za-z0-9_-]*+")
"""Words that are an option without a path in it."""


class Footprint(msgspec.Struct, frozen=True, gc=False):
    """Where the words of a command lead."""

    look: Look
    marked: tuple[tuple[str, places.Place], ...]
    """The words that lead somewhere in particular: to secrets, out of the project and so on."""
    paths: tuple[str, ...]
    """All that may be a path: words, and pieces of words such as `--file=x`."""


@lru_cache(maxsize=1024)
def footprint(words: tuple[str, ...], project: str) -> Footprint:
    """Return where the words of a command lead."""
    seen = look(words)
    if not seen.paths:
        return Footprint(seen, (), ())
    named = seen.paths
    text = " ".join(named)
    glued = places.is_glued(text)
    ordinary = places.are_ordinary(text, glued)
    if ordinary and not glued:
        return Footprint(seen, (), named if "-" not in text else _without_options(named))
    marked: list[tuple[str, places.Place]] = []
    paths: list[str] = []
    for word in named:
        if not ordinary and (place := places.place(word, project)) is not places.NOWHERE:
            marked.append((word, place))
        if not _OPTION.fullmatch(word):
            paths += _without_options(places.pieces(word))
    return Footprint(seen, tuple(marked), tuple(paths))


def _without_options(words: Iterable[str]) -> tuple[str, ...]:
    return tuple([word for word in words if word and word[0] != "-"])
