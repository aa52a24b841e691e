"""The keys in force: the user's own before ours, what clashes, how they are spoken."""

from collections.abc import Mapping

from tui.config.keys import BY_ID, GROUPS, TOGETHER
from tui.config.settings import KeyChoice


def keymap(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return the user's keys as Textual wants them; unknown ids are left out."""
    spelled = {id: keys if isinstance(keys, str) else ",".join(keys) for id, keys in chosen.items()}
    return {id: keys for id, keys in spelled.items() if id in BY_ID and keys.strip()}


def effective(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return every action id with the keys that are in force."""
    ours = {id: key.keys for id, key in BY_ID.items()}
    return {**ours, **keymap(chosen)}


def problems(chosen: Mapping[str, KeyChoice]) -> list[str]:
    """Return what is wrong with the user's keys, a sentence each."""
    found = [f"there is no action called {id}" for id in chosen if id not in BY_ID]
    now = effective(chosen)
    for places in TOGETHER:
        owners: dict[str, str] = {}
        for id in (key.id for place in places for key in GROUPS[place]):
            for key in now[id].split(","):
                other = owners.setdefault(key.strip(), id)
                if other != id and (id in chosen or other in chosen):
                    found.append(f"{key.strip()} is used for both {other} and {id}")
    return list(dict.fromkeys(found))


def spoken(keys: str) -> str:
    """Return keys as people write them: "ctrl+t" → "Ctrl+T"."""
    return " ".join(_spoken(key.strip()) for key in keys.split(","))


def _spoken(key: str) -> str:
    *modifiers, last = key.split("+")
    if len(last) == 1 and not modifiers:
        return last
    if last in _NAMES and len(_NAMES[last]) == 1 and not modifiers:
        return _NAMES[last]
    name = _NAMES.get(last, last.upper() if len(last) == 1 else last.capitalize())
    return "+".join([*(modifier.capitalize() for modifier in modifiers), name])


_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "slash": "/",
    "question_mark": "?",
    "underscore": "_",
    "right_curly_bracket": "}",
    "left_curly_bracket": "{",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "comma": ",",
    "full_stop": ".",
}
