"""The column at the right: what this session is, has used, has changed and plans."""

from pathlib import Path

from rich.segment import Segment
from textual.strip import Strip

from tui.model.tools import StepState
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, piece, shortened, spread
from tui.ui.states import amount, clock
from tui.ui.widgets.lines import Lines

WIDTH = 34
WIDE_ENOUGH = 110
"""Columns from which the sidebar stands beside the conversation."""

_STEPS = {
    StepState.DONE: ("✓", "plan.done"),
    StepState.ACTIVE: ("▸", "plan.active"),
    StepState.PENDING: ("·", "plan.pending"),
}


class Sidebar(Lines):
    """Facts about one session, as far as they are known; nothing is guessed."""

    DEFAULT_CSS = f"""
    Sidebar {{
        width: {WIDTH}; height: 1fr; display: none; padding: 0 1;
        border-left: solid $line; background: $background;
        &.-shown {{ display: block; }}
        &.-over {{ layer: over; dock: right; background: $surface; }}
    }}
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._live: LiveSession | None = None
        self.branch = ""

    def show(self, live: LiveSession | None) -> None:
        """Show this session."""
        self._live = live
        if self.has_class("-shown"):
            self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return one section after the other."""
        live = self._live
        if live is None:
            return []
        sections = [self._identity, self._usage, self._files, self._plan, self._queue]
        lines: list[Strip] = []
        for section in sections:
            part = section(live, width)
            if part and lines:
                lines.append(fit([], width))
            lines += part
        return lines

    def _identity(self, live: LiveSession, width: int) -> list[Strip]:
        conversation = live.conversation
        mode = conversation.mode or live.opening.mode
        state = live.state
        folder = home_relative(Path(conversation.cwd or live.opening.cwd))
        branch = f" ({self.branch})" if self.branch else ""
        return [
            fit([piece("THIS SESSION", "label")], width),
            fit([piece(f"{state.glyph} {state.word}", state.look)], width),
            fit([piece(live.label, "value")], width),
            fit([piece(conversation.model or "model not told", "muted")], width),
            fit([piece(f"mode {mode.value}", "muted")], width),
            fit([piece(shortened(folder + branch, width), "muted")], width),
        ]

    def _usage(self, live: LiveSession, width: int) -> list[Strip]:
        conversation = live.conversation
        lines: list[Strip] = []
        used, window = conversation.context_used, conversation.context_window
        if used is not None and window:
            lines.append(fit(meter(used, window), width))
        elif used is not None:
            lines.append(fit([piece(f"context {amount(used)} tokens", "muted")], width))
        usage = conversation.session_usage or conversation.turn_usage
        if usage is not None:
            told = f"tokens {amount(usage.input or 0)} in · {amount(usage.output or 0)} out"
            lines.append(fit([piece(told, "muted")], width))
        if conversation.cost is not None:
            about = "about " if conversation.cost.estimated else ""
            lines.append(fit([piece(f"cost {about}${conversation.cost.usd:.4f}", "muted")], width))
        last = conversation.turns[-1] if conversation.turns else None
        if last is not None and last.ended_at is not None:
            took = clock(last.ended_at - last.started_at)
            lines.append(fit([piece(f"turn {last.number} took {took}", "muted")], width))
        return lines

    def _files(self, live: LiveSession, width: int) -> list[Strip]:
        files = live.files.files
        if not files:
            return []
        lines = [fit([piece(f"FILES CHANGED ({len(files)})", "label")], width)]
        root = live.conversation.cwd or str(live.opening.cwd)
        for path, file in list(files.items())[-12:]:
            name = path.removeprefix(root.rstrip("/") + "/")
            counts = [piece(f"+{file.added} ", "success"), piece(f"-{file.removed}", "error")]
            left = [piece(f"{file.mark} ", "accent"), piece(_tail(name, width - 12), "value")]
            lines.append(spread(left, counts, width))
        if len(files) > 12:
            lines.append(fit([piece(f"and {len(files) - 12} more: Ctrl+T e", "hint")], width))
        return lines

    def _plan(self, live: LiveSession, width: int) -> list[Strip]:
        plan = live.conversation.plan
        if not plan:
            return []
        done = sum(step.state is StepState.DONE for step in plan)
        lines = [fit([piece(f"PLAN {done}/{len(plan)}", "label")], width)]
        for step in plan[:20]:
            mark, look = _STEPS[step.state]
            lines.append(fit([piece(f"{mark} {step.text}", look)], width))
        if len(plan) > 20:
            lines.append(fit([piece(f"and {len(plan) - 20} more", "hint")], width))
        return lines

    def _queue(self, live: LiveSession, width: int) -> list[Strip]:
        waiting = [one.text for one in live.queue]
        if not waiting:
            return []
        held = " held: Enter sends" if live.held else ""
        lines = [fit([piece(f"QUEUED ({len(waiting)}){held}", "label")], width)]
        return lines + [fit([piece(f"“{text}”", "muted")], width) for text in waiting[:8]]


def meter(used: int, window: int) -> list[Segment]:
    """Return how full the model's window is, as a bar and as a number."""
    share = min(1.0, used / window)
    full = round(share * 10)
    return [
        piece("context ", "muted"),
        piece("▓" * full, "meter.full"),
        piece("░" * (10 - full), "meter.empty"),
        piece(f" {share:.0%}", "muted"),
    ]


def home_relative(path: Path) -> str:
    """Return a path as people write it, with ~ for their home."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _tail(text: str, width: int) -> str:
    return text if len(text) <= width else "…" + text[-max(1, width - 1) :]
