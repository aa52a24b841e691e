"""Odd files: each one is a row, every valid record is shown, and nothing breaks or waits."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.history import odd_files, zoo
from tests.history.guard import untouched
from tests.history.homes import EXCERPTS, conversation_of, events_of
from tests.support.player import imbalances
from tui.agents.store import RowKind, SessionSummary
from tui.conversation.state import UserText
from tui.headless.sessions import for_programs
from tui.history.build import fill
from tui.history.index import Index
from tui.history.opened import Opened
from tui.history.preview import preview
from tui.history.query import parse
from tui.history.search import Search
from tui.history.spend import COUNTED, spend
from tui.history.stores import all_rows, places, store
from tui.history.text_index import TextIndex

ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "user", "assistant", "\x00", "\ud83d", "9" * 50, "2026-11-16"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "text", "id", "content", "tokens"]), inner)
    ),
    max_leaves=4,
)
"""What a field may hold instead of what it should."""


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Fail where something waits for ever."""
    with _alarm(120):
        yield


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_every_odd_file_is_a_row_and_every_valid_record_is_shown(tmp_path: Path) -> None:
    files = {str(path): (kind, valid) for kind, path, valid in odd_files.fill(tmp_path)}
    where = places({"HOME": str(tmp_path)})

    with untouched(tmp_path):
        rows = {row.path: row for row in all_rows(where)}
        shown = {path: _shows(row) for path, row in rows.items()}

    assert len(files) >= 3 * 40
    assert set(rows) == set(files)
    assert {files[path] for path, seen in shown.items() if seen is not files[path][1]} == set()
    silent = {files[path] for path, row in rows.items() if not files[path][1] and not row.reason}
    assert silent == set()


def test_whatever_is_done_with_odd_files_works(tmp_path: Path) -> None:
    home = tmp_path / "home"
    valid = {str(path) for _, path, good in odd_files.fill(home) if good}
    index = Index(tmp_path / "state" / "history.sqlite")
    words = TextIndex(tmp_path / "state" / "words.sqlite")
    where = places({"HOME": str(home)})

    with untouched(home):
        rows = index.refresh(where)
        again = Index(tmp_path / "state" / "history.sqlite").refresh(where)
        scanned = {hit.session.path for hit in Search(rows, words).hits(parse(zoo.MARK))}
        fill(words, rows)
        indexed = {hit.session.path for hit in Search(rows, words).hits(parse(zoo.MARK))}
        for row in rows:
            _use(row)
        counted = [row for row in rows if row.kind in COUNTED]
        spent = spend(index.usage(lambda row: store(row.agent), counted))

    assert not index.trouble and not words.trouble
    assert again == rows
    assert valid - scanned == valid - indexed == set()
    assert spent.total.sessions == sum(row.kind is RowKind.SESSION for row in rows)
    words.close()
    index.close()


def _use(row: SessionSummary) -> None:
    """Do what people do with a row."""
    Opened(store(row.agent), row, tail=4_000).load_older()
    preview(store(row.agent), row)
    store(row.agent).held_by(row)
    msgspec.json.encode(for_programs(row))


GOOD = {
    "claude": zoo.good_claude(),
    "codex": zoo.good_codex("01a1e300-0000-7000-8000-000000000001"),
    "gemini": zoo.good_gemini("00000001-0000"),
}


def _real(agent: str) -> list[list[bytes]]:
    """Return the lines of session files that the CLIs wrote."""
    files = sorted((EXCERPTS / agent).rglob("*.jsonl"))
    lines = [[one for one in path.read_bytes().splitlines() if one.strip()] for path in files]
    return [some for some in lines if some and len(some[0]) < 200_000]


def _any_field(home: Path, agent: str, data: st.DataObject) -> None:
    """Write a real session with one field changed, good lines behind it, and use it."""
    files = _real(agent)
    lines = list(files[data.draw(st.integers(0, len(files) - 1))])
    number = data.draw(st.integers(0, len(lines) - 1))
    line = json.loads(lines[number])
    way = data.draw(st.sampled_from(list(odd_files.fields_of(line))))
    lines[number] = json.dumps(odd_files.with_field(line, way, data.draw(ODD))).encode()
    path = _path(home, agent)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\n".join(lines) + b"\n" + GOOD[agent])

    (row,) = all_rows(places({"HOME": str(home)}))

    assert row.kind in (RowKind.SESSION, RowKind.SUBAGENT)
    assert _shows(row)
    _use(row)
    list(store(row.agent).used(row))


