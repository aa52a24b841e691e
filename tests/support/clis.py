"""The real CLIs that the end-to-end tests drive: which versions, and where they are."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cli:
    """One pinned version of one CLI."""

    name: str
    """Of the command, and of the agent in parley."""
    version: str
    package: str
    """Its name in the npm registry."""

    def __str__(self) -> str:
        return f"{self.name}-{self.version}"

    def folder(self, cache: Path) -> Path:
        """Return where it is installed."""
        return cache / str(self)

    def executable(self, cache: Path) -> Path:
        """Return its command."""
        return self.folder(cache) / "node_modules" / ".bin" / self.name

    def is_installed(self, cache: Path) -> bool:
        """Tell whether exactly this version is there, whole."""
        manifest = self.folder(cache) / "node_modules" / self.package / "package.json"
        try:
            version = json.loads(manifest.read_bytes())["version"]
        except (OSError, ValueError, KeyError):
            return False
        return version == self.version and os.access(self.executable(cache), os.X_OK)


CLAUDE = Cli("claude", "2.1.325", "@anthropic-ai/claude-code")
CLAUDE_OLD = Cli("claude", "2.1.197", "@anthropic-ai/claude-code")
"""What npm takes on Node 20 without a pin."""
CODEX = Cli("codex", "0.166.0", "@openai/codex")
GEMINI = Cli("gemini", "0.61.0", "@google/gemini-cli")

PINNED = (CLAUDE, CLAUDE_OLD, CODEX, GEMINI)


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder that keeps the CLIs between runs."""
    chosen = environment.get("PARLEY_CLI_CACHE")
    return Path(chosen) if chosen else Path.home() / ".cache" / "parley-e2e"
