"""How much Codex may do without asking, in its own settings."""

import msgspec

from tui.model.capabilities import Capabilities, Mode, ModeChoice
from tui.model.identity import JsonObject


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The settings one of our modes stands for."""

    approval: str
    """When Codex asks: `untrusted` before everything, `on-request` to leave its sandbox."""
    writes: bool
    """Whether commands in the sandbox may write below the project."""
    plan: bool = False


POLICIES = {
    Mode.ASK: Policy(approval="untrusted", writes=True),
    Mode.EDITS: Policy(approval="on-request", writes=True),
    Mode.PLAN: Policy(approval="on-request", writes=False, plan=True),
    Mode.AUTO: Policy(approval="never", writes=True),
}

ASKING = (
    ModeChoice(
        Mode.ASK,
        "untrusted",
        "Asks before every command and every change; what you allow runs outside its sandbox.",
    ),
    ModeChoice(
        Mode.EDITS,
        "on-request",
        "Works inside the project without asking, in a sandbox; asks before it leaves it.",
    ),
    ModeChoice(Mode.PLAN, "plan", "Reads and asks, changes nothing, and proposes a plan."),
    ModeChoice(
        Mode.AUTO, "never", "Works inside the project without asking and cannot leave its sandbox."
    ),
)

SILENT = (
    ModeChoice(Mode.ASK, "read-only", "Reads only: this way of talking to Codex cannot ask."),
    ModeChoice(Mode.EDITS, "workspace-write", "Works inside the project, in a sandbox."),
    ModeChoice(Mode.PLAN, "read-only", "Reads only."),
    ModeChoice(Mode.AUTO, "workspace-write", "Works inside the project, in a sandbox."),
)

CAPABILITIES = Capabilities(
    ask=True,
    steer=True,
    deny_reason=True,
    images=True,
    fork=True,
    delete=True,
    thinking=True,
    modes=ASKING,
    switch_mode=True,
    switch_model=True,
)

EXEC_CAPABILITIES = Capabilities(images=True, thinking=True, modes=SILENT)


def sandbox_policy(mode: Mode) -> JsonObject:
    """Return the sandbox of one turn.

    It is given per turn and never with `thread/start`: a thread that starts with a writable
    project makes Codex note the folder as trusted in the user's config.toml.
    """
    if not POLICIES[mode].writes:
        return {"type": "readOnly", "networkAccess": False}
    return {
        "type": "workspaceWrite",
        "writableRoots": [],
        "networkAccess": False,
        "excludeTmpdirEnvVar": False,
        "excludeSlashTmp": False,
    }


def collaboration(mode: Mode, model: str, effort: str | None) -> JsonObject:
    """Return the setting that enters or leaves Codex's own plan mode."""
    settings: JsonObject = {"model": model}
    if effort is not None:
        settings["reasoning_effort"] = effort
    return {"mode": "plan" if POLICIES[mode].plan else "default", "settings": settings}
