"""Looks for Codex on this machine: where it is, how old, and whether it is signed in."""

import os
import re
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

from tui.agents.codex.failures import LOGIN
from tui.agents.dialect import Finding, Readiness
from tui.model.identity import JsonObject
from tui.wire.probe import ask

OLDEST = (0, 60, 0)
"""Older ones do not print what we read."""

TESTED = ((0, 96, 0), (0, 166, 0))

INSTALL = "npm install -g @openai/codex"
LOGIN_WITH_KEY = "printenv OPENAI_API_KEY | codex login --with-api-key"

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_PATIENCE = 10.0


def find(environment: Mapping[str, str], cwd: Path) -> Finding:
    """Look for Codex, given the environment and the folder it would work in."""
    executable = shutil.which("codex", path=environment.get("PATH"))
    if executable is None:
        return Finding(
            readiness=Readiness.MISSING, problem="Codex is not installed.", remedy=INSTALL
        )
    executable = os.path.abspath(executable)  # noqa: PTH100 - a link must stay a link
    version = _ask_version(executable, environment)
    if version is None:
        return Finding(
            readiness=Readiness.BROKEN,
            executable=executable,
            problem="`codex --version` does not answer.",
            remedy=INSTALL,
        )
    number = _number(version)
    if number < OLDEST:
        return Finding(
            readiness=Readiness.TOO_OLD,
            executable=executable,
            version=version,
            tested=False,
            problem=f"Codex {version} is too old.",
            remedy=f"{INSTALL}@latest",
        )
    tested = TESTED[0] <= number <= TESTED[1]
    signed_in, problem, remedy = _login(environment)
    return Finding(
        readiness=Readiness.NOT_SIGNED_IN if signed_in is False else Readiness.READY,
        executable=executable,
        version=version,
        tested=tested,
        signed_in=signed_in,
        problem=problem,
        remedy=remedy,
    )


def _ask_version(executable: str, environment: Mapping[str, str]) -> str | None:
    """Return what `codex --version` says; None where it says nothing of use."""
    reply = ask((executable, "--version"), environment, _PATIENCE)
    if reply is None or reply.code != 0:
        return None
    found = _VERSION.search(reply.output)
    return found[0] if found else None


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _login(environment: Mapping[str, str]) -> tuple[bool | None, str, str]:
    """Tell whether Codex could sign in, by what exists; nothing secret is read.

    Codex 0.166 takes no key from OPENAI_API_KEY, and its app-server none from CODEX_API_KEY:
    both must be given to `codex login` once.
    """
    home = Path(environment.get("CODEX_HOME") or Path(environment.get("HOME", "~")) / ".codex")
    settings = _settings(home / "config.toml")
    provider = settings.get("model_provider")
    if isinstance(provider, str) and provider != "openai":
        return _provider_login(settings, provider, environment)
    if (home / "auth.json").exists():
        return True, "", ""
    if settings.get("cli_auth_credentials_store") in ("keyring", "auto"):
        return None, "", ""
    if "OPENAI_API_KEY" in environment:
        return False, "Codex has a key in the environment but does not use it.", LOGIN_WITH_KEY
    return False, "Codex is not signed in.", LOGIN


def _provider_login(
    settings: JsonObject, provider: str, environment: Mapping[str, str]
) -> tuple[bool | None, str, str]:
    providers = settings.get("model_providers")
    known = providers.get(provider) if isinstance(providers, dict) else None
    key = known.get("env_key") if isinstance(known, dict) else None
    if not isinstance(key, str):
        return None, "", ""
    if key in environment:
        return True, "", ""
    return False, f"The model provider {provider} needs {key}.", f"export {key}=…"


def _settings(path: Path) -> JsonObject:
    try:
        return tomllib.loads(path.read_text("utf-8", "replace"))
    except (OSError, tomllib.TOMLDecodeError):
        return {}
