"""What Claude Code can do for a client, and its own words for the four modes."""

from tui.model.capabilities import Capabilities, Mode, ModeChoice

MODES = (
    ModeChoice(Mode.ASK, "default", "Asks before commands and edits; reads without asking."),
    ModeChoice(Mode.EDITS, "acceptEdits", "Edits files in the folder without asking."),
    ModeChoice(Mode.PLAN, "plan", "Reads and plans; asks before it leaves planning."),
    ModeChoice(Mode.AUTO, "auto", "Lets a classifier decide what is safe to do without asking."),
)

NATIVE: dict[Mode, str] = {choice.mode: choice.native for choice in MODES}
"""The CLI's own word for each mode."""

_ALSO = {"manual": Mode.ASK, "bypassPermissions": Mode.AUTO}
"""2.1.325 calls `default` also `manual`; bypassing cannot be chosen here but may be set."""

_MODES = {choice.native: choice.mode for choice in MODES} | _ALSO

CAPABILITIES = Capabilities(
    ask=True,
    interrupt=True,
    steer=True,
    queue=True,
    take_back=True,
    edit_input=True,
    deny_reason=True,
    images=True,
    resume=True,
    fork=True,
    thinking=True,
    modes=MODES,
    switch_mode=True,
    switch_model=True,
)


def mode_of(native: str | None) -> Mode | None:
    """Return the mode a word of the CLI stands for; None where we have none for it."""
    return _MODES.get(native) if native is not None else None
