"""`parley keys`: every key, what it does, and what the settings change about it."""

import msgspec

from tui.config import keymap
from tui.config.keys import GROUPS
from tui.headless.output import data, flush, remark, say
from tui.headless.settled import settled


class KeyRow(msgspec.Struct, frozen=True, kw_only=True):
    """One action for programs."""

    id: str
    place: str
    keys: list[str]
    """In the spelling of the settings."""
    wording: str
    changed: bool
    """Its keys are the user's own."""


def main(json: bool) -> int:
    """Print every action with its keys; exit 2 where the user's own keys clash."""
    settings = settled()
    rows = all_keys(settings.keys)
    if json:
        data(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        flush()
    else:
        place = ""
        for row in rows:
            if row.place != place:
                say(f"{'' if not place else chr(10)}{row.place}")
                place = row.place
            spoken = keymap.spoken(",".join(row.keys))
            mark = "*" if row.changed else " "
            say(f" {mark}{spoken:24} {row.wording:52} {row.id}")
    problems = keymap.problems(settings.keys)
    for problem in problems:
        remark(f"parley: {problem}")
    return 2 if problems else 0


def all_keys(chosen: "dict[str, str | list[str]]") -> list[KeyRow]:
    """Return every action, in the order of the help screen."""
    effective = keymap.effective(chosen)
    return [
        KeyRow(
            id=key.id,
            place=place,
            keys=[one.strip() for one in effective[key.id].split(",")],
            wording=key.wording,
            changed=effective[key.id] != key.keys,
        )
        for place, keys in GROUPS.items()
        for key in keys
    ]
