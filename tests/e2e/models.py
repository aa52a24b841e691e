"""How the model behind each CLI is scripted: which stub it talks to, and its words for a shell."""

import json
from typing import Any

from tests.support.clis import Cli
from tests.support.script import Fail, ToolCall
from tests.support.stub_anthropic import AnthropicStub
from tests.support.stub_gemini import GeminiStub
from tests.support.stub_openai import OpenAIStub
from tests.support.stub_server import ModelStub

STUBS: dict[str, type[ModelStub]] = {
    "claude": AnthropicStub,
    "codex": OpenAIStub,
    "gemini": GeminiStub,
}

PASSING_TROUBLE = {
    "claude": Fail(529, times=2),
    "codex": Fail(500, times=2),
    "gemini": Fail(500, times=1),
}
"""What each CLI tries again after. Gemini waits 5 seconds and more, so it gets one failure."""

REFUSAL = {
    "claude": Fail(403, message="not for you, says the stub"),
    "codex": Fail(400, message="not for you, says the stub"),
    "gemini": Fail(403, message="not for you, says the stub"),
}
"""What each CLI takes for an answer at once; Claude 2.1.325 asks six times after a 400."""


def shell(cli: Cli, command: str) -> ToolCall:
    """Return the call of a shell command that the CLI has to ask about."""
    match cli.name:
        case "claude":
            return ToolCall("Bash", {"command": command, "description": "as it is told"})
        case "codex":
            # Sandboxed commands run unasked; leaving the sandbox is what is asked about.
            escalated = {"sandbox_permissions": "require_escalated", "justification": "May I?"}
            return ToolCall("exec_command", {"cmd": command, **escalated})
        case _:
            return ToolCall("run_shell_command", {"command": command, "description": "told"})


def heard(request: dict[str, Any]) -> str:
    """Return everything the model was told in a request, as text to search in."""
    told = [request.get(part) for part in ("messages", "input", "contents")]
    return json.dumps(told, ensure_ascii=False)
