"""Everything that can be set, with what it means. This file is the documentation."""

from typing import TypeAlias

import msgspec

KeyChoice: TypeAlias = str | list[str]
"""One key or several: `"ctrl+t"` or `["ctrl+t", "f6"]`."""


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
