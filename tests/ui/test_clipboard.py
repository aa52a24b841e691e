"""Copying and pasting through the programs of the system, with a receipt each."""

from pathlib import Path

import pytest
from textual.events import Paste

from tests.support.programs import program
from tests.ui.stage import Stage, on_stage
from tests.ui.test_composer import said
from tui.config.paths import state_folder
from tui.model.events import ProseDone
from tui.model.identity import ItemId

PNG = b"\x89PNG\r\n\x1a\n" + bytes(2000)


async def copied(stage: Stage) -> None:
    """Let the agent say something and copy it."""
    stage.tell(ProseDone(ItemId("p"), "some words"))
    await stage.shows("some words")
    await stage.press("f6", "y")


async def test_a_copy_names_the_program_that_took_it(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    program(programs, "wl-copy", f"cat > {tmp_path}/taken")
    async with on_stage(tmp_path) as stage:
        await copied(stage)

        await stage.shows("copied 10 characters via wl-copy")
        assert (tmp_path / "taken").read_text() == "some words"


async def test_a_program_that_fails_or_hangs_is_passed_over(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    program(programs, "xclip", "exit 1")
    program(programs, "xsel", f"cat > {tmp_path}/taken")
    async with on_stage(tmp_path) as stage:
        await copied(stage)

        await stage.shows("copied 10 characters via xsel")


async def test_without_a_clipboard_the_text_is_in_a_file_and_said_so(
    tmp_path: Path, programs: Path
) -> None:
    async with on_stage(tmp_path, (160, 30)) as stage:
        await copied(stage)

        await stage.shows("10 characters in ")
        await stage.shows("copied.txt; no clipboard program is here")
        assert (state_folder() / "copied.txt").read_text() == "some words"
        assert (state_folder() / "copied.txt").stat().st_mode & 0o777 == 0o600


async def test_ctrl_v_attaches_a_picture_from_the_clipboard(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    (tmp_path / "shot.png").write_bytes(PNG)
    program(programs, "wl-paste", f'case "$*" in *image/png*) cat {tmp_path}/shot.png;; esac')
    async with on_stage(tmp_path) as stage:
        await stage.press(*"see ", "ctrl+v")
        await stage.shows("attached a picture of 1 KB from the clipboard via wl-paste")
        await stage.shows("[picture 1: clipboard-")
        (kept,) = (state_folder() / "pictures").iterdir()
        assert kept.read_bytes() == PNG
        assert kept.stat().st_mode & 0o777 == 0o600
        await stage.press("enter")
        await stage.until(lambda: said(stage))

        assert said(stage)[0].startswith("see [picture 1: clipboard-")


async def test_ctrl_v_pastes_text_where_there_is_no_picture(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    program(programs, "xclip", 'case "$*" in *image*) exit 1;; esac\nprintf "hello\\nthere"')
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+v")
        await stage.until(lambda: stage.app.chat.composer.text)

        assert stage.app.chat.composer.text == "hello\nthere"


async def test_where_nothing_reaches_the_clipboard_it_says_why(
    tmp_path: Path, programs: Path
) -> None:
    async with on_stage(tmp_path, (140, 30)) as stage:
        await stage.press("ctrl+v")

        await stage.shows("no program reaches the clipboard (wl-paste, xclip, pngpaste)")
        await stage.shows("a picture by its path")


async def test_an_empty_clipboard_is_told(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    program(programs, "xclip", "exit 1")
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+v")

        await stage.shows("the clipboard is empty")


@pytest.mark.parametrize("words", ["{0}", "'{0}'", '"{0}" {1}', "file://{0}", "{1} {0}", "  {0}\n"])
async def test_pasted_paths_of_pictures_are_attached(tmp_path: Path, words: str) -> None:
    async with on_stage(tmp_path) as stage:
        pictures = [tmp_path / "work" / name for name in ("cat.png", "dog.JPG")]
        for picture in pictures:
            picture.write_bytes(PNG)
        text = words.format(*pictures)
        stage.app.chat.composer.post_message(Paste(text))
        await stage.shows("[picture 1: ")
        names = [name for name in ("cat.png", "dog.JPG") if name in text]

        await stage.shows("attached ")
        _, found = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert sorted(path.name for path in found) == sorted(names)


async def test_a_path_with_spaces_as_terminals_paste_it_is_attached(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "my cat.png").write_bytes(PNG)
        stage.app.chat.composer.post_message(Paste("my\\ cat.png"))

        await stage.shows("[picture 1: my cat.png]")


@pytest.mark.parametrize("text", ["see cat.png", "missing.png", "don't.png", "cat.png\nmore"])
async def test_words_that_are_no_paths_are_pasted_as_they_are(tmp_path: Path, text: str) -> None:
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "cat.png").write_bytes(PNG)
        stage.app.chat.composer.post_message(Paste(text))
        await stage.pilot.pause()

        assert stage.app.chat.composer.text == text
