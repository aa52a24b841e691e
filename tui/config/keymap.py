"""The keys in force: the user's own before ours, what clashes, how they are spoken."""

import re
import unicodedata
from collections.abc import Mapping

from tui.config.keys import ANYWHERE, BY_ID, GROUPS, SESSIONS, TOGETHER, VIEWS
from tui.config.settings import KeyChoice

TAKEN = {
    "ctrl+i": "Tab",
    "ctrl+m": "Enter",
    "ctrl+h": "Backspace",
    "ctrl+[": "Esc",
    "ctrl+left_square_bracket": "Esc",
}
"""Keys that many terminals send as others."""

_CHARACTERS = {
    "SOLIDUS": "slash",
    "REVERSE SOLIDUS": "backslash",
    "COMMERCIAL AT": "at",
    "HYPHEN-MINUS": "minus",
    "PLUS SIGN": "plus",
    "LOW LINE": "underscore",
}
"""Characters that Textual does not call as Unicode does."""

_TYPED = (
    r"([^\s,]|space|at|minus|plus|slash|backslash|underscore|comma|colon|semicolon|apostrophe"
    r"|asterisk|ampersand|full_stop|tilde|[a-z_]+_(mark|sign|bracket|parenthesis|accent|line))"
)
_NAMED = (
    r"(ctrl\+|alt\+|shift\+|super\+|hyper\+|meta\+)*"
    r"(f[1-9][0-9]?|up|down|left|right|home|end|pageup|pagedown|enter|tab|escape"
    rf"|backspace|delete|insert|{_TYPED})"
)
"""How keys are called; compiled only where the user has keys of their own."""

_EVERYWHERE = {
    *(key.id for key in ANYWHERE),
    *(key.id for key in SESSIONS + VIEWS if key.at_once),
}
"""What acts before the draft sees the key, so that no letter can be it."""


def keymap(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return the user's keys as Textual wants them; what has no effect is left out."""
    usable = {
        id: ",".join(key for key in _spelled(keys) if _is_usable(key) and not _is_letter(key, id))
        for id, keys in chosen.items()
    }
    return {id: keys for id, keys in usable.items() if id in BY_ID and keys}


def _spelled(choice: KeyChoice) -> list[str]:
    keys = [choice] if choice == "," else choice.split(",") if isinstance(choice, str) else choice
    return [_key_name(key.strip()) for key in keys if key.strip()]


def _key_name(key: str) -> str:
    if len(key) > 1 or key.isalnum():
        return key
    name = unicodedata.name(key, key)
    return _CHARACTERS.get(name, name.lower().replace("-", "_").replace(" ", "_"))


def effective(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return every action id with the keys that are in force."""
    ours = {id: key.keys for id, key in BY_ID.items()}
    return {**ours, **keymap(chosen)}


def problems(chosen: Mapping[str, KeyChoice]) -> list[str]:
    """Return what is wrong with the user's keys, a sentence each."""
    found = [f"there is no action called {id}" for id in chosen if id not in BY_ID]
    for id, choice in chosen.items():
        found += [f"{key} is no key, so it cannot be {id}" for key in _unknown(choice)]
        found += [
            f"{key} is {TAKEN[key]} in many terminals; take another for {id}"
            for key in _spelled(choice)
            if key in TAKEN
        ]
        found += [
            f"{key} is typed in drafts, so it cannot be {id}"
            for key in _spelled(choice)
            if _is_letter(key, id)
        ]
        if not _spelled(choice):
            found.append(f"{id} is given no key, so it keeps its usual one")
    now = effective(chosen)
    for places in TOGETHER:
        owners: dict[str, str] = {}
        for id in (key.id for place in places for key in GROUPS[place]):
            for key in now[id].split(","):
                other = owners.setdefault(key.strip(), id)
                if other != id and (id in chosen or other in chosen):
                    found.append(f"{key.strip()} is used for both {other} and {id}")
    return list(dict.fromkeys(found))


def _unknown(choice: KeyChoice) -> list[str]:
    return [key for key in _spelled(choice) if not re.fullmatch(_NAMED, key)]


def _is_letter(key: str, id: str) -> bool:
    return id in _EVERYWHERE and re.fullmatch(_TYPED, key) is not None


def _is_usable(key: str) -> bool:
    return key not in TAKEN and re.fullmatch(_NAMED, key) is not None


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
