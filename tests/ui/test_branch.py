"""Branch and mark of a folder, read without running anything the folder names."""

import subprocess
from pathlib import Path

import pytest

from tests.ui.stage import on_stage
from tests.ui.test_chat import done
from tui.ui.branch import branch_and_mark, branch_of, is_dirty
from tui.ui.files import list_files


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a folder with one commit."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def git(folder: Path, *words: str) -> None:
    """Run git as somebody."""
    somebody = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(folder), *somebody, *words], check=True, capture_output=True)


def test_a_clean_folder_has_no_mark(repository: Path) -> None:
    assert branch_and_mark(repository) == "main"


@pytest.mark.parametrize("staged", [False, True])
def test_a_change_is_marked_staged_or_not(repository: Path, staged: bool) -> None:
    (repository / "a.txt").write_text("two\n")
    if staged:
        git(repository, "add", ".")

    assert branch_and_mark(repository) == "main*"


def test_a_folder_below_and_a_lone_commit_are_told_too(repository: Path) -> None:
    below = repository / "src"
    below.mkdir()
    git(repository, "checkout", "-q", "--detach")

    assert len(branch_of(below)) == 8
    assert branch_and_mark(below) == branch_of(repository)


def test_without_git_there_is_no_branch(tmp_path: Path) -> None:
    assert branch_and_mark(tmp_path) == ""


def test_programs_a_repository_names_are_not_run(repository: Path, tmp_path: Path) -> None:
    """Each of these is run by a plain `git status`; the mark has to be there all the same."""
    trap = tmp_path / "trap"
    run = f"sh -c 'touch {trap}; cat'"
    (repository / ".gitattributes").write_text("*.txt filter=evil\n*.md filter=other.one\n")
    (repository / "b.md").write_text("x\n")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "second")
    for setting in ("filter.evil.clean", "filter.other.one.clean", "core.fsmonitor"):
        git(repository, "config", setting, run)
    git(repository, "config", "filter.evil.required", "true")
    git(repository, "config", "filter.evil.process", run)
    (repository / "a.txt").write_text("other words\n")
    (repository / "b.md").write_text("more words\n")

    assert is_dirty(repository)
    assert not trap.exists()


def test_a_filter_with_an_equals_sign_in_its_name_is_not_run(
    repository: Path, tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    (repository / ".gitattributes").write_text("* filter=a=b\n")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "second")
    git(repository, "config", "filter.a=b.clean", f"sh -c 'touch {trap}; cat'")
    (repository / "a.txt").write_text("two\n")

    assert is_dirty(repository)
    assert list_files(repository).paths == [".gitattributes", "a.txt"]
    assert not trap.exists()


def test_missing_parts_are_not_fetched_by_a_program_a_repository_names(
    repository: Path, tmp_path: Path
) -> None:
    trap = tmp_path / "trap"
    missing = ("rev-parse", "HEAD^{tree}")
    tree = subprocess.check_output(["git", "-C", str(repository), *missing], text=True).strip()
    (repository / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": str(tmp_path),
        "remote.origin.uploadpack": f"touch {trap}; git-upload-pack",
    }.items():
        git(repository, "config", name, value)

    assert not is_dirty(repository)
    assert list_files(repository).paths == ["a.txt"]
    assert not trap.exists()


async def test_the_sidebar_marks_a_branch_once_a_turn_has_changed_a_file(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 30)) as stage:
        work = tmp_path / "work"
        (work / "a.txt").write_text("one\n")
        git(work, "init", "-q", "-b", "main")
        git(work, "add", ".")
        git(work, "commit", "-q", "-m", "first")
        stage.work()
        await stage.shows("(main)")
        (work / "a.txt").write_text("two\n")
        stage.tell(done())

        await stage.shows("(main*)")
