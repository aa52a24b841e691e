"""The line below a request: a reason, a note, the word yes, another text for the agent."""

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input

from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.ui.editing import Editable, editable, edited
from tui.ui.editor import edit as edit_outside
from tui.ui.pager import read as read_outside
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.ui.screens.permission import PermissionScreen

WORD = "yes"
"""What must be typed where one key is not enough."""


class PermissionWriting(Screen[object]):
    """What `PermissionScreen` lets the user write, kept apart from what it shows."""

    writing = ""
    """What the line below is for: `reason`, `word`, `note`, `edit`; empty where there is none."""
    line_hint = ""
    """What Enter does with the line."""
    edit: tuple[Editable, PermissionRequest, str] | None = None
    """What the user changed, the request that results, and the new text."""

    @property
    def _desk(self) -> "PermissionScreen":
        return cast("PermissionScreen", self)

    @property
    def takes_notes(self) -> bool:
        """Tell whether words can go to the agent together with an answer."""
        asked = self._desk
        return asked.live.capabilities.steer and self.edit is None

    def action_note(self) -> None:
        """Allow it once, and say something with it."""
        asked = self._desk
        if not self.takes_notes:
            if asked.gate.open:
                asked.told = f"{asked.live.label} takes no words during a turn"
        elif asked.may(asked.choice("allow")):
            if asked.judged is not None and asked.judged.tricks:
                asked.told = "hard to read truly: allow it with y"
                return
            self.ask_for("note", "a note for the agent · Enter allows it once and sends it")

    def action_edit(self) -> None:
        """Change it before it is allowed: short texts here, long ones in the user's editor."""
        asked = self._desk
        part = self.edit[0] if self.edit is not None else editable(asked.request)
        if not asked.may(asked.choice("edit"), seen=False) or part is None:
            return
        text = self.edit[2] if self.edit is not None else part.text
        if replace(part, text=text).in_place:
            can = asked.request.can_edit
            then = "shows the difference" if can else "shows it; the agent gets it as a suggestion"
            self.ask_for("edit", f"Enter {then}", text)
        else:
            self.run_worker(self._edit_outside(part, text))

    async def _edit_outside(self, part: Editable, text: str) -> None:
        asked = self._desk
        written, problem = await edit_outside(asked.app, asked.parley.settings.editor, text)
        asked.gate.guard.shown()
        if written is None:
            asked.told = problem
        else:
            self._take_edit(part, written)

    def _take_edit(self, part: Editable, text: str) -> None:
        asked = self._desk
        changed = edited(asked.request, part, text)
        if isinstance(changed, str):
            asked.told = changed
            return
        self.edit = (part, changed, text)
        asked.show(changed, (part.text, text))

    def ask_for(self, what: str, hint: str, text: str = "") -> None:
        """Open the line, and say above it what Enter does with it."""
        self.writing = what
        line = TypingLine(text, compact=True, select_on_focus=False)
        self.query_one(Vertical).mount(line)
        line.focus()
        self.line_hint = f"{hint} · Esc goes back"
        self._desk.refresh_foot()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was written."""
        asked = self._desk
        what, text = self.writing, event.value.strip()
        self.end_writing()
        match what:
            case "reason":
                asked.deny(text)
            case "word" if text.lower() == WORD:
                asked.allow()
            case "word":
                asked.told = f"not allowed: {WORD} was not typed"
            case "note":
                asked.decide(Decision(verdict=Verdict.ALLOW, digest=asked.digest))
                if text:
                    asked.live.say(text)
            case "edit":
                part = self.edit[0] if self.edit is not None else editable(asked.request)
                if part is not None:
                    self._take_edit(part, event.value)
            case _:
                pass

    def end_writing(self) -> None:
        """Close the line."""
        self.writing = self._desk.told = ""
        self.query(Input).remove()
        self.set_focus(None)
        self._desk.gate.guard.shown()
        self._desk.refresh_foot()

    def action_pager(self) -> None:
        """Read the request in the user's pager."""
        if self._desk.gate.open:
            self.run_worker(self._read_outside())

    async def _read_outside(self) -> None:
        asked = self._desk
        asked.told = await read_outside(asked.app, asked.request)
        asked.gate.guard.shown()
