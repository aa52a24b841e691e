"""Every decision on the disk before its answer, and every change to it found."""

import errno
import fcntl
import json
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.permission.asking import PROJECT
from tests.support.requests import shell
from tui.model.permission import Decider, Decision, Verdict
from tui.model.tools import ChangeKind, FileChange
from tui.permission import journal as journal_module
from tui.permission.entry import Entry, Origin, entry
from tui.permission.journal import FIRST, Journal, JournalError
from tui.permission.journal_mark import Mark, mark_file, read_mark
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
    return Journal(tmp_path / "state" / "parley" / "audit.jsonl")


def test_entries_come_back_as_written_and_the_chain_holds(journal: Journal) -> None:
    for command in ("ls", "pwd", "make"):
        journal.record(made(command))

    kept = list(lines(journal))
    assert [line.entry for line in kept] == [made("ls"), made("pwd"), made("make")]
    assert [line.seq for line in kept] == [1, 2, 3]
    hashes = [json.loads(row)["hash"] for row in journal.path.read_bytes().splitlines()]
    assert [line.prev for line in kept] == [FIRST, *hashes[:2]]
    assert [line.torn for line in kept] == ["", "", ""]
    assert read_mark(journal.path) == Mark(3, hashes[2])
    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (3, (), 0)


def test_only_the_owner_may_read_it(journal: Journal) -> None:
    journal.record(made())

    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.path.parent.stat().st_mode) == 0o700


def test_rights_that_are_too_wide_are_taken_back(journal: Journal) -> None:
    journal.path.parent.mkdir(mode=0o755, parents=True)
    journal.path.touch(mode=0o644)
    journal.record(made())

    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(mark_file(journal.path).stat().st_mode) == 0o600
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


def test_a_last_line_cut_short_by_a_crash_is_no_damage(journal: Journal) -> None:
    journal.record(made("ls"))
    with journal.path.open("ab") as file:
        file.write(b'{"seq":2,"at":17')

    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (1, (), 1)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_lines_cut_off_at_the_end_are_noticed_also_when_others_follow(
    journal: Journal, left: int
) -> None:
    for command in ("ls", "pwd", "make"):
        journal.record(made(command))
    rows = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join(rows[:left]))

    path = str(journal.path)
    assert verify(journal).damages == (
        Damage(path, 0, f"ends with number {left}, but 3 were written"),
    )
    journal.record(made("after"))
    missing = f"has number 4, expected {left + 1} and those between are missing"
    assert verify(journal).damages == (Damage(path, left + 1, missing),)


def test_a_last_line_cut_in_half_is_noticed(journal: Journal) -> None:
    for command in ("ls", "pwd"):
        journal.record(made(command))
    journal.path.write_bytes(journal.path.read_bytes()[:-40])

    path = str(journal.path)
    assert verify(journal).damages == (
        Damage(path, 2, "was changed or cut short"),
        Damage(path, 0, "ends with number 1, but 2 were written"),
    )


@pytest.mark.parametrize("mark", [b"", b"x", b'{"seq":"3"}', b"\xff", None])
def test_without_a_mark_of_its_end_the_chain_holds_all_the_same(
    journal: Journal, mark: bytes | None
) -> None:
    journal.record(made("ls"))
    if mark is None:
        mark_file(journal.path).unlink()
        mark_file(journal.path).mkdir()
    else:
        mark_file(journal.path).write_bytes(mark)

    assert verify(journal).damages == ()
    journal.record(made("pwd"))
    assert verify(journal).damages == ()


def test_only_the_line_end_missing_is_no_damage(journal: Journal) -> None:
    journal.record(made("ls"))
    journal.path.write_bytes(journal.path.read_bytes()[:-1])
    assert verify(journal).damages == ()
    journal.record(made("pwd"))

    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (2, (), 0)


@pytest.mark.parametrize("length", [262_144, 3_000_000])
def test_a_very_long_line_does_not_end_the_journal(journal: Journal, length: int) -> None:
    journal.record(replace(made(), title="a" * length))
    journal.record(made("ls"))

    checked = verify(journal)
    assert (checked.lines, checked.damages) == (2, ())


