"""Folders as people write them."""

import os


def home(path: str | None) -> str:
    """Return a folder as people write it, with ~ for their home."""
    if path is None:
        return ""
    root = os.path.expanduser("~")  # noqa: PTH111 (ten times as fast, for every line)
    return f"~{path[len(root) :]}" if path == root or path.startswith(f"{root}/") else path
