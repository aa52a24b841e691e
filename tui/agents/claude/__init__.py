"""Claude Code: one long-lived process, one JSON object per line in both directions.

`frames.py` says what lines look like, `read.py` turns bytes into frames, `write.py` makes our own
lines; the other modules each translate one part of the conversation and are put together in
`dialect.py`. `launch.py` starts the CLI, `find.py` looks for it, `agent.py` names it all.
Nothing here may import another agent's room; only `find.py` may look at the machine.
"""
