"""A real home folder: every file is a row, and rows say what an independent look says."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.history.homes import conversation_of, events_of, unpacked
from tests.support.player import RECORDINGS, imbalances, play, read_rows
from tests.support.player import events_of as played_events
from tui.agents.claude.agent import CLAUDE
from tui.agents.store import RowKind, SessionSummary
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation, Prose, ToolCall, UserText
from tui.history.contents import contents
from tui.history.index import Index
from tui.history.stores import Place, places
from tui.history.words import words
from tui.model.events import Channel, Unrecognised
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec

NOT_KEPT = {
    # A process that was killed in mid-sentence has printed what it did not keep.
    "k4_sigint_stream": {("prose", "word " * 27, Channel.ANSWER)},
}
"""What a recording shows and the file does not hold."""

NOT_IN_THE_ARCHIVE = ("q6_mcp_seedname", "v2.1.325_o6_session_id")
"""Killed before it wrote its turn down; the same id once more in another home folder."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the real home once."""
    return unpacked(tmp_path_factory.mktemp("dev"))


@pytest.fixture(scope="module")
def where(home: Path) -> list[Place]:
    """Return the three stores of that home."""
    return places({"HOME": str(home)})


@pytest.fixture(scope="module")
def rows(where: list[Place]) -> dict[str, SessionSummary]:
    """Return every row by path, with counts from the whole of each file."""
    index = Index(None)
    stores = {place.store.agent: place.store for place in where}
    found = [index.complete(stores[row.agent], row) for row in index.refresh(where)]
    return {row.path: row for row in found}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().split("\n") if line.strip()]


