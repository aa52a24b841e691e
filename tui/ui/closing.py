"""Closing a dialog exactly once.

Textual's `dismiss` takes away whatever stands on top, and ends the app where nothing does: two
Enters at once, or an answer that was waited for, close another dialog with it.
"""

from textual.screen import Screen, ScreenResultType


def close(screen: Screen[ScreenResultType], result: ScreenResultType | None = None) -> bool:
    """Close a dialog; tell whether it was there to be closed.

    One above which another was opened meanwhile closes after that one.
    """
    if screen.is_active:
        screen.dismiss(result)
        return True
    if screen not in screen.app.screen_stack:
        return False

    def on_top(now: Screen[object]) -> None:
        if screen.is_active:
            screen.app.screen_change_signal.unsubscribe(screen)
            screen.dismiss(result)

    screen.app.screen_change_signal.subscribe(screen, on_top)
    return True
