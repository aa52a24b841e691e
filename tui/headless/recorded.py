"""A recording of the wire, where one is wanted."""

from pathlib import Path

from tui.agents.dialect import Agent
from tui.model.spec import SessionSpec
from tui.sessions.recording import Recorder
from tui.small_files import written_path


def open_recorder(name: str | Path | None, agent: Agent, spec: SessionSpec) -> Recorder | None:
    """Begin a recording in a file; nothing where none is named."""
    if name is None:
        return None
    path = written_path(str(name))
    return Recorder(path, agent.ways[0].launch(spec, None).argv, spec.cwd)
