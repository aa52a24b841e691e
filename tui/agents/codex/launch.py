"""How Codex is started."""

import json
from pathlib import Path

from tui.agents.codex.modes import SILENT
from tui.agents.dialect import Launch
from tui.model.commands import Prompt
from tui.model.spec import SessionSpec


def app_server(spec: SessionSpec, prompt: Prompt | None) -> Launch:
    """Start the server that carries a whole conversation."""
    argv = (spec.executable, "app-server", *_trust(spec))
    return Launch(argv=argv, cwd=spec.cwd)


def exec_turn(spec: SessionSpec, prompt: Prompt | None) -> Launch:
    """Start the process of one turn; the prompt itself goes to its standard input.

    `-s` and `-C` are refused by `exec resume`, and a resumed thread forgets its model. Pictures
    are joined to their flag, which would otherwise swallow the words behind it.
    """
    sandbox = next(choice.native for choice in SILENT if choice.mode is spec.mode)
    argv = [spec.executable, "exec", "--json", "--skip-git-repo-check", *_trust(spec)]
    argv += ["-c", f'sandbox_mode="{sandbox}"', "-c", 'model_reasoning_summary="auto"']
    if spec.model is not None:
        argv += ["-m", spec.model]
    argv += [f"--image={image.path}" for image in (prompt.images if prompt else ())]
    if spec.resume is not None:
        argv += ["resume", spec.resume]
    return Launch(argv=(*argv, "-"), cwd=spec.cwd)


def _trust(spec: SessionSpec) -> tuple[str, str]:
    """Tell Codex for this process alone whether the folder's own configuration may run.

    Without it Codex goes by its config.toml; with it nothing is written there.
    """
    level = "trusted" if spec.trusted else "untrusted"
    folders = dict.fromkeys((str(spec.cwd), str(Path(spec.cwd).resolve())))
    entries = (
        f'{json.dumps(folder, ensure_ascii=False)}={{trust_level="{level}"}}' for folder in folders
    )
    return "-c", f"projects={{{','.join(entries)}}}"


def delete(executable: str, session: str) -> tuple[str, ...]:
    """Return the command that deletes a session for good; it asks nobody."""
    return executable, "delete", "--force", session
