"""What `codex app-server` says, as typed frames: notifications and answers.

Every field may be missing and unknown fields are skipped, because the protocol calls itself
experimental. What is rarely read stays undecoded. Items have a module of their own.
"""

from typing import Any

import msgspec

from tui.agents.codex.items import Change, Item
from tui.model.identity import JsonObject


class Frame(msgspec.Struct, kw_only=True, rename="camel"):
    """The parameters of one notification, or one result."""

    thread_id: str | None = None
    """Whose thread it is about; version 0.60 leaves it out."""
    turn_id: str | None = None


class Delta(Frame):
    """More text of one item."""

    item_id: str = ""
    delta: str = ""


class Growth(msgspec.Struct, gc=False, rename="camel"):
    """The part of a delta that the fast path needs."""

    item_id: str
    delta: str


class GrowthLine(msgspec.Struct, gc=False):
    """A whole line that carries a delta, for the path that must be fast."""

    params: Growth


class Typed(Frame):
    """What the model typed into a running command."""

    item_id: str = ""
    process_id: str | None = None
    stdin: str = ""


class Progress(Frame):
    """A word from a running MCP call."""

    item_id: str = ""
    message: str = ""


class PatchUpdated(Frame):
    """A patch the model is still writing."""

    item_id: str = ""
    changes: list[Change] = []


class ItemFrame(Frame):
    """An item began or ended."""

    item: Item


class ItemLabel(msgspec.Struct, frozen=True):
    """The type of an item we do not know."""

    type: str = "item"


class UnknownItem(msgspec.Struct, frozen=True):
    """An item of a type we do not know."""

    item: ItemLabel = ItemLabel()


class TurnError(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Why a model call failed."""

    message: str = ""
    codex_error_info: Any = None
    """A word, or an object of one key."""
    additional_details: str | None = None


class Turn(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One turn of a thread."""

    id: str = ""
    status: str = ""
    error: TurnError | None = None
    duration_ms: int | None = None


class TurnFrame(Frame):
    """A turn began or ended; also the result of `turn/start`."""

    turn: Turn = Turn()


class ErrorFrame(Frame):
    """A model call failed, for good or until it is tried again."""

    error: TurnError = TurnError()
    will_retry: bool = False


class Status(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a thread works, waits or rests."""

    type: str = ""
    active_flags: list[str] = []


class StatusFrame(Frame):
    """The state of a thread changed."""

    status: Status = Status()


class Tokens(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Tokens of a thread or of its last model call."""

    total_tokens: int = 0
    input_tokens: int = 0
    cached_input_tokens: int = 0
    output_tokens: int = 0
    reasoning_output_tokens: int = 0


class TokenCount(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a thread has used."""

    total: Tokens = Tokens()
    last: Tokens = Tokens()
    model_context_window: int | None = None


class UsageFrame(Frame):
    """A thread has used more tokens."""

    token_usage: TokenCount = TokenCount()


class Step(msgspec.Struct, frozen=True):
    """One line of the to-do list."""

    step: str = ""
    status: str = ""


class PlanFrame(Frame):
    """The to-do list, whole."""

    explanation: str | None = None
    plan: list[Step] = []


class RateWindow(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One limit of the account and how much of it is used."""

    used_percent: float = 0
    window_duration_mins: int | None = None
    resets_at: int | None = None


class RateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of the account."""

    primary: RateWindow | None = None
    secondary: RateWindow | None = None


class RateFrame(msgspec.Struct, frozen=True, rename="camel"):
    """How much of the account's limits is used."""

    rate_limits: RateLimits = RateLimits()


class Resolved(Frame):
    """A request of the server no longer waits for an answer."""

    request_id: int | str = ""


class Notice(Frame):
    """Something the user should know: `warning`, `configWarning`, `deprecationNotice`."""

    message: str | None = None
    summary: str | None = None
    details: str | None = None


class ServerStatus(Frame):
    """How far an MCP server is."""

    name: str = ""
    status: str = ""
    error: str | None = None


class Named(Frame):
    """A thread got another name."""

    thread_name: str | None = None


class Rerouted(Frame):
    """Another model answers than the one asked for."""

    from_model: str = ""
    to_model: str = ""


class ThreadSettings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the next turn of a thread runs with."""

    model: str | None = None


class SettingsFrame(Frame):
    """The settings of a thread changed."""

    thread_settings: ThreadSettings = ThreadSettings()


class Welcome(msgspec.Struct, frozen=True, rename="camel"):
    """The result of `initialize`."""

    user_agent: str = ""


class Thread(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation of Codex."""

    id: str = ""
    name: str | None = None


class ThreadResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The result of `thread/start`, `thread/resume` and `thread/fork`."""

    thread: Thread
    model: str | None = None
    cwd: str | None = None
    reasoning_effort: str | None = None
    collaboration_mode: JsonObject | None = None


class Model(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One model of the catalogue."""

    id: str = ""
    display_name: str = ""
    description: str | None = None
    hidden: bool = False


class Models(msgspec.Struct, frozen=True):
    """The result of `model/list`."""

    data: list[Model] = []


class Account(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The result of `account/read`."""

    account: JsonObject | None = None
    requires_openai_auth: bool = False


class TurnParams(Frame):
    """What a client asked with `turn/start`, `turn/steer` or `turn/interrupt`."""

    input: list[JsonObject] = []
    client_user_message_id: str | None = None
