"""Every decision on the disk before its answer, and every change to it found."""

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.permission.asking import PROJECT, shell
from tui.model.permission import Decider, Decision, Verdict
from tui.permission import journal as journal_module
from tui.permission.entry import Entry, Origin, entry
from tui.permission.journal import FIRST, Journal, JournalError
from tui.permission.verify import Damage, lines, verify

ORIGIN = Origin(agent="claude", project=PROJECT, version="2.1", session="s1")


def made(command: str = "ls") -> Entry:
    """Return an entry about an allowed command."""
    asked = shell(command)
    allowed = Decision(verdict=Verdict.ALLOW, digest=asked.digest)
    return entry(asked, ORIGIN, decision=allowed, by=Decider.USER, dwell_ms=1200)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return a journal in a folder that does not exist yet."""
    return Journal(tmp_path / "state" / "audit.jsonl")


def test_entries_come_back_as_written_and_the_chain_holds(journal: Journal) -> None:
    for command in ("ls", "pwd", "make"):
        journal.record(made(command))

    kept = list(lines(journal))
    assert [line.entry for line in kept] == [made("ls"), made("pwd"), made("make")]
    assert [line.seq for line in kept] == [1, 2, 3]
    assert kept[0].prev == FIRST
    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (3, (), 0)


def test_only_the_owner_may_read_it(journal: Journal) -> None:
    journal.record(made())

    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.parent.stat().st_mode) == 0o700


def test_rights_that_are_too_wide_are_taken_back(journal: Journal) -> None:
    journal.path.parent.mkdir(mode=0o755)
    journal.path.touch(mode=0o644)
    journal.record(made())

    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (lambda rows: [rows[0], rows[2]], 2, "does not follow the line before it"),
        (lambda rows: [rows[1], rows[0], rows[2]], 1, "does not follow the line before it"),
        (
            lambda rows: [rows[0], rows[1].replace(b'"allow"', b'"denyx"'), rows[2]],
            2,
            "was changed or cut short",
        ),
        (lambda rows: [rows[0], b"{}", *rows[1:]], 2, "was changed or cut short"),
        (lambda rows: [*rows[:2], rows[2][:50]], 3, "was changed or cut short"),
    ],
)
def test_a_change_anywhere_is_found(
    journal: Journal, change: Callable[[list[bytes]], list[bytes]], line: int, problem: str
) -> None:
    for command in ("ls", "pwd", "make"):
        journal.record(made(command))
    rows = journal.path.read_bytes().splitlines()
    journal.path.write_bytes(b"\n".join(change(rows)) + b"\n")

    assert verify(journal).damages[0] == Damage(str(journal.path), line, problem)


def test_a_line_cut_short_by_a_crash_is_owned_up_to_by_the_next(journal: Journal) -> None:
    journal.record(made("ls"))
    with journal.path.open("ab") as file:
        file.write(b'{"seq":2,"at":17')
    journal.record(made("pwd"))

    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (2, (), 1)


def test_a_first_line_cut_short_is_owned_up_to(journal: Journal) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(b'{"seq":1')
    journal.record(made())

    assert verify(journal).damages == ()


def test_a_full_file_is_followed_by_another_in_the_same_chain(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "LARGEST", 2_000)
    for number in range(12):
        journal.record(made(f"echo {number}"))

    assert len(journal.files()) > 2
    assert [line.entry.title for line in lines(journal)] == [f"echo {n}" for n in range(12)]
    assert verify(journal).damages == ()


def test_several_writers_keep_one_chain(journal: Journal) -> None:
    def write() -> None:
        own = Journal(journal.path)
        for _ in range(10):
            own.record(made())

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    checked = verify(journal)
    assert (checked.lines, checked.damages) == (40, ())


@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_is_not_written_to(journal: Journal, kind: str, tmp_path: Path) -> None:
    journal.path.parent.mkdir(mode=0o700)
    match kind:
        case "folder":
            journal.path.mkdir()
        case "pipe":
            os.mkfifo(journal.path)
        case _:
            journal.path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(JournalError):
        journal.record(made())
    assert journal.problem.startswith(f"{journal.path} cannot be written")
    assert not (tmp_path / "elsewhere").exists()


def test_a_very_long_input_is_left_out_and_its_size_told(journal: Journal) -> None:
    journal.record(made("echo " + "a" * 100_000))

    (line,) = lines(journal)
    assert line.entry.input == {}
    assert line.entry.cut > 100_000
    assert len(line.entry.digest) == 64


CALLS = ("open", "write", "fsync", "fstat", "pread", "stat")


@contextmanager
def failing(number: int, error: int, short: bool) -> Iterator[list[str]]:
    """Let the n-th system call of the journal fail, or its write be cut short."""
    made_calls: list[str] = []
    originals = {name: getattr(os, name) for name in CALLS}

    def watched(name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            made_calls.append(name)
            if len(made_calls) == number:
                if short and name == "write":
                    return originals["write"](arguments[0], arguments[1][:20])
                raise OSError(error, os.strerror(error))
            return originals[name](*arguments, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(f"tui.permission.journal.os.{name}", watched(name))
        yield made_calls


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("short", [False, True])
def test_whichever_system_call_fails_the_chain_holds(
    journal: Journal, error: int, short: bool
) -> None:
    journal.record(made("first"))
    number = failures = 0
    done = False
    while not done:
        number += 1
        with failing(number, error, short) as calls:
            try:
                journal.record(made("second"))
            except JournalError:
                failures += 1
            else:
                done = len(calls) < number
        assert verify(journal).damages in ((), _cut_at_the_end(journal))
    journal.record(made("last"))

    assert failures >= 4
    assert verify(journal).damages == ()
    titles = [line.entry.title for line in lines(journal)]
    assert (titles[0], titles[-1]) == ("first", "last")


def _cut_at_the_end(journal: Journal) -> tuple[Damage, ...]:
    count = len(journal.path.read_bytes().splitlines())
    return (Damage(str(journal.path), count, "was changed or cut short"),)


def test_a_file_that_was_taken_away_makes_no_other_one_go(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "LARGEST", 2_000)
    while len(journal.files()) < 3:
        journal.record(made())
    kept = journal.files()[1].read_bytes()
    journal.files()[0].unlink()
    while len(journal.files()) < 4:
        journal.record(made())

    assert journal.files()[0].read_bytes() == kept


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_file_among_the_older_ones_is_told_and_hinders_nobody(
    journal: Journal, make: Callable[[Path], None]
) -> None:
    journal.path.parent.mkdir()
    place = journal.path.with_name("audit-000001.jsonl")
    make(place)
    journal.record(made())

    assert verify(journal).damages == (Damage(str(place), 0, "is not a file"),)
    assert len(list(lines(journal))) == 1
