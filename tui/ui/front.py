"""The front page in words: agents found, sessions to go on with, the first keys.

It is painted twice, by the splash before Textual is loaded and by the welcome page after that,
so nothing is imported here: even `typing` would take longer than all the rest.
"""

WIDEST = 76
"""Cells a line takes at most; that many are left of the sidebar wherever there is one."""

MOST_ROWS = 12
GLYPHS = ("◆", "◇", "△", "·")
LABEL = 9
KEYS = (("Ctrl+S", "all sessions"), ("?", "keys"), ("F2", "settings"))

INSTALL = (
    ("Claude Code", "npm install -g @anthropic-ai/claude-code"),
    ("Codex", "npm install -g @openai/codex"),
    ("Gemini CLI", "npm install -g @google/gemini-cli"),
)

MARKS = {"ready": ("✓", "state.ready"), "not signed in": ("▲", "state.needs")}
"""How far an agent is → its mark and its look; anything else keeps it from being used."""

LOOKS = ("heading", "label", "value", "muted", "hint", "key", "state.ready", "state.needs", "error")
"""Every look a page uses, so that the splash can be told about them beforehand."""


class FoundAgent:
    """One agent of this machine, as the page tells it."""

    __slots__ = ("glyph", "name", "remedy", "sessions", "state", "version")

    def __init__(
        self, glyph: str, name: str, version: str, state: str, remedy: str, sessions: str
    ) -> None:
        self.glyph = glyph
        self.name = name
        self.version = version
        self.state = state
        """"ready", "not signed in", or what keeps it from being used."""
        self.remedy = remedy
        self.sessions = sessions
        """How many it has left; empty where that is not known yet."""


class Recent:
    """One session that can be gone on with."""

    __slots__ = ("at", "folder", "glyph", "id", "title")

    def __init__(self, id: str, glyph: str, title: str, folder: str, at: str) -> None:
        self.id = id
        self.glyph = glyph
        self.title = title
        self.folder = folder
        self.at = at
        """Seconds since 1970, as text."""


