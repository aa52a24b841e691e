"""Programs that a test puts on the path."""

from pathlib import Path


def program(folder: Path, name: str, script: str) -> Path:
    """Write a program; a script without a first line of its own is one of sh."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file
