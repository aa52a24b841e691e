"""Commands that are denied whoever asks and whatever a rule says: they destroy a machine."""

import re

from tui.permission.outline_walk import Outline
from tui.permission.programs import WRAPPERS, inner_words, program_name

_HOMES = r"~[\w-]*|\$HOME|\$\{HOME\}|/root|/home(/[\w.-]+)?|/Users(/[\w.-]+)?"
_SYSTEM = r"/(bin|boot|dev|etc|lib|lib64|opt|proc|sbin|srv|sys|usr|var|System|Library)"
_EVERYTHING = re.compile(rf"(/+|{_HOMES}|{_SYSTEM})?/*(\.?\*|\.)?/*")
_DISK = re.compile(r"/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper/|md)\w*.*")
_FORK_BOMB = re.compile(
    r"(?<![^\s;&|(){}])([^\s;&|(){}]{1,32})\s{0,8}\(\)\s{0,8}\{[^}]{0,99}\1\s{0,8}\|\s{0,8}\1\s{0,8}&"
)


def disaster(line: str, found: Outline) -> str:
    """Return what a command line would destroy, or nothing."""
    if "()" in line and _FORK_BOMB.search(line):
        return "it is a fork bomb"
    for redirection in found.redirections:
        if "/dev/" in redirection and ">" in redirection and _DISK.search(redirection):
            return "it overwrites a disk"
    for command in found.commands:
        name = command.words[0]
        suspect = name in _SUSPECTS or "/" in name or name[:4] == "mkfs"
        if suspect and (why := _destroys(inner_words(command.words))):
            return why
    return ""


def _destroys(words: tuple[str, ...]) -> str:
    program = program_name(words)
    if program in _CHECKS:
        return _CHECKS[program](words[1:])
    if program.startswith("mkfs") and any(map(_DISK.fullmatch, words)):
        return "it formats a disk"
    return ""


def _rm(words: tuple[str, ...]) -> str:
    if not _has(words, "rR", "--recursive"):
        return ""
    if "--no-preserve-root" in words:
        return "it deletes everything"
    target = next((word for word in words if _is_everything(word)), "")
    return f"it deletes {target} with everything below" if target else ""


def _change(words: tuple[str, ...]) -> str:
    target = next((word for word in words if _is_everything(word)), "")
    return f"it changes everything below {target}" if target and _has(words, "R", "--rec") else ""


def _dd(words: tuple[str, ...]) -> str:
    over = any(word.startswith("of=") and _DISK.fullmatch(word[3:]) for word in words)
    return "it overwrites a disk" if over else ""


def _wipe(words: tuple[str, ...]) -> str:
    return "it overwrites a disk" if any(map(_DISK.fullmatch, words)) else ""


def _find(words: tuple[str, ...]) -> str:
    rooted = words and _is_everything(words[0])
    return f"it deletes all it finds below {words[0]}" if rooted and "-delete" in words else ""


def _is_everything(word: str) -> bool:
    # `.` and `*` alone mean the folder at hand, which may be meant.
    return word.startswith(("/", "~", "$")) and _EVERYTHING.fullmatch(word) is not None


def _has(words: tuple[str, ...], letters: str, long: str) -> bool:
    return any(
        word.startswith(long)
        if word.startswith("--")
        else word.startswith("-") and not set(letters).isdisjoint(word)
        for word in words
    )


_CHECKS = {
    "rm": _rm,
    "chmod": _change,
    "chown": _change,
    "chgrp": _change,
    "dd": _dd,
    "shred": _wipe,
    "wipefs": _wipe,
    "find": _find,
}

_SUSPECTS = _CHECKS.keys() | WRAPPERS.keys()