def test_copies_of_it_are_not_part_of_it(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    journal.record(made("ls"))
    journal.path.with_name("audit-backup.jsonl").write_bytes(journal.path.read_bytes())
    journal.record(made("pwd"))
    monkeypatch.setattr(journal_module, "LARGEST", 1)
    journal.record(made("make"))

    assert [path.name for path in journal.places()] == ["audit-000001.jsonl", "audit.jsonl"]
    assert verify(journal).damages == ()


def test_the_first_line_of_a_further_file_may_be_cut_short_too(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "LARGEST", 1)
    journal.record(made("ls"))
    journal.record(made("pwd"))
    monkeypatch.undo()
    journal.path.write_bytes(b'{"seq":2')
    mark_file(journal.path).unlink()
    journal.record(made("make"))

    checked = verify(journal)
    assert (checked.lines, checked.damages, checked.torn) == (2, (), 1)


def test_a_first_line_cut_short_is_owned_up_to(journal: Journal) -> None:
    journal.path.parent.mkdir(parents=True)
    journal.path.write_bytes(b'{"seq":1')
    journal.record(made())

    assert [(line.seq, line.prev) for line in lines(journal)] == [(1, FIRST)]

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


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("folder", os.strerror(errno.EISDIR)),
        ("pipe", "it is not a regular file"),
        ("link", os.strerror(errno.ELOOP)),
    ],
)
def test_what_is_no_file_is_not_written_to(
    journal: Journal, kind: str, reason: str, tmp_path: Path
) -> None:
    assert journal.problem == ""
    journal.path.parent.mkdir(mode=0o700, parents=True)
    match kind:
        case "folder":
            journal.path.mkdir()
        case "pipe":
            os.mkfifo(journal.path)
        case _:
            journal.path.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(JournalError) as caught:
        journal.record(made())
    assert journal.problem == f"{journal.path} cannot be written: {reason}"
    assert (caught.value.problem, caught.value.remedy) == (
        journal.problem,
        "Free some space or mend its rights; until then no rule allows.",
    )
    assert not (tmp_path / "elsewhere").exists()


def test_once_it_can_be_written_again_all_is_well(journal: Journal) -> None:
    journal.path.mkdir(parents=True)
    with pytest.raises(JournalError):
        journal.record(made("lost"))
    journal.path.rmdir()
    assert journal.look()
    assert journal.problem == ""
    journal.record(made("kept"))

    assert journal.problem == ""
    assert [line.entry.title for line in lines(journal)] == ["kept"]


def test_a_journal_whose_lines_were_changed_is_not_gone_on_with(journal: Journal) -> None:
    journal.path.parent.mkdir(parents=True)
    journal.path.write_bytes(b"nobody's line\n")

    with pytest.raises(JournalError):
        journal.record(made())
    assert journal.problem.endswith(": its last line was changed; see parley audit --verify")
    assert journal.path.read_bytes() == b"nobody's line\n"


def test_nothing_is_written_while_another_parley_is_writing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "_PATIENCE", 0.01)
    journal.record(made("first"))
    with journal.path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(JournalError):
            journal.record(made("second"))

    assert journal.problem.endswith(": another parley does not let go of it")
    assert [line.entry.title for line in lines(journal)] == ["first"]


def test_what_an_agent_says_cannot_be_taken_for_the_hash_of_its_line(journal: Journal) -> None:
    asked = shell("ls", input={"command": "ls", "hash": "0" * 64, "after": {"hash": "x"}})
    for _ in range(2):
        journal.record(entry(asked, ORIGIN, decision=None, by="agent"))

    checked = verify(journal)
    assert (checked.lines, checked.damages) == (2, ())


def test_no_place_has_a_journal_before_the_first_decision(journal: Journal) -> None:
    assert (journal.places(), journal.files()) == ([], [])


def test_full_files_are_numbered_from_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "LARGEST", 1)
    journal = Journal(tmp_path / "audit-of-mine.jsonl")
    for _ in range(3):
        journal.record(made())

    assert [path.name for path in journal.files()] == [
        "audit-of-mine-000001.jsonl",
        "audit-of-mine-000002.jsonl",
        "audit-of-mine.jsonl",
    ]


