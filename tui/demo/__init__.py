"""The demo agent: the other end of the pipe, a real process that speaks the real protocols.

One story (`story.py`) is told through three mouths (`speak_claude.py`, `speak_codex.py`,
`speak_gemini.py`). There is no model behind it: scenes are chosen by words in the prompt, and what
they read, edit and run lies in a scratch folder of their own.

This room uses the standard library alone and imports nothing else of parley, so that agreement
between the two ends of the pipe means something.
"""
