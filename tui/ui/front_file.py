"""The front page as it was last time, in a file that can be read without loading anything.

One line per fact, its fields between tabs: half as long to read as JSON, whose module would have
to be loaded. Whatever is in the file is made visible again when it is read.
"""

import sys

from tui.ui.front import GLYPHS, LOOKS, MOST_ROWS, FoundAgent, Front, Recent

NAME = "front.tsv"
VERSION = "parley-front-1"
KEPT_ROWS = 200
"""Sessions kept, so that those of this folder are likely among them."""


class Kept:
    """A front page with the colours in which it was shown."""

    __slots__ = ("front", "ground", "looks")

    def __init__(self, front: Front, looks: dict[str, str], ground: str) -> None:
        self.front = front
        self.looks = looks
        """Look → "bold #rrggbb", either part may be missing."""
        self.ground = ground
        """The theme's background, "#rrggbb"."""


def written(kept: Kept) -> str:
    """Return the file's content."""
    front = kept.front
    lines = [[VERSION, kept.ground, str(front.sessions or 0), front.looked]]
    lines += [["look", look, words] for look, words in kept.looks.items()]
    lines += [
        ["agent", one.glyph, one.name, one.version, one.state, one.remedy, one.sessions]
        for one in front.agents or ()
    ]
    lines += [
        ["recent", one.id, one.glyph, one.title, one.folder, one.at]
        for one in front.recent[:KEPT_ROWS]
    ]
    return "".join("\t".join(map(_flat, line)) + "\n" for line in lines)


def _flat(text: str) -> str:
    return " ".join(text.split())


def read(content: str, here: str = "") -> Kept | None:
    """Return the page a file holds; None where it is of another version.

    Of the sessions only as many are taken as can be shown, those in the folder `here` for one,
    the others for another; making text harmless takes most of the time.
    """
    first, *rest = (line.split("\t") for line in content.split("\n"))
    if len(first) != 4 or first[0] != VERSION or not first[2].isdecimal():
        return None
    front = Front([], [], int(first[2]), harmless(first[3]))
    kept = Kept(front, {}, first[1])
    room = {True: MOST_ROWS, False: MOST_ROWS}
    for line in rest:
        match line:
            case ["look", look, words] if look in LOOKS:
                kept.looks[look] = words
            case ["agent", *fields] if len(fields) == 6 and front.agents is not None:
                front.agents.append(FoundAgent(*map(harmless, fields)))
            case ["recent", *fields] if len(fields) == 5 and room[fields[3] == here]:
                room[fields[3] == here] -= 1
                front.recent.append(Recent(*map(harmless, fields)))
    return kept


def harmless(text: str) -> str:
    """Return a text in which a terminal obeys nothing."""
    if (text.isascii() and text.isprintable()) or text in GLYPHS:
        return text
    # Loaded only where it is needed: that takes as long as reading the file does; so would
    # loading `importlib` for it.
    __import__("tui.text.visible")
    shown: str = sys.modules["tui.text.visible"].visible_line(text)
    return shown