def test_after_an_empty_older_file_the_chain_begins_anew(journal: Journal) -> None:
    journal.path.parent.mkdir(parents=True)
    journal.path.with_name("audit-000001.jsonl").touch()
    journal.record(made())

    assert [(line.seq, line.prev) for line in lines(journal)] == [(1, FIRST)]


def test_an_older_file_behind_a_link_is_not_gone_on_from(journal: Journal, tmp_path: Path) -> None:
    other = Journal(tmp_path / "other" / "audit.jsonl")
    other.record(made())
    journal.path.parent.mkdir(parents=True)
    journal.path.with_name("audit-000001.jsonl").symlink_to(other.path)

    with pytest.raises(JournalError):
        journal.record(made())


def test_very_long_and_very_many_texts_are_cut_and_that_is_told() -> None:
    changes = tuple(FileChange(path=f"f{n}", kind=ChangeKind.MODIFIED) for n in range(5_000))
    asked = shell("echo " + "a" * 100_000, changes=changes)
    denial = Decision(verdict=Verdict.DENY, message="b" * 5_000)

    kept = entry(asked, ORIGIN, decision=denial, by=Decider.USER, note="c" * 4_096)

    assert kept.title == f"echo {'a' * 4_091} … 95,909 characters more"
    assert kept.message == f"{'b' * 4_096} … 904 characters more"
    assert kept.note == "c" * 4_096
    assert (len(kept.paths), kept.paths[-2:]) == (101, ("f99", "… 4,900 more"))


def test_a_secret_is_taken_out_also_where_a_text_is_cut() -> None:
    secret = "ghp_" + "a1" * 18
    kept = entry(shell(f"{'x ' * 2_040}{secret}{' y' * 9_000}"), ORIGIN, decision=None, by="agent")

    assert "ghp_" not in kept.title


@pytest.mark.parametrize(
    ("make", "reason"),
    [(os.mkfifo, "it is not a regular file"), (Path.mkdir, os.strerror(errno.EISDIR))],
)
def test_a_look_tells_beforehand_whether_it_can_be_written(
    journal: Journal, make: Callable[[Path], None], reason: str
) -> None:
    journal.path.parent.mkdir(mode=0o700, parents=True)
    make(journal.path)
    assert journal.look() is False
    assert journal.problem == f"{journal.path} cannot be written: {reason}"

    if journal.path.is_dir():
        journal.path.rmdir()
    else:
        journal.path.unlink()
    assert journal.look() is True
    assert journal.problem == ""
    assert journal.path.read_bytes() == b""


def test_a_look_does_not_forget_that_nothing_could_be_written(journal: Journal) -> None:
    journal.path.parent.mkdir(parents=True)
    journal.path.write_bytes(b"nobody's line\n")
    with pytest.raises(JournalError):
        journal.record(made())
    problem = journal.problem
    assert journal.look() is True
    assert journal.problem == problem != ""

    journal.path.unlink()
    journal.record(made())
    assert journal.problem == ""


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
    number = 0
    problems: list[str] = []
    done = False
    while not done:
        number += 1
        with failing(number, error, short) as calls:
            try:
                journal.record(made("second"))
            except JournalError as failure:
                problems.append(failure.problem)
            else:
                done = len(calls) < number
        assert verify(journal).damages in ((), _cut_at_the_end(journal))
    journal.record(made("last"))

    assert len(problems) >= 4
    reasons = {os.strerror(error), *(["the line was cut short"] if short else [])}
    assert set(problems) == {f"{journal.path} cannot be written: {one}" for one in reasons}
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
    journal.path.parent.mkdir(parents=True)
    place = journal.path.with_name("audit-000001.jsonl")
    make(place)
    journal.record(made())

    assert verify(journal).damages == (Damage(str(place), 0, "is not a file"),)
    assert len(list(lines(journal))) == 1


@pytest.mark.parametrize("at", [1e18, -1.0])
def test_a_line_of_no_day_in_the_calendar_counts_as_changed(journal: Journal, at: float) -> None:
    journal.record(made())
    body, _, _ = journal.path.read_bytes().rpartition(b',"hash":"')
    line = json.loads(body + b"}")
    sealed = journal_module.seal(json.dumps({**line, "at": at}, separators=(",", ":")).encode())
    journal.path.write_bytes(sealed + b"\n")

    assert list(lines(journal)) == []
    assert verify(journal).damages != ()
