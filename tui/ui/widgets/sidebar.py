"""The column at the right: what this session is, has used, has changed and plans."""

import asyncio
from pathlib import Path

from rich.segment import Segment
from textual.events import Resize
from textual.strip import Strip

from tui.model.tools import StepState
from tui.ui.branch import branch_and_mark
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, home, piece, spread
from tui.ui.states import amount, clock
from tui.ui.widgets.lines import Lines
from tui.ui.widgets.shelf import queued_prompts

WIDTH = 34
WIDE_ENOUGH = 110
"""Columns from which the sidebar stands beside the conversation."""

LOW = 12
"""Rows below which the facts about a session share lines."""

MOST_QUEUED = 8
"""Lines the queue gets."""

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
        self._branch = ""
        self._branch_of: object = None

    def show(self, live: LiveSession | None) -> None:
        """Show this session; its branch is looked up anew whenever a turn has ended."""
        self._live = live
        if not self.has_class("-shown"):
            return
        self.changed()
        if live is not None:
            folder = Path(live.conversation.cwd or live.opening.cwd)
            now = (folder, len(live.conversation.turns), live.working)
            if now != self._branch_of:
                self._branch_of = now
                # Not exclusive: a worker that is cancelled before it begins leaves its coroutine
                # behind, which Python complains about.
                self.run_worker(self._read_branch(folder), group="branch")

    async def _read_branch(self, folder: Path) -> None:
        asked = self._branch_of
        branch = await asyncio.to_thread(branch_and_mark, folder)
        if branch != self._branch and asked == self._branch_of:
            self._branch = branch
            self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return one section after the other."""
        live = self._live
        if live is None:
            return []
        files, plan = live.files.files, live.conversation.plan
        fixed = [self._identity(live, width), self._usage(live, width), self._queue(live, width)]
        taken = sum(len(part) + 1 for part in fixed if part)
        rooms = shared((self.size.height or 100) - taken, len(files) + 1, len(plan) + 1)
        parts = [*fixed[:2], self._files(live, width, rooms[0])]
        parts += [self._plan(live, width, rooms[1]), fixed[2]]
        lines: list[Strip] = []
        for part in parts:
            if part and lines:
                lines.append(fit([], width))
            lines += part
        return lines

    def on_resize(self, event: Resize) -> None:
        """Show as much as there is room for."""
        self.changed()

    def _identity(self, live: LiveSession, width: int) -> list[Strip]:
        conversation = live.conversation
        mode = conversation.mode or live.opening.mode
        state = live.state
        folder = home(conversation.cwd or live.opening.cwd)
        branch = f" ({self._branch})" if self._branch else ""
        if 0 < self.size.height < LOW:
            together = f"{live.label} · {conversation.model or 'model not told'}"
            return [
                fit([piece(f"{state.glyph} {state.word} · {mode.value}", state.look)], width),
                fit([piece(together, "value")], width),
                fit([piece(_tail(folder, width - len(branch)) + branch, "muted")], width),
            ]
        return [
            fit([piece("THIS SESSION", "label")], width),
            fit([piece(f"{state.glyph} {state.word}", state.look)], width),
            fit([piece(live.label, "value")], width),
            fit([piece(conversation.model or "model not told", "muted")], width),
            fit([piece(f"mode {mode.value}", "muted")], width),
            fit([piece(_tail(folder, width - len(branch)) + branch, "muted")], width),
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
            digits = 2 if conversation.cost.usd >= 0.1 else 4
            told = f"cost {about}${conversation.cost.usd:.{digits}f}"
            lines.append(fit([piece(told, "muted")], width))
        last = conversation.turns[-1] if conversation.turns else None
        if last is not None and last.ended_at is not None:
            took = clock(last.ended_at - last.started_at)
            lines.append(fit([piece(f"turn {last.number} took {took}", "muted")], width))
        return lines

    def _files(self, live: LiveSession, width: int, room: int) -> list[Strip]:
        files = live.files.files
        if not files:
            return []
        root = live.conversation.cwd or str(live.opening.cwd)
        rows: list[Strip] = []
        for path, file in files.items():
            name = path.removeprefix(root.rstrip("/") + "/")
            counts = [piece(f"+{file.added} ", "success"), piece(f"-{file.removed}", "error")]
            left = [piece(f"{file.mark} ", "accent"), piece(_tail(name, width - 12), "value")]
            rows.append(spread(left, counts, width))
        return _section(f"FILES CHANGED ({len(files)})", rows[::-1], room, width, ": Ctrl+T e")

    def _plan(self, live: LiveSession, width: int, room: int) -> list[Strip]:
        plan = live.conversation.plan
        if not plan:
            return []
        done = sum(step.state is StepState.DONE for step in plan)
        rows = [
            fit([piece(f"{_STEPS[step.state][0]} {step.text}", _STEPS[step.state][1])], width)
            for step in plan
        ]
        return _section(f"PLAN {done}/{len(plan)}", rows, room, width, "")

    def _queue(self, live: LiveSession, width: int) -> list[Strip]:
        waiting = queued_prompts(live)
        if not waiting:
            return []
        held = " held: Enter sends" if live.held else ""
        rows = [fit([piece(f"“{text}”", "muted")], width) for text in waiting]
        title = f"QUEUED ({len(waiting)}){held}"
        return _section(title, rows, MOST_QUEUED, width, "")


def shared(room: int, first: int, second: int) -> tuple[int, int]:
    """Return how many lines of a column each of two sections gets, of those each wants."""
    room = max(6, room - 1)
    if first + second <= room:
        return first, second
    half = room // 2
    if first <= half:
        return first, room - first
    return (room - second, second) if second <= half else (half, room - half)


def _section(title: str, rows: list[Strip], room: int, width: int, where: str) -> list[Strip]:
    """Return a title and as many rows as there is room for; the rest is counted."""
    lines = [fit([piece(title, "label")], width)]
    if len(rows) < room:
        return lines + rows
    shown = max(0, room - 2)
    hidden = len(rows) - shown
    more = f"and {hidden} more{where}"
    return [*lines, *rows[:shown], fit([piece(more, "hint")], width)]


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


def _tail(text: str, width: int) -> str:
    return text if len(text) <= width else "…" + text[-max(1, width - 1) :]
