"""What the answers of `codex app-server` to our requests mean."""

import msgspec

from tui.agents.codex import failures, frames
from tui.agents.codex.books import Books
from tui.agents.codex.reading import read
from tui.agents.codex.speaking import Pending
from tui.agents.dialect import NOTHING, Reaction
from tui.model.capabilities import ModelChoice
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    SessionReady,
    SettingChanged,
    TurnEnded,
    TurnOutcome,
    Unrecognised,
)
from tui.model.identity import ItemId, SessionId
from tui.wire import jsonrpc

_WELCOME = msgspec.json.Decoder(frames.Welcome)
_THREAD = msgspec.json.Decoder(frames.ThreadResult)
_TURN = msgspec.json.Decoder(frames.TurnFrame)
_MODELS = msgspec.json.Decoder(frames.Models)
_ACCOUNT = msgspec.json.Decoder(frames.Account)


def answered(books: Books, said: jsonrpc.Response) -> Reaction:
    """Go on after a request of ours that was granted."""
    pending = books.speaker.answered(said.id)
    if pending is None:
        return Reaction((Unrecognised("an answer to nothing"),))
    match pending.method:
        case "initialize":
            return _welcomed(books, said.result)
        case "thread/start" | "thread/resume" | "thread/fork":
            return _thread_opened(books, said.result)
        case "turn/start" | "review/start":
            return _turn_named(books, pending, said.result)
        case "turn/steer":
            return _steer_accepted(books, pending)
        case "model/list":
            return _models_listed(said.result)
        case "account/read":
            return _account_read(said.result)
        case _:
            return NOTHING


def refused(books: Books, said: jsonrpc.Failure) -> Reaction:
    """Go on after a request of ours that was refused."""
    pending = books.speaker.answered(said.id)
    if pending is None:
        return Reaction((Unrecognised("a refusal of nothing"),))
    match pending.method:
        case "initialize" if books.version is None:
            return Reaction(fall_back=f"codex app-server refused to start: {said.message}")
        case "thread/start" | "thread/resume" | "thread/fork" if not books.speaker.ready:
            return _thread_refused(books, said)
        case "turn/start":
            return _turn_refused(books, pending, said.message)
        case "turn/steer":
            return _steer_refused(books, pending, said.message)
        case _:
            return NOTHING


def turn_over(books: Books, end: TurnEnded) -> Reaction:
    """Go on after a turn: what it did not read is dropped or said again."""
    books.speaker.stopping = books.speaker.stop_wanted = False
    unread = books.prompts.undelivered()
    unanswered, books.prompts.unanswered = books.prompts.unanswered, False
    if end.outcome is not TurnOutcome.INTERRUPTED:
        books.prompts.waiting[:0] = unread
        # Codex 0.166 may end a turn without an answer to a prompt that it took at the last moment.
        answer = unanswered and end.outcome is TurnOutcome.COMPLETED and books.speaker.ready
        writes = (books.speaker.start_turn(None),) if answer else ()
        return Reaction(writes=writes + books.speaker.flush())
    # Codex forgets what it had not yet put before the model when the turn was interrupted.
    dropped = tuple(PromptMoved(prompt.id, PromptState.DROPPED) for prompt in unread)
    return Reaction(dropped, books.speaker.stop_commands() + books.speaker.flush())


def _welcomed(books: Books, result: msgspec.Raw) -> Reaction:
    closed: tuple[Event, ...] = ()
    if books.version is not None:
        # Said twice, it is another process: a recording may hold several.
        closed = books.close(TurnOutcome.INTERRUPTED)
        books.open()
    welcome = read(_WELCOME, result) or frames.Welcome()
    _, _, version = welcome.user_agent.partition("/")
    books.version = version.partition(" ")[0]
    return Reaction(closed, books.speaker.begin())


