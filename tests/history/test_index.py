"""The index: a cache that is never wrong and never needed."""

import os
import sqlite3
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, said, write
from tests.history.homes import EXCERPTS
from tui.agents.claude.store import ClaudeStore
from tui.agents.codex.store import CodexStore
from tui.agents.gemini.store import GeminiStore
from tui.errors import SessionNotFoundError, UsageError
from tui.history.database import Cache
from tui.history.index import Index
from tui.history.stores import Place, all_rows, find, places
from tui.model.identity import AgentId

WHERE = [
    Place(ClaudeStore(), (EXCERPTS / "claude",)),
    Place(CodexStore(), (EXCERPTS / "codex",)),
    Place(GeminiStore(), (EXCERPTS / "gemini",)),
]


def test_the_index_gives_the_same_rows_as_the_files(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")

    first = index.refresh(WHERE)
    index.close()
    again = Index(tmp_path / "index.sqlite")

    assert first == again.refresh(WHERE) == all_rows(WHERE)
    assert again.recent(3) == first[:3]
    again.close()


def test_only_files_that_changed_are_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "before")])
    index = Index(tmp_path / "index.sqlite")
    where = [Place(ClaudeStore(), (tmp_path,))]
    index.refresh(where)
    kept = path.stat()
    path.write_bytes(path.read_bytes().replace(b"before", b"AFTER!"))
    os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))

    unnoticed = [row.title for row in index.refresh(where)]
    os.utime(path)

    assert unnoticed == ["before"]
    assert [row.title for row in index.refresh(where)] == ["AFTER!"]
    path.unlink()
    assert index.refresh(where) == index.recent() == []
    index.close()


def test_every_new_file_is_a_row_at_the_next_look(tmp_path: Path) -> None:
    index = Index(None)
    where = [Place(ClaudeStore(), (tmp_path,))]

    counted = []
    for number in range(40):
        write(tmp_path, f"s{number}", [said("1", None, "before")])
        counted.append(len(index.refresh(where)))

    assert counted == list(range(1, 41))


@pytest.mark.parametrize(
    "damage", [b"not a database at all" * 100, b"SQLite format 3\0" + b"x" * 4000]
)
def test_a_damaged_index_is_set_aside_and_built_anew(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "index.sqlite"
    path.write_bytes(damage)

    index = Index(path)

    assert index.refresh(WHERE) == all_rows(WHERE)
    assert index.trouble == ""
    assert path.with_suffix(".damaged").read_bytes() == damage
    index.close()


def test_without_a_place_for_the_index_everything_still_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    index = Index(tmp_path / "file" / "index.sqlite")

    assert index.refresh(WHERE) == all_rows(WHERE)
    assert index.trouble.startswith("The index of past sessions cannot be kept")
    index.close()


def test_our_files_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    Index(tmp_path / "state" / "index.sqlite").close()

    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "state" / "index.sqlite").stat().st_mode & 0o777 == 0o600


def test_long_sessions_are_counted_once_and_kept(tmp_path: Path) -> None:
    filler = [answer(f"f{n}", f"f{n - 1}" if n else "1", "x" * 1000) for n in range(300)]
    write(tmp_path, "s", [said("1", None, "long"), *filler])
    index = Index(tmp_path / "index.sqlite")
    where = [Place(ClaudeStore(), (tmp_path,))]
    (row,) = index.refresh(where)

    whole = index.complete(ClaudeStore(), row)

    assert (row.message_count, whole.message_count) == (None, 301)
    assert [one.message_count for one in index.refresh(where)] == [301]
    index.close()


def test_environment_and_further_folders_decide_where_to_look(tmp_path: Path) -> None:
    environ = {
        "HOME": "/nowhere",
        "CLAUDE_CONFIG_DIR": str(EXCERPTS / "claude"),
        "CODEX_HOME": str(EXCERPTS / "codex"),
    }
    write(tmp_path, "extra", [said("1", None, "x")])

    rows = all_rows(places(environ, extra={AgentId("claude"): [tmp_path]}))

    assert {row.agent for row in rows} == {"claude", "codex"}
    assert "extra" in {row.id for row in rows}


def test_a_session_is_found_by_the_beginning_of_its_id() -> None:
    rows = all_rows(WHERE)

    assert find(rows, "4fc2").agent == "claude"
    assert find(rows, "338dfc3b").agent == "gemini"
    assert find(rows, "01a1e214-cebb-7cd2-9161-c98706c4395d").title == "Patches"
    with pytest.raises(UsageError):
        find(rows, "01a1e2")
    with pytest.raises(SessionNotFoundError):
        find(rows, "zzz")


def test_a_full_disk_costs_the_index_and_nothing_else(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "x.sqlite", "create table t (a blob);", 1)
    cache.database.execute("pragma max_page_count = 4")

    with cache.lock, cache.writing() as transaction:
        cache.database.execute("insert into t values (zeroblob(1000000))")

    assert (transaction.kept, cache.all("select count(*) from t")) == (False, [(0,)])
    assert cache.trouble == ("The index of past sessions cannot be kept: database or disk is full.")
    cache.close()


def test_a_file_that_turns_out_damaged_is_set_aside_for_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    cache = Cache(path, "create table t (a);", 1)

    cache.failed(sqlite3.DatabaseError("database disk image is malformed"))

    assert path.with_suffix(".damaged").exists() and not path.exists()
    cache.close()


def test_an_index_of_another_version_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    old = Cache(path, "create table t (a);", 1)
    old.database.execute("insert into t values (1)")
    old.close()

    new = Cache(path, "create table t (a);", 2)

    assert (new.all("select * from t"), new.trouble) == ([], "")
    assert not path.with_suffix(".damaged").exists()
    new.close()


def test_a_reader_of_the_index_writes_nothing_to_it(tmp_path: Path) -> None:
    reader = Index(tmp_path / "index.sqlite", keep=False)

    assert reader.refresh(WHERE) == all_rows(WHERE)
    assert reader.recent() == []
    reader.close()
