"""Bash itself as a judge: which words does it really hand to which program?

Nothing real runs: PATH is empty, every builtin that could do something is a function that only
writes down its arguments, and so is every unknown command.
"""

import random
import subprocess
from pathlib import Path

PROGRAMS = ("ls", "git", "cat", "echo", "printf", "grep", "sed", "test", "cd", "pwd", "true", "rm")

_RECORDER = r"""
note() { builtin printf '%s\0' "$#" "$@" >&3; }
command_not_found_handle() { note "$@"; }
""" + "\n".join(f'{name}() {{ note {name} "$@"; }}' for name in PROGRAMS)

_DRIVER = f"""{_RECORDER}
while IFS= builtin read -r -d '' line <&4; do
  builtin eval "$line" </dev/null >/dev/null 2>/dev/null
  builtin printf '%s\\0' END >&3
done
"""


def executed(lines: list[str], folder: Path) -> list[list[tuple[str, ...]]]:
    """Return for each command line the commands bash ran, each as its words."""
    given, told = folder / "given", folder / "told"
    given.write_bytes(b"".join(line.encode("utf-8", "surrogateescape") + b"\0" for line in lines))
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    script = f"exec 3>'{told}' 4<'{given}'\n{_DRIVER}"
    subprocess.run(
        ["/bin/bash", "--norc", "--noprofile", "-c", script],
        cwd=empty,
        env={"PATH": "/nowhere", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return _read(told.read_bytes().decode("utf-8", "surrogateescape").split("\0")[:-1])


def _read(fields: list[str]) -> list[list[tuple[str, ...]]]:
    results: list[list[tuple[str, ...]]] = []
    current: list[tuple[str, ...]] = []
    position = 0
    while position < len(fields):
        if fields[position] == "END":
            results.append(current)
            current = []
            position += 1
            continue
        count = int(fields[position])
        current.append(tuple(fields[position + 1 : position + 1 + count]))
        position += 1 + count
    return results


_PLAIN = (
    "a",
    "src/main.py",
    "-la",
    "--format=%h",
    "-n5",
    "x=y",
    "a,b",
    "1",
    "-",
    "--",
    "a@b",
    "+x",
    ".",
)
_SINGLE = ("", "a b", "$HOME", "`x`", "*.py", "a;b", '"', "#x", "!x", "a\\b", "größe", "{a,b}", "~")
_DOUBLE = ("", "a b", "*.py", "it's", "a;b", "a && b", "#", "[x]", "{a,b}", "~", "größe", "?", "|")
_ODD = ("$x", "*", "a\\ b", "{a,b}", "~", "`x`", ">x", "a#b", "=x", "!x", "^x", "$'x'", "#", "[a]")
_OPERATORS = (" && ", " || ", "; ", " | ", "&&", ";", "|", " ;", "  &&  ")


def generated(dice: random.Random) -> str:
    """Return a command line from a grammar of which a proof covers most."""
    commands = (_command(dice) for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))))
    line = next(commands)
    for command in commands:
        line += dice.choice(_OPERATORS) + command
    return " " * dice.choice((0, 0, 0, 1)) + line + " " * dice.choice((0, 0, 0, 2))


def _command(dice: random.Random) -> str:
    words = [dice.choice((*PROGRAMS, "frob", "x1", "a-b", "a.b", "time", "let", "if", "then"))]
    words += (_word(dice) for _ in range(dice.choice((0, 1, 1, 2, 3, 4))))
    return (" " * dice.choice((1, 1, 1, 2))).join(words)


def _word(dice: random.Random) -> str:
    return "".join(_piece(dice) for _ in range(dice.choice((1, 1, 1, 2, 3))))


def _piece(dice: random.Random) -> str:
    roll = dice.random()
    if roll < 0.5:
        return dice.choice(_PLAIN)
    if roll < 0.72:
        return f"'{dice.choice(_SINGLE)}'"
    if roll < 0.94:
        return f'"{dice.choice(_DOUBLE)}"'
    return dice.choice(_ODD)
