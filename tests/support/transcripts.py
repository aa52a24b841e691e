"""Conversations of any length for the transcript: prompts, Markdown, thinking, tool calls."""

from random import Random

from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation, UserText
from tui.model.events import (
    Channel,
    Event,
    PromptState,
    ProseDone,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.usage import TokenUsage

BEGAN = 1_700_000_000.0

TEXT = (
    "the clock in container is local time fixture test fails only when zone differs from what "
    "we expect so pin it and add regression check for every place that reads environment value "
    "before it was set by runner which starts later than session"
)
WORDS = TEXT.split()

CODE = '''def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every test see the same zone."""
    monkeypatch.setenv("TZ", "UTC")
    for name in ("LANG", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    assert 1 + 1 == 2  # still true
'''

PATCH = """@@ -11,4 +11,6 @@
 import pytest
-os.environ.setdefault("TZ", "local")
+@pytest.fixture(autouse=True)
+def utc(monkeypatch):
+    monkeypatch.setenv("TZ", "UTC")
 def test_login():
"""


def prompt(text: str, name: str = "p1") -> UserText:
    """Return a prompt as it stands in a conversation."""
    return UserText(
        id=ItemId(name), text=text, images=0, state=PromptState.SENT, parent=None, at=BEGAN
    )


def told(*events: Event, conversation: Conversation | None = None) -> Conversation:
    """Return the conversation that some events make."""
    conversation = conversation or Conversation()
    happen(conversation, *events)
    return conversation


def happen(conversation: Conversation, *events: Event, at: float = BEGAN) -> list[Change]:
    """Let events happen; return what changed."""
    changes: list[Change] = []
    for event in events:
        apply(conversation, event, at, changes)
    return changes


def sentence(random: Random, words: int) -> str:
    """Return some words with a full stop."""
    chosen = [random.choice(WORDS) for _ in range(words)]
    marked = random.randrange(words)
    chosen[marked] = random.choice(("**{}**", "`{}`", "*{}*", "{}")).format(chosen[marked])
    return " ".join(chosen).capitalize() + "."


def markdown(random: Random, size: int) -> str:
    """Return about so many characters of Markdown."""
    parts: list[str] = []
    length = 0
    while length < size:
        kind = random.randrange(8)
        if kind == 0:
            part = f"## {sentence(random, 4)[:-1]}"
        elif kind == 1:
            part = "\n".join(f"- {sentence(random, 8)}" for _ in range(4))
        elif kind == 2:
            part = f"```python\n{CODE}```"
        elif kind == 3:
            rows = "\n".join(f"| {random.choice(WORDS)} | {n} | {n * 7} |" for n in range(4))
            part = f"| name | count | sum |\n|:--|--:|--:|\n{rows}"
        else:
            part = " ".join(sentence(random, random.randrange(6, 14)) for _ in range(4))
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts)


def turn(random: Random, number: int) -> list[Event]:
    """Return the events of one turn: a prompt, some thinking, tool calls and an answer."""
    outcome = Outcome.FAILED if number % 7 == 3 else Outcome.OK
    shell, edit = ItemId(f"shell{number}"), ItemId(f"edit{number}")
    output = "\n".join(f"line {n}: {sentence(random, 5)}" for n in range(random.randrange(3, 30)))
    change = FileChange(path="tests/conftest.py", kind=ChangeKind.MODIFIED, diff=PATCH)
    return [
        UserSaid(item=ItemId(f"user{number}"), text=f"Prompt {number}: {sentence(random, 12)}"),
        TurnStarted(),
        ProseDone(ItemId(f"think{number}"), sentence(random, 30), Channel.THINKING),
        ProseDone(ItemId(f"before{number}"), sentence(random, 20)),
        ToolStarted(
            call=shell,
            kind=ToolKind.SHELL,
            name="Bash",
            title="pytest tests/test_login.py -x",
            input={"command": "pytest tests/test_login.py -x"},
        ),
        ToolFinished(
            call=shell,
            outcome=outcome,
            output=output,
            exit_code=int(outcome is Outcome.FAILED),
            duration_ms=3_200,
        ),
        ToolStarted(
            call=edit,
            kind=ToolKind.EDIT,
            name="Edit",
            title="tests/conftest.py",
            input={"file_path": "tests/conftest.py"},
            changes=(change,),
        ),
        ToolFinished(call=edit, outcome=Outcome.OK, changes=(change,), duration_ms=90),
        ProseDone(ItemId(f"answer{number}"), markdown(random, 900)),
        TurnEnded(
            outcome=TurnOutcome.COMPLETED,
            usage=TokenUsage(input=12_300, output=1_240),
            duration_ms=42_000,
        ),
    ]


def long_conversation(messages: int, seed: int = 7) -> Conversation:
    """Return a conversation of about so many items."""
    random = Random(seed)
    conversation = Conversation()
    number = 0
    while len(conversation.items) < messages:
        number += 1
        happen(conversation, *turn(random, number))
    return conversation
