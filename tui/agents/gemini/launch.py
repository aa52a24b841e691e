"""How Gemini CLI is started."""

import os
import sys
import time
from hashlib import sha256
from pathlib import Path

import msgspec

from tui.agents.dialect import Launch
from tui.agents.gemini.chats import chats_of, gemini_folder, seconds_until_safe
from tui.model.capabilities import Mode
from tui.model.commands import Prompt
from tui.model.spec import SessionSpec

_APPROVAL_MODE = {
    Mode.ASK: "default",
    Mode.EDITS: "auto_edit",
    Mode.PLAN: "plan",
    Mode.AUTO: "yolo",
}
"""The flag's spelling; the protocol spells `autoEdit`."""

ENVIRONMENT = {
    # One process instead of two: starts a third faster and obeys signals.
    "GEMINI_CLI_NO_RELAUNCH": "true",
    # Commands without a pseudo-terminal: over ACP the output of others never arrives.
    "GEMINI_PTY_INFO": "child_process",
    "COLORTERM": "truecolor",
    "NO_COLOR": "1",
}
TRUST_VARIABLE = "GEMINI_CLI_TRUSTED_FOLDERS_PATH"
WORKSPACE_VARIABLE = "GEMINI_CLI_TRUST_WORKSPACE"
"""Where it is `true`, Gemini trusts whatever folder it is in; the user may have set it."""
DEFAULTS_VARIABLE = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"
DEFAULTS = msgspec.json.encode({"general": {"sessionRetention": {"enabled": False}}})
"""Settings below the user's own: no clean-up of old sessions, which deletes resumed ones too."""

_ADMINISTRATORS = {"darwin": "/Library/Application Support/GeminiCli"}


def launch_acp(spec: SessionSpec, prompt: Prompt | None) -> Launch:
    """Start the Agent Client Protocol; prompts come over the wire."""
    return _after_first_minute(spec, _launch(spec, "--acp"))


def launch_old_acp(spec: SessionSpec, prompt: Prompt | None) -> Launch:
    """Start it by the flag that older versions know."""
    return _after_first_minute(spec, _launch(spec, "--experimental-acp"))


def launch_stream(spec: SessionSpec, prompt: Prompt | None) -> Launch:
    """Start one turn. The prompt goes to standard input, so it may begin with a dash."""
    resume = () if spec.resume is None else (f"--resume={spec.resume}",)
    return _launch(spec, "--output-format=stream-json", *resume)


def seconds_to_wait(spec: SessionSpec) -> int:
    """Return how long the start of a resumed session has to be put off."""
    if spec.resume is None:
        return 0
    return seconds_until_safe(chats_of(gemini_folder(os.environ), spec.resume), time.time())


def _launch(spec: SessionSpec, *flags: str) -> Launch:
    argv = [spec.executable, *flags, f"--approval-mode={_APPROVAL_MODE[spec.mode]}"]
    if spec.model is not None:
        argv.append(f"--model={spec.model}")
    if spec.trusted:
        argv.append("--skip-trust")
    trust, trusted = _trust(spec)
    environment, files = {**ENVIRONMENT, TRUST_VARIABLE: str(trust)}, {trust: trusted}
    environment[WORKSPACE_VARIABLE] = "true" if spec.trusted else "false"
    if _defaults_would_count():
        defaults = spec.state / "gemini-defaults.json"
        environment[DEFAULTS_VARIABLE] = str(defaults)
        files[defaults] = DEFAULTS
    return Launch(argv=tuple(argv), cwd=spec.cwd, environment=environment, files=files)


def _trust(spec: SessionSpec) -> tuple[Path, bytes]:
    """Return the file by which Gemini knows whether the folder's own configuration may run.

    Its own file may trust a folder that was never shown here, and `--skip-trust` alone leaves the
    configuration of a trusted one off over ACP.
    """
    if not spec.trusted:
        return spec.state / "gemini-trusts-nothing.json", b"{}"
    name = sha256(os.fsencode(spec.cwd)).hexdigest()[:16]
    content = msgspec.json.encode({str(spec.cwd): "TRUST_FOLDER"})
    return spec.state / f"gemini-trusts-{name}.json", content


def _after_first_minute(spec: SessionSpec, launch: Launch) -> Launch:
    """Put a start off while loading the session would destroy it."""
    wait = seconds_to_wait(spec)
    if not wait:
        return launch
    argv = ("/bin/sh", "-c", 'sleep "$0"; exec "$@"', str(wait), *launch.argv)
    return msgspec.structs.replace(launch, argv=argv)


def _defaults_would_count() -> bool:
    """Gemini takes a defaults file only from root, and ours would hide an administrator's."""
    folder = Path(_ADMINISTRATORS.get(sys.platform, "/etc/gemini-cli"))
    return (
        os.geteuid() == 0
        and DEFAULTS_VARIABLE not in os.environ
        and not (folder / "system-defaults.json").exists()
    )
