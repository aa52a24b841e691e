"""Codex CLI: `codex app-server` where it answers, `codex exec --json` where it does not.

`dialect` is the first conversation: it hears notifications (`listening`, and `saying` for items),
answers (`answering`) and requests (`questions`), and writes by `speaking`; `books` holds what it
remembers. `exec_dialect` is the second. `frames`, `items` and `exec_frames` are Codex's words,
`translate` and `exec_items` what they mean. `launch`, `find` and `agent` start it, look for it and
put it together. No other agent is known here.
"""
