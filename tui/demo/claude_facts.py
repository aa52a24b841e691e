"""What Claude Code says about itself when a client asks for it."""

import os

from tui.demo.claude_lines import NO_FAST_MODE, VERSION, Json
from tui.demo.menu import EXTRAS, MENU

MODES = {
    "acceptEdits": "edits",
    "auto": "auto",
    "bypassPermissions": "auto",
    "default": "ask",
    "dontAsk": "refuse",
    "plan": "plan",
}
"""The CLI's word for each mode, and ours."""

MODELS = ("demo-quick", "demo-thorough")
"""There is no model; these are names to switch between."""

COMMANDS = [entry.words[0] for entry in (*MENU, *EXTRAS)] + ["tour", "help"]


def initialized(mode: str) -> Json:
    """Return the answer to `initialize`."""
    answer: Json = {"commands": commands(), "agents": _agents(), "output_style": "default"}
    answer |= {"available_output_styles": ["default"], "user_output_styles_dir": ""}
    answer |= {"models": models(), "account": _account(), "pid": os.getpid()}
    answer |= {"claude_code_version": VERSION, "current_permission_mode": mode}
    answer |= {"hook_on_failure_supported": True, "other_hook_ask_outranks_host": True}
    answer |= {"feedback_mode": {"kind": "disabled"}, "analytics_disabled": True}
    answer |= {"remote_control_auto_enable": False, "remote_control_auto_connect_default": False}
    answer |= {"remote_control_available": False, "remote_control_auto_on_by_default": False}
    answer |= {"ide_rc_auto_enable_gate": False, **NO_FAST_MODE, "session_state": "idle"}
    return answer | {"capabilities": []}


def commands() -> list[Json]:
    """Return the scenes as slash commands."""
    known = [(entry.words[0], entry.description) for entry in (*MENU, *EXTRAS)]
    known += [("tour", "everything, in order"), ("help", "the list of scenes")]
    return [
        {"name": name, "description": f"Demo: {text}", "argumentHint": "", "builtin": True}
        for name, text in known
    ]


def models() -> list[Json]:
    """Return the models one can switch between."""
    return [
        _model("default", MODELS[0], "Default (demo)"),
        *(_model(name, name, name.replace("-", " ").capitalize()) for name in MODELS),
    ]


def resolved(model: str) -> str:
    """Return the model a name stands for."""
    return MODELS[0] if model == "default" else model


def _model(value: str, model: str, label: str) -> Json:
    return {
        "value": value,
        "resolvedModel": model,
        "displayName": label,
        "description": "No model at all: this is the demo",
        "supportsEffort": True,
        "supportedEffortLevels": ["low", "medium", "high", "xhigh", "max"],
        "supportsAdaptiveThinking": True,
        "supportsFastMode": True,
        "supportsAutoMode": True,
        "supportsThinkingOff": False,
    }


def _agents() -> list[Json]:
    return [{"name": "general-purpose", "description": "Demo: a sub-agent that reads and runs"}]


def _account() -> Json:
    return {"tokenSource": "none", "apiKeySource": "none", "apiProvider": "firstParty"}