class Front:
    """What the page tells."""

    __slots__ = ("agents", "looked", "recent", "sessions")

    def __init__(
        self,
        agents: list[FoundAgent] | None = None,
        recent: list[Recent] | None = None,
        sessions: int | None = None,
        looked: str = "",
    ) -> None:
        self.agents = agents
        """None while they are being looked for."""
        self.recent = recent or []
        self.sessions = sessions
        """How many there are in all; None while that is not known."""
        self.looked = looked
        """The folders in which sessions were looked for."""

    def here_first(self, folder: str, limit: int) -> list[Recent]:
        """Return the newest sessions, those of a folder before the others."""
        here = [one for one in self.recent if one.folder == folder]
        others = [one for one in self.recent if one.folder != folder]
        some = here[: max((limit + 1) // 2, limit - len(others))]
        return some + others[: limit - len(some)]


class Line:
    """One line: its pieces with their looks, and the session that a click on it means."""

    __slots__ = ("pieces", "recent")

    def __init__(self, pieces: list[tuple[str, str]], recent: Recent | None = None) -> None:
        self.pieces = pieces
        self.recent = recent


class Page:
    """Puts a front page into the space there is."""

    def __init__(self, width: int, height: int, folder: str, home: str, now: float) -> None:
        self._narrow = width < 60
        self._width = min(width, WIDEST)
        self._height = height
        self._margin = " " if self._narrow else "   "
        self._folder = folder
        self._home = home
        self._now = now

    def lines(self, front: Front) -> list[Line]:
        """Return at most as many lines as there is room for."""
        title = [("parley", "heading"), (" — your coding agents in one terminal", "muted")]
        head = [self._line(title)]
        found = self._found(front)
        keys = [self._keys(front)]
        fixed = len(head) + len(found) + len(keys)
        space = 1 if self._height >= fixed + 4 + 2 else 0
        room = self._height - fixed - 4 * space
        if room < 1:
            found, room = [], self._height - 2
        rows = self._recent(front, max(0, room))
        gap = [Line([])] * space
        parts = [gap, head, gap if found else [], found, gap, rows, gap if rows else [], keys]
        return [line for part in parts for line in part][: self._height]

    def _line(self, pieces: list[tuple[str, str]], recent: Recent | None = None) -> Line:
        left = self._width
        shown = []
        for text, look in [(self._margin, "value"), *pieces]:
            text = cut(text, left)
            left -= cells(text)
            shown.append((text, look))
        return Line(shown, recent)

    def _labelled(self, label: str) -> list[tuple[str, str]]:
        return [] if self._narrow else [(f"{label:{LABEL}}", "label")]

    @property
    def _room(self) -> int:
        return self._width - len(self._margin) - (0 if self._narrow else LABEL)

    def _found(self, front: Front) -> list[Line]:
        if front.agents is None:
            return [self._line([*self._labelled("found"), ("looking for agents …", "muted")])]
        if not any(agent.version for agent in front.agents):
            return self._install()
        lines = [
            self._line([*self._labelled("" if number else "found"), *pieces])
            for number, pieces in enumerate(
                pieces for agent in front.agents for pieces in self._agent(agent)
            )
        ]
        note = "nothing is changed in their files"
        return [*lines, self._line([*self._labelled(""), (cut(note, self._room), "muted")])]

    def _agent(self, agent: FoundAgent) -> list[list[tuple[str, str]]]:
        """Return one line; two where the command that helps would not fit into it."""
        mark, look = MARKS.get(agent.state, ("✕", "error"))
        head = f"{agent.glyph} {agent.name:11} "
        version = f"{cut(agent.version, 10):10} " if agent.version and not self._narrow else ""
        state = f"{mark} {agent.state}"
        fix = f" → {agent.remedy}" if agent.remedy else ""
        left = self._room - cells(head + version + state)
        told = [(head, "value"), (version, "muted"), (state, look)]
        if cells(fix + agent.sessions) < left:
            pad = " " * (left - cells(fix + agent.sessions))
            return [[*told, (fix + pad, "hint"), (agent.sessions, "muted")]]
        pad = " " * max(1, left - cells(agent.sessions))
        return [[*told, (pad + agent.sessions, "muted")], [(" " + fix, "hint")]]

    def _install(self) -> list[Line]:
        lines = [self._line([("No agent is installed here. Any of these will do:", "value")])]
        for name, command in INSTALL:
            words = cut(command, self._width - len(self._margin) - 14)
            lines.append(self._line([(f"  {name:12}", "label"), (words, "value")]))
        after = "Then run `parley doctor`. Until then this is the demo."
        return [*lines, self._line([(cut(after, self._width - len(self._margin)), "muted")])]

    def _recent(self, front: Front, room: int) -> list[Line]:
        rows = front.here_first(self._folder, min(room, MOST_ROWS))
        if rows:
            label = "continue"
            return [
                self._line([*self._labelled("" if number else label), *self._row(one)], one)
                for number, one in enumerate(rows)
            ]
        if front.sessions == 0 and room:
            looked = front.looked.replace(self._home.rstrip("/") + "/", "~/")
            words = f"no session yet in {looked}" if looked else "no session yet"
            return [self._line([*self._labelled("continue"), (cut(words, self._room), "muted")])]
        return []

    def _row(self, one: Recent) -> list[tuple[str, str]]:
        where = "here" if one.folder == self._folder else self._short(one.folder)
        age = since(self._now, one.at)
        place = 0 if self._narrow else 20
        left = self._room - 2 - place - 6
        title = padded(one.title or "(no title)", left)
        where = padded(cut_front(where, place - 1), place) if place else ""
        return [
            (f"{one.glyph} ", "value"),
            (title, "value"),
            (where, "muted"),
            (f"{age:>6}", "hint"),
        ]

    def _short(self, folder: str) -> str:
        inside = self._home and folder.startswith(self._home.rstrip("/") + "/")
        return "~" + folder[len(self._home.rstrip("/")) :] if inside else folder

    def _keys(self, front: Front) -> Line:
        pieces: list[tuple[str, str]] = []
        for key, meaning in KEYS:
            if meaning == "all sessions" and front.sessions:
                meaning = f"all {front.sessions:,} sessions"
            pieces += [(f"{key} ", "key"), (f"{meaning}   ", "hint")]
        return self._line(pieces)


def since(now: float, at: str) -> str:
    """Return how long ago something was, in few characters."""
    try:
        seconds = now - float(at)
    except ValueError:
        return ""
    for unit, length in (("y", 365 * 86400), ("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= length:
            return f"{int(seconds // length)} {unit}"
    return "now"


def cells(text: str) -> int:
    """Return how many cells a text takes, as far as that can be told without large tables."""
    if text.isascii():
        return len(text)
    wide = sum(1 for letter in text if "\u1100" <= letter <= "\u115f" or letter >= "\u2e80")
    return len(text) + wide


def cut(text: str, width: int) -> str:
    """Return the beginning of a text; what is missing is marked."""
    if cells(text) <= width:
        return text
    while text and cells(text) >= width:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def cut_front(text: str, width: int) -> str:
    """Return the end of a text; what is missing is marked."""
    return text if cells(text) <= width else "…" + cut(text[::-1], width)[::-1][1:]


def padded(text: str, width: int) -> str:
    """Return a text in exactly so many cells."""
    text = cut(text, max(1, width - 1))
    return text + " " * (width - cells(text))