def at(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


def test_every_session_file_is_a_row_and_nothing_else_is(
    home: Path, rows: dict[str, SessionSummary]
) -> None:
    files = {str(path) for path in home.rglob("*.jsonl") if path.name != "session_index.jsonl"}

    assert set(rows) == files
    assert [row.reason for row in rows.values() if row.kind is RowKind.BROKEN] == []


def test_claude_s_rows_say_what_its_files_say(home: Path, rows: dict[str, SessionSummary]) -> None:
    for path in home.glob(".claude/projects/*/*.jsonl"):
        said = lines(path)
        chat = [one for one in said if one["type"] in ("user", "assistant")]
        custom = [one["customTitle"] for one in said if one["type"] == "custom-title"]
        generated = [one["aiTitle"] for one in said if one["type"] == "ai-title"]
        typed = {
            one["uuid"]: _words(one)
            for one in chat
            if one["type"] == "user"
            and not one.get("isMeta")
            and not one.get("isCompactSummary")
            and "origin" not in one
            and "tool_result" not in json.dumps(one["message"])
            and not _words(one).startswith(("[Request interrupted", "<local-command"))
        }
        folded = [one for one in said if one.get("attachment", {}).get("type") == "queued_command"]
        answers = {one["message"]["id"] for one in chat if one["type"] == "assistant"}
        times = [at(one["timestamp"]) for one in said if "timestamp" in one]
        titles = [*custom[-1:], *generated[-1:], *typed.values()]

        row = rows[str(path)]

        named = [text for text in titles if not text.startswith("<command")]
        expected = named[0].strip().split("\n")[0][:200] if named else None
        assert (row.title or "")[:190] == (expected or "")[:190], path
        assert row.id == path.stem
        assert row.cwd == next(one["cwd"] for one in said if "cwd" in one)
        assert (row.created_at, row.updated_at) == (min(times), max(times))
        if row.whole:
            assert row.message_count == len(typed) + len(folded) + len(answers), path


def test_codex_s_rows_say_what_its_files_say(home: Path, rows: dict[str, SessionSummary]) -> None:
    named = {one["id"]: one["thread_name"] for one in lines(home / ".codex/session_index.jsonl")}
    for path in home.glob(".codex/sessions/*/*/*/*.jsonl"):
        said = lines(path)
        meta = said[0]["payload"]
        events = [one["payload"] for one in said if one["type"] == "event_msg"]
        items = [one["item"] for one in events if one["type"] == "item_completed"]
        spoken = [one for one in items if one["type"] in ("UserMessage", "AgentMessage")]
        older = [one for one in events if one["type"] in ("user_message", "agent_message")]
        prompts = [one["content"][0]["text"] for one in spoken if one["type"] == "UserMessage"]
        prompts += [one["message"] for one in older if one["type"] == "user_message"]
        counts = [one["info"] for one in events if one["type"] == "token_count" and one["info"]]

        row = rows[str(path)]

        assert row.id == path.stem[-36:] == meta["id"]
        assert row.title == named.get(row.id, prompts[0].split("\n")[0] if prompts else None)
        assert (row.cwd, row.git_branch) == (meta["cwd"], meta["git"]["branch"])
        assert row.created_at == at(meta["timestamp"])
        assert row.updated_at == max(at(one["timestamp"]) for one in said)
        assert row.message_count == (len(spoken) or len(older))
        if counts:
            assert row.tokens_used == counts[-1]["total_token_usage"]["total_tokens"]


def test_gemini_s_rows_say_what_its_files_say(home: Path, rows: dict[str, SessionSummary]) -> None:
    for path in home.glob(".gemini/tmp/*/chats/*.jsonl"):
        said = lines(path)
        messages: dict[str, dict[str, Any]] = {}
        answered: dict[str, int] = {}
        summary = None
        for one in said:
            # A list of messages that is written on a resume no longer says what they used.
            if one.get("tokens"):
                answered[one["id"]] = one["tokens"]["total"]
            if "$set" in one:
                summary = one["$set"].get("summary", summary)
                if "messages" in one["$set"]:
                    messages = {m["id"]: m for m in one["$set"]["messages"]}
            elif "type" in one:
                messages[one["id"]] = one
        prompts = [
            text
            for one in messages.values()
            if one["type"] == "user"
            and (text := _parts(one["content"]))
            and not text.startswith(("<session_context>", "System: Potential loop"))
        ]
        answers = [m for m in messages.values() if m["type"] == "gemini" and _parts(m["content"])]

        row = rows[str(path)]

        assert row.id == said[0]["sessionId"]
        assert row.cwd == (path.parents[1] / ".project_root").read_text().strip()
        if row.kind is RowKind.SESSION:
            plain = [text for text in prompts if text[0] not in "/?"]
            title = summary or (plain or prompts)[0]
            assert row.title == title.strip().split("\n")[0][:200]
            assert row.message_count == len(prompts) + len(answers)
            assert row.tokens_used == (sum(answered.values()) if answered else None)
        else:
            assert not prompts and not answers


def test_the_fast_way_to_words_misses_none(
    where: list[Place], rows: dict[str, SessionSummary]
) -> None:
    stores = {place.store.agent: place.store for place in where}
    fast = 0
    for row in rows.values():
        for line in Path(row.path).read_bytes().split(b"\n"):
            traits: set[tuple[str, str]] = set()
            said = stores[row.agent].plain(line, traits) if line else None
            if said is None:
                continue
            fast += 1
            told = contents(stores[row.agent].told(row, line))
            assert told.traits == traits, (row.path, line[:200])
            spoken = {word for piece in told.pieces for word in words(piece.text)}
            assert spoken <= set(words(said)), (row.path, line[:200])
    assert fast > 1000


def test_answers_add_up_to_the_tokens_of_their_session(
    where: list[Place], rows: dict[str, SessionSummary]
) -> None:
    stores = {place.store.agent: place.store for place in where}
    counted = [row for row in rows.values() if row.whole and row.tokens_used is not None]
    sums = {row: sum(one.total for one in stores[row.agent].used(row)) for row in counted}

    assert len(counted) > 200
    assert {row.path: total for row, total in sums.items() if total != row.tokens_used} == {}


def test_every_conversation_opens_and_its_books_balance(
    where: list[Place], rows: dict[str, SessionSummary]
) -> None:
    stores = {place.store.agent: place.store for place in where}
    for row in rows.values():
        events = events_of(stores[row.agent], row)

        assert imbalances(events) == [], row.path
        assert [one for one in events if isinstance(one, Unrecognised)] == [], row.path


def test_what_claude_printed_live_is_what_its_file_shows(
    where: list[Place], rows: dict[str, SessionSummary]
) -> None:
    if not RECORDINGS.exists():
        pytest.skip("the recordings are not beside the project")
    store = where[0].store
    by_id = {row.id: row for row in rows.values() if row.kind is RowKind.SESSION}
    compared = 0
    for recording in sorted((RECORDINGS / "claude").glob("*.jsonl")):
        text = recording.read_text()
        for id in sorted(set(re.findall(r'session_id\\": ?\\"([0-9a-f-]{36})', text))):
            if id not in by_id:
                continue
            live = _live(recording)
            stored = conversation_of(store, by_id[id])
            if live.session != id or recording.stem in NOT_IN_THE_ARCHIVE:
                continue
            compared += 1
            missing = _shown(live) - _shown(stored)
            assert missing == NOT_KEPT.get(recording.stem, set()), recording.name
    assert compared >= 30


def _live(recording: Path) -> Conversation:
    nowhere = Path("/")
    spec = SessionSpec(agent=AgentId("claude"), cwd=nowhere, executable="", state=nowhere)
    conversation = Conversation()
    for event in played_events(play(CLAUDE.ways[0].dialect(spec), read_rows(recording))):
        apply(conversation, event, 0.0, [])
    return conversation


def _shown(conversation: Conversation) -> set[tuple[object, ...]]:
    """Return what a reader sees: answers, thoughts, calls with titles, outputs and changes."""
    shown: set[tuple[object, ...]] = set()
    for item in conversation.items.values():
        match item:
            case Prose() if item.finished and not item.partial:
                shown.add(("prose", str(item.text), item.channel))
            case ToolCall():
                shown.add(("call", item.id, item.name, item.title, str(item.output), item.changes))
            case UserText() if item.parent is not None:
                shown.add(("asked", item.text))
    return shown


def _words(one: dict[str, Any]) -> str:
    content = one["message"]["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def _parts(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)
