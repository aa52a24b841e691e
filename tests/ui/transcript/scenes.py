"""Conversations for pictures: a little of everything."""

from tests.support.transcripts import PATCH, happen, told
from tui.conversation.state import Conversation
from tui.model.events import (
    Channel,
    ContextCompacted,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    ProseDone,
    ProseGrew,
    Retry,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.usage import TokenUsage
from tui.text.highlight import learn

learn("python")  # else the colours come a moment after the picture

CHANGE = FileChange(path="tests/conftest.py", kind=ChangeKind.MODIFIED, diff=PATCH)

MARKDOWN = """# Why it failed

The clock in the container is **UTC**, the fixture is *local time*. See
[the docs](https://docs.example/time) and `conftest.py`.

1. pin the timezone in the fixture
2. add a regression test
   - for winter
   - for summer
     - [x] northern
     - [ ] southern

> A test that depends on the wall clock
> is a test of the wall clock.

| zone | passes | fails |
|:-----|-------:|:-----:|
| UTC  |    120 |   0   |
| local | 119 | **1** |

```python
@pytest.fixture(autouse=True)
def utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")  # the same everywhere
```
"""


def tool(name: str, kind: ToolKind, title: str, **done: object) -> list[ToolStarted | ToolFinished]:
    """Return a tool call from start to end."""
    call = ItemId(name)
    parent = done.pop("parent", None)
    started = ToolStarted(
        call=call,
        kind=kind,
        name=kind.value,
        title=title,
        input={"command": title},
        parent=ItemId(str(parent)) if parent else None,
    )
    finished = ToolFinished(call=call, **{"outcome": Outcome.OK, **done})  # type: ignore[arg-type]  # names of its fields
    return [started, finished]


def everyday() -> Conversation:
    """Return a turn as it usually goes: thinking, reading, a failure, an edit that was asked."""
    request = PermissionRequest(
        id=RequestId("r"),
        tool="Edit",
        kind=ToolKind.EDIT,
        title="tests/conftest.py",
        input={},
        call=ItemId("edit"),
    )
    decision = Decision(verdict=Verdict.ALLOW)
    return told(
        UserSaid(item=ItemId("u"), text="The login test fails on CI only. Find out why."),
        TurnStarted(),
        ProseDone(ItemId("t"), "Perhaps the clock.\nLook at the fixture.", Channel.THINKING),
        ProseDone(ItemId("a"), "The clock in the container is UTC, the fixture is local time."),
        *tool("read", ToolKind.READ, "tests/conftest.py", output="x\n" * 120, duration_ms=100),
        *tool(
            "ok", ToolKind.SHELL, "pytest tests/test_login.py -x", exit_code=0, duration_ms=3_200
        ),
        *tool(
            "lint",
            ToolKind.SHELL,
            "make lint",
            outcome=Outcome.FAILED,
            output="\x1b[1mconftest.py\x1b[0m:14:1: \x1b[31mE302\x1b[0m expected 2 blank lines\n",
            exit_code=2,
            duration_ms=1_100,
        ),
        *tool("edit", ToolKind.EDIT, "tests/conftest.py", changes=(CHANGE,), duration_ms=90)[:1],
        PermissionAsked(request),
        PermissionDecided(request=RequestId("r"), decision=decision, by=Decider.USER),
        *tool("edit", ToolKind.EDIT, "tests/conftest.py", changes=(CHANGE,), duration_ms=90)[1:],
        *tool("push", ToolKind.SHELL, "git push --force", outcome=Outcome.DENIED, duration_ms=400),
        ToolStarted(
            call=ItemId("sub"), kind=ToolKind.AGENT, name="Task", title="explore", input={}
        ),
        *tool("inner", ToolKind.SEARCH, "TZ", parent="sub", output="a\nb\n", duration_ms=40),
        ToolFinished(call=ItemId("sub"), outcome=Outcome.OK, duration_ms=9_800),
        NoticeRaised(text="Overloaded", level=Level.WARNING, retry=Retry(attempt=1, limit=10)),
        Unrecognised("system/new_thing"),
        ContextCompacted(automatic=True, before=180_000, after=24_000),
        TurnEnded(
            outcome=TurnOutcome.COMPLETED,
            usage=TokenUsage(input=12_345, output=1_240),
            duration_ms=42_000,
        ),
    )


def formatted() -> Conversation:
    """Return an answer that uses all of Markdown."""
    return told(ProseDone(ItemId("a"), MARKDOWN))


def streaming() -> Conversation:
    """Return an answer that has stopped in the middle of a code block."""
    conversation = Conversation()
    happen(conversation, UserSaid(item=ItemId("u"), text="Show me."), TurnStarted())
    happen(conversation, ProseGrew(ItemId("a"), MARKDOWN[: MARKDOWN.index("monkeypatch.set")]))
    return conversation
