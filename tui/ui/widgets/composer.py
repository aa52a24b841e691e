"""The draft: a small editor that sends, queues, remembers and completes."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path

from textual import events
from textual.binding import BindingsMap
from textual.message import Message
from textual.widgets import TextArea

from tui.config.keymap import effective
from tui.config.keys import ANYWHERE, DRAFT, SESSIONS, VIEWS, Key
from tui.config.past_prompts import PastPrompts
from tui.config.settings import KeyChoice
from tui.text.visible import visible
from tui.ui.folding import Folds, pictures_in
from tui.ui.guard import Guard
from tui.ui.messages import DraftChanged, Submitted
from tui.ui.widgets.completions import Completions


class Composer(TextArea):
    """A multi-line draft. It never waits for an agent."""

    DEFAULT_CSS = """
    Composer {
        height: auto; min-height: 3; max-height: 40vh; padding: 0 1;
        border: round $line; background: $background; scrollbar-size-vertical: 1;
        &:focus { border: round $primary; }
        &.-shell { border: round $warning; }
        & .text-area--cursor-line { background: $background; }
        & .text-area--placeholder { color: $faint; }
    }
    """

    class Completing(Message):
        """The text before the cursor is another one; something may be offered for it."""

    class Search(Message):
        """The user looks for a past prompt."""

    class EditOutside(Message):
        """The user wants to write in an editor."""

    class TakeBack(Message):
        """The user wants a queued prompt back."""

    class Leave(Message):
        """The user wants to quit, with nothing in the draft."""

    class Help(Message):
        """The user wants to see the keys."""

    class Restart(Message):
        """The user pressed r on an empty draft."""

    class Remark(Message):
        """Something to say in the status line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, completions: Completions, past: PastPrompts, guard: Guard) -> None:
        super().__init__(
            id="composer",
            soft_wrap=True,
            show_line_numbers=False,
            tab_behavior="focus",
            placeholder="Say what should be done",
        )
        self.cursor_blink = False
        # Textual runs bindings after the keys that follow them have been typed: of "hello⏎" in
        # one read the ⏎ came first, of "a⌫b" the b was deleted. Here each key waits its turn.
        self._editing = {
            key: found[0].action for key, found in self._bindings.key_to_bindings.items()
        }
        self._bindings = BindingsMap()
        self._completions = completions
        self._past = past
        self._guard = guard
        self._back = 0
        self._kept = ""
        self.folds = Folds()
        self.fold_above = 12
        self.folder = Path()

    @property
    def before_cursor(self) -> str:
        """Return the part of the line that stands before the cursor."""
        row, column = self.cursor_location
        return self.document.get_line(row)[:column]

    def put(self, text: str) -> None:
        """Begin with another draft; there is no way back to the one before."""
        self.load_text(text)
        self.move_cursor(self.document.end)

    def rewrite(self, text: str) -> None:
        """Replace the whole draft in one step that can be undone."""
        self.history.checkpoint()
        self.replace(text, self.document.start, self.document.end)
        self.history.checkpoint()
        self.move_cursor(self.document.end)

    def complete(self, start: int, text: str) -> None:
        """Replace what stands between a column and the cursor."""
        row, column = self.cursor_location
        self.replace(text, (row, start), (row, column))

    def use_keys(self, chosen: Mapping[str, KeyChoice]) -> None:
        """Obey the keys of the user's choice; keys that mean something outside are left alone."""
        now = effective(chosen)
        outside = _keys_of((*ANYWHERE, *SESSIONS, *VIEWS), now)
        self._editing = {key: did for key, did in self._editing.items() if key not in outside}
        self._editing |= {key: draft.action for draft in DRAFT for key in _keys_of((draft,), now)}

    def type_in(self, event: events.Key | events.Paste) -> None:
        """Take a key that was pressed elsewhere, after those that were pressed here before."""
        if isinstance(event, events.Paste):
            self.post_message(events.Paste(event.text))
        else:
            self.post_message(events.Key(event.key, event.character))

    async def _on_key(self, event: events.Key) -> None:
        self._guard.key()
        if event.key in self._editing:
            event.stop()
            event.prevent_default()
            await self.run_action(self._editing[event.key])
            return
        if event.character == "?" and not self.text:
            event.stop()
            event.prevent_default()
            self.post_message(self.Help())
            return
        await super()._on_key(event)
        if event.character == "r" and self.text == "r":
            self.post_message(self.Restart())

    async def _on_paste(self, event: events.Paste) -> None:
        self._guard.key()
        event.stop()
        event.prevent_default()
        self._paste_in(event.text)

    def _paste_in(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        pictures = pictures_in(text, self.folder)
        if pictures:
            self._add_pictures(pictures, f"attached {', '.join(one.name for one in pictures)}")
        elif text.count("\n") >= self.fold_above:
            self.insert(self.folds.fold_paste(text))
        else:
            self.insert(visible(text).replace("⇥", "\t"))

    def _add_pictures(self, pictures: Iterable[Path], receipt: str) -> None:
        for picture in pictures:
            self.insert(self.folds.attach(picture) + " ")
        self.post_message(self.Remark(receipt))

    def action_paste(self) -> None:
        """Paste what is on the clipboard, a picture too; programs are asked in a thread."""
        self._guard.key()
        self.run_worker(self._paste(), group="paste", exclusive=True)

    async def _paste(self) -> None:
        pasted = await import_module("tui.ui.clipboard").paste()
        if pasted.picture is not None:
            self._add_pictures([pasted.picture], pasted.receipt)
        elif pasted.text or self.app.clipboard:
            self._paste_in(pasted.text or self.app.clipboard)
        else:
            self.post_message(self.Remark(pasted.receipt))

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Tell that the draft is another one."""
        event.stop()
        self.set_class(self.text.startswith("!"), "-shell")
        self.post_message(DraftChanged())
        self.post_message(self.Completing())

    def action_send(self) -> None:
        """Send the draft, or take what is offered."""
        self._guard.key()
        if self._take_offer(by_enter=True):
            return
        if self.before_cursor.endswith("\\"):
            self.action_delete_left()
            self.insert("\n")
            return
        self._submit(queue=False)

    def action_queue(self) -> None:
        """Queue the draft, or take what is offered."""
        self._guard.key()
        if not self._take_offer(by_enter=False):
            self._submit(queue=True)

    def _take_offer(self, *, by_enter: bool) -> bool:
        offer = self._completions.chosen if self._completions.is_open else None
        if offer is None:
            return False
        if by_enter and offer.text.strip() == self.text.strip():
            self._completions.close()
            return False
        self._completions.post_message(Completions.Taken(offer))
        return True

    def _submit(self, *, queue: bool) -> None:
        """Hand the draft over and begin a new one at once: the next key belongs to that."""
        source, folds = self.text, self.folds
        text, pictures = folds.expand(source)
        self.post_message(Submitted(text, pictures, queue=queue, source=source, folds=folds))
        if text.strip() or pictures:
            self.clear_sent()

    def give_back(self, message: Submitted) -> None:
        """Put a draft back that could not be sent, before what was typed since."""
        typed = self.folds.unfold(self.text)
        self.folds = message.folds
        self.put(message.source + typed)

    def clear_sent(self) -> None:
        """Begin a new draft after the last one was taken over."""
        self._back = 0
        self.folds = Folds()
        self.put("")

    def action_newline(self) -> None:
        """Begin a new line."""
        self._guard.key()
        self.insert("\n")

    def action_up(self) -> None:
        """Go up, at the top to the prompt before."""
        if self._completions.is_open:
            self._completions.move(-1)
        elif self.cursor_at_first_line:
            self._recall(1)
        else:
            self.action_cursor_up()

    def action_down(self) -> None:
        """Go down, at the bottom to the prompt after."""
        if self._completions.is_open:
            self._completions.move(1)
        elif self.cursor_at_last_line:
            self._recall(-1)
        else:
            self.action_cursor_down()

    def _recall(self, by: int) -> None:
        prompts = self._past.all()
        back = max(0, min(self._back + by, len(prompts)))
        if back == self._back:
            return
        if self._back == 0:
            self._kept = self.text
        self._back = back
        self.rewrite(prompts[-back].text if back else self._kept)
        self._completions.close()

    def action_search_prompts(self) -> None:
        """Look for a past prompt."""
        self.post_message(self.Search())

    def action_edit_outside(self) -> None:
        """Write in an editor."""
        self.post_message(self.EditOutside())

    def action_take_back(self) -> None:
        """Get the last queued prompt back."""
        self.post_message(self.TakeBack())

    def action_unfold(self) -> None:
        """Write out folded pastes."""
        self.rewrite(self.folds.unfold(self.text))

    def action_leave_or_delete(self) -> None:
        """Quit on an empty draft; else delete to the right."""
        if self.text:
            self.action_delete_right()
        else:
            self.post_message(self.Leave())


def _keys_of(keys: Iterable[Key], now: Mapping[str, str]) -> set[str]:
    return {one.strip() for key in keys for one in now[key.id].split(",")}
