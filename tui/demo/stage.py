"""What every mouth stands on: the pipes, the scratch folder, the memory and the way out."""

import asyncio
import os
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tui.demo.memory import Memory, Record
from tui.demo.pace import Pace
from tui.demo.pipes import Inlet, Outlet, complain
from tui.demo.scratch import Scratch


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line and in the environment."""

    speak: str
    speed: float = 1.0
    home: Path | None = None
    misbehaviour: str = ""
    amount: int = 0
    resume: str | None = None
    newest: bool = False
    fork: bool = False
    session_id: str | None = None
    model: str | None = None
    mode: str | None = None
    bypass: bool = False
    """The mode that never asks may be switched on."""
    replay: bool = False
    """Prompts are echoed when they are taken up."""
    state_events: bool = False
    """Every change between idle, running and waiting is told."""


class Stage:
    """The things all mouths share."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.outlet = Outlet(gone=lambda: self.leave(0))
        self.inlet = Inlet()
        self.scratch = Scratch()
        self.memory = Memory(options.home, options.speak)
        self.pace = Pace(options.speed)
        self.records: list[Record] = []
        """Sessions of this process; ids nobody used are given back at the end."""
        self.stubborn = False
        """Misbehaviour: the end of standard input is no reason to end."""

    def misbehaves(self, name: str) -> bool:
        """Tell whether this misbehaviour was asked for."""
        return self.options.misbehaviour == name

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something beside listening; a mistake of ours in it ends the demo."""
        task = asyncio.create_task(work)
        task.add_done_callback(self._looked_after)
        return task

    def _looked_after(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()):
            complain(f"demo: internal error: {error!r}")
            self.leave(70)

    def leave(self, code: int) -> NoReturn:
        """End at once, from wherever we are, and leave nothing behind."""
        self.scratch.remove()
        for record in self.records:
            self.memory.forget(record)
        os._exit(code)
