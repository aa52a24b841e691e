"""The end of the app when a signal asks for it or its terminal is gone: in order, or else at once.

A thread of its own waits for both, so that neither a busy event loop nor a write to a terminal that
nobody reads holds it up.
"""

import asyncio
import os
import select
import signal
import termios
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

ENDING = (signal.SIGHUP, signal.SIGTERM)

INTERRUPTED = 130
"""The exit code of a parley that was ended from outside."""

HEARD = 0.8
"""Seconds in which the event loop must have begun to leave."""

GONE = 1.8
"""Seconds after which the process is gone in any case; two are promised."""

RESET = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[?1016l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""What Textual writes when it gives a terminal back."""


class Departure:
    """Waits for the end of the app from outside, and sees to it."""

    def __init__(self, app: "ParleyApp") -> None:
        self._app = app
        self._heard = Event()
        self.hurried = False
        """Whether it was ended from outside, so that nobody may take long to leave."""

    def attend(self, terminal: int) -> None:
        """Begin to wait; `terminal` is where keys come from."""
        loop = asyncio.get_running_loop()
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in ENDING:
            # The number goes through the pipe; without a handler of ours we would just be ended.
            signal.signal(number, lambda *_: None)
        Thread(target=self._wait, args=(loop, reader, terminal), daemon=True).start()

    def _wait(self, loop: asyncio.AbstractEventLoop, signals: int, terminal: int) -> None:
        poller = select.poll()
        poller.register(signals, select.POLLIN)
        poller.register(terminal, 0)
        while True:
            for descriptor, event in poller.poll():
                if descriptor == signals:
                    if set(ENDING) & set(os.read(signals, 4096)):
                        return self._see_to_it(loop)
                elif event & select.POLLHUP:
                    self._stop_reading()
                    return self._see_to_it(loop)
                else:
                    # A system that cannot wait for this terminal; signals still come.
                    poller.unregister(terminal)

    def _stop_reading(self) -> None:
        """End Textual's reader, which would go round and round: a lost terminal is always ready."""
        if isinstance(ended := getattr(self._app._driver, "exit_event", None), Event):
            ended.set()

    def _see_to_it(self, loop: asyncio.AbstractEventLoop) -> None:
        self.hurried = True
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._leave)
        if self._heard.wait(HEARD):
            # Never set again: this waits until the process has ended, and this thread with it.
            Event().wait(GONE - HEARD)
        else:
            self._app.drafts.save_now(self._app.desk.sessions)
        self._give_back_terminal()
        # Every agent's life-line ends with this process, and the agent with its life-line.
        os._exit(INTERRUPTED)

    def _leave(self) -> None:
        self._app.leave()
        self._heard.set()

    def _give_back_terminal(self) -> None:
        """Do what Textual had no time for, without waiting for anybody to read."""
        attributes = getattr(self._app._driver, "attrs_before", None)
        with suppress(OSError, termios.error):
            terminal = os.open("/dev/tty", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            termios.tcflush(terminal, termios.TCOFLUSH)
            os.write(terminal, RESET.encode())
            if attributes is not None:
                termios.tcsetattr(terminal, termios.TCSANOW, attributes)
