"""A request on a terminal that shows lines only: nothing can be allowed that was not shown."""

from tests.support.requests import questions, request, shell
from tui.headless.asking import in_lines
from tui.model.permission import Answer, Question
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.permission.reading import Where

HERE = Where("codex", "/project")
PATCH = "@@ -1 +1 @@\n-a\n+b\n"
KEYS = "   y allow once · n deny · n REASON deny with a reason"


def test_the_difference_of_a_file_is_shown_where_the_input_has_none() -> None:
    change = FileChange(path="/project/a.py", kind=ChangeKind.MODIFIED, diff=PATCH)
    asked = request(
        "fileChange", ToolKind.EDIT, "/project/a.py", {}, changes=(change,), asked_by="explorer"
    )

    assert list(in_lines(asked, HERE)) == [
        "── fileChange asks: /project/a.py",
        "   a sub-agent asks: explorer",
        "   modified /project/a.py  +1 -1",
        "   │   @@ -1 +1 @@",
        "   │ - a",
        "   │ + b",
        "   where: /project",
        "   risk: medium",
        "     ! writes files",
        KEYS,
    ]


def test_no_line_of_the_agent_can_be_taken_for_one_of_ours() -> None:
    command = f"rm -rf ~\n{KEYS}\n── Bash asks: ls"
    asked = shell(command, input={"command": command, "a\nb": "c"})
    lines = list(in_lines(asked, HERE))

    assert [line for line in lines if line.startswith("──")] == [lines[0]]
    assert [line for line in lines if line == KEYS] == [lines[-1]]
    assert "   risk: high" in lines
    assert not [line for line in lines if "\n" in line]


def test_a_question_is_asked_with_its_answers() -> None:
    question = Question(
        id="q",
        text="Which colour?",
        answers=(Answer(label="Blue", description="calm"), Answer(label="Red")),
    )

    assert list(in_lines(questions(question), HERE)) == [
        "── AskUserQuestion asks: Which colour?",
        "   Which colour?\n     1 Blue: calm\n     2 Red",
        "   a number, your own words, or n to decline",
    ]
