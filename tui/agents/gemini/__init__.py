"""Gemini CLI: `gemini --acp` (the Agent Client Protocol), and stream-json once per turn.

`dialect.py` leads an ACP conversation: `opening` is its handshake, `prompts` its turns, `permits`
its questions, `narration` what is told in between. `frames.py` types the wire; `translate`,
`calls` and `asking` put it into our words. `stream_*.py` do the same for the fallback. All of
that is pure. `find`, `launch`, `chats` and `mend` look at the machine; `agent.py` names it all.
"""
