"""The draft with what is offered for it: commands, files, past prompts, an editor outside."""

import asyncio
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from tui.config.past_prompts import PastPrompts
from tui.model.capabilities import SlashCommand
from tui.ui import completing
from tui.ui.completing import Kind, Place
from tui.ui.guard import Guard
from tui.ui.widgets.completions import Completions
from tui.ui.widgets.composer import Composer

if TYPE_CHECKING:
    from tui.ui.files import Finder

FRESH = 10.0
"""Seconds for which a list of files is taken for true."""


class Known(NamedTuple):
    """The files of a folder, as they were a moment ago."""

    folder: Path
    finder: "Finder"
    number: int
    partial: bool
    at: float


class Prompt(Vertical):
    """Where the user writes."""

    DEFAULT_CSS = "Prompt { height: auto; }"
    BLANK = True

    class Remark(Message):
        """Something to say in the status line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, past: PastPrompts, guard: Guard, *, editor: str, fold_above: int) -> None:
        super().__init__(id="prompt")
        self.completions = Completions(id="completions")
        self.composer = Composer(self.completions, past, guard)
        self.composer.fold_above = fold_above
        self.offered: Sequence[SlashCommand] = ()
        """Commands of the agent."""
        self.agent = ""
        self._past = past
        self._editor = editor
        self._place: Place | None = None
        self._before_search: str | None = None
        self._known: Known | None = None

    def compose(self) -> ComposeResult:
        """The list stands over the draft."""
        yield self.completions
        yield self.composer

    @property
    def busy(self) -> bool:
        """Tell whether Esc has something to close here."""
        return self.completions.is_open

    def escape(self) -> None:
        """Close what is offered; a search gives the draft back as it was."""
        self.completions.close()
        if self._before_search is not None:
            before, self._before_search = self._before_search, None
            self.composer.rewrite(before)

    def on_composer_completing(self) -> None:
        """Offer what fits the text before the cursor."""
        if self._before_search is not None:
            self._offer_prompts()
            return
        row, _ = self.composer.cursor_location
        self._place = completing.place_in(self.composer.before_cursor, first=row == 0)
        if self._place is None:
            self.completions.close()
        elif self._place.kind is Kind.COMMAND:
            offers = completing.commands(self._place.query, self.offered, self.agent)
            self.completions.offer(Kind.COMMAND, offers)
        else:
            self.run_worker(self._offer_files(self._place), group="files", exclusive=True)

    async def _offer_files(self, place: Place) -> None:
        known = await self._files()
        if place is self._place:
            offers = await asyncio.to_thread(completing.files, place.query, known.finder)
            count = f" · only the first {known.number:,} files" if known.partial else ""
            self.completions.offer(Kind.FILE, offers, count)

    async def _files(self) -> "Known":
        folder = self.composer.folder
        known = self._known
        if known is None or known.folder != folder or time.monotonic() - known.at > FRESH:
            if not self.completions.is_open:
                self.completions.wait(Kind.FILE)
            files = import_module("tui.ui.files")
            listing = await asyncio.to_thread(files.list_files, folder)
            finder = files.Finder(listing.paths)
            known = Known(folder, finder, len(listing.paths), listing.partial, time.monotonic())
            self._known = known
        return known

    def on_composer_search(self) -> None:
        """Look for a past prompt; what is in the draft is what is looked for."""
        if self._before_search is None:
            self._before_search = self.composer.text
        self._offer_prompts()

    def _offer_prompts(self) -> None:
        found = self._past.search(self.composer.text)
        self.completions.offer(Kind.PROMPT, completing.prompts(found), " · type to search")

    def on_completions_taken(self, message: Completions.Taken) -> None:
        """Put the offer into the draft."""
        self.completions.close()
        if self._before_search is not None:
            self._before_search = None
            self.composer.rewrite(message.offer.text)
        elif self._place is not None:
            self.composer.complete(self._place.start, message.offer.text)
        self.call_after_refresh(self.completions.close)

    def on_composer_remark(self, message: Composer.Remark) -> None:
        """Say it in the status line."""
        self.post_message(self.Remark(message.text))

    async def on_composer_edit_outside(self) -> None:
        """Let the user write in an editor; agents go on meanwhile."""
        self.run_worker(self._edit_outside(), group="editor", exclusive=True)

    async def _edit_outside(self) -> None:
        edit = import_module("tui.ui.editor").edit
        written, remark = await edit(
            self.app, self._editor, self.composer.folds.unfold(self.composer.text)
        )
        if remark:
            self.post_message(self.Remark(remark))
        if written is not None:
            self.composer.rewrite(written)
        self.app.refresh(repaint=True, layout=True)
