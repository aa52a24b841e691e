"""Gemini's chat files: append-only logs in which later lines win, and older whole documents."""

import re
from collections.abc import Iterable
from json import JSONDecodeError, JSONDecoder
from typing import Any

import msgspec

from tui.agents.gemini.store_saved import messages_of
from tui.model.identity import JsonObject
from tui.wire.lenient import mend

_OBJECT = msgspec.json.Decoder(JsonObject)
_TROUBLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_MESSAGES = re.compile(r'"(?:messages|history)"\s*:\s*\[')
_HEADER = re.compile(r'"(sessionId|startTime|lastUpdated|summary|kind)"\s*:\s*("(?:[^"\\]|\\.)*")')

_THANKS = "Got it. Thanks for the additional context!"
"""What Gemini CLI lets the model say to a summary that takes the place of what was said."""

COMPRESSED = "compressed"
"""Our own type of the mark where Gemini shortened its memory."""

_LEFT_OUT = ("tokens", "model", "thoughts")
"""What the lists that Gemini CLI writes on a resume say no more of an answer."""

_NOT_TYPED = (
    *("<session_context>", "<hook_context>", "System: Potential loop"),
    "This is the Gemini CLI. We are setting up the context for our chat.",
)


class Message(msgspec.Struct, gc=False):
    """One message as it stands after all lines about it."""

    body: JsonObject
    raw: bytes


class Chat(msgspec.Struct):
    """What a file says when it is read to its end."""

    header: JsonObject = {}
    messages: dict[str, Message] = {}
    """By id, in the order they first appeared."""
    good: int = 0
    bad: list[tuple[int, bytes]] = []
    """Lines that cannot be read, by number."""
    unfinished: bool = False
    before: dict[str, Message] = {}
    """Messages that Gemini has since compressed in its own memory; they were said all the same."""
    rewritten: set[str] = set()
    """Messages that only stand for those."""
    answers: dict[str, JsonObject] = {}
    """Every answer that was ever written, also those that were taken back since."""

    @property
    def spoken(self) -> bool:
        """Tell whether anybody said anything."""
        return any(is_spoken(one.body) for one in self.messages.values())


def decode(line: bytes) -> JsonObject | None:
    """Read one line; None where it is no JSON object."""
    for attempt in (line, b""):
        try:
            return _OBJECT.decode(attempt or mend(line))
        except _TROUBLE:
            continue
    return None


def fold(lines: Iterable[bytes], chat: Chat | None = None) -> Chat:
    """Read the lines of a log one after the other."""
    chat = chat if chat is not None else Chat()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = decode(line)
        if record is None:
            chat.bad.append((number, line))
            continue
        chat.good += 1
        _apply(chat, record, line)
    if chat.before:
        said = {name: one for name, one in chat.messages.items() if name not in chat.rewritten}
        chat.messages = {**chat.before, **said}
    return chat


def whole_document(data: bytes) -> Chat:
    """Read a file that is one value; of a damaged one what comes before the damage.

    Older versions wrote such files; chats that were saved under a name are such to this day.
    """
    if data.lstrip().startswith(b"["):
        data = b'{"history":%b}' % data
    document = decode(data)
    if document is None:
        document = _salvaged(data.decode("utf-8", "replace"))
        chat = Chat(bad=[(1, data[:2000])], good=len(document))
    else:
        chat = Chat(good=1)
    history = document.get("history")
    said = history if isinstance(history, list) else document.get("messages")
    if isinstance(said, list) and any(isinstance(one, dict) and "role" in one for one in said):
        document = {"messages": messages_of(said)}
    _set(chat, document, b"")
    return chat


def words(body: JsonObject, key: str = "content") -> str:
    """Return the text of a message."""
    content = body.get(key)
    if isinstance(content, str):
        return content
    texts = [part.get("text") for part in parts(content) if not part.get("thought")]
    return "".join(one for one in texts if isinstance(one, str))


