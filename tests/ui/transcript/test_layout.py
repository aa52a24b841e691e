"""Every kind of item reads well at every width."""

import pytest
from rich.cells import cell_len

from tests.support.transcripts import BEGAN, PATCH, told
from tui.conversation.state import Conversation
from tui.model.events import (
    Channel,
    ContextCompacted,
    EndReason,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PlanChanged,
    PromptMoved,
    PromptState,
    ProseDone,
    Retry,
    SessionEnded,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import (
    Answer,
    Decider,
    Decision,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind
from tui.model.usage import TokenUsage
from tui.text.runs import plain
from tui.ui.transcript.blocks import Block, Fold
from tui.ui.transcript.document import Document
from tui.ui.transcript.folding import fold
from tui.ui.transcript.layout import Page, estimate, lay_out

CALL = ItemId("call")


def shown(conversation: Conversation, width: int = 80, *, opened: bool = False) -> list[str]:
    """Return the lines of a conversation, without the space at their ends."""
    document = Document(conversation, "Agent", lambda block: estimate(block, width))
    document.begin()
    if opened:
        for entry in list(document.entries.values()):
            fold(document, entry, Fold.OPEN)
    page = Page(width, BEGAN + 5)
    blocks: list[Block] = list(document.column.walk(document.column.first))
    lines = [line for block in blocks for line in lay_out(block, page)]
    assert all(cell_len(plain(line.runs)) <= max(width, 20) for line in lines)
    return [plain(line.runs).rstrip() for line in lines]


def call(kind: ToolKind = ToolKind.SHELL, title: str = "make lint") -> ToolStarted:
    """Return the start of a tool call."""
    return ToolStarted(call=CALL, kind=kind, name="Tool", title=title, input={"command": title})


def test_a_success_is_one_line() -> None:
    done = ToolFinished(
        call=CALL, outcome=Outcome.OK, output="fine\n", exit_code=0, duration_ms=3_210
    )

    assert shown(told(call(), done)) == [
        "   ✓ Shell  make lint                                            exit 0   3.2 s"
    ]
    assert shown(told(call(), done), opened=True)[1:] == ["   │ $ make lint", "   │ fine"]


def test_a_failure_opens_by_itself_and_shows_its_last_lines() -> None:
    output = "\n".join(f"line {n}" for n in range(30))
    done = ToolFinished(
        call=CALL, outcome=Outcome.FAILED, output=output, exit_code=2, duration_ms=90
    )

    lines = shown(told(call(), done))

    assert lines[0].startswith("   ✗ Shell  make lint")
    assert lines[0].endswith("exit 2   0.1 s")
    assert lines[1] == "   │ … 20 earlier lines · space"
    assert lines[2:] == [f"   │ line {n}" for n in range(20, 30)]


def test_a_running_tool_says_so_and_for_how_long() -> None:
    assert shown(told(call()))[0].endswith("running   5.0 s")


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome.DENIED, "⊘ Shell  make lint"),
        (Outcome.CANCELLED, "◌ Shell  make lint"),
        (Outcome.DETACHED, "⇢ Shell  make lint"),
    ],
)
def test_other_ends_are_one_line(outcome: Outcome, words: str) -> None:
    lines = shown(told(call(), ToolFinished(call=CALL, outcome=outcome, duration_ms=1)))

    assert len(lines) == 1
    assert words in lines[0]


def test_an_edit_shows_its_difference() -> None:
    change = FileChange(path="tests/conftest.py", kind=ChangeKind.MODIFIED, diff=PATCH)
    done = ToolFinished(call=CALL, outcome=Outcome.OK, changes=(change,), duration_ms=100)
    conversation = told(call(ToolKind.EDIT, "tests/conftest.py"), done)

    assert shown(conversation)[0].endswith("+3 -1   0.1 s")
    assert shown(conversation, opened=True)[1:5] == [
        "   M tests/conftest.py  +3 -1",
        "   │ @@ -11,4 +11,6 @@",
        "   │    11   import pytest",
        '   │    12 - os.environ.setdefault("TZ", "local")',
    ]


def test_thinking_is_closed_and_opens() -> None:
    conversation = told(ProseDone(ItemId("t"), "one\n\ntwo", Channel.THINKING))

    assert shown(conversation)[0].startswith("   ▸ Thinking")
    assert shown(conversation)[0].endswith("3 lines")
    assert shown(conversation, opened=True)[1:] == ["   one", "", "   two"]


