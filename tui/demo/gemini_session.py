"""A session of `gemini --acp`: its settings, its books and what it may do unasked."""

import asyncio

from tui.demo.chaos import prelude
from tui.demo.counting import Tally
from tui.demo.gemini_lines import GeminiLines, Json
from tui.demo.memory import Record
from tui.demo.menu import EXTRAS, MENU
from tui.demo.modes import Mode
from tui.demo.stage import Stage
from tui.demo.teller import Talk

MODES = {
    "default": (Mode.ASK, "Default", "Prompts for approval"),
    "autoEdit": (Mode.EDITS, "Auto Edit", "Auto-approves edit tools"),
    "yolo": (Mode.AUTO, "YOLO", "Auto-approves all tools"),
    "plan": (Mode.PLAN, "Plan", "Read-only mode"),
}
FLAGS = {"default": "default", "auto_edit": "autoEdit", "yolo": "yolo", "plan": "plan"}
"""The command line's word for each mode, and the protocol's."""

MODELS = ("demo-quick", "demo-thorough")


class GeminiSession:
    """One conversation."""

    def __init__(self, stage: Stage, lines: GeminiLines, record: Record) -> None:
        self.stage = stage
        self.lines = lines
        self.record = record
        self.mode = FLAGS.get(stage.options.mode or "", record.mode or "default")
        self.model = stage.options.model or record.model or "auto"
        self.talk = Talk(prelude=prelude(stage))
        self.history = record.heard
        self.total = Tally(record.heard, record.spoken)
        self.roots: set[str] = set()
        """First words of commands that may run unasked."""
        self.task: asyncio.Task[None] | None = None
        self.asking = False
        self.cancelled = False
        """The client cancelled while a question was open: its answer ends the turn."""

    @property
    def permits(self) -> Mode:
        """The mode in our words."""
        return MODES[self.mode][0]

    def change_mode(self, mode: str) -> None:
        """Switch the mode and tell it, in the CLI's odd way."""
        self.mode = mode
        self.say(f"[MODE_UPDATE] {mode}")

    def say(self, text: str, kind: str = "agent_message_chunk", times: int = 1) -> None:
        """Send a piece of text."""
        self.lines.update(self.record.id, kind, {"content": {"type": "text", "text": text}}, times)

    def facts(self) -> Json:
        """Return the modes and models there are, and which are chosen."""
        modes = [
            {"id": id, "name": name, "description": text} for id, (_, name, text) in MODES.items()
        ]
        auto = {"modelId": "auto", "name": "Auto", "description": "The demo has no model at all"}
        models: list[Json] = [auto, *({"modelId": name, "name": name} for name in MODELS)]
        return {
            "modes": {"availableModes": modes, "currentModeId": self.mode},
            "models": {"availableModels": models, "currentModelId": self.model},
        }

    def tell_commands(self) -> None:
        """Tell which slash commands there are: the scenes."""
        known = [(e.words[0], f"Demo: {e.description}") for e in (*MENU, *EXTRAS)]
        known += [("tour", "Demo: everything, in order"), ("help", "Demo: the list of scenes")]
        commands = [{"name": name, "description": text} for name, text in known]
        update = {"availableCommands": commands}
        self.lines.update(self.record.id, "available_commands_update", update)

    def keep(self) -> None:
        """Remember the session as it is now."""
        record = self.record
        record.mode, record.model = self.mode, self.model
        record.exchanges[-1][1] = self.talk.last_words
        record.heard, record.spoken = self.total.heard, self.total.spoken
        self.stage.memory.keep(record)
