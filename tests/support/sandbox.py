"""A home, a project folder and an environment in which a CLI talks to the model stub alone."""

import json
import os
import shutil
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.clis import Cli
from tests.support.processes import MARK, alive, new_mark

CODEX_CONFIG = """\
model = "gpt-5.5"
model_provider = "stub"

[model_providers.stub]
name = "stub"
base_url = "{url}/v1"
env_key = "STUB_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 2

[analytics]
enabled = false

[features]
plugins = false
"""
"""gpt-5.5 is the last model of the catalogue that is offered plain tools."""

GEMINI_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False},
}


@dataclass(frozen=True)
class Sandbox:
    """Where one test runs one CLI."""

    home: Path
    project: Path
    environment: dict[str, str]
    """The whole of it: nothing of the surrounding environment gets in."""

    def processes(self) -> dict[int, str]:
        """Return the living processes of this sandbox, by pid, with their command lines."""
        found = {}
        for pid in alive(self.environment[MARK]):
            with suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                found[pid] = b" ".join(words).decode("utf-8", "replace")
        return found

    def end_processes(self) -> dict[int, str]:
        """Kill what is left in this sandbox; return what that was."""
        left = self.processes()
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return left


def build_sandbox(cli: Cli, cache: Path, url: str, folder: Path) -> Sandbox:
    """Make a home and a project below `folder` in which a CLI finds the stub at `url`."""
    home = folder / "home"
    project = folder / "project"
    temporary = folder / "tmp"
    for needed in (home, project, temporary):
        needed.mkdir(parents=True, exist_ok=True)
    environment = {
        "HOME": str(home),
        "PATH": os.pathsep.join((str(cli.executable(cache).parent), *_program_folders())),
        "TMPDIR": str(temporary),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        MARK: new_mark(),
        **_SETTINGS[cli.name](home, project, url),
    }
    return Sandbox(home, project, environment)


def _claude(home: Path, project: Path, url: str) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "no-key",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_TELEMETRY": "1",
    }


def _codex(home: Path, project: Path, url: str) -> dict[str, str]:
    config = home / ".codex" / "config.toml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(CODEX_CONFIG.format(url=url))
    return {"STUB_KEY": "no-key"}


def _gemini(home: Path, project: Path, url: str) -> dict[str, str]:
    settings = home / ".gemini" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(json.dumps(GEMINI_SETTINGS))
    # As a user does who answered Gemini's own question; it refuses to run headless otherwise.
    trusted = settings.with_name("trustedFolders.json")
    trusted.write_text(json.dumps({str(project): "TRUST_FOLDER"}))
    return {"GEMINI_API_KEY": "no-key", "GOOGLE_GEMINI_BASE_URL": url}


_SETTINGS = {"claude": _claude, "codex": _codex, "gemini": _gemini}


def _program_folders() -> tuple[str, ...]:
    node = shutil.which("node")
    return (*((str(Path(node).parent),) if node else ()), "/usr/bin", "/bin")
