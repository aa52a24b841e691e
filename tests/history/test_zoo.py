"""Whatever lies where sessions are looked for: each file is a row, and nothing breaks or waits."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.history import zoo
from tests.history.guard import untouched
from tests.history.homes import conversation_of, events_of, unpacked
from tests.support.player import imbalances
from tui.agents.store import RowKind, StoredFile
from tui.agents.store_files import unreadable_folder, why
from tui.conversation.state import UserText
from tui.history.build import fill
from tui.history.index import Index
from tui.history.opened import Opened
from tui.history.preview import preview
from tui.history.query import parse
from tui.history.search import Search
from tui.history.stores import all_rows, places
from tui.history.text_index import TextIndex


def test_every_broken_file_is_a_row_and_every_valid_record_is_shown(tmp_path: Path) -> None:
    files = dict(zoo.fill(tmp_path))
    where = places({"HOME": str(tmp_path)})
    stores = {place.store.agent: place.store for place in where}

    with untouched(tmp_path):
        rows = {row.path: row for row in all_rows(where)}
        shown = {}
        for row in rows.values():
            assert imbalances(events_of(stores[row.agent], row)) == []
            items = conversation_of(stores[row.agent], row).items.values()
            texts = [item.text for item in items if isinstance(item, UserText)]
            shown[row.path] = zoo.MARK in texts

    assert len(files) >= 60
    assert set(rows) == {str(path) for path in files}
    assert shown == {str(path): valid for path, valid in files.items()}
    for path, valid in files.items():
        row = rows[str(path)]
        assert (row.kind is RowKind.SESSION) is valid, (path, row)
        assert valid or row.reason, path


def test_rows_of_lost_files_say_why(tmp_path: Path) -> None:
    for _ in zoo.fill(tmp_path):
        pass

    reasons = {row.reason for row in all_rows(places({"HOME": str(tmp_path)}))}

    assert {
        "The file is empty.",
        "It is a pipe.",
        "It is a folder.",
        "It is a device.",
        "It is a socket.",
        "It is gone, or its link leads nowhere.",
        "There is no line of Claude Code in it.",
        "There is no line of Codex in it.",
        "There is no record of Gemini CLI in it.",
    } <= reasons


@pytest.mark.parametrize("seed", [7, 11])
def test_files_with_random_damage_never_break_anything(tmp_path: Path, seed: int) -> None:
    zoo.fuzzed(tmp_path, seed, 60)
    where = places({"HOME": str(tmp_path)})
    stores = {place.store.agent: place.store for place in where}

    rows = all_rows(where)

    assert len({row.path for row in rows}) == 180
    for row in rows:
        assert imbalances(events_of(stores[row.agent], row)) == []


def test_files_and_folders_without_rights_are_rows() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        files = [path for path, valid in zoo.fill(home) if valid]
        files[0].chmod(0)
        files[1].parent.chmod(0)
        home.chmod(0o755)
        where = places({"HOME": folder})

        rows = _as_somebody_else(lambda: {row.path: row.reason for row in all_rows(where)})
        files[1].parent.chmod(0o700)

    assert rows[str(files[0])] == "You may not read it."
    assert rows[str(files[1].parent)] == "The folder cannot be listed. You may not read it."


def _as_somebody_else(look: Callable[[], dict[str, str | None]]) -> dict[str, str | None]:
    """Look without the rights of root, in a process of its own: root may read everything."""
    if os.geteuid():
        return look()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setresgid(1000, 1000, 1000)
        os.setresuid(1000, 1000, 1000)
        with os.fdopen(writing, "w") as file:
            json.dump(look(), file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        rows: dict[str, str | None] = json.load(file)
    os.waitpid(child, 0)
    return rows


@pytest.mark.parametrize("size", [128 * 1024**2, pytest.param(2 * 1024**3, marks=pytest.mark.soak)])
def test_a_huge_file_is_listed_searched_and_indexed(tmp_path: Path, size: int) -> None:
    (path, _), *_ = zoo.fill(tmp_path)
    with path.open("r+b") as file:
        file.truncate(size)
    where = places({"HOME": str(tmp_path)})
    words = TextIndex(None)

    rows = [row for row in all_rows(where) if row.path == str(path)]
    before = [hit.kind for hit in Search(rows, words).hits(parse("valid record"))]
    fill(words, rows)
    after = [hit.kind for hit in Search(rows, words).hits(parse("valid record"))]

    assert before == after == ["prompt"]
    assert Search(rows, words).scanned == 0


def test_missing_rights_are_told_in_words() -> None:
    error = PermissionError(13, "Permission denied")

    assert why(error) == "You may not read it."
    assert unreadable_folder("/x", error) == StoredFile(
        "/x", 0, 0, 0, "The folder cannot be listed. You may not read it."
    )


def test_nothing_below_the_agents_folders_is_touched(tmp_path: Path) -> None:
    home = unpacked(tmp_path / "home")
    index = Index(tmp_path / "state" / "history.sqlite")
    words = TextIndex(tmp_path / "state" / "words.sqlite")
    where = places({"HOME": str(home)})
    stores = {place.store.agent: place.store for place in where}

    with untouched(home):
        rows = index.refresh(where)
        fill(words, rows, 5)
        hits = list(Search(rows, words).hits(parse("function")))
        for row in rows:
            Opened(stores[row.agent], row, tail=4_000).load_older()
            preview(stores[row.agent], row)
            stores[row.agent].held_by(row)

    assert hits
    words.close()
    index.close()
