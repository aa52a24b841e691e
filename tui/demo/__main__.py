"""python -m tui.demo --speak claude|codex|gemini: a real process to talk to, without a model."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from typing import NoReturn, Protocol

from tui.demo import chaos
from tui.demo.arguments import options
from tui.demo.pipes import complain
from tui.demo.speak_claude import ClaudeMouth
from tui.demo.speak_codex import CodexMouth
from tui.demo.speak_gemini import GeminiMouth
from tui.demo.stage import Stage


class Speaker(Protocol):
    """One end of a conversation."""

    def hear(self, line: bytes) -> None:
        """Take one line of standard input."""

    def ended(self) -> None:
        """Take the end of standard input."""

    def interrupted(self) -> None:
        """Take Ctrl+C."""


SPEAKERS: dict[str, Callable[[Stage], Speaker]] = {
    "claude": ClaudeMouth,
    "codex": CodexMouth,
    "gemini": GeminiMouth,
}

ON_TERM = {"claude": 143, "codex": 0, "gemini": 0}
"""With which code the real CLIs end when they are asked to."""


async def speak(stage: Stage) -> None:
    """Listen and answer until something ends the process."""
    speaker = SPEAKERS[stage.options.speak](stage)
    loop = asyncio.get_running_loop()
    signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(speaker.interrupted))
    # A plain handler works even while a write blocks because nobody reads.
    signal.signal(signal.SIGTERM, lambda *_: stage.leave(ON_TERM[stage.options.speak]))
    chaos.start(stage)

    def heard(line: bytes) -> None:
        if not stage.misbehaves("hang"):
            speaker.hear(line)

    def ended() -> None:
        if not stage.stubborn:
            speaker.ended()

    stage.inlet.listen(heard, ended)
    await asyncio.Event().wait()


def main() -> NoReturn:
    """Run the demo; whatever goes wrong, nothing is left behind."""
    chosen = options(sys.argv[1:])
    try:
        stage = Stage(chosen)
    except OSError as problem:
        complain(f"demo: a folder cannot be used: {problem}")
        complain("Check TMPDIR and PARLEY_DEMO_HOME: both must be writable.")
        sys.exit(2)
    try:
        asyncio.run(speak(stage))
    finally:
        stage.scratch.remove()
    os._exit(1)


if __name__ == "__main__":
    main()
