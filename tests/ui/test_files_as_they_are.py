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


async def test_an_edit_says_at_which_line_it_would_be_and_what_stands_around(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "a.txt").write_text("one\ntwo\nthree\nis = old\nfive\n")
        await asked(stage, before="old", after="new", passage=True)

        await stage.shows("line 4 of the file as it is now")
        rows = [line.strip(" │") for line in stage.lines()]
        assert [row for row in rows if row.split()[:1] in (["3"], ["4"], ["5"])][:4] == [
            "3   three",
            "4 - is = old",
            "4 + is = new",
            "5   five",
        ]


async def test_a_file_that_went_away_is_told(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await asked(stage, before="old", after="new", passage=True)

        await stage.shows("there is no such file now")


async def test_of_a_whole_file_the_lines_that_stay_are_counted(tmp_path: Path) -> None:
    before = "".join(f"line {number}\n" for number in range(1, 2001))
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "a.txt").write_text(before)
        await asked(stage, before=before, after=before.replace("line 700\n", "new\n"))

        await stage.shows("1,297 lines stay as they are")
        rows = [line.strip(" │") for line in stage.lines()]
        assert rows[rows.index("@@ -1,2000 +1,2000 @@") :][:10] == [
            "@@ -1,2000 +1,2000 @@",
            "696 lines stay as they are",
            "697   line 697",
            "698   line 698",
            "699   line 699",
            "700 - line 700",
            "700 + new",
            "701   line 701",
            "702   line 702",
            "703   line 703",
        ]


async def test_what_the_agent_says_of_a_file_that_is_another_is_shown_whole(tmp_path: Path) -> None:
    before = "".join(f"line {number}\n" for number in range(1, 41))
    async with on_stage(tmp_path) as stage:
        (tmp_path / "work" / "a.txt").write_text(before + "more\n")
        await asked(stage, before=before, after=before.replace("line 40\n", "new\n"))

        await stage.shows("the file is another now than the agent says")
        await stage.shows("1   line 1")
