"""Settings and themes: read, checked, kept."""

from pathlib import Path

import pytest

from tui.config.load import load_settings
from tui.config.paths import config_folder
from tui.config.save import replace_file, save_settings
from tui.config.settings import Settings
from tui.config.themes import load_theme, read_theme, theme_names
from tui.errors import UsageError


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path / "settings.toml")

    assert (loaded.settings, loaded.problem) == (Settings(), "")


def test_what_was_saved_is_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    chosen = Settings(theme="paper", keys={"view.timeline": "f7", "app.help": ["f1", "f3"]})
    save_settings(chosen, path)

    assert load_settings(path).settings == chosen
    assert path.stat().st_mode & 0o777 == 0o600
    assert "sidebar" not in path.read_text()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("theme = ", "cannot be read"),
        ("theme = 3", "Expected `str`"),
        ("colour = 1", "there is no setting called colour"),
        ("[keys]\nx = 3", "$.keys"),
    ],
)
def test_a_file_that_makes_no_sense_is_told_about(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)

    assert told in load_settings(path).problem


def test_an_unknown_setting_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "paper"\ncolour = 1\n')

    assert load_settings(path).settings.theme == "paper"


def test_replacing_keeps_a_link_and_the_mode(tmp_path: Path) -> None:
    real = tmp_path / "real.toml"
    real.write_text("old")
    real.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(real)
    replace_file(link, b"new")

    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.toml", "real.toml"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match=r"."):
        replace_file(path, b"new")

    assert list(tmp_path.iterdir()) == [path]


def test_the_themes_that_come_with_parley() -> None:
    assert theme_names() == ["harbour", "high-contrast", "ink", "paper"]
    assert [load_theme(name).dark for name in theme_names()] == [True, True, True, False]


def test_a_theme_of_the_user_goes_before_ours() -> None:
    folder = config_folder() / "themes"
    folder.mkdir(parents=True)
    text = (Path(__file__).resolve().parents[2] / "themes" / "paper.toml").read_text()
    (folder / "ink.toml").write_text(text)

    assert load_theme("ink").dark is False
    assert load_theme("ink").name == "ink"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dark = 1", "Expected `bool`"),
        ("[colours]\nbackground = '#000000'", "lacks surface"),
        ("not toml", "cannot be read"),
    ],
)
def test_a_theme_that_is_not_whole_is_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)

    with pytest.raises(UsageError, match=told):
        read_theme(path)


def test_a_colour_that_is_none_is_refused(tmp_path: Path) -> None:
    source = (Path(__file__).resolve().parents[2] / "themes" / "ink.toml").read_text()
    path = tmp_path / "broken.toml"
    path.write_text(source.replace("#14171c", "red; evil"))

    with pytest.raises(UsageError, match="background is not like"):
        read_theme(path)


def test_an_unknown_theme_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="no theme called nope"):
        load_theme("nope")
