"""Settings and themes: read, checked, kept."""

import os
import tomllib
from pathlib import Path

import pytest

from tui.config.load import load_settings
from tui.config.paths import config_folder
from tui.config.save import change_setting, replace_file, save_changes
from tui.config.settings import Notify, Settings
from tui.config.themes import load_theme, read_theme, theme_names
from tui.errors import UsageError


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    loaded = load_settings(tmp_path / "settings.toml")

    assert (loaded.settings, loaded.problem) == (Settings(), "")


def test_what_was_saved_is_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    change_setting("theme", "paper", path)

    assert load_settings(path).settings == Settings(theme="paper")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == 'theme = "paper"\n'


THEME: tuple[str, str | bool, str] = ("theme", "paper", "")
BELL: tuple[str, str | bool, str] = ("bell", False, "notify")


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (THEME, '# mine\ntheme = "ink" # dark\n', '# mine\ntheme = "paper" # dark\n'),
        (THEME, "theme='ink'\nunknown = 1\n", 'theme = "paper"\nunknown = 1\n'),
        (
            THEME,
            '# keys\n[keys]\n"app.quit" = "f8"\n',
            'theme = "paper"\n# keys\n[keys]\n"app.quit" = "f8"\n',
        ),
        (THEME, "theme = 3\nsidebar = false\n", 'theme = "paper"\nsidebar = false\n'),
        (BELL, "", "[notify]\nbell = false\n"),
        (BELL, "[notify]", "[notify]\nbell = false\n"),
        (BELL, "[notify] # how\nbell = true # loud\n", "[notify] # how\nbell = false # loud\n"),
        (
            BELL,
            '[notify]\ntitle = false\n\n[keys]\n"app.quit" = "f8"\n',
            '[notify]\nbell = false\ntitle = false\n\n[keys]\n"app.quit" = "f8"\n',
        ),
        (BELL, 'theme = "ink" # dark', 'theme = "ink" # dark\n[notify]\nbell = false\n'),
    ],
)
def test_a_setting_is_changed_in_its_place_and_all_else_stays_as_it_was(
    tmp_path: Path, change: tuple[str, str | bool, str], before: str, after: str
) -> None:
    name, value, table = change
    path = tmp_path / "settings.toml"
    path.write_text(before)
    change_setting(name, value, path, table)

    known = tomllib.loads(before)
    inside = {**(known.get(table, {}) if table else known), name: value}
    assert tomllib.loads(path.read_text()) == ({**known, table: inside} if table else inside)
    assert path.read_text() == after


def test_what_is_chosen_on_the_screen_is_saved() -> None:
    chosen = Settings(theme="paper", notify=Notify(bell=False, title=False))
    save_changes(Settings(), chosen)
    assert load_settings().settings == chosen
    save_changes(chosen, Settings())

    assert load_settings().settings == Settings()


def test_a_line_inside_a_text_is_not_taken_for_the_setting(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('editor = """\ntheme = "x"\n"""\n')
    change_setting("theme", "paper", path)

    assert tomllib.loads(path.read_text()) == {"editor": 'theme = "x"\n', "theme": "paper"}


def test_a_file_that_is_not_understood_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = \n# an hour of work\n")
    with pytest.raises(UsageError, match="it was not changed"):
        change_setting("theme", "paper", path)

    assert path.read_text() == "theme = \n# an hour of work\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("theme = ", "is not understood"),
        ("theme = " + "[" * 10_000, "is not understood"),
        ("theme = 3", "theme must be a text in quotes"),
        ("colour = 1", "there is no setting called colour"),
        ("[notify]\nbel = true", "there is no setting called notify.bel"),
        ("notify = true", "notify must be a table"),
        ("[keys]\nx = 3", "keys.x must be a key in quotes, or a list of them"),
        ('[history.roots]\nclaude = "~"', "history.roots.claude must be a list"),
        ("# " + "x" * 2_000_000, "larger than 1,048,576 bytes"),
    ],
)
def test_a_file_that_makes_no_sense_is_told_about(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)

    assert told in load_settings(path).problem


def test_an_unknown_setting_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "paper"\ncolour = 1\n[notify]\nbell = false\n')

    assert load_settings(path).settings == Settings(theme="paper", notify=Notify(bell=False))


def test_a_wrong_value_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = 3\nsidebar = false\n[keys]\n"app.help" = 5\n"app.quit" = "f8"\n')

    assert load_settings(path).settings == Settings(sidebar=False, keys={"app.quit": "f8"})


def test_a_pipe_in_place_of_the_file_does_not_keep_anybody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    os.mkfifo(path)

    assert load_settings(path).problem == f"{path} cannot be read: it is not a file."


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
        ("not toml", "is not understood"),
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


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("bold nonsense", "the style diff.added uses nonsense"),
        ("bold success on #zzzzzz", "the style diff.added uses #zzzzzz"),
        ("bold #a1b2c3 on panel", ""),
    ],
)
def test_a_style_uses_colours_of_its_theme(tmp_path: Path, style: str, told: str) -> None:
    ours = (Path(__file__).resolve().parents[2] / "themes" / "ink.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(f'{ours}\n[styles]\n"diff.added" = "{style}"\n')
    try:
        read_theme(path)
    except UsageError as error:
        assert told
        assert told in error.problem
    else:
        assert not told
