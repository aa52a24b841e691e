"""Dialogs say everything once, name only keys that do something, and stay where one reads."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.ui.requests import CODEX, EDIT, FILES, READ
from tests.ui.stage import Stage, on_stage, shell_request
from tui.model.permission import PermissionRequest
from tui.ui.pager import whole_text
from tui.ui.screens.permission import PermissionScreen
from tui.ui.widgets.page import Page

SIZE = (110, 44)


async def opened(stage: Stage, request: PermissionRequest) -> None:
    """Let a request be asked, and wait until its dialog takes keys."""
    stage.ask(request)
    await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
    await stage.shows("Esc later")
    await stage.quiet()


def page_text(stage: Stage) -> str:
    """Return all lines of the request, on the screen or not."""
    sheet = stage.app.screen.query_one(Page).sheet
    lines = (sheet.line(number) for number in range(sheet.total))
    return "\n".join("".join(one.text for one in line).rstrip() for line in lines)


async def test_the_same_redirection_is_told_once_with_a_count(tmp_path: Path) -> None:
    lines = "\n".join(f"echo {number} >> log.txt" for number in range(30))
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, shell_request(lines))

        assert page_text(stage).count("redirects") == 1
        assert "redirects  >> log.txt  30 times" in page_text(stage)


async def test_a_long_command_is_called_long_once(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, shell_request(f"echo {'x' * 2_100}"))

        assert page_text(stage).count("long: 2,105 characters") == 1


async def test_a_word_that_is_not_yes_is_told_and_allows_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, shell_request(f"echo {'x ' * 1_100}"))
        await stage.read_through()
        await stage.quiet()
        await stage.press("y")
        await stage.shows("type yes and Enter")
        await stage.press(*"ye", "enter")
        await stage.quiet()

        await stage.shows("not allowed: yes was not typed")
        assert stage.session.conversation.pending


@pytest.mark.parametrize("key", ["n", "w", "e"])
async def test_what_enter_does_with_the_line_is_said_once(tmp_path: Path, key: str) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, shell_request())
        await stage.press(key)
        await stage.shows("· Esc goes back")

        assert sum("Enter" in line for line in stage.lines() if "│" in line) == 1


async def test_an_edited_change_names_its_file(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        change = replace(EDIT.changes[0], before="two", after="three")
        input = {"file_path": change.path, "old_string": "two", "new_string": "three"}
        await opened(stage, replace(EDIT, input=input, changes=(change,), can_edit=True))
        await stage.press("e")
        await stage.shows("Enter shows the difference")
        await stage.press("end", *" four", "enter")

        await stage.shows("your change  in /srv/project/a.py")


async def test_side_by_side_and_back_keep_the_change_in_sight(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (100, 24)) as stage:
        await opened(stage, FILES)
        await stage.press(".")
        await stage.shows("▸ A /srv/project/tests/test_tz.py")
        for _ in range(2):
            await stage.press("d")
            await stage.until(
                lambda: any("▸ A /srv/project/tests/test_tz.py" in one for one in stage.lines())
            )
            await stage.settle()

            assert "▸ A /srv/project/tests/test_tz.py" in stage.text()


@pytest.mark.parametrize(("request_", "told"), [(EDIT, False), (FILES, True)])
async def test_the_keys_between_changes_are_named_where_there_are_several(
    tmp_path: Path, request_: PermissionRequest, told: bool
) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, request_)
        await stage.shows("d side by side")

        assert ("[ ] change" in stage.text()) is told


async def test_a_path_outside_and_a_folder_are_not_told_twice(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, replace(READ, title="/etc/hosts", input={"file_path": "/etc/hosts"}))

        assert page_text(stage).count("/etc/hosts") == 2
    folder = str(tmp_path)
    shell = replace(CODEX, cwd=folder, input={"command": "ls", "cwd": folder, "tty": None})
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, shell)

        assert "cwd" not in page_text(stage)
        assert "tty  null" in page_text(stage)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (shell_request("make all"), "wants to run make all"),
        (EDIT, "wants to change /srv/project/a.py"),
        (FILES, "and 1 more"),
        (READ, "wants to read "),
    ],
)
async def test_the_bar_says_what_the_agent_wants(
    tmp_path: Path, request_: PermissionRequest, words: str
) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, request_)

        await stage.shows(words)


def test_the_pager_gets_the_agents_reason_once() -> None:
    reason = "Look at the history"
    request = replace(
        shell_request("git log"),
        input={"command": "git log", "description": reason},
        reason=reason,
    )

    assert whole_text(request).count(reason) == 1
