"""Questions of an agent: which keys act at once, which wait, and what is told about them."""

from pathlib import Path

from tests.ui.stage import Stage, on_stage
from tui.model.identity import RequestId
from tui.model.permission import Answer, PermissionRequest, Question, Subject
from tui.model.tools import ToolKind
from tui.ui.screens.questions import QuestionsScreen

SIZE = (80, 24)


def asking(*questions: Question) -> PermissionRequest:
    """Return a request that asks these."""
    return PermissionRequest(
        id=RequestId("q1"),
        tool="AskUserQuestion",
        kind=ToolKind.OTHER,
        title="questions",
        input={},
        subject=Subject.QUESTIONS,
        questions=questions,
    )


COLOUR = Question(id="colour", text="Which?", answers=(Answer(label="red"), Answer(label="blue")))
WHY = Question(id="why", text="Why?", free_text=True)


async def opened(stage: Stage, *questions: Question) -> None:
    """Let the agent ask, and wait until keys may answer."""
    stage.ask(asking(*questions))
    await stage.until(lambda: isinstance(stage.app.screen, QuestionsScreen))
    await stage.quiet()


async def test_own_words_may_follow_a_choice_at_once(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, COLOUR)
        await stage.press("2", "e")
        await stage.shows("your answer · Enter takes it · Esc goes back")
        await stage.press(*"green")
        await stage.press("enter")

        await stage.shows("other: green")
        assert stage.app.chat.composer.text == ""
        assert stage.session.conversation.pending


async def test_enter_that_ends_own_words_sends_nothing_even_if_it_repeats(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, WHY)
        await stage.press("e")
        await stage.shows("your answer")
        await stage.press(*"because", "enter", "enter", "enter")
        await stage.shows("answer: because")
        assert stage.session.conversation.pending
        await stage.quiet()
        await stage.press("enter")

        await stage.until(lambda: not stage.session.conversation.pending)


async def test_the_keys_that_are_told_are_those_of_this_question(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        only = Question(id="colour", text="Which?", answers=COLOUR.answers, free_text=False)
        await opened(stage, only, WHY)
        await stage.shows("1–2 ↑↓ space choose · ←→ question · n decline · Enter next")
        await stage.press("right")
        await stage.quiet()

        await stage.shows("e answer · ←→ question · n decline · Enter next")
