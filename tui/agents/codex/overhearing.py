"""What a recorded client of `codex app-server` wrote, read back from a recording."""

import msgspec

from tui.agents.codex import frames
from tui.agents.codex.books import Books
from tui.agents.codex.prompts import spoken
from tui.agents.codex.reading import read
from tui.agents.codex.speaking import Pending
from tui.model.events import Event, SettingChanged, UserSaid
from tui.model.identity import ItemId, JsonObject, SessionId
from tui.wire import jsonrpc

_OBJECT = msgspec.json.Decoder(JsonObject)
_TURN = msgspec.json.Decoder(frames.TurnParams)

_PROMPTING = ("turn/start", "turn/steer")
_WORKING = ("review/start", "thread/shellCommand", "thread/compact/start")


def overheard(books: Books, line: bytes) -> tuple[Event, ...]:
    """Learn ids from a line of the client, and return what it did."""
    said = jsonrpc.decode(line)
    match said:
        case jsonrpc.Request():
            return _asked(books, said)
        case jsonrpc.Response():
            return books.questions.overheard(said.id, read(_OBJECT, said.result) or {})
        case jsonrpc.Failure() if said.id is not None:
            return books.questions.overheard(said.id, None)
        case _:
            return ()


def _asked(books: Books, said: jsonrpc.Request) -> tuple[Event, ...]:
    turn = read(_TURN, said.params) or frames.TurnParams()
    item = None
    events: tuple[Event, ...] = ()
    if said.method in _PROMPTING:
        books.overheard += 1
        item = turn.client_user_message_id or f"prompt-{books.overheard}"
        events = _prompted(books, turn, item)
    elif said.method in _WORKING:
        books.prompts.asked = True
    books.speaker.expect(said.id, Pending(method=said.method, thread=turn.thread_id, item=item))
    return events


def _prompted(books: Books, turn: frames.TurnParams, item: str) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    threads = books.threads
    if not threads.is_main(turn.thread_id) and books.ledger.turn is None:
        # The client went on in another thread, such as a fork it had made.
        threads.main = turn.thread_id
        events = (SettingChanged(session=SessionId(turn.thread_id or "")),)
    if not threads.is_main(turn.thread_id):
        return events
    text, pictures = spoken(turn.input)
    books.prompts.sent(item, text)
    return (*events, UserSaid(item=ItemId(item), text=text, images=pictures))
