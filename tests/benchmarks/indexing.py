"""Session files made for measuring, and how fast their words are indexed."""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bar import Bar
from tui.agents.claude.store import ClaudeStore
from tui.agents.gemini.store import GeminiStore
from tui.agents.store import SessionStore
from tui.history.build import fill
from tui.history.builder import environment
from tui.history.index import Index
from tui.history.stores import Place
from tui.history.stores import store as store_of
from tui.history.text_index import TextIndex
from tui.model.identity import AgentId

WORDS = [
    f"{first}{second}"
    for first in ("al", "be", "ga", "de", "ep")
    for second in ("pha", "ta", "mma", "lta", "silon", "ron", "mi", "xo", "pi", "rho")
]
RARE = "xylophone"


def write_store(root: Path, count: int, average: int) -> int:
    """Write sessions of log-normal sizes; return how many bytes they have."""
    chance = random.Random(5)
    total = 0
    for number in range(count):
        folder = root / "projects" / f"-p{number % 40}"
        folder.mkdir(parents=True, exist_ok=True)
        size = int(min(20e6, max(4e3, average * chance.lognormvariate(-0.5, 1.0))))
        data = b"".join(lines(chance, number, size, rare=number % 500 == 250))
        (folder / f"{number:08d}-0000-4000-8000-000000000000.jsonl").write_bytes(data)
        total += len(data)
    return total


def lines(
    chance: random.Random, number: int, size: int, *, rare: bool, words: list[str] = WORDS
) -> list[bytes]:
    """Return the lines of a session of Claude Code that has about so many bytes."""
    found: list[bytes] = []
    length = 0
    parent = None
    while length < size:
        uuid = f"{number}-{len(found)}"
        text = " ".join(chance.choices(words, k=120)) + (f" {RARE}" if rare else "")
        rare = False
        role = "assistant" if len(found) % 2 else "user"
        content: object = [{"type": "text", "text": text}] if len(found) % 2 else text
        row = {
            "parentUuid": parent,
            "isSidechain": False,
            "type": role,
            "message": {"id": f"m{uuid}", "role": role, "model": "opus", "content": content},
            "uuid": uuid,
            "timestamp": f"2026-11-{1 + number % 28:02d}T02:00:00.000Z",
            "cwd": "/",
            "sessionId": str(number),
            "version": "2.1.325",
            "gitBranch": "main",
        }
        found.append(json.dumps(row).encode() + b"\n")
        length += len(found[-1])
        parent = uuid
    return found


def building(short: bool) -> list[Bar]:
    """Compare how fast sessions are indexed that are harder to index than most."""
    chance = random.Random(8)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    many = ["".join(chance.choices(letters, k=chance.randint(3, 10))) for _ in range(60_000)]
    size = 20_000_000 if short else 100_000_000
    wide, chats = (
        b"".join(lines(chance, 1, size, rare=False, words=many)),
        _chat(chance, size // 4),
    )
    return [
        _indexed(", 60,000 words", ClaudeStore(), "projects/-p/wide.jsonl", [wide]),
        _indexed(", Gemini's JSON", GeminiStore(), "tmp/p/chats/session-{}.json", chats),
    ]


def _indexed(name: str, store: SessionStore, path: str, files: list[bytes]) -> Bar:
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(files):
            file = Path(folder) / path.format(number)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        took, size = _built_apart(store.agent, folder, len(files))
    total = sum(map(len, files)) / 1e6
    return Bar(
        name=f"index build{name}",
        value=total / took,
        target=60,
        at_most=False,
        detail=f"MB/s: {total:.0f} MB in {took:.1f} s of a core, index {size / total / 1e6:.0%}",
    )


def _built_apart(agent: AgentId, folder: str, count: int) -> tuple[float, int]:
    """Return how long a process like the one of the app takes, and how large the index gets."""
    argv = [sys.executable, "-m", __name__, agent, folder, str(count)]
    ran = subprocess.run(argv, env=environment(), capture_output=True, check=True)
    took, size = ran.stdout.split()
    return float(took), int(size)


def _built(agent: str, folder: str, count: str) -> str:
    """Index the sessions in a folder; return seconds of a core, and bytes of the index."""
    rows = Index(None).refresh([Place(store_of(AgentId(agent)), (Path(folder),))])
    words = TextIndex(Path(folder) / "words.sqlite")
    began = time.process_time()
    fill(words, rows)
    took = time.process_time() - began
    assert len(words.known_texts()) == int(count)
    ((pages,),) = words.cache.all("pragma page_count")
    words.close()
    return f"{took} {pages * 4096}"


def _chat(chance: random.Random, size: int) -> list[bytes]:
    """Return chats as Gemini CLI wrote them until version 0.2: one document each."""
    files: list[bytes] = []
    while size > 0:
        messages = [
            {
                "id": f"m{number}",
                "timestamp": "2026-11-16T02:00:00.000Z",
                "type": "gemini" if number % 2 else "user",
                "content": " ".join(chance.choices(WORDS, k=120)),
                **({"tokens": {"input": 10, "output": 5}, "model": "pro"} if number % 2 else {}),
            }
            for number in range(400)
        ]
        chat = {"sessionId": f"s{len(files)}", "startTime": "2026-11-16T02:00:00.000Z"}
        files.append(json.dumps({**chat, "messages": messages}, indent=2).encode())
        size -= len(files[-1])
    return files


if __name__ == "__main__":
    sys.stdout.write(_built(*sys.argv[1:]))
