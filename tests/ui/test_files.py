"""The files offered after @: as git would list them, ranked, in large folders too."""

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from tests.ui.stage import on_stage
from tui.ui import files
from tui.ui.files import Finder, list_files, rank
from tui.ui.ignoring import ignored, read_rule

TREE = (
    *("a.py", "b.log", "build/x.o", "build/keep.log", "src/a.py", "src/build/y.o", "src/b.log"),
    *("src/deep/er/z.txt", "docs/a b.md", "docs/[x].md", "a/a/a", "log", "é", "a/é/b", "a/-"),
    *("buildb/deep/a", "b/a/b/a/log", "src/ab", "a\\b", "a ", "[/a", "blog"),
)

parts = st.sampled_from(
    [
        *("*", "**", "***", "?", "a", "b", "build", "src", "log", "deep", ".py", ".log", "é"),
        *("[a-c]", "[!a]", "[z-a]", "[!z-a]", "[]x[]", "[[:alpha:]]", "[[:no:]]", "[a\\]", "["),
        *("\\", "\\a", "\\/", "\\*", " ", "\\ ", "-", "{", "("),
    ]
)
patterns = st.builds(
    lambda no, lead, words, tail: no + lead + "".join(words) + tail,
    st.sampled_from(["", "", "", "!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(st.one_of(parts, st.just("/"), st.sampled_from("*ab/")), min_size=1, max_size=6),
    st.sampled_from(["", "", "/", "/**", "*", "//", " ", "\r"]),
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few files, and git in it."""
    folder = tmp_path_factory.mktemp("tree")
    for name in TREE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    (folder / "build" / "linked").symlink_to("../docs")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


NEWER = re.compile(r"[^*/]\*\*+(?:/|$|\\/)")
"""Stars behind a letter: git 2.53 reads them as the manual says, those before as we do."""


def is_ignored_alike(tree: Path, above: list[str], below: list[str]) -> None:
    """Compare what is listed by git and by us where two files say what to ignore."""
    (tree / ".gitignore").write_text("b**/log")
    newer = "blog" in (files._from_git(tree) or ())
    assume(not newer or not any(map(NEWER.search, above + below)))
    (tree / ".gitignore").write_text("\n".join(above), newline="")
    (tree / "src" / ".gitignore").write_text("\n".join(below), newline="")
    by_git = files._from_git(tree)

    assert by_git is not None
    assert sorted(files._walk(tree)) == by_git


two_files = given(st.lists(patterns, min_size=1, max_size=3), st.lists(patterns, max_size=2))
at_leisure = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@settings(at_leisure, max_examples=60)
@two_files
@example(["*.log", "!keep.log", "/build/"], ["*.log"])
@example(["**/build/**", "docs/*.md"], [])
@example(["a/**/a"], ["!b.log"])
@example(["build**//"], ["build**/deep"])
def test_what_is_ignored_without_git_is_what_git_ignores(
    tree: Path, above: list[str], below: list[str]
) -> None:
    is_ignored_alike(tree, above, below)


@pytest.mark.soak
@settings(at_leisure, max_examples=5_000)
@two_files
def test_what_is_ignored_without_git_in_thousands_of_trees(
    tree: Path, above: list[str], below: list[str]
) -> None:
    is_ignored_alike(tree, above, below)


@pytest.mark.parametrize("line", [b"", b"#x", b"   ", b"/", b"!", b"!/"])
def test_lines_that_say_nothing_are_passed_over(line: bytes) -> None:
    assert read_rule(line) is None


def test_many_stars_are_no_slower_than_few() -> None:
    rules = [read_rule(line) for line in (b"*a" * 40 + b"b", b"**/a/" * 40 + b"b", b"/*a**a" * 40)]
    name, path = "a" * 250, "a/" * 500 + "a"

    assert not any(ignored(one, False, [rule]) for rule in rules if rule for one in (name, path))


def test_a_rule_holds_below_its_own_folder_only() -> None:
    rule = read_rule(b"*.log", "src/")

    assert rule is not None
    assert ignored("src/a.log", False, [rule])
    assert not ignored("a.log", False, [rule])


@given(st.lists(st.text("abc/._", min_size=1, max_size=8), max_size=20), st.text("abc", max_size=5))
def test_looking_letter_by_letter_finds_what_looking_once_finds(
    paths: list[str], query: str
) -> None:
    finder = Finder(paths)
    for end in range(len(query)):
        finder.rank(query[:end], 9)

    assert finder.rank(query, 9) == rank(query, paths, 9)
    assert finder.rank("", 9) == paths[:9]


def test_a_project_with_too_many_files_says_so(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}").touch()

    listing = list_files(tmp_path, most=5)

    assert (len(listing.paths), listing.partial) == (5, True)


async def test_typing_goes_on_while_a_large_folder_is_looked_at(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        work = tmp_path / "work"
        for number in range(100):
            (work / f"part{number:02}").mkdir()
            for other in range(50):
                (work / f"part{number:02}" / f"file{other:02}.py").touch()
        await stage.press("@")
        await stage.press(*"p42f17")
        assert stage.app.chat.composer.text == "@p42f17"
        await stage.shows("▸ part42/file17.py")
        await stage.press("tab")

        assert stage.app.chat.composer.text == "@part42/file17.py "
