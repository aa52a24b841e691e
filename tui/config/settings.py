"""Everything that can be set, with what it means. This file is the documentation."""

from typing import TypeAlias

import msgspec

KeyChoice: TypeAlias = str | list[str]
"""One key or several: `"ctrl+t"` or `["ctrl+t", "f6"]`."""


class Notify(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How parley calls you back when something waits and its terminal is not looked at."""

    bell: bool = True
    """Ring the terminal's bell."""
    desktop: bool = True
    """Let the terminal show a notification, where it is known to understand that."""
    title: bool = True
    """Mark the terminal's title."""


class HistorySettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table `[history]`: where past sessions are looked for."""

    roots: dict[str, list[str]] = {}
    """Agent → folders beside its own, each laid out as it lays out its own:
    `claude = ["~/backup/.claude"]`."""
    prices: dict[str, list[float]] = {}
    """Model → dollars per million tokens of input, output and input from a cache, for estimates
    of what was spent: `"gpt-9" = [1.25, 10, 0.125]`."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The contents of `settings.toml`; what is not in the file has the value given here."""

    theme: str = "ink"
    """Name of a theme; `parley themes` lists them."""
    keys: dict[str, KeyChoice] = {}
    """Action id → its keys instead of ours; `parley keys` lists the ids."""
    sidebar: bool = True
    """Show the sidebar where the terminal is wide enough."""
    editor: str = ""
    """Program for Ctrl+G; empty means $VISUAL, then $EDITOR, then vi."""
    fold_paste: int = 12
    """Pastes of more lines than this are folded into one word of the draft."""
    history: HistorySettings = HistorySettings()
    """Where past sessions are looked for."""
    notify: Notify = Notify()
    """Table `[notify]`: what happens when something waits and nobody looks."""
