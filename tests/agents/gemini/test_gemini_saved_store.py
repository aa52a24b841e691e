"""Chats that were saved with `/chat save`: rows and conversations like all others."""

import json
import os
from pathlib import Path

import pytest

from tests.agents.gemini.stores import CONTEXT, SPOKEN, write_chat
from tests.history.homes import conversation_of, events_of
from tests.support.player import imbalances
from tui.agents.gemini.store import GeminiStore
from tui.agents.store import RowKind, SessionSummary
from tui.conversation.state import Prose, ToolCall, UserText
from tui.history.build import fill
from tui.history.query import parse
from tui.history.search import Search
from tui.history.text_index import TextIndex
from tui.model.identity import AgentId
from tui.model.tools import Outcome

STORE = GeminiStore()
WHEN = 1_794_794_361

HISTORY = [
    {"role": "user", "parts": [{"text": CONTEXT}, {"text": "list the files"}]},
    {
        "role": "model",
        "parts": [
            {"text": "Files are wanted.", "thought": True},
            {"text": "I will look."},
            {"functionCall": {"name": "list_directory", "args": {"path": "/p"}}},
        ],
    },
    {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "list_directory", "response": {"output": "zebra.py"}}}
        ],
    },
    {"role": "model", "parts": [{"text": "There is one."}]},
]


def save(root: Path, name: str, value: object, project: str = "demo") -> Path:
    """Write a chat where Gemini CLI saves it."""
    path = root / "tmp" / project / f"checkpoint-{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))
    (path.parent / ".project_root").write_text(str(root))
    os.utime(path, (WHEN, WHEN))
    return path


def rows(root: Path) -> list[SessionSummary]:
    return list(STORE.list([root]))


def told(row: SessionSummary) -> list[tuple[str, str]]:
    assert imbalances(events_of(STORE, row)) == []
    found = []
    for item in conversation_of(STORE, row).items.values():
        match item:
            case UserText():
                found.append(("prompt", item.text))
            case Prose():
                found.append((item.channel.value, str(item.text)))
            case ToolCall():
                assert item.outcome is Outcome.OK
                found.append((item.name, str(item.output)))
            case _:
                pass
    return found


SAID = [
    ("prompt", "list the files"),
    ("thinking", "Files are wanted."),
    ("answer", "I will look."),
    ("list_directory", "zebra.py"),
    ("answer", "There is one."),
]


def test_a_saved_chat_is_a_row_that_says_how_to_go_on_with_it(tmp_path: Path) -> None:
    path = save(tmp_path, "before%20the%2Fmove", {"history": HISTORY, "authType": "gemini-api-key"})

    assert rows(tmp_path) == [
        SessionSummary(
            id="checkpoint-before%20the%2Fmove@demo",
            agent=AgentId("gemini"),
            path=str(path),
            updated_at=WHEN,
            cwd=str(tmp_path),
            message_count=3,
            title="before the/move",
            reason="Saved with `/chat save`; Gemini CLI goes on with it where one types"
            " `/chat resume before the/move`.",
            last_prompt="list the files",
            whole=True,
            size=path.stat().st_size,
            mtime_ns=path.stat().st_mtime_ns,
            inode=path.stat().st_ino,
        )
    ]


@pytest.mark.parametrize("value", [{"history": HISTORY, "authType": "x"}, HISTORY])
def test_both_forms_are_told_like_any_chat(tmp_path: Path, value: object) -> None:
    save(tmp_path, "one", value)

    (row,) = rows(tmp_path)

    assert told(row) == SAID


def test_what_older_versions_put_before_a_chat_is_left_out(tmp_path: Path) -> None:
    begun = "This is the Gemini CLI. We are setting up the context for our chat.\nToday is"
    older = [
        {"role": "user", "parts": [{"text": begun}]},
        {"role": "model", "parts": [{"text": "Got it. Thanks for the context!"}]},
    ]
    save(
        tmp_path,
        "old",
        [*older, {"role": "user", "parts": [{"text": "list the files"}]}, *HISTORY[1:]],
    )

    (row,) = rows(tmp_path)

    assert told(row) == SAID


def test_every_saved_file_is_a_row_whatever_is_in_it(tmp_path: Path) -> None:
    whole = json.dumps({"history": HISTORY})
    save(tmp_path, "cut", whole[: whole.index("There is one")])
    save(tmp_path, "empty", "")
    save(tmp_path, "foreign", {"cake": 1})
    save(tmp_path, "garbage", "\x00[[[")
    save(tmp_path, "nothing", {"history": [], "authType": "x"})
    save(tmp_path, "odd", {"history": [7, None, {"role": "user"}, {"role": 3, "parts": [4, {}]}]})
    save(tmp_path, "same", {"history": HISTORY})
    save(tmp_path, "same", {"history": HISTORY}, project="other")
    write_chat(tmp_path, "session-2026-11-16T01-59-338dfc3b.jsonl", SPOKEN)
    (tmp_path / "tmp" / "demo" / "logs.json").write_text("[]")

    found = {row.id: (row.kind, row.message_count) for row in rows(tmp_path)}

    assert found == {
        "checkpoint-cut@demo": (RowKind.SESSION, 2),
        "checkpoint-empty@demo": (RowKind.BROKEN, None),
        "checkpoint-foreign@demo": (RowKind.BROKEN, None),
        "checkpoint-garbage@demo": (RowKind.BROKEN, None),
        "checkpoint-nothing@demo": (RowKind.STUB, None),
        "checkpoint-odd@demo": (RowKind.SESSION, 0),
        "checkpoint-same@demo": (RowKind.SESSION, 3),
        "checkpoint-same@other": (RowKind.SESSION, 3),
        "338dfc3b-ac83-4584-bf8b-947f2e13ff54": (RowKind.SESSION, 2),
    }
    for row in rows(tmp_path):
        events_of(STORE, row)


def test_words_of_a_saved_chat_are_found(tmp_path: Path) -> None:
    save(tmp_path, "one", {"history": HISTORY})
    index = TextIndex(None)
    found = rows(tmp_path)

    before = [hit.snippet for hit in Search(found, index).hits(parse("zebra"))]
    fill(index, found)
    after = [hit.snippet for hit in Search(found, index).hits(parse("zebra"))]

    assert before == after == ["zebra.py"]
    index.close()