@pytest.mark.parametrize("agent", GOOD)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_field_of_any_record_may_hold_anything(
    tmp_path_factory: pytest.TempPathFactory, agent: str, data: st.DataObject
) -> None:
    _any_field(tmp_path_factory.mktemp("home"), agent, data)


@pytest.mark.soak
@pytest.mark.parametrize("agent", GOOD)
@given(data=st.data())
@settings(max_examples=4_000, deadline=None)
def test_fields_of_many_records_may_hold_anything(
    tmp_path_factory: pytest.TempPathFactory, agent: str, data: st.DataObject
) -> None:
    signal.alarm(0)
    _any_field(tmp_path_factory.mktemp("home"), agent, data)


def _path(home: Path, agent: str) -> Path:
    id = "01a1e300-0000-7000-8000-000000000001"
    return {
        "claude": home / ".claude" / "projects" / "-odd" / f"{id}.jsonl",
        "codex": home / ".codex" / "sessions" / f"rollout-2026-11-16T02-00-00-{id}.jsonl",
        "gemini": home / ".gemini/tmp/odd/chats/session-2026-11-16T02-00-00000001.jsonl",
    }[agent]


def test_folders_that_lead_back_to_themselves_are_listed_once(tmp_path: Path) -> None:
    for _ in odd_files.fill(tmp_path):
        break
    project = tmp_path / ".claude" / "projects" / "-odd"
    (project / "back").symlink_to(project)
    day = tmp_path / ".codex" / "sessions" / "2026"
    (day / "again").symlink_to(day)

    rows = all_rows(places({"HOME": str(tmp_path)}))

    assert 1 <= len(rows) < 20


def test_a_file_that_is_gone_when_it_is_read_is_told(tmp_path: Path) -> None:
    files = [path for _, path, good in odd_files.fill(tmp_path) if good][:3]
    rows = [row for row in all_rows(places({"HOME": str(tmp_path)})) if Path(row.path) in files]
    for path in files:
        path.unlink()

    for row in rows:
        assert not _shows(row)
        _use(row)
    assert len(rows) == 3


@pytest.mark.parametrize("size", [1024**3])
def test_a_gigabyte_of_nothing_is_a_row_at_once(tmp_path: Path, size: int) -> None:
    for _, path, _ in odd_files.fill(tmp_path):
        os.truncate(path, 0)
        os.truncate(path, size)
        break

    with _alarm(20):
        row = next(
            row for row in all_rows(places({"HOME": str(tmp_path)})) if row.path == str(path)
        )

    assert row.kind is RowKind.BROKEN and row.reason


def _shows(row: SessionSummary) -> bool:
    """Tell whether the valid prompt is in the conversation, whose books balance."""
    assert imbalances(events_of(store(row.agent), row)) == []
    items = conversation_of(store(row.agent), row).items.values()
    return any(zoo.MARK in item.text for item in items if isinstance(item, UserText))


def test_folders_whose_names_are_no_text_are_rows(tmp_path: Path) -> None:
    for agent, good in GOOD.items():
        path = _path(tmp_path, agent)
        odd = path.parent.with_name(os.fsdecode(b"\xff\xfe odd"))
        if agent == "gemini":
            odd = path.parents[1].with_name(os.fsdecode(b"\xff\xfe odd")) / "chats"
        odd.mkdir(parents=True)
        (odd / path.name).write_bytes(good)
    index = Index(tmp_path / "state" / "history.sqlite")

    rows = index.refresh(places({"HOME": str(tmp_path)}))

    assert {row.reason for row in rows} <= {"Its name is not UTF-8: rename it to read it."}
    assert rows and json.dumps([row.path for row in rows]).isascii()
    for row in rows:
        _use(row)
    index.close()
