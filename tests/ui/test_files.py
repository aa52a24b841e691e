"""The files offered after @: as git would list them, ranked, in large folders too."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.ui.stage import on_stage
from tui.ui import files
from tui.ui.files import Finder, list_files, rank
from tui.ui.ignoring import ignored, read_rule

TREE = (
    *("a.py", "b.log", "build/x.o", "build/keep.log", "src/a.py", "src/build/y.o", "src/b.log"),
    *("src/deep/er/z.txt", "docs/a b.md", "docs/[x].md", "a/a/a", "log"),
)

parts = st.sampled_from(
    [*("*", "**", "?", "a", "b", "build", "src", "log", "deep", "[a-c]", "[!a]", ".py", ".log")]
)
patterns = st.builds(
    lambda no, lead, words, tail: no + lead + "".join(words) + tail,
    st.sampled_from(["", "", "", "!"]),
    st.sampled_from(["", "", "/", "**/"]),
    st.lists(st.one_of(parts, st.just("/")), min_size=1, max_size=4),
    st.sampled_from(["", "", "/", "/**", "*"]),
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a few files, and git in it."""
    folder = tmp_path_factory.mktemp("tree")
    for name in TREE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)
@given(st.lists(patterns, min_size=1, max_size=3), st.lists(patterns, max_size=2))
@example(["*.log", "!keep.log", "/build/"], ["*.log"])
@example(["**/build/**", "docs/*.md"], [])
@example(["a/**/a"], ["!b.log"])
def test_what_is_ignored_without_git_is_what_git_ignores(
    tree: Path, above: list[str], below: list[str]
) -> None:
    (tree / ".gitignore").write_text("\n".join(above))
    (tree / "src" / ".gitignore").write_text("\n".join(below))
    by_git = files._from_git(tree)

    assert by_git is not None
    assert sorted(files._walk(tree)) == by_git


@pytest.mark.parametrize("line", ["", "#x", "   ", "/", "!", "[z-a]"])
def test_lines_that_say_nothing_are_passed_over(line: str) -> None:
    assert read_rule(line) is None


def test_a_rule_holds_below_its_own_folder_only() -> None:
    rule = read_rule("*.log", "src/")

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
