"""What we can tell an agent: the sealed union `Command`."""

from typing import TypeAlias

import msgspec

from tui.model.capabilities import Mode
from tui.model.identity import ItemId, RequestId
from tui.model.permission import Decision, PermissionRequest


class Image(msgspec.Struct, frozen=True, kw_only=True):
    """A picture that goes with a prompt."""

    media_type: str
    data: str
    """Base64 of the file's bytes."""
    path: str
    """Absolute path of the file, for agents that read it themselves."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Words for the agent. During a turn they steer it or wait, as the agent can."""

    id: ItemId
    """A UUID in its usual spelling; it names the prompt in the conversation and on the wire."""
    text: str
    images: tuple[Image, ...] = ()


class TakeBack(msgspec.Struct, frozen=True):
    """Withdraw a prompt the agent has not started on."""

    prompt: ItemId


class Decide(msgspec.Struct, frozen=True):
    """Answer one open request. The broker has checked that they belong together."""

    request: PermissionRequest
    decision: Decision


class Refuse(msgspec.Struct, frozen=True):
    """Turn down a request that must not be put to anybody, such as one whose id is in use."""

    request: RequestId
    reason: str


class Interrupt(msgspec.Struct, frozen=True):
    """End the running turn and withdraw its open questions; the session lives on."""


class ChangeMode(msgspec.Struct, frozen=True):
    """Let the agent do more or less without asking."""

    mode: Mode


class ChangeModel(msgspec.Struct, frozen=True):
    """Let another model answer from now on."""

    model: str


class Close(msgspec.Struct, frozen=True):
    """Say what has to be said before standard input is closed."""


Command: TypeAlias = (
    Prompt | TakeBack | Decide | Refuse | Interrupt | ChangeMode | ChangeModel | Close
)
