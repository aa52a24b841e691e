"""The dialog of a request: what it shows, what answers it, what never does."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.events import Paste

from tests.ui.stage import Stage, on_stage, shell_request
from tui.conversation.state import Ask
from tui.model.events import PermissionWithdrawn
from tui.model.identity import RequestId
from tui.model.permission import (
    Answer,
    Decider,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.ui.screens.permission import PermissionScreen


def asks(stage: Stage) -> list[Ask]:
    """Return all questions of the session."""
    items = stage.session.conversation.items.values()
    return [item for item in items if isinstance(item, Ask)]


async def opened(stage: Stage, request: PermissionRequest | None = None) -> None:
    """Let a request be asked, and wait until its dialog takes keys."""
    stage.ask(request)
    await stage.shows("Esc later")
    await stage.quiet()


async def test_it_opens_by_itself_when_nobody_writes(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)

        await stage.shows("Run a shell command (Bash)")
        await stage.shows("1 rm -rf build")
        await stage.shows("agent says  A clean start")


async def test_y_allows_once_with_the_request_as_it_was_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        request = shell_request()
        await opened(stage, request)
        await stage.press("y")

        (ask,) = asks(stage)
        assert ask.decision is not None
        assert (ask.decision.verdict, ask.decision.digest) == (Verdict.ALLOW, request.digest)
        assert ask.decided_by is Decider.USER
        await stage.until(lambda: stage.app.screen is stage.app.chat)


async def test_n_denies_with_a_reason(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("n")
        await stage.shows("why not?")
        await stage.press(*"not today y", "enter")

        (ask,) = asks(stage)
        assert ask.decision is not None
        assert (ask.decision.verdict, ask.decision.message) == (Verdict.DENY, "not today y")


async def test_escape_leaves_the_reason_line_and_then_the_dialog(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("n")
        await stage.shows("why not?")
        await stage.press("escape")
        assert isinstance(stage.app.screen, PermissionScreen)
        await stage.press("escape")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert [ask.open for ask in asks(stage)] == [True]
        await stage.shows("Alt+A review")


async def test_later_means_not_by_itself_but_by_alt_a(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("escape")
        await stage.nothing_opens()
        assert stage.app.screen is stage.app.chat
        await stage.press("alt+a")

        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))


async def test_it_does_not_open_over_a_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"half a thought")
        stage.ask()
        await stage.shows("▲ Demo (Claude Code) wants to run rm -rf build")
        await stage.nothing_opens()

        assert stage.app.screen is stage.app.chat


@pytest.mark.parametrize("key", ["y", "1", "n", "enter", "space", "f"])
async def test_no_key_answers_before_the_keyboard_was_quiet(tmp_path: Path, key: str) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask()
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.press(key)

        assert [ask.open for ask in asks(stage)] == [True]
        letters = {"space": " ", "enter": ""}
        assert stage.app.chat.composer.text == letters.get(key, key)


@pytest.mark.parametrize("word", ["run", "do it", "[x]", ", and", ". so"])
async def test_a_key_that_shows_nothing_here_is_a_letter_of_the_draft(
    tmp_path: Path, word: str
) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press(*word)

        assert stage.app.chat.composer.text == word
        assert [ask.open for ask in asks(stage)] == [True]


async def test_no_key_answers_while_the_draft_has_text(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"words")
        stage.ask()
        await stage.press("alt+a")
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.quiet()
        await stage.press("y", "n")

        assert [ask.open for ask in asks(stage)] == [True]
        assert stage.app.chat.composer.text == "wordsyn"
        await stage.shows("keys go to the draft while it has text")


async def test_a_paste_never_answers(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        stage.app.screen.post_message(Paste("y"))
        await stage.until(lambda: stage.app.chat.composer.text == "y")

        assert [ask.open for ask in asks(stage)] == [True]


async def test_allow_waits_until_every_line_was_on_the_screen(tmp_path: Path) -> None:
    command = "\n".join(f"echo {number}" for number in range(60))
    async with on_stage(tmp_path, (80, 24)) as stage:
        await opened(stage, shell_request(command))
        await stage.shows("lines below")
        await stage.press("y")
        assert [ask.open for ask in asks(stage)] == [True]
        assert stage.app.chat.composer.text == ""
        await stage.read_through()
        await stage.quiet()
        await stage.press("y")

        assert [ask.open for ask in asks(stage)] == [False]


async def test_hidden_characters_are_shown_and_take_a_word_to_allow(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (100, 40)) as stage:
        await opened(stage, shell_request("echo safe \u202e; rm -rf ~"))
        await stage.shows("contains hidden characters: ‹U+202E›")
        await stage.press("end")
        await stage.shows("all shown ✓")
        await stage.quiet()
        await stage.press("y")
        await stage.shows("type yes and Enter")
        assert [ask.open for ask in asks(stage)] == [True]
        await stage.press(*"yes", "enter")

        (ask,) = asks(stage)
        assert ask.decision is not None
        assert ask.decision.verdict is Verdict.ALLOW


async def test_long_runs_of_spaces_cannot_hide_the_tail(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage, shell_request("ls" + " " * 4000 + "; rm -rf ~"))

        await stage.shows("·×4000 ; rm -rf ~")
        await stage.shows("long runs of spaces")


async def test_an_edit_shows_its_difference(tmp_path: Path) -> None:
    change = FileChange(
        path="/srv/a.py", kind=ChangeKind.MODIFIED, before="one\ntwo\n", after="one\nthree\n"
    )
    request = PermissionRequest(
        id=RequestId("r"),
        tool="Edit",
        kind=ToolKind.EDIT,
        title="a.py",
        input={"file_path": "/srv/a.py"},
        changes=(change,),
    )
    async with on_stage(tmp_path) as stage:
        await opened(stage, request)

        await stage.shows("M /srv/a.py  +1 -1")
        await stage.shows("- two")
        await stage.shows("+ three")


async def test_a_plan_is_shown_whole(tmp_path: Path) -> None:
    request = PermissionRequest(
        id=RequestId("r"),
        tool="ExitPlanMode",
        kind=ToolKind.OTHER,
        title="plan",
        input={},
        subject=Subject.PLAN,
        plan="1. Read\n2. Mend",
    )
    async with on_stage(tmp_path) as stage:
        await opened(stage, request)

        await stage.shows("The plan is ready. Start?")
        await stage.shows("2. Mend")
        await stage.shows("n keep planning, say what to change")


async def test_a_withdrawn_request_closes_the_dialog(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        stage.tell(PermissionWithdrawn(RequestId("r1"), "interrupted"))

        await stage.until(lambda: stage.app.screen is stage.app.chat)


async def test_a_request_replaced_by_another_is_not_answered_by_the_same_key(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        stage.ask(shell_request("second", "r2"))
        await stage.press("y", "y", "y")
        await stage.until(lambda: stage.app.chat.composer.text == "yy")

        assert [ask.open for ask in asks(stage)] == [False, True]


async def test_f_uses_the_whole_screen(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("f")

        assert stage.app.screen.has_class("-full")


def question_request() -> PermissionRequest:
    """Return two questions."""
    return PermissionRequest(
        id=RequestId("q"),
        tool="AskUserQuestion",
        kind=ToolKind.OTHER,
        title="Which colour?",
        input={},
        subject=Subject.QUESTIONS,
        questions=(
            Question(
                id="colour", text="Which colour?", answers=(Answer("Blue", "calm"), Answer("Red"))
            ),
            Question(id="name", text="Which name?"),
        ),
    )


async def test_questions_are_answered_one_after_the_other(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(question_request())
        await stage.shows("question 1 of 2 (2 unanswered)")
        await stage.quiet()
        await stage.press("2")
        await stage.shows("[x] Red")
        await stage.quiet()
        await stage.press("enter")
        await stage.shows("question 2 of 2 (1 unanswered)")
        await stage.quiet()
        await stage.press("o", *"Gull", "enter")
        await stage.shows("answer: Gull")
        await stage.quiet()
        await stage.press("enter")

        (ask,) = asks(stage)
        assert ask.decision is not None
        assert ask.decision.answers == {"colour": ("Red",), "name": ("Gull",)}


def two_choices() -> PermissionRequest:
    """Return two questions that are answered by a digit each."""
    answers = (Answer("Blue"), Answer("Red"))
    first = Question(id="first", text="Which first?", answers=answers)
    second = Question(id="second", text="Which then?", answers=answers)
    return replace(question_request(), questions=(first, second))


async def test_a_choice_and_enter_need_no_wait_between_them(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(two_choices())
        await stage.shows("question 1 of 2")
        await stage.quiet()
        await stage.press("2", "enter")
        await stage.shows("question 2 of 2")
        await stage.press("1", "enter")

        (ask,) = asks(stage)
        assert ask.decision is not None
        assert ask.decision.answers == {"first": ("Red",), "second": ("Blue",)}


async def test_an_enter_that_is_held_down_goes_on_once(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(two_choices())
        await stage.shows("question 1 of 2")
        await stage.quiet()
        await stage.press("2", "left", "right", "left", "2", *["enter"] * 5)

        assert [ask.open for ask in asks(stage)] == [True]
        await stage.shows("question 2 of 2 (1 unanswered)")
        assert stage.app.chat.composer.text == ""


async def test_typing_does_not_answer_a_question(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(question_request())
        await stage.shows("question 1 of 2")
        await stage.press(*"12 no")

        assert [ask.open for ask in asks(stage)] == [True]
        assert stage.app.chat.composer.text == "12 no"
