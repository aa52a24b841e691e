"""What one key does."""

import msgspec


class Key(msgspec.Struct, frozen=True):
    """One thing a key does."""

    id: str
    keys: str
    """The keys, comma-separated, in Textual's spelling."""
    action: str
    wording: str
    palette: bool = False
    """It is also found in the palette."""
    at_once: bool = False
    """It acts before anybody gets the keys typed after it: those are for what it opens."""
