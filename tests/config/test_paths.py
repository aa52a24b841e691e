"""Where parley's own files go, and that they go nowhere without a home."""

from pathlib import Path

import pytest

from tui.cli import main
from tui.config.paths import config_folder, state_folder


@pytest.mark.parametrize("given", ["", "relative", "./state", "~/state"])
def test_a_folder_that_is_no_absolute_path_is_not_used(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, given)

    assert state_folder() == tmp_path / ".local" / "state" / "parley"
    assert config_folder() == tmp_path / ".config" / "parley"


@pytest.mark.parametrize("home", ["", "relative", "."])
def test_without_a_home_nothing_is_written_and_the_reason_is_told(
    home: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", home)

    assert main(["sessions"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        f"parley: There is no home folder: HOME is {home!r}, not a path that begins with /.",
        "        Set it: HOME=/home/you parley …",
    ]
    assert list(tmp_path.iterdir()) == []
