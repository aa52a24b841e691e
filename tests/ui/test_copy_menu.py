"""Y offers the parts of a block; what is chosen is copied as it was written."""

from pathlib import Path

import pytest

from tests.ui.pictures.scenes import DONE, TALK
from tests.ui.stage import on_stage
from tui.config.paths import state_folder
from tui.model.identity import ItemId
from tui.ui.copy_choices import CopyChoice, choices
from tui.ui.screens.copy_menu import CopyMenu
from tui.ui.transcript.blocks import Kind


async def offered(folder: Path, item: str, kind: Kind | None = None) -> list[CopyChoice]:
    """Return what is offered on an item of the talk, or on its first block of a kind."""
    async with on_stage(folder, (100, 60)) as stage:
        stage.tell(*TALK, DONE)
        await stage.shows("make lint")
        transcript = stage.app.chat.transcript
        entry = transcript.document.entries[ItemId(item)]
        blocks = [block for block in entry.blocks if kind is None or block.kind is kind]
        return choices(blocks[0], stage.session.conversation)


def labels(found: list[CopyChoice]) -> list[str]:
    """Return the words of what is offered."""
    return [choice.label for choice in found]


def text_of(found: list[CopyChoice], label: str) -> str:
    """Return what one choice copies."""
    return next(choice.text() for choice in found if choice.label == label)


async def test_a_message_is_copied_whole_or_by_its_code(
    tmp_path: Path,
) -> None:
    found = await offered(tmp_path, "p1")

    assert labels(found) == ["whole block", "code 1", "as Markdown", "whole conversation"]
    assert text_of(found, "code 1") == (
        '@pytest.fixture(autouse=True)\ndef utc(monkeypatch):\n    monkeypatch.setenv("TZ", "UTC")'
    )
    assert text_of(found, "as Markdown").startswith("## Answer\n\nThe clock")
    assert text_of(found, "whole conversation").startswith("# The login test fails")


async def test_on_a_piece_of_code_that_code_comes_first(
    tmp_path: Path,
) -> None:
    assert labels(await offered(tmp_path, "p1", Kind.CODE))[0] == "this code"


async def test_a_command_is_copied_without_its_output_and_the_other_way_round(
    tmp_path: Path,
) -> None:
    found = await offered(tmp_path, "Bash-make lint")

    assert labels(found)[:3] == ["command", "output", "input"]
    assert text_of(found, "command") == "make lint"
    assert text_of(found, "output").startswith("tests/conftest.py:14:1: E302")
    assert text_of(found, "input") == '{\n  "command": "make lint"\n}'


async def test_an_edit_is_copied_as_difference_or_path(
    tmp_path: Path,
) -> None:
    found = await offered(tmp_path, "Edit-tests/conftest.py")

    assert labels(found)[:2] == ["difference", "path"]
    assert text_of(found, "path") == "/srv/project/tests/conftest.py"
    assert text_of(found, "difference").splitlines()[:3] == [
        "modified /srv/project/tests/conftest.py",
        "@@ -1,3 +1,5 @@",
        "-import os",
    ]


async def test_what_is_chosen_is_copied_with_a_receipt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "TMUX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    async with on_stage(tmp_path) as stage:
        stage.tell(*TALK)
        await stage.shows("make lint")
        await stage.press("f6", "E", "Y")
        assert isinstance(stage.app.screen, CopyMenu)
        await stage.shows("make lint")
        await stage.press("enter")
        await stage.shows("9 characters in ")

        assert (state_folder() / "copied.txt").read_text() == "make lint"


async def test_a_capital_y_in_the_draft_is_a_letter(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("Y", *"es")

        assert stage.app.chat.composer.text == "Yes"


async def test_an_empty_conversation_has_nothing_to_copy(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("f6", "Y")

        await stage.shows("there is nothing to copy yet")
