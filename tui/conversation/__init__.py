"""A conversation as plain state, built from events alone.

`state.py` says what a conversation is, `reduce.py` how one event changes it, `changes.py` how that
is told to whoever shows it. Live output and stored sessions go through the same reducer. No I/O,
no clock: times come with the events.
"""
