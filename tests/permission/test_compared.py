"""A change beside the file it is about: what would be replaced, and where."""

import os
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis.strategies import text
from msgspec.structs import replace

from tui.model.tools import ChangeKind, FileChange
from tui.permission.compared import Compared, compared, wants_its_file

WRITE = FileChange(path="a.txt", kind=ChangeKind.MODIFIED, after="new\n")
EDIT = FileChange(
    path="a.txt", kind=ChangeKind.MODIFIED, before="two\nthree", after="2\n3", passage=True
)

BOTH = FileChange(path="a.txt", kind=ChangeKind.MODIFIED, before="a\nb\n", after="a\n2\n")


def test_a_file_that_is_not_there_would_be_made(tmp_path: Path) -> None:
    made = Compared(replace(WRITE, kind=ChangeKind.CREATED))

    assert compared(WRITE, str(tmp_path)) == made


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("", "replaces the whole file, 0 lines now"),
        ("one\n", "replaces the whole file, 1 line now"),
        ("one\ntwo", "replaces the whole file, 2 lines now"),
    ],
)
def test_what_a_write_would_replace_is_told(tmp_path: Path, file: str, words: str) -> None:
    (tmp_path / "a.txt").write_text(file)

    assert compared(WRITE, str(tmp_path)) == Compared(
        replace(WRITE, before=file), words, is_whole=True
    )


@pytest.mark.parametrize(
    ("file", "words", "line"),
    [
        ("two\nthree", "line 1 of the file as it is now", 1),
        (f"{'one' * 999} two\nthree\n", "line 1 of the file as it is now", 1),
        (
            "two\nthree\n\ntwo\nthree\n",
            "in 2 places of the file as it is now: 1, 4",
            None,
        ),
        (
            "two\nthree\n" * 8,
            "in 8 places of the file as it is now: 1, 3, 5, 7, 9, 11 …",
            None,
        ),
        ("other\n", "not in the file as it is now", None),
    ],
)
def test_the_place_of_a_passage_is_told(
    tmp_path: Path, file: str, words: str, line: int | None
) -> None:
    (tmp_path / "a.txt").write_bytes(file.encode())

    assert compared(EDIT, str(tmp_path)) == Compared(EDIT, words, line)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_passage_is_shown_with_its_whole_lines_and_three_around(tmp_path: Path, end: str) -> None:
    lines = ("1", "2", "3", "4", "one two", "three", "7", "8", "9", "10")
    (tmp_path / "a.txt").write_bytes("".join(f"{line}{end}" for line in lines).encode())

    around = replace(
        EDIT, before="2\n3\n4\none two\nthree\n7\n8\n9\n", after="2\n3\n4\none 2\n3\n7\n8\n9\n"
    )
    assert compared(EDIT, str(tmp_path)) == Compared(around, "line 5 of the file as it is now", 2)


TEXTS = text("ab\n", max_size=40)


@given(head=TEXTS, wanted=text("x\n", min_size=1, max_size=8), tail=TEXTS, after=TEXTS)
def test_a_passage_with_its_neighbours_changes_the_file_as_the_passage_does(
    tmp_path_factory: pytest.TempPathFactory, head: str, wanted: str, tail: str, after: str
) -> None:
    file = f"{head}{wanted}{tail}"
    assume("x" in wanted and file.count(wanted) == 1)
    folder = tmp_path_factory.getbasetemp()
    (folder / "a.txt").write_text(file)
    found = compared(replace(EDIT, before=wanted, after=after), str(folder))

    before, line = found.change.before, found.line
    assert before is not None and line is not None
    assert file.replace(before, found.change.after or "", 1) == f"{head}{after}{tail}"
    rows = file.split("\n")
    assert "\n".join(rows[line - 1 :]).startswith(before)
    assert before.endswith("\n") or file.endswith(before)
    assert before.count("\n") <= wanted.count("\n") + 7


def test_an_edit_of_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert compared(EDIT, str(tmp_path)) == Compared(EDIT, "there is no such file now")


def test_an_edit_of_nothing_makes_a_file_that_is_not_there(tmp_path: Path) -> None:
    change = replace(EDIT, before="")

    made = Compared(replace(change, kind=ChangeKind.CREATED, passage=False))
    assert compared(change, str(tmp_path)) == made


@pytest.mark.parametrize("kind", ["pipe", "folder", "bytes", "large", "name"])
def test_what_cannot_be_compared_is_told_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.txt"
    change = WRITE
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "bytes":
            path.write_bytes(b"\xff")
        case "large":
            path.write_bytes(b"x" * (1 << 21))
        case _:
            change = replace(WRITE, path="a\0b")

    words = {
        "pipe": "the file there now cannot be read: it is not a file",
        "folder": "the file there now cannot be read: it is not a file",
        "bytes": "the file there now is no text",
        "large": "the file there now cannot be read: it is larger than 1,048,576 bytes",
        "name": "the file there now cannot be read: embedded null byte",
    }
    assert compared(change, str(tmp_path)) == Compared(change, words[kind])


def test_a_patch_is_left_alone(tmp_path: Path) -> None:
    patch = FileChange(path="a.txt", kind=ChangeKind.MODIFIED, diff="@@ -1 +1 @@\n-a\n+b\n")
    (tmp_path / "a.txt").write_text("c")

    assert compared(patch, str(tmp_path)) == Compared(patch)
    assert [wants_its_file(one) for one in (patch, WRITE, EDIT)] == [False, True, True]


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("a\nb\n", Compared(BOTH, is_whole=True)),
        ("a\r\nb\r\n", Compared(BOTH, is_whole=True)),
        ("a\nc\n", Compared(BOTH, "the file is another now than the agent says")),
        (None, Compared(BOTH, "there is no such file now")),
    ],
)
def test_a_change_that_tells_both_sides_is_held_against_the_file(
    tmp_path: Path, file: str | None, found: Compared
) -> None:
    if file is not None:
        (tmp_path / "a.txt").write_bytes(file.encode())

    assert compared(BOTH, str(tmp_path)) == found
