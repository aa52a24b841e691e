"""The client for each mouth."""

from tests.demo.claude_client import ClaudeClient
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.process import Demo
from tests.demo.talk import Client


def client_for(demo: Demo, speak: str, resume: str | None = None) -> Client:
    """Return the client for a mouth; Claude resumes by a flag of its process."""
    if speak == "codex":
        return CodexClient(demo, resume, sandbox="read-only", approvalPolicy="on-request")
    if speak == "gemini":
        return GeminiClient(demo, resume)
    return ClaudeClient(demo)