def parts(content: Any) -> list[JsonObject]:
    """Return the parts of a message's content."""
    if isinstance(content, dict):
        content = [content]
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def typed(body: JsonObject) -> str | None:
    """Return what a person typed; None where nobody did."""
    if body.get("type") != "user":
        return None
    content = body.get("content")
    pieces = [{"text": content}] if isinstance(content, str) else parts(content)
    texts = [words({"content": [one]}) for one in pieces]
    # The model's memory has what is put in and the prompt behind it as parts of one message.
    said = "".join(text for text in texts if not text.lstrip().startswith(_NOT_TYPED))
    if not said and any(texts):
        return None
    shown = words(body, "displayContent") or said
    pictures = any("inlineData" in part for part in parts(body.get("content")))
    return shown if shown.strip() or pictures else None


def is_spoken(body: JsonObject) -> bool:
    """Tell whether a message is part of a conversation."""
    if body.get("type") == "user":
        return typed(body) is not None
    return body.get("type") == "gemini"


def _apply(chat: Chat, record: JsonObject, line: bytes) -> None:
    change = record.get("$set")
    if isinstance(change, dict):
        _set(chat, change, line)
        return
    back = record.get("$rewindTo")
    if isinstance(back, str):
        _rewind(chat, back)
    elif isinstance(record.get("id"), str) and "type" in record:
        chat.messages[record["id"]] = Message(_remembered(chat, record["id"], record), line)
    elif "sessionId" in record:
        _set(chat, record, line)
    else:
        chat.good -= 1


def _set(chat: Chat, change: JsonObject, line: bytes) -> None:
    messages = change.get("messages")
    chat.header.update((key, value) for key, value in change.items() if key != "messages")
    if not isinstance(messages, list):
        return
    old, chat.messages = chat.messages, {}
    for number, body in enumerate(messages):
        if isinstance(body, dict):
            name = body.get("id")
            key = name if isinstance(name, str) else f"unnamed-{number}"
            body = _remembered(chat, key, body)
            chat.messages[key] = Message(body, line if len(messages) == 1 else b"")
    _keep_compressed(chat, old, line)


def _remembered(chat: Chat, name: str, body: JsonObject) -> JsonObject:
    """Return a message with what an earlier record of it said and this one leaves out."""
    if body.get("type") != "gemini":
        return body
    known = chat.answers.get(name, {})
    more = {key: known[key] for key in _LEFT_OUT if known.get(key) and not body.get(key)}
    chat.answers[name] = {**body, **more} if more else body
    return chat.answers[name]


def _keep_compressed(chat: Chat, old: dict[str, Message], line: bytes) -> None:
    """Keep what was said where a list of other messages took its place: `/compress` does so."""
    now = {name for name, one in chat.messages.items() if is_spoken(one.body)}
    new = now - old.keys() - chat.rewritten
    if not old or not any(words(chat.messages[name].body) == _THANKS for name in new):
        return
    said = {name: one for name, one in old.items() if name not in chat.rewritten}
    last = list(old.values())[-1].body
    mark: JsonObject = {"type": COMPRESSED, "timestamp": last.get("timestamp")}
    chat.before = {**chat.before, **said, f"{COMPRESSED}-{len(chat.before)}": Message(mark, line)}
    chat.rewritten = chat.rewritten | (now - old.keys())


def _rewind(chat: Chat, to: str) -> None:
    if to not in chat.messages:
        return
    names = list(chat.messages)
    for name in names[names.index(to) :]:
        del chat.messages[name]


def _salvaged(text: str) -> JsonObject:
    """Read messages one by one until the damage."""
    found: JsonObject = {}
    for key, value in _HEADER.findall(text[:4000]):
        found.setdefault(key, decode_text(value))
    begin = _MESSAGES.search(text)
    if begin is None:
        return found
    decoder = JSONDecoder()
    messages: list[Any] = []
    position = begin.end()
    while True:
        position = _past(text, position)
        try:
            body, position = decoder.raw_decode(text, position)
        except (JSONDecodeError, RecursionError):
            break
        messages.append(body)
    return {**found, "messages": messages}


def decode_text(value: str) -> Any:
    """Return a JSON string's text; None where it is none."""
    try:
        return msgspec.json.decode(value)
    except (*_TROUBLE, UnicodeEncodeError):
        return None


def _past(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n,":
        position += 1
    return position
