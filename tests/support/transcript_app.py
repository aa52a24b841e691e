"""A stand-alone transcript for trying it: `python -m tests.support.transcript_app [MESSAGES]`.

A generated conversation is shown and an answer streams into it. q quits, / finds, t changes the
theme, p pauses the stream.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from tests.support.transcripts import happen, long_conversation, markdown
from tui.config.themes import ThemeFile, load_theme, theme_names
from tui.conversation.state import Conversation, Prose
from tui.model.events import ProseDone, ProseGrew, TurnEnded, TurnOutcome, TurnStarted
from tui.model.identity import ItemId
from tui.ui.theme import textual_theme, use_theme
from tui.ui.transcript.view import TranscriptView


class TranscriptApp(App[None]):
    """A transcript, a status line and a field for finding."""

    CSS = """
    #status { height: 1; }
    #find { dock: bottom; display: none; }
    #find.shown { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        Binding("slash", "find", "Find"),
        Binding("t", "theme", "Theme"),
        Binding("p", "pause", "Pause"),
    ]

    def __init__(self, conversation: Conversation, rate: int = 200) -> None:
        super().__init__()
        self.conversation = conversation
        self.rate = rate
        self.paused = not rate
        self._themes: list[ThemeFile] = [load_theme(name) for name in theme_names()]
        self._words: Iterator[str] = iter(())
        self._answers = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TranscriptView(id="transcript")
            yield Static("", id="status", markup=False)
        yield Input(id="find", placeholder="find")

    def on_mount(self) -> None:
        for theme in self._themes:
            self.register_theme(textual_theme(theme))
        self.action_theme()
        self.view.show(self.conversation, "Claude")
        self.view.focus()
        self.set_interval(0.05, self._stream)
        self.set_interval(0.5, self._status)

    @property
    def view(self) -> TranscriptView:
        return self.query_one(TranscriptView)

    def _stream(self) -> None:
        if self.paused:
            return
        for _ in range(max(1, self.rate // 20)):
            word = next(self._words, None)
            if word is None:
                self._next_answer()
            else:
                self._happen(ProseGrew(self._item, word))

    def _next_answer(self) -> None:
        if self._answers:
            prose = self.conversation.items[self._item]
            assert isinstance(prose, Prose)
            self._happen(ProseDone(self._item, str(prose.text)))
            self._happen(TurnEnded(outcome=TurnOutcome.COMPLETED, duration_ms=3_000))
        self._answers += 1
        text = markdown(Random(self._answers), 3_000)
        self._words = iter([text[n : n + 4] for n in range(0, len(text), 4)])
        self._happen(TurnStarted())

    @property
    def _item(self) -> ItemId:
        return ItemId(f"streamed{self._answers}")

    def _happen(self, event: ProseGrew | ProseDone | TurnStarted | TurnEnded) -> None:
        self.view.apply(happen(self.conversation, event))

    def _status(self) -> None:
        view = self.view
        hits = view.search.place if view.search else ""
        words = (
            f"following {view.following}  new {view.new_items}  older {view.older_items}  {hits}"
        )
        self.query_one("#status", Static).update(words)

    def action_find(self) -> None:
        self.query_one("#find").add_class("shown").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.view.find(event.value)
        self.query_one("#find").remove_class("shown")
        self.view.focus()

    def action_theme(self) -> None:
        self._themes.append(theme := self._themes.pop(0))
        use_theme(theme)
        self.theme = f"parley-{theme.name}"

    def action_pause(self) -> None:
        self.paused = not self.paused

    def on_transcript_view_copied(self, event: TranscriptView.Copied) -> None:
        self.notify(event.text[:200], title="copied", markup=False)


if __name__ == "__main__":
    messages = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    TranscriptApp(long_conversation(messages)).run()
