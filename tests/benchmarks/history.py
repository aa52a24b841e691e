"""How fast past sessions are listed, searched and opened, against the least that could be done."""

import asyncio
import gc
import itertools
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
from tests.benchmarks.indexing import RARE, WORDS, building, lines, write_store
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


class Pair(NamedTuple):
    """How long two things took, in seconds."""

    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """Return how many times as long ours took."""
        return self.ours / self.other


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


def grep(root: Path, *options: str) -> None:
    """Look through all files: ripgrep where there is one, else mmap."""
    if program := shutil.which("rg"):
        argv = [program, "-l", *options, RARE, str(root)]
        subprocess.run(argv, capture_output=True, check=False)
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
        bars = [listing(index, where, root, files), *searching(words, rows, root, short)]
        words.close()
        index.close()
    return [*bars, *building(short), opening(), filtering()]


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


def searching(words: TextIndex, rows: list[Row], root: Path, short: bool) -> list[Bar]:
    """Compare searching, without and with an index, with ripgrep over all files."""
    query = parse(RARE)
    # To look through few files takes ripgrep hardly longer than to start.
    few = ", few files" if short else ""
    program = "ripgrep" if shutil.which("rg") else "mmap"
    search = Search(rows, words)
    first_five = partial(_newest, search, query)
    scanned = side_by_side(first_five, lambda: grep(root), 5)
    everything = side_by_side(lambda: list(search.hits(query)), lambda: grep(root), 5)
    any_case = middle(lambda: timed(lambda: grep(root, "-i")), 5)
    began = time.process_time()
    wall = timed(lambda: fill(words, rows, 300))
    building = time.process_time() - began
    ((done,),) = words.cache.all("select sum(done) from text")
    first_five()
    asked = side_by_side(first_five, lambda: grep(root), 7)
    ((pages,),) = words.cache.all("pragma page_count")
    return [
        Bar(
            name=f"indexed search ÷ grep{few}",
            value=asked.ratio,
            target=1 / 200,
            at_most=True,
            detail=f"1/{1 / asked.ratio:.0f}: newest 5 hits {asked.ours * 1e6:.0f} µs;"
            f" {program} {asked.other * 1000:.0f} ms",
        ),
        Bar(
            name=f"unindexed search ÷ grep{few}",
            value=scanned.ratio,
            target=1.1,
            at_most=True,
            detail=f"newest 5 hits {scanned.ours * 1000:.0f} ms; all of them, in any case of"
            f" letters, {everything.ours * 1000:.0f} ms = {everything.ratio:.2f} ×,"
            f" {everything.ours / any_case:.2f} × {program} -i",
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
        path.write_bytes(b"".join(lines(random.Random(6), 1, 20_000_000, rare=False)))
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
    each = [middle(partial(timed, partial(listed.filter, text)), 5) for text in typed]
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
