"""Long pastes and pictures as one word of the draft each."""

import re
import shlex
from pathlib import Path
from urllib.parse import unquote

import msgspec

from tui.small_files import written_path

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")

MOST_NAMED = 4_000
"""Characters of a paste that may be nothing but paths."""

_TOKEN = re.compile(r"\[(?:paste|picture) (\d+): [^\]\n]*\]")


class Folded(msgspec.Struct, frozen=True):
    """What stands behind one word of the draft."""

    token: str
    text: str = ""
    picture: Path | None = None


class Folds:
    """The folded parts of one draft; one whose word was deleted is simply not used."""

    def __init__(self) -> None:
        self._parts: dict[str, Folded] = {}

    def fold_paste(self, text: str) -> str:
        """Fold a paste; return its word."""
        lines = text.rstrip("\n").count("\n") + 1
        token = f"[paste {self._next(pictures=False)}: {lines} line{'s' * (lines != 1)}]"
        self._parts[token] = Folded(token, text)
        return token

    def attach(self, picture: Path) -> str:
        """Attach a picture; return its word."""
        name = re.sub(r"[\[\]\n]", "_", picture.name)
        token = f"[picture {self._next(pictures=True)}: {name}]"
        self._parts[token] = Folded(token, picture=picture)
        return token

    def _next(self, *, pictures: bool) -> int:
        parts = self._parts.values()
        return 1 + sum((part.picture is not None) is pictures for part in parts)

    def expand(self, draft: str) -> tuple[str, tuple[Path, ...]]:
        """Return the whole text of a draft, and its pictures in order."""
        pictures: list[Path] = []

        def whole(match: re.Match[str]) -> str:
            part = self._parts.get(match[0])
            if part is None:
                return match[0]
            if part.picture is None:
                return part.text
            pictures.append(part.picture)
            return match[0]

        return _TOKEN.sub(whole, draft), tuple(pictures)

    def unfold(self, draft: str) -> str:
        """Return the draft with its folded pastes written out; pictures stay words."""
        return _TOKEN.sub(lambda match: self._text_of(match[0]), draft)

    def _text_of(self, token: str) -> str:
        part = self._parts.get(token)
        return part.text if part is not None and part.picture is None else token


def pictures_in(text: str, folder: Path) -> list[Path]:
    """Return the pictures a pasted text names, if it is nothing but the paths of some."""
    if len(text) > MOST_NAMED:
        return []
    try:
        names = [text.strip()] if _is_picture(text.strip(), folder) else shlex.split(text)
    except ValueError:
        return []
    found = [_is_picture(name, folder) for name in names]
    return [path for path in found if path is not None] if all(found) else []


def _is_picture(name: str, folder: Path) -> Path | None:
    if name.startswith("file://"):
        name = unquote(name.removeprefix("file://"))
    if "\n" in name or not name.lower().endswith(PICTURES):
        return None
    path = folder / written_path(name)
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None
