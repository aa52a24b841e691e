"""What a session can do, so that nothing is offered that the agent would refuse."""

from enum import StrEnum

import msgspec


class Mode(StrEnum):
    """How much an agent may do without asking; each agent maps these to its own words."""

    ASK = "ask"
    EDITS = "edits"
    PLAN = "plan"
    AUTO = "auto"


class ModeChoice(msgspec.Struct, frozen=True):
    """One mode as one agent understands it."""

    mode: Mode
    native: str
    """The agent's own word for it."""
    effect: str
    """What it means there, in a sentence for people."""


class ModelChoice(msgspec.Struct, frozen=True):
    """One model the agent offers."""

    id: str
    label: str
    description: str = ""


class SlashCommand(msgspec.Struct, frozen=True):
    """One command the agent itself understands in a prompt; the name has no slash."""

    name: str
    description: str = ""
    hint: str = ""


class Capabilities(msgspec.Struct, frozen=True, kw_only=True):
    """What can be asked of one running agent."""

    ask: bool = False
    """It asks before tools run and waits for the answer."""
    interrupt: bool = True
    steer: bool = False
    """A prompt sent during a turn reaches that turn."""
    queue: bool = False
    """The agent itself keeps prompts sent during a turn."""
    take_back: bool = False
    """A prompt the agent keeps can be withdrawn."""
    edit_input: bool = False
    """An answer may carry changed tool input."""
    deny_reason: bool = False
    """The words of a denial reach the model."""
    images: bool = False
    resume: bool = True
    fork: bool = False
    delete: bool = False
    """It has a command of its own that deletes a stored session."""
    thinking: bool = False
    modes: tuple[ModeChoice, ...] = ()
    switch_mode: bool = False
    """The mode can change while the session runs."""
    switch_model: bool = False
