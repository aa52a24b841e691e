"""The theme in use, kept for the next start."""

from pathlib import Path

import pytest

from tui.config.kept_theme import NAME, keep_theme, quick_theme
from tui.config.paths import config_folder, state_folder
from tui.config.themes import load_theme
from tui.errors import UsageError


def own(text: str, name: str = "ink") -> Path:
    path = config_folder() / "themes" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def ink(label: str) -> str:
    colours = "\n".join(f'{name} = "{it}"' for name, it in load_theme("paper").colours.items())
    return f'label = "{label}"\n[colours]\n{colours}\n'


def test_a_theme_that_was_never_kept_is_read() -> None:
    assert quick_theme("ink") == load_theme("ink")


def test_a_kept_theme_is_the_one_in_its_file() -> None:
    keep_theme("ink")

    assert quick_theme("ink") == load_theme("ink")
    assert quick_theme("paper") == load_theme("paper")
    assert (state_folder() / NAME).stat().st_mode & 0o777 == 0o600


def test_a_changed_file_is_read_again() -> None:
    own(ink("first"))
    keep_theme("ink")
    own(ink("another"))

    assert quick_theme("ink").label == "another"


def test_a_theme_of_the_users_own_wins_over_what_was_kept_of_ours() -> None:
    keep_theme("ink")
    own(ink("mine"))

    assert quick_theme("ink").label == "mine"


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[1]"])
def test_what_makes_no_sense_is_not_used(content: bytes) -> None:
    keep_theme("ink")
    (state_folder() / NAME).write_bytes(content)

    assert quick_theme("ink") == load_theme("ink")


def test_a_theme_that_is_not_there_is_told() -> None:
    keep_theme("none")

    with pytest.raises(UsageError, match="no theme called none"):
        quick_theme("none")
    with pytest.raises(UsageError):
        quick_theme("../themes/ink")
