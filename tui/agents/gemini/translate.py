"""The rest of ACP in our words: sessions, modes, models, usage, plans, errors and prompts."""

import re
from typing import Any

import msgspec

from tui.agents.gemini.frames import (
    AvailableCommand,
    ConfigOption,
    ConfigValue,
    PlanEntry,
    decode,
)
from tui.model.capabilities import Mode, ModeChoice, ModelChoice, SlashCommand
from tui.model.commands import Prompt
from tui.model.events import PlanChanged, SessionReady, TurnOutcome
from tui.model.identity import JsonObject, SessionId
from tui.model.tools import PlanStep, StepState
from tui.model.usage import TokenUsage

MODES = (
    ModeChoice(Mode.ASK, "default", "Asks before it edits files or runs commands."),
    ModeChoice(Mode.EDITS, "autoEdit", "Edits files without asking, asks before commands."),
    ModeChoice(Mode.PLAN, "plan", "Reads and plans; changes nothing but plan files."),
    ModeChoice(Mode.AUTO, "yolo", "Does everything without asking."),
)
NATIVE_MODE = {choice.mode: choice.native for choice in MODES}
MODE_OF = {choice.native: choice.mode for choice in MODES} | {"auto_edit": Mode.EDITS}

OUTCOME = {
    "end_turn": TurnOutcome.COMPLETED,
    "cancelled": TurnOutcome.INTERRUPTED,
    "max_turn_requests": TurnOutcome.LIMIT,
    "max_tokens": TurnOutcome.LIMIT,
    "refusal": TurnOutcome.REFUSED,
}
LIMIT_REACHED = {
    "max_turn_requests": "Gemini stopped: it reached its turn limit or noticed a loop.",
    "max_tokens": "Gemini stopped: the model's context window is full.",
}
_STEP_STATE = {"in_progress": StepState.ACTIVE, "completed": StepState.DONE}
_MODE_MARK = re.compile(r"\[MODE_UPDATE\] (\w+)")


class _Mode(msgspec.Struct, rename="camel"):
    current_mode_id: str | None = None


class _Model(msgspec.Struct, rename="camel"):
    model_id: str = ""
    name: str | None = None
    description: str | None = None


class _Models(msgspec.Struct, rename="camel"):
    available_models: list[_Model] = []
    current_model_id: str | None = None


class SessionResult(msgspec.Struct, rename="camel"):
    """Of `session/new` and `session/load`."""

    session_id: str | None = None
    modes: _Mode | None = None
    models: _Models | None = None
    config_options: list[ConfigOption] | None = None


class _AgentInfo(msgspec.Struct):
    name: str = ""
    version: str | None = None


class InitializeResult(msgspec.Struct, rename="camel"):
    """Of `initialize`."""

    agent_info: _AgentInfo | None = None


class _Count(msgspec.Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None


class _Quota(msgspec.Struct):
    token_count: _Count | None = None


class _PromptMeta(msgspec.Struct):
    quota: _Quota | None = None


class PromptResult(msgspec.Struct, rename="camel"):
    """Of `session/prompt`: why the turn ended and what it used."""

    stop_reason: str = ""
    meta: _PromptMeta | None = msgspec.field(default=None, name="_meta")

    @property
    def usage(self) -> TokenUsage | None:
        """Return the turn's tokens; Gemini leaves out its router calls and cached tokens."""
        count = self.meta.quota.token_count if self.meta and self.meta.quota else None
        if count is None or (count.input_tokens is None and count.output_tokens is None):
            return None
        return TokenUsage(input=count.input_tokens, output=count.output_tokens)


def session_ready(
    result: SessionResult, session: str | None, version: str | None, cwd: str
) -> SessionReady:
    """Say what is known about a session that was made or loaded."""
    models = result.models or _Models()
    choices = [
        ModelChoice(model.model_id, model.name or model.model_id, model.description or "")
        for model in models.available_models
    ]
    mode = result.modes.current_mode_id if result.modes else None
    model = models.current_model_id
    for option in result.config_options or ():
        value = option.current_value if isinstance(option.current_value, str) else None
        if option.category == "mode":
            mode = mode or value
        elif option.category == "model":
            model = model or value
            choices += _config_choices(option.options)
    return SessionReady(
        session=SessionId(session) if session else None,
        version=version,
        cwd=cwd,
        model=model,
        mode=MODE_OF.get(mode or ""),
        models=tuple(choices) or None,
    )


def commands(offered: list[AvailableCommand]) -> tuple[SlashCommand, ...]:
    """Return the agent's slash commands."""
    return tuple(
        SlashCommand(one.name, one.description or "", one.input.hint if one.input else "")
        for one in offered
        if one.name
    )


def mode_mark(text: str) -> str | None:
    """Return the mode that a text chunk announces; None for ordinary text."""
    match = _MODE_MARK.fullmatch(text)
    return match[1] if match else None


def plan(entries: list[PlanEntry]) -> PlanChanged:
    """Return an agent's to-do list."""
    return PlanChanged(
        steps=tuple(
            PlanStep(entry.content, _STEP_STATE.get(entry.status, StepState.PENDING))
            for entry in entries
        )
    )


def prompt_blocks(prompt: Prompt) -> list[JsonObject]:
    """Return a prompt as content blocks."""
    blocks: list[JsonObject] = [{"type": "text", "text": prompt.text}]
    blocks += [
        {"type": "image", "mimeType": image.media_type, "data": image.data}
        for image in prompt.images
    ]
    return blocks


_anything = msgspec.json.Decoder()


def error_text(message: str, data: msgspec.Raw) -> str:
    """Return what an error says to people; Gemini often packs the API's JSON into its message."""
    said = _inner_message(message) or message
    if said == "Internal error":
        details: Any = decode(_anything, data)
        if isinstance(details, dict):
            details = details.get("details")
        if isinstance(details, str) and details:
            said = details
    return said or "no reason given"


def _inner_message(message: str) -> str | None:
    text = message.strip()
    text = text.removeprefix("[API Error: ").removesuffix("]") if text[:1] == "[" else text
    if text[:1] != "{":
        return text if text != message.strip() else None
    try:
        error = decode(_anything, text.encode())
    except UnicodeEncodeError:
        return None
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    said = error.get("message") if isinstance(error, dict) else None
    return said if isinstance(said, str) and said else None


def _config_choices(values: list[ConfigValue] | None) -> list[ModelChoice]:
    choices = []
    for value in values or ():
        if value.value is not None:
            choices.append(
                ModelChoice(value.value, value.name or value.value, value.description or "")
            )
        choices += _config_choices(value.options)
    return choices
