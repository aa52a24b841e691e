"""Everything Textual; the only room that imports it.

`launch.py` starts the app, `app.py` is the app, `bridge.py` the way between a running session and
the screen. Screens and widgets show a conversation and send commands; they know no agent by name.
Foreign text goes through `tui.text` before it is put into a widget, and every cell goes through
`egress.py` before it reaches the terminal.
"""

import os

# Textual paints at most 60 times a second; a key that comes just after a frame then waits 17 ms.
# Here it waits 4 ms. How often the conversation is painted is decided in `transcript/live.py`.
os.environ.setdefault("TEXTUAL_FPS", "240")