def test_a_prompt_says_whether_it_was_read() -> None:
    said = UserSaid(item=ItemId("u"), text="do\nit", images=2)
    lines = shown(told(said, PromptMoved(ItemId("u"), PromptState.QUEUED)))

    assert lines[0].startswith(" ▌ You")
    assert "queued · 2 images" in lines[0]
    assert lines[1:] == [" ▌ do", " ▌ it"]


def test_the_first_answer_says_who_speaks() -> None:
    lines = shown(told(UserSaid(item=ItemId("u"), text="hi"), ProseDone(ItemId("a"), "hello")))

    assert lines[2:] == ["", "   Agent", "   hello"]


REQUEST = PermissionRequest(
    id=RequestId("r"), tool="Bash", kind=ToolKind.SHELL, title="rm -rf x", input={}, call=CALL
)


def test_a_question_says_what_was_decided_and_by_whom() -> None:
    open_ = told(call(), PermissionAsked(REQUEST))
    assert "waiting for you" in shown(open_)[0]
    assert shown(open_)[1:] == ["     ▲ not answered yet"]

    decided = PermissionDecided(
        request=RequestId("r"),
        decision=Decision(verdict=Verdict.DENY, message="not that folder"),
        by=Decider.USER,
    )
    lines = shown(told(call(), PermissionAsked(REQUEST), decided))
    assert lines[-2] == "     ⊘ denied by you"
    assert lines[-1] == "   │ “not that folder”"

    gone = PermissionWithdrawn(RequestId("r"), "turn ended")
    withdrawn = told(call(), PermissionAsked(REQUEST), gone)
    assert shown(withdrawn)[-1] == "     ◌ withdrawn: turn ended"


def test_a_question_that_stands_apart_from_its_call_names_it() -> None:
    decided = PermissionDecided(
        request=RequestId("r"), decision=Decision(verdict=Verdict.ALLOW), by=Decider.USER
    )
    other = ToolStarted(
        call=ItemId("other"), kind=ToolKind.READ, name="Read", title="a.py", input={}
    )

    lines = shown(told(call(title="rm -rf x"), other, PermissionAsked(REQUEST), decided))

    assert [line.split() for line in lines][1:] == [
        ["⋯", "Read", "a.py", "running", "5.0", "s"],
        ["✓", "Shell", "rm", "-rf", "x", "allowed", "by", "you"],
    ]


def test_answers_are_marked() -> None:
    question = Question(id="q", text="Which?", answers=(Answer("Red"), Answer("Blue")))
    request = PermissionRequest(
        id=RequestId("r"),
        tool="Ask",
        kind=ToolKind.OTHER,
        title="Which?",
        input={},
        subject=Subject.QUESTIONS,
        questions=(question,),
    )
    decision = Decision(verdict=Verdict.ALLOW, answers={"q": ("Blue",)})
    decided = PermissionDecided(request=RequestId("r"), decision=decision, by=Decider.USER)

    lines = shown(told(PermissionAsked(request), decided))

    assert lines[0].endswith("answered by you")
    assert lines[1:] == ["   │ Which?", "   │   ○ Red", "   │   ● Blue"]


def test_a_question_below_its_call_is_not_said_twice() -> None:
    questions = (
        Question(id="q", text="Which?", header="Colour", answers=(Answer("Red"),)),
        Question(id="s", text="Why?", answers=(Answer("So"),)),
    )
    request = PermissionRequest(
        id=RequestId("r"),
        tool="Ask",
        kind=ToolKind.OTHER,
        title="Which?",
        input={},
        call=CALL,
        subject=Subject.QUESTIONS,
        questions=questions,
    )
    decision = Decision(verdict=Verdict.ALLOW, answers={"q": ("Red",), "s": ("So",)})
    decided = PermissionDecided(request=RequestId("r"), decision=decision, by=Decider.USER)

    lines = shown(told(call(title="Which?"), PermissionAsked(request), decided))

    assert lines[1:] == ["     ✓ answered by you", "   │   ● Red", "   │ Why?", "   │   ● So"]


def test_an_end_that_the_last_turn_told_is_not_told_again() -> None:
    words = "Agent was killed by signal 9."
    end = SessionEnded(reason=EndReason.FAILED, error=words, remedy="Resume it.")
    turn = TurnEnded(outcome=TurnOutcome.FAILED, error=words)

    assert sum(words in line for line in shown(told(TurnStarted(), turn, end))) == 1
    assert sum(words in line for line in shown(told(TurnStarted(), end))) == 1


