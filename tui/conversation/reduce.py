"""How one event changes a conversation.

`apply` never raises on what an agent says: a finish without a start creates the item, an unknown
id is ignored where there is nothing to show. Cost does not depend on the conversation's length.
"""

from typing import assert_never

from msgspec.structs import replace

from tui.conversation import reduce_tools as tools
from tui.conversation.changes import (
    STATUS,
    Added,
    Asked,
    Change,
    Closed,
    Grew,
    Removed,
    Replaced,
    TurnChanged,
)
from tui.conversation.state import (
    Ask,
    Compaction,
    Conversation,
    GrowingText,
    Item,
    Notice,
    Prose,
    Puzzle,
    Turn,
    TurnMark,
    UserText,
)
from tui.model.events import (
    Activity,
    ActivityChanged,
    ContextCompacted,
    Event,
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PlanChanged,
    PromptMoved,
    ProseDone,
    ProseGrew,
    ProseWithdrawn,
    SessionEnded,
    SessionReady,
    SettingChanged,
    TaskChanged,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnEnded,
    TurnStarted,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId


def apply(conversation: Conversation, event: Event, at: float, changes: list[Change]) -> None:
    """Change the conversation by one event that came at `at`; add what changed to `changes`."""
    match event:
        case ProseGrew():
            _prose_grew(conversation, event, at, changes)
        case ProseDone():
            _prose_done(conversation, event, at, changes)
        case ProseWithdrawn():
            if conversation.items.pop(event.item, None) is not None:
                changes.append(Removed(event.item))
        case ToolStarted():
            tools.started(conversation, event, at, changes)
        case ToolGrew():
            tools.grew(conversation, event, changes)
        case ToolFinished():
            tools.finished(conversation, event, at, changes)
        case TurnStarted() | TurnEnded():
            _turn(conversation, event, at, changes)
        case UserSaid() | PromptMoved():
            _user(conversation, event, at, changes)
        case PermissionAsked() | PermissionDecided() | PermissionWithdrawn():
            _permission(conversation, event, at, changes)
        case NoticeRaised() | ContextCompacted() | Unrecognised():
            _remark(conversation, event, at, changes)
        case PlanChanged() | TaskChanged():
            tools.plan_or_task(conversation, event, at)
            changes.append(STATUS)
        case SessionReady() | SettingChanged() | ActivityChanged() | UsageReported():
            _status(conversation, event)
            changes.append(STATUS)
        case SessionEnded():
            conversation.ended = event
            conversation.activity = Activity.IDLE
            changes.append(STATUS)
        case _:
            assert_never(event)


def _prose_grew(
    conversation: Conversation, event: ProseGrew, at: float, changes: list[Change]
) -> None:
    prose = conversation.items.get(event.item)
    if isinstance(prose, Prose):
        prose.text.append(event.text)
        changes.append(Grew(event.item, event.text))
        return
    new = Prose(
        id=event.item,
        channel=event.channel,
        text=GrowingText(event.text),
        parent=event.parent,
        at=at,
    )
    _put(conversation, new, changes)


def _prose_done(
    conversation: Conversation, event: ProseDone, at: float, changes: list[Change]
) -> None:
    known = conversation.items.get(event.item)
    prose = Prose(
        id=event.item,
        channel=event.channel,
        text=GrowingText(event.text),
        parent=event.parent,
        at=known.at if isinstance(known, Prose) else at,
        finished=True,
        partial=event.partial,
    )
    _put(conversation, prose, changes)


def _turn(
    conversation: Conversation,
    event: TurnStarted | TurnEnded,
    at: float,
    changes: list[Change],
) -> None:
    running = conversation.turn
    if isinstance(event, TurnStarted):
        running = Turn(number=len(conversation.turns) + 1, started_at=at, name=event.turn)
        conversation.turns.append(running)
        conversation.activity = Activity.WORKING
        changes.append(TurnChanged(running))
        return
    if running is None:
        return
    ended = replace(running, end=event, ended_at=at)
    conversation.turns[-1] = ended
    if not conversation.activity_told:
        conversation.activity = Activity.IDLE
    if event.usage is not None:
        conversation.turn_usage = event.usage
    _finish_open_prose(conversation, changes)
    _add(conversation, TurnMark(id=_fresh(conversation, "turn"), end=event, at=at), changes)
    changes.append(TurnChanged(ended))


def _finish_open_prose(conversation: Conversation, changes: list[Change]) -> None:
    for item in reversed(conversation.items.values()):
        if isinstance(item, TurnMark):
            return
        if isinstance(item, Prose) and not item.finished and item.parent is None:
            _put(conversation, replace(item, finished=True, partial=True), changes)


def _user(
    conversation: Conversation,
    event: UserSaid | PromptMoved,
    at: float,
    changes: list[Change],
) -> None:
    known = conversation.items.get(event.item)
    if isinstance(event, PromptMoved):
        if isinstance(known, UserText):
            _put(conversation, replace(known, state=event.state), changes)
        return
    said = UserText(
        id=event.item,
        text=event.text,
        images=event.images,
        state=event.state,
        parent=event.parent,
        at=known.at if isinstance(known, UserText) else at,
    )
    _put(conversation, said, changes)


def _permission(
    conversation: Conversation,
    event: PermissionAsked | PermissionDecided | PermissionWithdrawn,
    at: float,
    changes: list[Change],
) -> None:
    if isinstance(event, PermissionAsked):
        _withdrawn(conversation, event.request.id, "asked again", changes)
        new = Ask(id=_fresh(conversation, "ask"), request=event.request, at=at)
        conversation.pending[event.request.id] = new.id
        _add(conversation, new, changes)
        changes.append(Asked(event.request.id))
        return
    if isinstance(event, PermissionWithdrawn):
        _withdrawn(conversation, event.request, event.reason, changes)
        return
    if (ask := _close(conversation, event.request)) is not None:
        tools.decided(conversation, ask.request.call, event, changes)
        decided = replace(ask, decision=event.decision, decided_by=event.by, note=event.note)
        _put(conversation, decided, changes)
        changes.append(Closed(event.request))


def _withdrawn(
    conversation: Conversation, request: RequestId, reason: str, changes: list[Change]
) -> None:
    if (ask := _close(conversation, request)) is not None:
        _put(conversation, replace(ask, withdrawn=reason), changes)
        changes.append(Closed(request))


def _close(conversation: Conversation, request: RequestId) -> Ask | None:
    item = conversation.pending.pop(request, None)
    ask = conversation.items.get(item) if item is not None else None
    return ask if isinstance(ask, Ask) else None


def _remark(
    conversation: Conversation,
    event: NoticeRaised | ContextCompacted | Unrecognised,
    at: float,
    changes: list[Change],
) -> None:
    item: Item
    match event:
        case NoticeRaised():
            item = Notice(id=_fresh(conversation, "notice"), notice=event, at=at)
        case ContextCompacted():
            item = Compaction(id=_fresh(conversation, "compaction"), compaction=event, at=at)
        case Unrecognised():
            conversation.puzzles += 1
            item = Puzzle(id=_fresh(conversation, "puzzle"), label=event.label, at=at)
    _add(conversation, item, changes)


def _status(
    conversation: Conversation,
    event: SessionReady | SettingChanged | ActivityChanged | UsageReported,
) -> None:
    match event:
        case ActivityChanged():
            conversation.activity = event.activity
            conversation.activity_told = True
            conversation.activity_detail = event.detail
        case UsageReported():
            for field, value in (
                ("session_usage", event.session),
                ("turn_usage", event.turn),
                ("cost", event.cost),
                ("context_used", event.context_used),
                ("context_window", event.context_window),
            ):
                if value is not None:
                    setattr(conversation, field, value)
        case SessionReady() | SettingChanged():
            for field in event.__struct_fields__:
                if (value := getattr(event, field)) is not None:
                    setattr(conversation, field, value)
            conversation.ready = conversation.ready or isinstance(event, SessionReady)


def _fresh(conversation: Conversation, word: str) -> ItemId:
    conversation.made += 1
    return ItemId(f"parley-{word}-{conversation.made}")


def _add(conversation: Conversation, item: Item, changes: list[Change]) -> None:
    conversation.items[item.id] = item
    changes.append(Added(item))


def _put(conversation: Conversation, item: Item, changes: list[Change]) -> None:
    known = item.id in conversation.items
    conversation.items[item.id] = item
    changes.append(Replaced(item) if known else Added(item))