def _thread_opened(books: Books, result: msgspec.Raw) -> Reaction:
    opened = read(_THREAD, result)
    if opened is None:
        return Reaction(fall_back="codex app-server answered thread/start in other words")
    if books.threads.main is not None:
        return NOTHING
    speaker = books.speaker
    books.threads.main = opened.thread.id
    books.listener.model = speaker.answering = opened.model
    speaker.effort = opened.reasoning_effort
    speaker.planning = (opened.collaboration_mode or {}).get("mode") == "plan"
    speaker.ready = True
    ready = SessionReady(
        session=SessionId(opened.thread.id),
        version=books.version,
        cwd=opened.cwd,
        model=opened.model,
        mode=speaker.mode,
    )
    name = opened.thread.name
    events: tuple[Event, ...] = (ready, SettingChanged(title=name)) if name else (ready,)
    return Reaction(events, (speaker.list_models(), *speaker.flush()))


def _turn_named(books: Books, pending: Pending, result: msgspec.Raw) -> Reaction:
    speaker = books.speaker
    speaker.starting = False
    frame = read(_TURN, result)
    events: tuple[Event, ...] = ()
    if frame is not None and frame.turn.id:
        events = books.listener.turn_began(pending.thread, frame.turn.id)
    return Reaction(events, speaker.catch_up() or speaker.flush())


def _steer_accepted(books: Books, pending: Pending) -> Reaction:
    books.prompts.accepted(pending.item or "")
    if pending.then or books.ledger.turn is not None:
        return Reaction(writes=pending.then)
    # The turn ended before we heard that it took the prompt.
    books.prompts.waiting[:0] = books.prompts.undelivered()
    return Reaction(writes=books.speaker.flush())


def _models_listed(result: msgspec.Raw) -> Reaction:
    listed = read(_MODELS, result)
    if listed is None:
        return NOTHING
    models = tuple(
        ModelChoice(model.id, model.display_name or model.id, model.description or "")
        for model in listed.data
        if not model.hidden
    )
    return Reaction((SessionReady(models=models),))


def _account_read(result: msgspec.Raw) -> Reaction:
    account = read(_ACCOUNT, result)
    if account is None or account.account is not None or not account.requires_openai_auth:
        return NOTHING
    notice = NoticeRaised(
        text=f"Codex is not signed in. Run: {failures.LOGIN}",
        level=Level.ERROR,
        code="not_signed_in",
    )
    return Reaction((notice,))


def _thread_refused(books: Books, said: jsonrpc.Failure) -> Reaction:
    if failures.is_about_protocol(said):
        return Reaction(fall_back=f"codex app-server did not understand: {said.message}")
    books.ended = True
    closed = books.close(TurnOutcome.FAILED, said.message)
    return Reaction((*closed, failures.ended(said.message)))


def _turn_refused(books: Books, pending: Pending, message: str) -> Reaction:
    books.speaker.starting = books.speaker.stop_wanted = False
    events: tuple[Event, ...] = ()
    if pending.item is not None:
        books.prompts.refused(pending.item)
        events = (PromptMoved(ItemId(pending.item), PromptState.DROPPED),)
    failed = TurnEnded(outcome=TurnOutcome.FAILED, error=message)
    return Reaction(events + books.ledger.turn_ended(failed), books.speaker.flush())


def _steer_refused(books: Books, pending: Pending, message: str) -> Reaction:
    """Say again what came too late for its turn; only a reason has lost its point."""
    speaker = books.speaker
    if "unknown variant" in message:
        speaker.can_steer = False
    if pending.prompt is not None:
        books.prompts.refused(pending.prompt.id)
        if speaker.can_steer:
            return Reaction(writes=(speaker.start_turn(pending.prompt),))
        return Reaction(writes=speaker.submit(pending.prompt))
    item = ItemId(pending.item or "")
    if books.prompts.is_reason(item):
        text = f"Codex gets the denial but not the reason: {message}"
        return Reaction((NoticeRaised(text=text, code="reason"),), pending.then)
    books.prompts.refused(item)
    return Reaction((PromptMoved(item, PromptState.DROPPED),))
