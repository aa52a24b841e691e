"""The brief for another agent quotes what was said, and says how much it leaves out."""

from tui.conversation.handover import DECISIONS, DIFF, QUOTED, brief
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.events import (
    Channel,
    Event,
    PlanChanged,
    ProseDone,
    SessionReady,
    SettingChanged,
    ToolFinished,
    ToolStarted,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind


def conversation(*events: Event) -> Conversation:
    made = Conversation()
    for event in events:
        apply(made, event, 0.0, [])
    return made


def prompt(number: int, text: str) -> UserSaid:
    return UserSaid(item=ItemId(f"u{number}"), text=text)


def edited(number: int, path: str, diff: str, outcome: Outcome = Outcome.OK) -> tuple[Event, ...]:
    call = ItemId(f"c{number}")
    change = FileChange(path=path, kind=ChangeKind.MODIFIED, diff=diff)
    return (
        ToolStarted(call=call, kind=ToolKind.EDIT, name="Edit", title=path, input={}),
        ToolFinished(call=call, outcome=outcome, changes=(change,)),
    )


def test_a_brief_has_goal_decisions_files_last_change_plan_and_last_words() -> None:
    told = conversation(
        SessionReady(session=SessionId("s"), cwd="/home/me/app"),
        SettingChanged(title="Fix\nthe parser"),
        prompt(1, "Make the parser accept tabs."),
        *edited(1, "a.py", "-old\n+new"),
        ProseDone(ItemId("p1"), "Done with a.", Channel.ANSWER),
        prompt(2, "Keep spaces working too."),
        *edited(2, "b.py", "-1\n+2"),
        *edited(3, "c.py", "-x", Outcome.FAILED),
        PlanChanged(steps=(PlanStep("tabs", StepState.DONE), PlanStep("docs"))),
        ProseDone(ItemId("t"), "hmm", Channel.THINKING),
        ProseDone(ItemId("p2"), "Both work.\nShall I commit?", Channel.ANSWER),
    )

    assert brief(told, "Claude Code") == (
        "I am continuing work that was begun with Claude Code in `/home/me/app`: Fix the parser.\n"
        "\n"
        "This is what was said and done so far."
        " Look at the files themselves before you go on.\n"
        "\n"
        "## Goal\n\n> Make the parser accept tabs.\n\n"
        "## Decided on the way\n\n> Keep spaces working too.\n\n"
        "## Files changed, newest first\n\n- `b.py`\n- `a.py`\n\n"
        "## Last change: `b.py`\n\n```diff\n-1\n+2\n```\n\n"
        "## Open plan\n\n- [x] tabs\n- [ ] docs\n\n"
        "## Last words of the agent\n\n> Both work.\n> Shall I commit?\n\n"
        "## Next\n\n\n"
    )


def test_an_empty_conversation_makes_an_empty_brief() -> None:
    text = brief(Conversation())

    assert text.startswith("I am continuing work that was begun.") and "## Goal" not in text


def test_what_is_left_out_is_told() -> None:
    long = "\n".join(f"+{number}" for number in range(DIFF + 5))
    prompts = [prompt(number, f"step {number}") for number in range(DECISIONS + 4)]
    told = conversation(prompt(99, "g" * (QUOTED + 7)), *prompts, *edited(1, "a.py", long))

    text = brief(told)

    assert "… (7 more letters)" in text
    assert "(4 earlier prompts are left out.)" in text
    assert "… 5 more lines" in text


def test_nothing_quoted_can_pose_as_part_of_the_brief() -> None:
    told = conversation(prompt(1, "## Goal\n```\n> x"), *edited(1, "a", "```\n````\n"))

    text = brief(told)

    assert text.count("\n## Goal\n") == 1
    assert "`````diff\n" in text
