"""Broken, strange and hostile files in the places where session files are looked for."""

import json
import os
import random
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.agents.claude import store_lines as claude
from tests.agents.codex import store_lines as codex
from tests.agents.gemini import stores as gemini

MARK = "a valid record"
"""Words of the one prompt that every half-broken file still holds."""

Damage = Callable[[bytes], bytes]

DAMAGES: dict[str, Damage] = {
    "half a last line": lambda good: good + good[: len(good) // 3].rstrip(b"\n"),
    "garbage line first": lambda good: b"\x00\xff not json\n" + good,
    "garbage line last": lambda good: good + b"}{\n",
    "blank lines": lambda good: b"\n\n  \n" + good.replace(b"\n", b"\n\n"),
    "carriage returns": lambda good: good.replace(b"\n", b"\r\n"),
    "numbers and lists": lambda good: b"17\n[1,2]\nnull\ntrue\n" + good,
    "bad UTF-8": lambda good: good + b'{"type":"user","x":"\xff\xfe"}\n',
    "half a surrogate pair": lambda good: good + b'{"type":"user","x":"\\ud83d"}\n',
    "deep nesting": lambda good: good + b"[" * 100_000 + b"\n",
    "deep object": lambda good: good + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"\n",
    "wrong types": lambda good: (
        good + b'{"type":7,"uuid":[],"message":3,"timestamp":{},"payload":[],"id":1}\n'
    ),
    "huge numbers": lambda good: (
        good + b'{"type":"user","timestamp":1e999}\n{"a":' + b"9" * 400 + b"}\n"
    ),
    "no newline at the end": lambda good: good.rstrip(b"\n"),
    "nulls at the end": lambda good: good + b"\x00" * 70_000,
    "a line of two megabytes": lambda good: (
        good + b'{"type":"x","y":"' + b"z" * 2_000_000 + b'"}\n'
    ),
    "a byte order mark": lambda good: b"\xef\xbb\xbf\n" + good,
    "unknown types": lambda good: good + b'{"type":"from-the-future","payload":{"type":"new"}}\n',
    "line separators": lambda good: good.replace(b"valid", b"valid", 1) + "\u2028\n".encode(),
}
"""What can happen to a file so that its good lines can still be read."""

LOST: dict[str, bytes] = {
    "empty": b"",
    "only newlines": b"\n\n\n",
    "plain text": b"Dear diary,\ntoday\n",
    "binary": bytes(range(256)) * 64,
    "somebody else's JSON": b'{"name":"package","version":"1.0.0"}\n',
    "a JSON list": b"[1,2,3]\n",
}
"""Files in which nothing can be shown."""


def good_claude() -> bytes:
    lines = [claude.said("1", None, MARK), claude.answer("2", "1", "An answer.")]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def good_codex(id: str) -> bytes:
    lines = [codex.meta(id), codex.said("1", MARK), codex.answer("2", "An answer.")]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def good_gemini(id: str) -> bytes:
    said = {"id": "1", "type": "user", "content": [{"text": MARK}]}
    lines = [gemini.header(id), gemini.history(gemini.CONTEXT), said, gemini.said("gemini", "Yes.")]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def fill(home: Path) -> Iterator[tuple[Path, bool]]:
    """Write the zoo; return each file and whether a valid record is in it."""
    number = 0
    for damage in DAMAGES.values():
        number += 1
        id = f"01a1e200-0000-7000-8000-{number:012d}"
        for path, good in _places(home, id):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(damage(good))
            yield path, True
    for content in LOST.values():
        number += 1
        id = f"01a1e200-0000-7000-8000-{number:012d}"
        for path, _ in _places(home, id):
            path.write_bytes(content)
            yield path, False
    for kind in ("pipe", "loop", "nowhere", "folder", "sparse", "socket", "device"):
        number += 1
        id = f"01a1e200-0000-7000-8000-{number:012d}"
        for path, _ in _places(home, id):
            _strange(path, kind)
            yield path, False


def fuzzed(home: Path, seed: int, count: int) -> None:
    """Write files of good lines with random bytes changed."""
    chance = random.Random(seed)
    for number in range(count):
        id = f"01a1e2ff-0000-7000-8000-{number:012d}"
        for path, good in _places(home, id):
            data = bytearray(good)
            for _ in range(chance.randint(1, 30)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(bytes(data[: chance.randint(1, len(data))]))


def _places(home: Path, id: str) -> list[tuple[Path, bytes]]:
    short = id[-8:]
    return [
        (home / ".claude" / "projects" / "-work" / f"{id}.jsonl", good_claude()),
        (
            home
            / ".codex"
            / "sessions"
            / "2026"
            / "11"
            / "16"
            / f"rollout-2026-11-16T02-00-00-{id}.jsonl",
            good_codex(id),
        ),
        (
            home / ".gemini" / "tmp" / "demo" / "chats" / f"session-2026-11-16T02-00-{short}.jsonl",
            good_gemini(f"{short}-0000"),
        ),
    ]


def _strange(path: Path, kind: str) -> None:
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "loop":
            path.symlink_to(path.name)
        case "nowhere":
            path.symlink_to("/no/such/place")
        case "folder":
            path.mkdir()
        case "sparse":
            path.touch()
            os.truncate(path, 64 * 1024 * 1024)
        case "device":
            path.symlink_to("/dev/zero")
        case _:
            here = Path.cwd()
            os.chdir(path.parent)
            try:
                with socket.socket(socket.AF_UNIX) as made:
                    made.bind(path.name)
            finally:
                os.chdir(here)
