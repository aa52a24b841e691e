"""How fast past sessions are listed and searched, against the least that could be done."""

import gc
import json
import mmap
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from tests.benchmarks.bar import Bar, middle
from tui.agents.claude.store import ClaudeStore
from tui.history.build import fill
from tui.history.index import Index
from tui.history.query import parse
from tui.history.search import Search
from tui.history.stores import Place

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
        data = b"".join(_lines(chance, number, size, rare=number % 500 == 250))
        (folder / f"{number:08d}-0000-4000-8000-000000000000.jsonl").write_bytes(data)
        total += len(data)
    return total


def _lines(chance: random.Random, number: int, size: int, *, rare: bool) -> list[bytes]:
    lines: list[bytes] = []
    length = 0
    parent = None
    while length < size:
        uuid = f"{number}-{len(lines)}"
        text = " ".join(chance.choices(WORDS, k=120)) + (f" {RARE}" if rare else "")
        rare = False
        role = "assistant" if len(lines) % 2 else "user"
        content: object = [{"type": "text", "text": text}] if len(lines) % 2 else text
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
        lines.append(json.dumps(row).encode() + b"\n")
        length += len(lines[-1])
        parent = uuid
    return lines


def timed(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    gc.collect()
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def floor(root: Path) -> int:
    """List and stat every file and do nothing else."""
    count = 0
    for project in os.scandir(root / "projects"):
        for file in os.scandir(project.path):
            file.stat()
            count += 1
    return count


def grep(root: Path) -> None:
    """Look through all files: ripgrep where there is one, else mmap."""
    if program := shutil.which("rg"):
        subprocess.run([program, "-l", RARE, str(root)], capture_output=True, check=False)
        return
    for path in root.rglob("*.jsonl"):
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            data.find(RARE.encode())


def measure(short: bool) -> list[Bar]:
    """Compare listing with scandir and stat, searching with grep, reading with orjson."""
    count, average = (1_000, 30_000) if short else (10_000, 300_000)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        total = write_store(root, count, average)
        where = [Place(ClaudeStore(), (root,))]
        index = Index(root / "index.sqlite")
        rows = index.refresh(where)
        assert len(rows) == count
        bare = middle(lambda: timed(lambda: floor(root)), 7)
        warm = middle(lambda: timed(lambda: index.refresh(where)), 7)
        first = middle(lambda: timed(lambda: index.recent(60)), 7)
        unindexed = timed(lambda: list(Search(parse(RARE), index).hits(rows)))
        building = timed(lambda: fill(index, rows, 60))
        done = index.database.execute("select sum(size) from text").fetchone()[0]
        grepped = middle(lambda: timed(lambda: grep(root)), 3)
        query = parse(RARE)
        database = index.database
        ask = "select line.item from words join line on line.id = words.rowid where words match ?"
        asked = middle(
            lambda: timed(lambda: database.execute(ask, (query.full_text,)).fetchall()), 7
        )
        largest = max(rows, key=lambda row: row.size)
        opening = middle(lambda: timed(lambda: list(ClaudeStore().read(largest))), 3)
        lines = Path(largest.path).read_bytes().splitlines()
        decoding = middle(lambda: timed(lambda: [orjson.loads(line) for line in lines]), 3)
        index.close()
    files = f"{count:,} files, {total / 1e6:,.0f} MB"
    rate = done / building / 1e6
    return [
        Bar(
            name="list ÷ scandir + stat",
            value=warm / bare,
            target=2.0,
            at_most=True,
            detail=f"{warm * 1000:.1f} ms; {files}; first 60 rows {first * 1000:.2f} ms",
        ),
        Bar(
            name="indexed query ÷ grep",
            value=asked / grepped,
            target=1 / 200,
            at_most=True,
            detail=f"{asked * 1e6:.0f} µs",
        ),
        Bar(
            name="unindexed search ÷ grep",
            value=unindexed / grepped,
            target=1.1,
            at_most=True,
            detail=f"{unindexed * 1000:.0f} ms",
        ),
        Bar(
            name="index build, MB/s",
            value=rate,
            target=60,
            at_most=False,
            detail=f"{done / 1e6:.0f} MB",
        ),
        Bar(
            name="open a session ÷ orjson",
            value=opening / decoding,
            target=0.25,
            at_most=True,
            detail=f"{largest.size / 1e6:.1f} MB",
        ),
    ]
