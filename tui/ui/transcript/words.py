"""Numbers and times in few characters."""

import time

from tui.model.usage import TokenUsage


def duration(milliseconds: int) -> str:
    """Return a stretch of time: "0.3 s", "42 s", "2:05", "1:02:03"."""
    seconds = milliseconds / 1000
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def tokens(number: int) -> str:
    """Return a number of tokens: "950", "12.3k", "1.2M"."""
    if number < 1_000:
        return str(number)
    if number < 100_000:
        return f"{number / 1_000:.1f}".removesuffix(".0") + "k"
    return f"{number / 1_000:.0f}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


def usage(used: TokenUsage) -> str:
    """Return what a turn used, as far as it is known."""
    parts = [
        f"{tokens(count)} {word}"
        for count, word in ((used.input, "in"), (used.output, "out"), (used.reasoning, "thinking"))
        if count
    ]
    return " · ".join(parts)


def clock(at: float) -> str:
    """Return the time of day; nothing for a time nobody knows."""
    return time.strftime("%H:%M", time.localtime(at)) if at > 0 else ""


def count(number: int, word: str) -> str:
    """Return "1 line", "1,240 lines"."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def is_long(text: str) -> bool:
    """Tell whether a notice does not fit into the one line of its header."""
    return "\n" in text or len(text) > 100
