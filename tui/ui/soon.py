"""Something to be done after a pause, certainly.

Textual's own one-shot timer never comes where the machine lets us wait for longer than its pause
before it begins to count; the loop's own does.
"""

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


def soon(whose: MessagePump, pause: float, action: Callable[[], object]) -> asyncio.TimerHandle:
    """Let a widget, screen or app do something after so many seconds, unless it is gone then."""
    return asyncio.get_running_loop().call_later(pause, whose.call_later, action)
