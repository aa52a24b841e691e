"""What an ACP agent writes, typed as far as it is read. Unknown fields are ignored."""

from typing import Any, TypeAlias, TypeVar

import msgspec

from tui.wire.lenient import mend

T = TypeVar("T")


class Content(msgspec.Struct, rename="camel"):
    """One block of a message: text, a picture, a link or an embedded file."""

    type: str = ""
    text: str | None = None
    uri: str | None = None
    name: str | None = None
    mime_type: str | None = None
    resource: dict[str, Any] | None = None


class ToolContent(msgspec.Struct, rename="camel"):
    """What a tool call shows: a content block, a diff or a terminal."""

    type: str = ""
    content: Content | None = None
    path: str | None = None
    old_text: str | None = None
    new_text: str | None = None
    terminal_id: str | None = None
    meta: dict[str, Any] | None = msgspec.field(default=None, name="_meta")


class Location(msgspec.Struct):
    """A file that a tool call is about."""

    path: str = ""


class CallFrame(msgspec.Struct, rename="camel"):
    """A tool call as far as one message tells it; None was not said."""

    tool_call_id: str
    title: str | None = None
    kind: str | None = None
    status: str | None = None
    content: list[ToolContent] | None = None
    locations: list[Location] | None = None
    raw_input: Any = None
    raw_output: Any = None


class _Update(msgspec.Struct, rename="camel", tag_field="sessionUpdate"):
    pass


class MessageChunk(_Update, tag="agent_message_chunk", gc=False):
    """More of the answer; `[MODE_UPDATE] x` among it is no text but a change of mode."""

    content: Content


class ThoughtChunk(_Update, tag="agent_thought_chunk"):
    """More of the model's thinking; Gemini sends whole blocks."""

    content: Content


class UserChunk(_Update, tag="user_message_chunk"):
    """Something the user said earlier, replayed by `session/load`."""

    content: Content


class CallStarted(CallFrame, tag_field="sessionUpdate", tag="tool_call", rename="camel"):
    """A tool call that needed no permission."""


class CallUpdated(CallFrame, tag_field="sessionUpdate", tag="tool_call_update", rename="camel"):
    """A tool call that went on or ended, announced before or not."""


class PlanEntry(msgspec.Struct):
    """One step of a plan."""

    content: str = ""
    status: str = "pending"


class Plan(_Update, tag="plan"):
    """The whole to-do list."""

    entries: list[PlanEntry] = []


class PlanItems(msgspec.Struct):
    """A plan inside `plan_update`: a list of steps, a text or a file."""

    type: str = ""
    entries: list[PlanEntry] = []
    content: str | None = None
    uri: str | None = None


class PlanUpdate(_Update, tag="plan_update"):
    """The to-do list of agents that keep several plans."""

    plan: PlanItems


class PlanRemoved(_Update, tag="plan_removed"):
    """A to-do list that no longer holds."""


class CommandInput(msgspec.Struct):
    """What may follow a slash command."""

    hint: str = ""


class AvailableCommand(msgspec.Struct):
    """One slash command."""

    name: str = ""
    description: str | None = None
    input: CommandInput | None = None


class AvailableCommands(_Update, tag="available_commands_update"):
    """The slash commands; Gemini ends the replay of a loaded session with it."""

    available_commands: list[AvailableCommand] = []


class CurrentMode(_Update, tag="current_mode_update"):
    """The mode is another now; Gemini says it by a text marker instead."""

    current_mode_id: str = ""


class ConfigValue(msgspec.Struct):
    """One value a setting can have, or a named group of them."""

    value: str | None = None
    name: str | None = None
    description: str | None = None
    options: list["ConfigValue"] | None = None


class ConfigOption(msgspec.Struct, rename="camel"):
    """A setting that other ACP agents offer instead of modes and models."""

    id: str = ""
    category: str | None = None
    current_value: Any = None
    options: list[ConfigValue] | None = None


class ConfigOptions(_Update, tag="config_option_update"):
    """All settings with their present values."""

    config_options: list[ConfigOption] = []


class SessionInfo(_Update, tag="session_info_update"):
    """The session's title, where the agent finds one."""

    title: str | None = None


class Money(msgspec.Struct):
    """An amount of money."""

    amount: float = 0.0
    currency: str = ""


class UsageUpdate(_Update, tag="usage_update"):
    """How full the model's window is, and the cost so far."""

    used: int | None = None
    size: int | None = None
    cost: Money | None = None


Update: TypeAlias = (
    MessageChunk
    | ThoughtChunk
    | UserChunk
    | CallStarted
    | CallUpdated
    | Plan
    | PlanUpdate
    | PlanRemoved
    | AvailableCommands
    | CurrentMode
    | ConfigOptions
    | SessionInfo
    | UsageUpdate
)


class UpdateParams(msgspec.Struct):
    """Of `session/update`."""

    update: Update


class UpdateLine(msgspec.Struct):
    """A whole `session/update` line, decoded at once because it is by far the commonest."""

    method: str
    params: UpdateParams


class UpdateKind(msgspec.Struct, rename="camel"):
    """The name of an update we do not know."""

    session_update: str = ""


class UnknownParams(msgspec.Struct):
    """Of a `session/update` we do not know."""

    update: UpdateKind


class OfferedOption(msgspec.Struct, rename="camel"):
    """One answer to a permission request."""

    option_id: str
    name: str | None = None
    kind: str | None = None


class AskParams(msgspec.Struct, rename="camel"):
    """Of `session/request_permission`."""

    tool_call: CallFrame
    options: list[OfferedOption] = []


class Outcome(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Which answer was chosen."""

    outcome: str
    option_id: str | None = None


class AskResult(msgspec.Struct):
    """What a client answered to a permission request."""

    outcome: Outcome


def decode(decoder: "msgspec.json.Decoder[T]", data: bytes | msgspec.Raw) -> T | None:
    """Return the typed frame, or None where the bytes are no such frame. Never raises."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError:
        return None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass
    try:
        return decoder.decode(mend(bytes(data)))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
