"""Each CLI says hello without parley, which proves the rig: sandbox, stub and namespace."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.e2e.models import heard
from tests.support.clis import Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub

ARGUMENTS = {
    "claude": ("-p", "--output-format", "stream-json", "--verbose", "say hello"),
    "codex": ("exec", "--json", "--skip-git-repo-check", "say hello"),
    "gemini": ("-p", "say hello", "--output-format", "stream-json"),
}


def test_hello_goes_from_the_stub_through_the_cli(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(Text("Hello from the stub."))

    done = subprocess.run(
        (cli.executable(clis), *ARGUMENTS[cli.name]),
        cwd=sandbox.project,
        env=sandbox.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=180,
    )

    assert done.returncode == 0, done.stderr.decode()
    assert answer(done.stdout.splitlines()) == "Hello from the stub."
    assert [("say hello" in heard(request)) for request in stub.requests] == [True]
    assert sandbox.processes() == {}


def answer(lines: Iterable[bytes]) -> str:
    """Return what the model said, from the lines of any of the three CLIs."""
    said = ""
    for line in lines:
        match json.loads(line):
            case {"type": "assistant", "message": {"content": [{"text": str(text)}]}}:
                said += text
            case {"type": "item.completed", "item": {"type": "agent_message", "text": str(text)}}:
                said += text
            case {"type": "message", "role": "assistant", "content": str(text)}:
                said += text
            case _:
                pass
    return said
