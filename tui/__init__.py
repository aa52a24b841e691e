"""parley: all your Claude Code, Codex and Gemini CLI sessions in one terminal."""

__version__ = "0.1.0"
