"""Whatever happens to the index or to the files, what is found is what stands in the files now."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, said, write
from tui.agents.claude.store import ClaudeStore
from tui.history.build import fill, keep_up
from tui.history.builder import environment
from tui.history.index import Index
from tui.history.library import Library
from tui.history.query import parse
from tui.history.search import Search
from tui.history.stores import Place
from tui.history.text_index import WORDS, TextIndex
from tui.history.turn import is_ours, private

WORDS_SAID = ("alpha", "beta", "gamma")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with three sessions."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for word in WORDS_SAID:
        write(tmp_path / ".claude", word, [said("1", None, f"the word {word}")])
    return tmp_path


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    """Return the library of that home, with everything indexed."""
    keep_up(home / "state", {}, None)
    made = Library.at(home / "state", {"HOME": str(home)})
    made.refresh()
    yield made
    made.close()


def found(library: Library, *texts: str) -> dict[str, list[str]]:
    return {text: sorted(hit.session.id for hit in library.search(text)) for text in texts}


RIGHT = {word: [word] for word in WORDS_SAID}


def test_everything_is_indexed_before_anything_happens(library: Library) -> None:
    assert library.indexed().files == 3
    assert found(library, *WORDS_SAID) == RIGHT


@pytest.mark.parametrize("table", ["text", "chunk", "words_data"])
def test_an_index_that_breaks_while_it_is_used_is_done_without(
    home: Path, library: Library, table: str
) -> None:
    other = sqlite3.connect(home / "state" / WORDS)
    other.execute(f"drop table {table}")
    other.commit()
    other.close()

    assert found(library, *WORDS_SAID) == RIGHT


def test_a_file_of_the_index_that_is_overwritten_with_rubbish_is_done_without(home: Path) -> None:
    keep_up(home / "state", {}, None)
    path = home / "state" / WORDS
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    library = Library.at(home / "state", {"HOME": str(home)})
    library.refresh()

    assert found(library, *WORDS_SAID) == RIGHT
    assert keep_up(home / "state", {}, None) == "" or path.with_suffix(".damaged").exists()
    library.close()
    again = Library.at(home / "state", {"HOME": str(home)})
    again.refresh()
    assert (keep_up(home / "state", {}, None), again.indexed().files) == ("", 3)
    assert found(again, *WORDS_SAID) == RIGHT
    again.close()


def test_a_full_disk_while_indexing_leaves_the_rest_to_be_looked_through(home: Path) -> None:
    for number in range(40):
        text = " ".join(f"word{number}x{other}" for other in range(400))
        write(home / ".claude", f"long{number}", [said("1", None, text)])
    words = TextIndex(home / "small.sqlite")
    words.cache.database.execute("pragma max_page_count = 30")
    rows = Index(None).refresh([Place(ClaudeStore(), (home / ".claude",))])

    fill(words, rows)

    assert "full" in words.trouble
    search = Search(rows, words)
    assert [hit.session.id for hit in search.hits(parse("word7x399"))] == ["long7"]
    assert [hit.session.id for hit in search.hits(parse("alpha"))] == ["alpha"]
    words.close()


def test_only_one_process_indexes_and_another_takes_over(home: Path) -> None:
    state = home / "state"
    state.mkdir()
    with private(state / "words.lock") as turn:
        assert is_ours(turn)
        told = keep_up(state, {}, None)
        words = TextIndex(state / WORDS)
        meanwhile = len(words.known_texts())
    later = keep_up(state, {}, None)

    assert (told, meanwhile, later, len(words.known_texts())) == ("", 0, "", 3)
    words.close()


def test_two_libraries_that_index_at_once_do_not_disturb_each_other(home: Path) -> None:
    both = [Library.at(home / "state", {"HOME": str(home)}) for _ in range(2)]
    for one in both:
        one.refresh()
        one.start_indexing()
    until(lambda: all(one.indexed().files == 3 for one in both))

    assert [found(one, *WORDS_SAID) for one in both] == [RIGHT, RIGHT]
    assert [one.trouble for one in both] == ["", ""]
    for one in both:
        one.close()


def test_a_process_killed_while_indexing_leaves_an_index_that_is_right(home: Path) -> None:
    filler = " ".join(f"filler{number}" for number in range(6000))
    for number in range(60):
        lines = [said("1", None, f"unique{number} {filler}"), answer("2", "1", filler * 8)]
        write(home / ".claude", f"s{number}", lines)
    argv = [sys.executable, "-m", "tui.history.build", str(home / "state")]
    wanted = {f"unique{number}": [f"s{number}"] for number in range(0, 60, 7)} | RIGHT
    for _ in range(3):
        kill_once_it_writes(argv, home / "state" / f"{WORDS}-wal")
        library = Library.at(home / "state", {"HOME": str(home)})
        library.refresh()
        assert found(library, *wanted) == wanted
        library.close()

    assert keep_up(home / "state", {}, None) == ""
    library = Library.at(home / "state", {"HOME": str(home)})
    library.refresh()
    assert library.indexed().files == library.indexed().all_files
    assert found(library, *wanted) == wanted
    library.close()


@pytest.mark.parametrize("indexed_again", [True, False])
@pytest.mark.parametrize("how", ["longer", "shorter", "replaced", "moved", "gone", "grown"])
def test_a_file_that_changed_is_found_by_what_it_says_now(
    home: Path, library: Library, how: str, indexed_again: bool
) -> None:
    path = home / ".claude" / "projects" / "-work" / "alpha.jsonl"
    new = json.dumps(said("1", None, "delta instead")) + "\n"
    more = json.dumps(answer("2", "1", "x" * 3000 + " epsilon")) + "\n"
    if how == "longer":
        path.write_text(new + more)
    elif how == "shorter":
        path.write_text(new[:-1])
    elif how == "replaced":
        beside = path.with_suffix(".new")
        beside.write_text(new)
        os.replace(beside, path)  # noqa: PTH105 (as the agents do it)
    elif how == "moved":
        path.rename(path.with_name("moved.jsonl"))
    elif how == "gone":
        path.unlink()
    else:
        with path.open("a") as file:
            file.write(more)
    library.refresh()
    if indexed_again:
        keep_up(home / "state", {}, None)

    old = {"moved": ["moved"], "grown": ["alpha"]}.get(how, [])
    delta = ["alpha"] if how in ("longer", "shorter", "replaced") else []
    epsilon = ["alpha"] if how in ("longer", "grown") else []
    assert found(library, "alpha", "delta", "epsilon", "beta") == {
        "alpha": old,
        "delta": delta,
        "epsilon": epsilon,
        "beta": ["beta"],
    }


def test_closing_while_others_search_list_and_count_breaks_nothing(home: Path) -> None:
    keep_up(home / "state", {}, None)
    for _ in range(40):
        library = Library.at(home / "state", {"HOME": str(home)})
        (row, *_) = library.refresh()
        failures: list[Exception] = []
        begun = threading.Barrier(5)
        works: tuple[Callable[[], object], ...] = (
            lambda: found(library, "alpha"),  # noqa: B023 (the threads end in this round)
            lambda: found(library, "word has:error"),  # noqa: B023
            lambda: (library.refresh(), library.recent(), library.indexed()),  # noqa: B023
            lambda: (library.counted(row), library.poll([])),  # noqa: B023
        )

        def run(work: Callable[[], object]) -> None:
            begun.wait()  # noqa: B023
            try:
                for _ in range(20):
                    work()
            except (sqlite3.Error, RuntimeError, AttributeError) as error:
                failures.append(error)  # noqa: B023

        threads = [threading.Thread(target=run, args=(work,)) for work in works]
        for one in threads:
            one.start()
        begun.wait()
        library.close()
        for one in threads:
            one.join()
        assert failures == []
        assert library.trouble == ""


def kill_once_it_writes(argv: list[str], log: Path) -> None:
    running = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    size = log.stat().st_size if log.exists() else 0
    until(lambda: (log.exists() and log.stat().st_size != size) or running.poll() is not None)
    running.send_signal(signal.SIGKILL)
    running.communicate()


def until(true: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never became true"
        threading.Event().wait(0.005)


def test_what_a_user_tuned_is_kept_where_the_index_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.check=1")

    assert environment() == {
        **os.environ,
        "GLIBC_TUNABLES": "glibc.malloc.check=1:glibc.malloc.hugetlb=1",
    }
