"""Long tool output, which Claude Code keeps in files of its own beside a session."""

from pathlib import Path, PurePath
from typing import Any

from tui.agents.store_files import small

_LARGEST = 8 * 1024 * 1024


class KeptOutput:
    """Puts back what was cut from a tool's result, where its file is still there."""

    def __init__(self, session_file: str) -> None:
        self._session_file = session_file

    def whole(self, structured: Any) -> Any:
        """Return a structured result with all of its output."""
        path = structured.get("persistedOutputPath") if isinstance(structured, dict) else None
        if not isinstance(path, str):
            return structured
        name = PurePath(path).name
        try:
            folder = Path(self._session_file).with_suffix("") / "tool-results"
            text = small(str(folder / name), _LARGEST).decode("utf-8", "replace")
        except (OSError, ValueError):
            return structured
        rest = {key: value for key, value in structured.items() if not key.startswith("persisted")}
        return {**rest, "stdout": text}
