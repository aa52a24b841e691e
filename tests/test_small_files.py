"""Paths as people write them, and files that are read at once or not at all."""

import os
from pathlib import Path

import pytest

from tui.small_files import read_small, written_path

NOBODY = "~nobody-of-this-name"


def test_a_home_is_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    assert written_path("~/work") == tmp_path / "work"


@pytest.mark.parametrize(
    "text", ["/srv/work", "work/~", NOBODY, f"{NOBODY}/work", "~\x00", "~\ud800"]
)
def test_what_names_no_home_stays_as_it_was_written(text: str) -> None:
    assert written_path(text) == Path(text)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")

    assert read_small(file, largest=5) == b"12345"


def test_what_is_no_file_or_too_large_is_refused_at_once(tmp_path: Path) -> None:
    pipe, endless, large = (tmp_path / name for name in ("pipe", "endless", "large"))
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    large.write_bytes(b"123456")

    for path, problem in (
        (pipe, "it is not a file"),
        (endless, "it is not a file"),
        (tmp_path, "it is not a file"),
        (large, "it is larger than 5 bytes"),
    ):
        with pytest.raises(OSError, match=problem):
            read_small(path, largest=5)


def test_nothing_stays_open(tmp_path: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(10):
        with pytest.raises(OSError, match="it is not a file"):
            read_small(tmp_path)

    assert len(list(Path("/dev/fd").iterdir())) <= before
