"""A real home folder: every conversation shows the words its CLI wrote down, in their order.

The files are read here once more, without any code of ours. What a conversation leaves out is
named below with the reason.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.history.homes import conversation_of, unpacked
from tui.agents.store import RowKind, SessionSummary
from tui.conversation.state import Conversation, Prose, ToolCall, UserText
from tui.history.stores import Place, all_rows, places
from tui.model.events import Channel

Said: TypeAlias = tuple[str, str]
"""Who said something, and what."""

NOT_SAID = re.compile(
    # An end of a turn, shown as such.
    r"\[Request interrupted by user"
    # Told to the model when a sub-agent in the background is done; its call shows the result.
    r"|<task-notification>"
    # Files and the like put before the first prompt.
    r"|<session_context>"
    # What takes the place of a conversation in the model's memory; shown as a mark.
    r"|This session is being continued from a previous conversation"
)
"""Words in the file that nobody said."""

FOR_THE_MODEL = re.compile(r"agentId: \w+ \(|Async agent launched successfully\.")
"""Output that only tells the model how to go on with a sub-agent."""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> list[Place]:
    """Return the three stores of the real home."""
    return places({"HOME": str(unpacked(tmp_path_factory.mktemp("texts")))})


def sessions(where: list[Place], agent: str) -> Iterator[tuple[SessionSummary, Conversation]]:
    """Return every session of an agent with what is shown of it."""
    stores = {place.store.agent: place.store for place in where}
    found = [row for row in all_rows(where) if row.agent == agent]
    for row in found:
        if row.kind is RowKind.SESSION:
            yield row, conversation_of(stores[row.agent], row)


def lines(path: str) -> list[dict[str, Any]]:
    """Return the records of a file."""
    return [json.loads(line) for line in Path(path).read_text().split("\n") if line.strip()]


def shown(conversation: Conversation) -> list[Said]:
    """Return what was said in the conversation itself, sub-agents apart."""
    found: list[Said] = []
    for item in conversation.items.values():
        match item:
            case Prose() if item.parent is None and str(item.text).strip():
                found.append((item.channel.value, str(item.text)))
            case UserText() if item.parent is None:
                found.append(("prompt", item.text))
            case _:
                pass
    return found


def outputs(conversation: Conversation) -> dict[str, str]:
    """Return what each call returned."""
    calls = [item for item in conversation.items.values() if isinstance(item, ToolCall)]
    return {call.id: str(call.output) for call in calls}


def test_claude_s_conversations_say_what_its_files_say(where: list[Place]) -> None:
    compared = 0
    for row, conversation in sessions(where, "claude"):
        found = lines(row.path)

        assert shown(conversation) == claude_said(found), row.path
        for call, text in claude_returned(found):
            assert text in outputs(conversation)[call], row.path
        compared += 1
    assert compared > 90


def claude_said(found: list[dict[str, Any]]) -> list[Said]:
    """Return prompts, answers and thoughts of the lines of a session, each line once."""
    said: list[Said] = []
    for one in {one.get("uuid", number): one for number, one in enumerate(found)}.values():
        message = one.get("message") or {}
        content = message.get("content") or []
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        queued = one.get("attachment") or {}
        if queued.get("type") == "queued_command" and queued.get("commandMode") == "prompt":
            said.append(("prompt", queued["prompt"]))
        # Errors of the service are notices; lines for the model alone were typed by nobody.
        if one.get("isApiErrorMessage") or one.get("isMeta") or one.get("isSidechain"):
            continue
        for block in blocks:
            if block["type"] == "thinking" and block["thinking"]:
                said.append(("thinking", block["thinking"]))
            elif block["type"] == "text" and block["text"].strip():
                role = "prompt" if one["type"] == "user" else Channel.ANSWER.value
                said.append((role, block["text"]))
    return [one for one in said if not NOT_SAID.match(one[1])]


def claude_returned(found: list[dict[str, Any]]) -> Iterator[Said]:
    """Return every text that a call returned, without the tags around an error."""
    for one in found:
        content = (one.get("message") or {}).get("content")
        for block in content if isinstance(content, list) and not one.get("isSidechain") else ():
            if block["type"] != "tool_result":
                continue
            parts = block.get("content") or ""
            texts = [parts] if isinstance(parts, str) else [part.get("text") for part in parts]
            for text in texts:
                if text and not FOR_THE_MODEL.match(text):
                    yield block["tool_use_id"], re.sub(r"</?tool_use_error>", "", text)


def test_codex_s_conversations_say_what_its_files_say(where: list[Place]) -> None:
    compared = 0
    for row, conversation in sessions(where, "codex"):
        found = [one["payload"] for one in lines(row.path) if one["type"] == "event_msg"]

        assert shown(conversation) == list(codex_said(found)), row.path
        for call, text in codex_returned(found):
            assert outputs(conversation)[call] == text, row.path
        compared += 1
    assert compared > 50


def codex_said(found: list[dict[str, Any]]) -> Iterator[Said]:
    """Return prompts and answers, of both formats."""
    for one in found:
        item = one.get("item") or {}
        if one["type"] in ("user_message", "agent_message"):
            yield ("prompt" if one["type"][0] == "u" else "answer"), one["message"]
        elif item.get("type") in ("UserMessage", "AgentMessage"):
            text = "".join(part.get("text", "") for part in item["content"])
            yield ("prompt" if item["type"][0] == "U" else "answer"), text


def codex_returned(found: list[dict[str, Any]]) -> Iterator[Said]:
    """Return what commands printed."""
    for one in found:
        item = one.get("item") or {}
        if item.get("type") == "CommandExecution":
            yield item["id"], item["aggregated_output"]


def test_gemini_s_conversations_say_what_its_files_say(where: list[Place]) -> None:
    compared = 0
    for row, conversation in sessions(where, "gemini"):
        messages = gemini_messages(lines(row.path))

        assert shown(conversation) == list(gemini_said(messages)), row.path
        for call, text in gemini_returned(messages):
            assert outputs(conversation)[call] == text, row.path
        compared += 1
    assert compared > 30


def gemini_messages(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the messages as they stand after all lines."""
    messages: dict[str, dict[str, Any]] = {}
    for one in found:
        if "messages" in one.get("$set", {}):
            messages = {body["id"]: body for body in one["$set"]["messages"]}
        elif "type" in one:
            messages[one["id"]] = one
    return list(messages.values())


def gemini_said(messages: list[dict[str, Any]]) -> Iterator[Said]:
    """Return prompts, answers and thoughts."""
    for one in messages:
        # A file that a prompt names is put behind what was typed.
        content = one.get("displayContent") or one["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        text = "".join(part.get("text", "") for part in parts)
        for thought in one.get("thoughts") or ():
            yield "thinking", f"**{thought['subject']}**\n{thought['description']}"
        if one["type"] in ("user", "gemini") and text.strip() and not NOT_SAID.match(text):
            yield ("prompt" if one["type"] == "user" else "answer"), text


def gemini_returned(messages: list[dict[str, Any]]) -> Iterator[Said]:
    """Return what calls showed as their result; where they showed none we show what they told."""
    for one in messages:
        for call in one.get("toolCalls") or ():
            if call.get("resultDisplay") and isinstance(call["resultDisplay"], str):
                yield call["id"], call["resultDisplay"]
