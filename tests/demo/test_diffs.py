"""The differences the demo shows are the ones there are."""

import difflib

import pytest

from tui.demo.diffs import git_diff, hunks, unified

OLD = "".join(f"line {number}\n" for number in range(1, 31))

CHANGES = {
    "changed": OLD.replace("line 5\n", "line five\n"),
    "added in front": "first\n" + OLD,
    "added at the end": OLD + "last\n",
    "removed": OLD.replace("line 7\nline 8\n", ""),
    "far apart": OLD.replace("line 2\n", "two\n").replace("line 29\n", ""),
    "emptied": "",
    "the same": OLD,
}


@pytest.mark.parametrize("new", CHANGES.values(), ids=CHANGES)
def test_hunks_are_those_of_difflib(new: str) -> None:
    expected = [*difflib.unified_diff(OLD.splitlines(True), new.splitlines(True))][2:]

    assert unified(OLD, new) == "".join(expected)


def test_a_new_file_is_all_additions() -> None:
    (hunk,) = hunks("", "one\ntwo\n")

    assert (hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines) == (0, 0, 1, 2)
    assert hunk.lines == ("+one", "+two")


def test_a_git_diff_names_the_blobs_as_git_does() -> None:
    made = git_diff("in.txt", None, "made by codex\n")

    assert made == (
        "diff --git a/in.txt b/in.txt\n"
        "new file mode 100644\n"
        "index 0000000000000000000000000000000000000000..62d6da7ca007fcd55190ab95ac6c87629df909e0\n"
        "--- /dev/null\n"
        "+++ b/in.txt\n"
        "@@ -0,0 +1 @@\n"
        "+made by codex\n"
    )
