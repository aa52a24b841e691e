"""The door to past sessions: rows that grow, a process that indexes, who holds what."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, said, write
from tests.agents.codex import store_lines as codex
from tests.history.guard import untouched
from tests.history.homes import EXCERPTS
from tui.errors import SessionNotFoundError, UsageError
from tui.history.glimpse import Glimpse, glimpse
from tui.history.index import ROWS
from tui.history.library import Growth, Holder, Indexed, Library
from tui.history.text_index import WORDS
from tui.model.identity import ItemId

ENVIRON = {
    "HOME": "/nowhere",
    "CLAUDE_CONFIG_DIR": str(EXCERPTS / "claude"),
    "CODEX_HOME": str(EXCERPTS / "codex"),
}


def until(true: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never became true"
        threading.Event().wait(0.02)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with one session of Claude Code; the indexing process looks there too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    write(tmp_path / ".claude", "s", [said("1", None, "alpha", cwd=str(tmp_path))])
    return tmp_path


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    """Return the library of that home."""
    made = Library.at(home / "state", {"HOME": str(home)})
    yield made
    made.close()


def test_rows_are_there_at_once_the_second_time(home: Path, library: Library) -> None:
    rows = library.refresh()
    again = Library.at(home / "state", {"HOME": str(home)})

    assert again.recent() == rows
    assert glimpse(str(home / "state" / ROWS)) == [
        Glimpse("claude", "alpha", str(home), rows[0].updated_at)
    ]
    assert glimpse(str(home / "nowhere")) == []
    again.close()


def test_sessions_that_appear_grow_and_go_are_told(home: Path, library: Library) -> None:
    known = library.refresh()
    nothing = library.poll(known)
    new = write(home / ".claude", "t", [said("1", None, "beta")])
    library.refresh()
    appeared = library.poll(known)
    with Path(known[0].path).open("a") as file:
        file.write(json.dumps(answer("2", "1", "Yes.")) + "\n")
    grew = library.poll(library.rows)
    new.unlink()
    went = library.poll(library.rows)

    assert nothing is None
    assert appeared is not None and [one.id for one in appeared.changed] == ["t"]
    assert grew is not None and [one.message_count for one in grew.changed] == [2]
    assert went == Growth(library.rows, [], [str(new)])


def test_a_process_indexes_what_is_there_and_what_grows(home: Path, library: Library) -> None:
    (row,) = library.refresh()
    with untouched(home / ".claude"):
        library.start_indexing()
        until(lambda: library.indexed().files)
        hits = [hit.item for hit in library.search("alpha")]
    library.start_indexing()

    assert library.indexed() == Indexed(1, 1, row.size, row.size)
    assert library.indexed().sentence == "all 1 files indexed"
    assert hits == ["1"]


def test_a_project_with_a_folder_of_our_name_is_not_run(
    home: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = home / "project" / "tui" / "history"
    hostile.mkdir(parents=True)
    for place in (hostile.parent / "__init__.py", hostile / "__init__.py", hostile / "build.py"):
        place.write_text(f"open({str(home / 'harm')!r}, 'w')\n")
    monkeypatch.chdir(home / "project")
    library.refresh()

    library.start_indexing()
    until(lambda: library.indexed().files)

    assert not (home / "harm").exists()


def test_the_indexing_process_ends_with_whoever_started_it(home: Path, tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from tui.history.builder import Builder\n"
        f"one = Builder(Path({str(tmp_path / 'state')!r}), {{}}); one.start()\n"
        "print(one._running.pid, flush=True); os._exit(0)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    pid = int(printed.stdout)

    until(lambda: not _runs(pid), 5)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread waits for its turn")
def test_the_indexing_process_ends_also_while_it_is_too_busy_to_look() -> None:
    code = (
        "from tui.history.build import end_with_input\n"
        "end_with_input(); print('busy', flush=True); sum(range(10**12))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as busy:
        assert busy.stdin is not None and busy.stdout is not None
        assert busy.stdout.readline() == b"busy\n"
        busy.stdin.close()

        assert busy.wait(2) == -signal.SIGIO


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_closing_while_others_search_breaks_nothing(library: Library) -> None:
    library.refresh()
    stopped = threading.Event()

    def search() -> None:
        while not stopped.is_set():
            list(library.search("alpha"))

    threads = [threading.Thread(target=search) for _ in range(3)]
    for one in threads:
        one.start()
    library.close()
    stopped.set()
    for one in threads:
        one.join()


def test_without_a_place_for_the_index_the_rest_works_and_a_sentence_says_so(home: Path) -> None:
    (home / "file").write_text("")

    library = Library.at(home / "file" / "state", {"HOME": str(home)})
    library.start_indexing()

    assert [row.title for row in library.refresh()] == ["alpha"]
    assert [hit.item for hit in library.search("alpha")] == ["1"]
    assert library.trouble.startswith("The index of past sessions cannot be kept")
    library.close()


def test_why_the_indexing_process_gave_up_is_told(home: Path, library: Library) -> None:
    library.refresh()
    (home / "state" / WORDS).unlink()
    (home / "state" / WORDS).mkdir()

    library.start_indexing()

    until(lambda: library.trouble)
    assert library.trouble.startswith("The index of past sessions cannot be kept")


def test_a_damaged_full_text_index_is_set_aside_and_built_anew(home: Path) -> None:
    state = home / "state"
    state.mkdir()
    (state / WORDS).write_bytes(b"SQLite format 3\0" + b"x" * 4000)

    library = Library.at(state, {"HOME": str(home)})
    library.refresh()

    assert library.trouble == ""
    assert [hit.item for hit in library.search("alpha")] == ["1"]
    assert (state / WORDS).with_suffix(".damaged").exists()
    library.close()


def test_further_folders_come_from_the_settings(home: Path, tmp_path: Path) -> None:
    extra = tmp_path / "backup"
    write(extra, "kept", [said("1", None, "from a backup")])
    library = Library.at(
        home / "state", {"HOME": str(home)}, {"claude": [str(extra)], "nobody": ["/x"]}
    )

    assert {row.id for row in library.refresh()} == {"s", "kept"}
    assert library.roots["claude"] == (home / ".claude", extra)
    library.close()


def test_sessions_are_named_by_id_folder_and_prefix(home: Path, library: Library) -> None:
    assert library.find("s").title == "alpha"
    newest = library.newest_in(home)
    assert newest is not None and newest.id == "s"
    assert library.newest_in(home, "codex") is None
    with pytest.raises(SessionNotFoundError):
        library.find("zzz")
    with pytest.raises(UsageError):
        list(library.search("since:soon"))


def test_a_preview_tells_first_and_last_words(library: Library) -> None:
    (row,) = library.refresh()
    preview = library.preview(row)

    assert (preview.first, preview.last_words, preview.tools) == ("alpha", "", 0)
    assert library.open(row).conversation.items.keys() >= {ItemId("1")}


def test_a_session_that_claude_code_has_open_is_held(home: Path, library: Library) -> None:
    (row,) = library.refresh()
    sessions = home / ".claude" / "sessions"
    sessions.mkdir()
    pid = os.getpid()
    ticks = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    said = {"pid": pid, "sessionId": "s", "version": "2.1.325", "procStart": ticks}
    gone = {"pid": 2**22 + 7, "sessionId": "s"}
    reused = {**said, "procStart": "17"}

    found = []
    for live in (gone, reused, said, {**said, "sessionId": "other"}):
        (sessions / "1.json").write_text(json.dumps(live))
        found.append(library.held_by(row))

    assert found == [None, None, Holder(pid, f"Claude Code 2.1.325, process {pid}"), None]


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="locks are told by Linux alone")
def test_a_thread_that_codex_writes_is_held(home: Path, library: Library) -> None:
    id = "01a1e200-0000-7000-8000-000000000001"
    folder = home / ".codex" / "sessions" / "2026" / "11" / "16"
    folder.mkdir(parents=True)
    lines = [codex.meta(id), codex.said("1", "hello")]
    (folder / f"rollout-2026-11-16T02-00-00-{id}.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines)
    )
    locks = home / ".codex" / "thread-writer-locks"
    locks.mkdir()
    row = next(one for one in library.refresh() if one.agent == "codex")

    with (locks / f"{id}.lock").open("w") as file:
        free = library.held_by(row)
        fcntl.flock(file, fcntl.LOCK_EX)
        held = library.held_by(row)

    assert (free, held) == (None, Holder(os.getpid(), f"Codex, process {os.getpid()}"))


def test_every_agent_s_folder_is_respected() -> None:
    library = Library.at(Path("/nowhere/state"), ENVIRON)

    assert {row.agent for row in library.refresh()} == {"claude", "codex"}
    library.close()
