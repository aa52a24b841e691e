"""The front page of last time on the terminal, before anything that takes time is loaded.

Importing Textual takes ten times as long as painting this. Textual then paints the same words at
the same places. Keys typed meanwhile wait in the terminal; it does not show them by itself.
"""

import os
import sys
import time
from types import ModuleType

from tui.ui.front import Front, Line, Page
from tui.ui.front_file import NAME, Kept, harmless, read

SMALLEST = (20, 5)
"""Columns and rows below which nothing can be read."""

LOW = 18
"""Rows below which the draft has no frame."""

_modes: list[list[object]] = []
"""The terminal's modes before the splash, while they are to be put back."""

_painted: list[Front] = []
"""The page that was painted."""


def paint(folder: str | None) -> bool:
    """Paint the page if there is one and a terminal for it; tell whether that was done."""
    size = _terminal()
    if size is None:
        return False
    here = os.path.realpath(folder) if folder else os.getcwd()
    try:
        with open(os.path.join(state_folder(), NAME), encoding="utf-8") as file:
            kept = read(file.read(), here)
    except (OSError, ValueError):
        return False
    if kept is None:
        return False
    page = Page(size[0], _height(size[1]), here, os.path.expanduser("~"), time.time())
    sys.stdout.write(picture(kept, page.lines(kept.front), _colours()))
    sys.stdout.flush()
    _hide_typing()
    _leave_in_order()
    _painted.append(kept.front)
    return True


def painted() -> Front | None:
    """Return the page that is on the terminal, so that the app begins with the same."""
    return _painted[-1] if _painted else None


def take_off() -> None:
    """Give the terminal back as it was; only where Textual did not get that far."""
    sys.stdout.write("\x1b[0m\x1b[?25h\x1b[?1049l")
    sys.stdout.flush()
    show_typing()


def show_typing() -> None:
    """Put the terminal's modes back, so that Textual finds them as the shell left them."""
    while _modes:
        termios = _termios()
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, _modes.pop())


def picture(kept: Kept, lines: list[Line], colours: bool) -> str:
    """Return what is written to the terminal; all of it ours but the words of the page."""
    ground = _colour(48, kept.ground) if colours else ""
    codes = {look: _codes(words, colours) for look, words in kept.looks.items()}
    parts = [f"\x1b[?1049h\x1b[?25l\x1b[0{ground}m\x1b[2J"]
    for row, line in enumerate(lines, 2):
        parts.append(f"\x1b[{row};1H")
        for text, look in line.pieces:
            parts.append(f"\x1b[0{ground}{codes.get(look, '')}m{_backstop(text)}")
    return "".join(parts)


def state_folder() -> str:
    """Return the folder of `tui.config.paths.state_folder`, without loading `pathlib`."""
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/parley")
    given = os.environ.get("XDG_STATE_HOME", "")
    state = given if os.path.isabs(given) else os.path.expanduser("~/.local/state")
    return os.path.join(state, "parley")


def lines_only() -> str:
    """Return why the terminal can only be talked to in lines; empty where it shows a screen."""
    if os.environ.get("TERM", "") in ("dumb", ""):
        return "shows lines only"
    encoding = sys.stdout.encoding or ""
    return "" if encoding.lower() in ("utf-8", "utf8") else f"is set to {encoding}, not to UTF-8"


def _terminal() -> tuple[int, int] | None:
    if lines_only():
        return None
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return None
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return (columns, rows) if columns >= SMALLEST[0] and rows >= SMALLEST[1] else None


def _height(rows: int) -> int:
    """Return the rows between the tabs and the draft."""
    return rows - (3 if rows < LOW else 5)


def _hide_typing() -> None:
    termios = _termios()
    modes = termios.tcgetattr(sys.stdin.fileno())
    _modes.append(list(modes))
    modes[3] &= ~termios.ECHO
    modes[0] &= ~termios.IXON  # or Ctrl+S would stop the terminal instead of listing sessions
    termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, modes)


def _leave_in_order() -> None:
    """Let whoever ends us before the app has begun get the terminal back; the app takes over."""
    # What `signal` is made of; that itself would load `enum` first.
    signals = __import__("_signal")

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    for number in (signals.SIGHUP, signals.SIGTERM):
        signals.signal(number, leave)


def _termios() -> ModuleType:
    """Load what knows terminals; after the page is painted, since that takes time too."""
    __import__("termios")
    return sys.modules["termios"]


def _colours() -> bool:
    many = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
    return many and not os.environ.get("NO_COLOR")


def _codes(words: str, colours: bool) -> str:
    codes = ";1" if words.startswith("bold") else ""
    return codes + _colour(38, words.split(" ")[-1]) if colours else codes


def _colour(place: int, name: str) -> str:
    """Return the numbers that set a colour such as "#1a2b3c"; nothing for anything else."""
    digits = name[1:]
    if name[:1] != "#" or len(digits) != 6 or digits.strip("0123456789abcdef"):
        return ""
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f";{place};2;{red};{green};{blue}"


def _backstop(text: str) -> str:
    """Return a text that was made harmless when it was read; if it was not, do that now."""
    return text if text.isprintable() else harmless(text)