def test_a_retry_counts_down() -> None:
    retry = Retry(attempt=2, limit=5, delay_ms=12_000)
    notice = NoticeRaised(text="overloaded", level=Level.WARNING, retry=retry)

    assert shown(told(notice))[0].endswith("try 2 of 5 in 7 s")


def test_a_retry_that_is_over_no_longer_counts() -> None:
    retry = Retry(attempt=2, limit=5, delay_ms=12_000)
    notice = NoticeRaised(text="overloaded", level=Level.WARNING, retry=retry)

    assert shown(told(notice, ProseDone(ItemId("a"), "hello")))[0].endswith("try 2 of 5")


def test_a_long_notice_is_broken_between_words() -> None:
    words = [f"word{number:03}" for number in range(40)]
    lines = shown(told(NoticeRaised(text=" ".join(words), level=Level.WARNING)))

    assert lines[0] == "   ! warning"
    assert [word for line in lines[1:] for word in line.strip(" │").split()] == words


def test_small_things_are_one_line_each() -> None:
    lines = shown(
        told(
            TurnStarted(),
            NoticeRaised(text="look out", level=Level.WARNING),
            Unrecognised("system/new_thing"),
            ContextCompacted(automatic=True, before=180_000, after=24_000),
            TurnEnded(
                outcome=TurnOutcome.FAILED,
                error="no credit",
                usage=TokenUsage(input=12_345, output=99),
                duration_ms=65_000,
            ),
        )
    )

    assert lines[0] == "   ! look out"
    assert lines[1] == "   ? not understood: system/new_thing"
    assert lines[3].startswith("   ── context shortened by itself · 180k → 24k ─")
    assert lines[5].startswith("   ── failed · 1:05 · 12.3k in · 99 out ─")
    assert lines[6:] == ["   │ no credit"]


def test_plan_and_end_stand_at_the_end() -> None:
    steps = (PlanStep("reproduce", StepState.DONE), PlanStep("mend", StepState.ACTIVE))
    ended = SessionEnded(
        reason=EndReason.FAILED, error="It crashed.", remedy="Start it again.", stderr="boom\n"
    )

    assert shown(told(PlanChanged(steps=steps), ended)) == [
        "   Plan 1 of 2",
        "   ✓ reproduce",
        "   ▸ mend",
        "",
        "   ■ It crashed.",
        "   Start it again.",
        "   │ boom",
    ]


def test_sub_agents_stand_below_their_call() -> None:
    agent = ToolStarted(call=CALL, kind=ToolKind.AGENT, name="Task", title="explore", input={})
    inner = ToolStarted(
        call=ItemId("inner"), kind=ToolKind.READ, name="Read", title="a.py", input={}, parent=CALL
    )
    later = ProseDone(ItemId("later"), "meanwhile")
    deeper = ProseDone(ItemId("deep"), "found", parent=ItemId("inner"))

    lines = shown(told(agent, later, inner, deeper))

    assert [line[:16].rstrip() for line in lines if line] == [
        "   ⋯ Agent  expl",
        "   │ ⋯ Read   a.",
        "   │ │ found",
        "   meanwhile",
    ]


def test_long_output_is_cut_and_says_how_much() -> None:
    output = "x" * 99 + "\n"
    done = ToolFinished(call=CALL, outcome=Outcome.OK, output=output * 2_000, duration_ms=1)

    lines = shown(told(call(), done), width=120, opened=True)

    assert lines[-1] == "   │ … 1,345 more lines · Enter shows more"
    assert len(lines) < 700


@pytest.mark.parametrize("width", [1, 2, 8, 20, 40, 59, 80, 250])
def test_any_width_will_do(width: int) -> None:
    change = FileChange(path="a" * 90, kind=ChangeKind.MODIFIED, diff=PATCH)
    done = ToolFinished(call=CALL, outcome=Outcome.FAILED, changes=(change,), output="漢字" * 40)
    text = (
        "# Head\n\n| a | b | c |\n|-|-|-|\n| long words here | 漢字 | x |\n\n```\ncode\n```\n\n> q"
    )

    assert shown(told(call(), done, ProseDone(ItemId("p"), text)), width, opened=True)
