"""How fast past sessions are listed, searched and opened, against the least that could be done."""

import asyncio
import gc
import itertools
import json
import mmap
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import orjson
from textual.app import App, ComposeResult
from textual.widgets import OptionList

from tests.benchmarks.bar import Bar, middle
from tui.agents.claude.store import ClaudeStore
from tui.history.build import fill
from tui.history.index import Index
from tui.history.listing import Listing
from tui.history.opened import Opened
from tui.history.query import Query, parse
from tui.history.rows import Row
from tui.history.search import Search
from tui.history.stores import Place
from tui.history.text_index import TextIndex

WORDS = [
    f"{first}{second}"
    for first in ("al", "be", "ga", "de", "ep")
    for second in ("pha", "ta", "mma", "lta", "silon", "ron", "mi", "xo", "pi", "rho")
]
RARE = "xylophone"


class Pair(NamedTuple):
    """How long two things took, in seconds."""

    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """Return how many times as long ours took."""
        return self.ours / self.other


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


def side_by_side(ours: Callable[[], object], other: Callable[[], object], runs: int) -> Pair:
    """Measure two things in turn, so that a busy machine slows both; return their medians."""
    pairs = [(timed(ours), timed(other)) for _ in range(runs)]
    return Pair(median(one for one, _ in pairs), median(two for _, two in pairs))


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


def decode(path: Path) -> None:
    """Read a session and decode its lines, and do nothing else."""
    for line in path.read_bytes().splitlines():
        orjson.loads(line)


def measure(short: bool) -> list[Bar]:
    """Measure everything about past sessions."""
    count, average = (2_500, 100_000) if short else (10_000, 300_000)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "claude"
        total = write_store(root, count, average)
        where = [Place(ClaudeStore(), (root,))]
        index = Index(Path(folder) / "index.sqlite")
        words = TextIndex(Path(folder) / "words.sqlite")
        rows = index.refresh(where)
        assert len(rows) == count
        files = f"{count:,} files, {total / 1e6:,.0f} MB"
        searched = searching(words, rows, root)
        # To look through so little takes ripgrep no longer than to start: no ratio to learn from.
        searched = searched[2:] if short else searched
        bars = [listing(index, where, root, files), *searched]
        words.close()
        index.close()
    return [*bars, opening(), filtering()]


def listing(index: Index, where: list[Place], root: Path, files: str) -> Bar:
    """Compare a list in which every file was looked at with looking at every file."""
    both = side_by_side(lambda: index.refresh(where), lambda: floor(root), 15)
    first = middle(lambda: timed(lambda: index.recent(60)), 9)
    return Bar(
        name="list ÷ scandir + stat",
        value=both.ratio,
        target=2.0,
        at_most=True,
        detail=f"{both.ours * 1000:.1f} ms; {files}; first 60 rows {first * 1000:.2f} ms",
    )


def searching(words: TextIndex, rows: list[Row], root: Path) -> list[Bar]:
    """Compare searching, without and with an index, with ripgrep over all files."""
    query = parse(RARE)
    search = Search(rows, words)
    first_five = partial(_newest, search, query)
    scanned = side_by_side(first_five, lambda: grep(root), 5)
    everything = side_by_side(lambda: list(search.hits(query)), lambda: grep(root), 3)
    began = time.process_time()
    wall = timed(lambda: fill(words, rows, 300))
    building = time.process_time() - began
    ((done,),) = words.cache.all("select sum(done) from text")
    first_five()
    asked = side_by_side(first_five, lambda: grep(root), 7)
    ((pages,),) = words.cache.all("pragma page_count")
    program = "ripgrep" if shutil.which("rg") else "mmap"
    return [
        Bar(
            name="indexed search ÷ grep",
            value=asked.ratio,
            target=1 / 200,
            at_most=True,
            detail=f"1/{1 / asked.ratio:.0f}: newest 5 hits {asked.ours * 1e6:.0f} µs;"
            f" {program} {asked.other * 1000:.0f} ms",
        ),
        Bar(
            name="unindexed search ÷ grep",
            value=scanned.ratio,
            target=1.1,
            at_most=True,
            detail=f"newest 5 hits {scanned.ours * 1000:.0f} ms; all of them, in any case of"
            f" letters, {everything.ours * 1000:.0f} ms = {everything.ratio:.2f} ×",
        ),
        Bar(
            name="index build, MB/s of a core",
            value=done / building / 1e6,
            target=60,
            at_most=False,
            detail=f"{done / 1e6:.0f} MB, {done / wall / 1e6:.0f} MB/s by the clock,"
            f" index {pages * 4096 / done:.1%}",
        ),
    ]


def _newest(search: Search, query: Query) -> None:
    for _ in itertools.islice(search.hits(query), 5):
        pass


def opening() -> Bar:
    """Compare opening a long session at its end with decoding all of it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = root / "projects" / "-p" / "long.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(_lines(random.Random(6), 1, 20_000_000, rare=False)))
        store = ClaudeStore()
        (row,) = store.list([root])
        both = side_by_side(lambda: Opened(store, row), lambda: decode(path), 9)
        one = Opened(store, row)
        whole = timed(one.load_older)
    return Bar(
        name="open a 20 MB session ÷ orjson",
        value=both.ratio,
        target=0.25,
        at_most=True,
        detail=f"{both.ours * 1000:.1f} ms; all {len(one.conversation.items):,} items"
        f" {whole / both.other:.1f} ×",
    )


def filtering() -> Bar:
    """Compare one more letter in the filter with refilling a list of Textual's."""
    chance = random.Random(7)
    rows = [
        Row(
            id=f"{number:08d}-0000",
            agent=ClaudeStore().agent,
            path=f"/p/{number}.jsonl",
            title=" ".join(chance.choices(WORDS, k=6)),
            cwd=f"/home/me/project-{number % 40}",
            updated_at=1.7e9 + number,
        )
        for number in range(10_000)
    ]
    listed = Listing(rows)
    typed = ["a", "al", "alp", "alph", "alpha", "alpha b", "alpha be", "alpha beta"]
    each = [middle(lambda text=text: timed(lambda: listed.filter(text)), 5) for text in typed]  # type: ignore[misc]  # a default binds the text
    slowest = max(each)
    refilled = asyncio.run(_refilled([row.title or "" for row in rows]))
    return Bar(
        name="filter keystroke ÷ OptionList refill",
        value=slowest / refilled,
        target=1 / 10,
        at_most=True,
        detail=f"slowest {slowest * 1000:.1f} ms; OptionList {refilled * 1000:.0f} ms; 10,000 rows",
    )


async def _refilled(titles: list[str]) -> float:
    class Plain(App[None]):
        def compose(self) -> ComposeResult:
            yield OptionList(*titles)

    app = Plain()
    async with app.run_test(size=(120, 40)) as pilot:
        options = app.query_one(OptionList)

        async def refill() -> float:
            began = time.perf_counter()
            options.clear_options()
            options.add_options(titles)
            await pilot.pause()
            return time.perf_counter() - began

        return sorted([await refill() for _ in range(5)])[2]
