"""More of what may lie where session files are looked for; `zoo` has the first sixty."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.history.zoo import Damage, good_claude, good_codex, good_gemini

Line = dict[str, Any]


def each_line(change: Callable[[Line], Line]) -> Damage:
    """Return the damage of changing every line."""

    def damage(good: bytes) -> bytes:
        lines = [change(json.loads(line)) for line in good.splitlines()]
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    return damage


def stamped(value: object) -> Damage:
    """Return the damage of another time on every line."""
    return each_line(lambda line: {**line, "timestamp": value})


def followed(name: object) -> Damage:
    """Return the damage of a line that follows another one than it did."""
    return each_line(lambda line: {**line, "parentUuid": name} if "uuid" in line else line)


TIMES: dict[str, object] = {
    "no time": None,
    "an empty time": "",
    "a time in words": "yesterday",
    "a number of seconds": 1_790_000_000,
    "a number of milliseconds": 1_790_000_000_000.5,
    "a negative number": -1,
    "a huge number": 10**400,
    "a list": ["2026-11-16T02:00:00Z"],
    "the first year": "0001-01-01T00:00:00Z",
    "the last year": "9999-12-31T23:59:59.999999Z",
    "the year 12345": "12345-01-01T00:00:00Z",
    "a far zone": "2026-11-16T02:00:00+23:59",
    "no zone": "2026-11-16T02:00:00",
    "only a day": "2026-11-16",
    "a thirteenth month": "2026-13-45T99:99:99Z",
    "a leap second": "2016-12-31T23:59:60Z",
    "other digits": "\uff12\uff10\uff12\uff16-11-16T02:00:00Z",
}

DAMAGES: dict[str, Damage] = {
    **{f"time: {name}": stamped(value) for name, value in TIMES.items()},
    "cut inside a letter": lambda good: good + '{"type":"user","x":"ü'.encode()[:-1],
    "a byte order mark before the first record": lambda good: b"\xef\xbb\xbf" + good,
    "zeros before the first record": lambda good: b"\x00" * 4096 + good,
    "zeros after each record": lambda good: good.replace(b"\n", b"\x00\x00\n"),
    "zeros between records": lambda good: good.replace(b"\n", b"\n\x00\x00\n"),
    "spaces and tabs before records": lambda good: b" \t" + good.replace(b"\n", b"\n \t"),
    "duplicate keys": lambda good: good.replace(b'{"', b'{"type": 1, "uuid": 2, "', 1).replace(
        b"}\n", b', "extra": 1, "extra": 2}\n'
    ),
    "a huge whole number": lambda good: good.replace(b"}\n", b', "count": ' + b"9" * 300 + b"}\n"),
    "a huge exponent": lambda good: good.replace(b"}\n", b', "count": 1e300}\n'),
    "a deep value in a good record": lambda good: good.replace(
        b"}\n", b', "deep": ' + b"[" * 400 + b"]" * 400 + b"}\n"
    ),
    "half a surrogate pair in the answer": lambda good: good.replace(b"An ", b"An \\ud83d "),
    "control letters": lambda good: good + b'{"type":"x","y":"\\u0000\\u001b[31m\\u202e"}\n',
    "a record twice": lambda good: good + good,
    "follows itself": followed("1"),
    "follows nobody": followed("no such line"),
    "follows in a circle": each_line(
        lambda line: {**line, "parentUuid": {"1": "2", "2": "1"}.get(line.get("uuid", ""))}
    ),
    "follows a number": followed(17),
    "a shell's words after it": lambda good: good + b"rm -rf /\n$(reboot)\n`id`\n",
    "a longer line than any": lambda good: (
        good + b'{"type":"x","y":"' + b"z" * (17 * 1024 * 1024) + b'"}\n'
    ),
    "a thousand empty objects": lambda good: good + b"{}\n" * 1000,
    "null in every field": lambda good: (
        good
        + b'{"type":null,"uuid":null,"message":null,"timestamp":null,"payload":null,"id":null}\n'
    ),
    "an older summary": lambda good: good + b'{"type":"summary","summary":"s","leafUuid":"x"}\n',
    "a leaf that is not there": lambda good: (
        good + b'{"type":"last-prompt","lastPrompt":"p","leafUuid":"gone"}\n'
    ),
    "both formats of Codex": lambda good: (
        good + b'{"type":"event_msg","payload":{"type":"agent_message","message":"old words"}}\n'
    ),
    "a rewind to nowhere": lambda good: good + b'{"$rewindTo":"gone"}\n{"$rewindTo":7}\n',
    "a change of nothing": lambda good: good + b'{"$set":7}\n{"$set":{"summary":[]}}\n',
    "line separators in words": lambda good: good.replace(b"An answer", "An\u2028answer".encode()),
}
"""What can happen to a file so that its good records can still be read."""

NAMES = {
    "a line break": "01a1e300-0000-7000-8000-{:012d}\n.jsonl",
    "an escape": "01a1e300-0000-7000-8000-{:012d}\x1b[31m.jsonl",
    "no UTF-8": os.fsdecode(b"01a1e300-\xff\xfe-{:012d}.jsonl"),
    "markup": "01a1e300-[red]-{:012d}.jsonl",
    "an option": "--help-{:012d}.jsonl",
    "spaces": "  {:012d}  .jsonl",
    "hidden": ".{:012d}.jsonl",
    "emoji": "🎉{:012d}.jsonl",
    "a very long name": "x" * 200 + "{:012d}.jsonl",
    "right to left": "\u202e{:012d}.jsonl",
}
"""Names that files may have."""

SCRAPS = {
    "UTF-16": lambda good: good.decode().encode("utf-16"),
    "one line of everything": lambda good: b"[" + good.replace(b"\n", b",") + b"0]\n",
    "compressed": lambda good: b"\x28\xb5\x2f\xfd" + good[:5],
    "a swap file": lambda good: b"b0VIM 9.0" + b"\x00" * 4000,
    "Latin letters": lambda good: b"\xe9\xe8\xe0" * 100,
}
"""Files in which nothing can be read."""


def fill(home: Path) -> Iterator[tuple[str, Path, bool]]:
    """Write them all; return what each is, where, and whether a valid record is in it."""
    number = 0
    for kind, damage in (*DAMAGES.items(), *SCRAPS.items()):
        number += 1
        for path, good in _places(home, number):
            path.write_bytes(damage(good))
            yield kind, path, kind in DAMAGES
    for kind, name in NAMES.items():
        number += 1
        for path, good in _places(home, number):
            odd = path.with_name(name.format(number))
            odd.write_bytes(good)
            shown = os.fspath(odd).encode("utf-8", "backslashreplace").decode()
            yield kind, Path(shown), kind != "no UTF-8"
    for kind, make in STRANGE.items():
        number += 1
        for path, good in _places(home, number):
            yield kind, path, make(path, good)


def _linked(path: Path, good: bytes) -> bool:
    """A link to a good file elsewhere is as good as the file."""
    home = next(one.parent for one in path.parents if one.name.startswith("."))
    target = home / f"kept {path.name}"
    target.write_bytes(good)
    path.symlink_to(target)
    return True


def _old(path: Path, good: bytes) -> bool:
    path.write_bytes(good)
    os.utime(path, ns=(0, 0))
    return True


def _future(path: Path, good: bytes) -> bool:
    path.write_bytes(good)
    os.utime(path, (32_000_000_000, 32_000_000_000))
    return True


def _link_to(target: str) -> Callable[[Path, bytes], bool]:
    def make(path: Path, good: bytes) -> bool:
        path.symlink_to(target)
        return False

    return make


STRANGE: dict[str, Callable[[Path, bytes], bool]] = {
    "a link to a good file": _linked,
    "changed in 1970": _old,
    "changed in the year 2984": _future,
    "a link to random numbers": _link_to("/dev/urandom"),
    "a link to nothing at all": _link_to("/dev/null"),
    "a link to a terminal": _link_to("/dev/tty"),
    "a link to memory": _link_to("/proc/self/mem"),
    "a link into itself": _link_to("x/../x"),
}


def _places(home: Path, number: int) -> list[tuple[Path, bytes]]:
    id = f"01a1e300-0000-7000-8000-{number:012d}"
    short = f"{number:08d}"
    rollout = f"rollout-2026-11-16T02-00-00-{id}.jsonl"
    found = [
        (home / ".claude" / "projects" / "-odd" / f"{id}.jsonl", good_claude()),
        (home / ".codex" / "sessions" / "2026" / "11" / "17" / rollout, good_codex(id)),
        (
            home / ".gemini" / "tmp" / "odd" / "chats" / f"session-2026-11-16T02-00-{short}.jsonl",
            good_gemini(f"{short}-0000"),
        ),
    ]
    for path, _ in found:
        path.parent.mkdir(parents=True, exist_ok=True)
    return found


def fields_of(line: Line, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return the way to every field of a record, those inside others too."""
    for name, value in line.items():
        yield (*before, name)
        if isinstance(value, dict):
            yield from fields_of(value, (*before, name))


def with_field(line: Line, way: tuple[str, ...], value: object) -> Line:
    """Return a record in which one field holds something else."""
    name, *rest = way
    inner = with_field(line[name], tuple(rest), value) if rest else value
    return {**line, name: inner}
