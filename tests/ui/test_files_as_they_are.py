"""A dialog shows what a change would do to the file that is there, not only the agent's side."""

from pathlib import Path

from tests.ui.stage import Stage, on_stage
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, ToolKind


def writing(path: Path, change: FileChange) -> PermissionRequest:
    """Return a request to change a file."""
    return PermissionRequest(
        id=RequestId("r1"),
        tool="Write",
        kind=ToolKind.WRITE,
        title=str(path),
        input={"file_path": str(path)},
        changes=(change,),
    )


async def asked(stage: Stage, **texts: str | bool) -> None:
    """Let the agent ask for a change of the one file there is."""
    path = stage.folder / "work" / "a.txt"
    change = FileChange(path=str(path), kind=ChangeKind.MODIFIED, **texts)  # type: ignore[arg-type]  # as a test says it
    stage.ask(writing(path, change))
    await stage.press("alt+a")


async def test_what_a_write_would_replace_is_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "a.txt").write_text("kept\nlost for ever\n")
        await asked(stage, after="kept\nnew\n")

        await stage.shows("replaces the whole file, 2 lines now")
        rows = [line.strip(" │") for line in stage.lines() if "│" in line]
        assert [row for row in rows if row.endswith(("kept", "lost for ever", "new"))] == [
            "1   kept",
            "2 - lost for ever",
            "2 + new",
        ]


async def test_a_write_of_a_new_file_says_that_it_is_new(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await asked(stage, after="new\n")

        await stage.shows("A " + str(tmp_path)[:20])


async def test_an_edit_says_at_which_line_it_would_be(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "a.txt").write_text("one\n\n\nold\n")
        await asked(stage, before="old", after="new", passage=True)

        await stage.shows("line 4 of the file as it is now")
        await stage.shows("4 - old")


async def test_a_file_that_went_away_is_told(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await asked(stage, before="old", after="new", passage=True)

        await stage.shows("there is no such file now")
