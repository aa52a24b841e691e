"""Every prompt that was sent from here, for the arrow keys and for Ctrl+R."""

import os
from pathlib import Path
from threading import Lock

import msgspec

from tui.config.paths import state_folder

MOST = 5_000
"""Prompts that are offered; the file keeps all."""


class PastPrompt(msgspec.Struct, frozen=True):
    """One prompt, when and where."""

    text: str
    at: float = 0.0
    cwd: str = ""


class PastPrompts:
    """An append-only file, read when it is first asked for."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = state_folder() / "prompts.jsonl" if path is None else path
        self._prompts: list[PastPrompt] | None = None
        self._reading = Lock()

    def all(self) -> list[PastPrompt]:
        """Return the prompts, newest last, each text once; read in a thread, they are there."""
        with self._reading:
            if self._prompts is None:
                self._prompts = self._read()
            return self._prompts

    def add(self, prompt: PastPrompt) -> None:
        """Remember a prompt. Where the disk will not, it is at least remembered until the end."""
        known = self.all()
        self._prompts = [one for one in known if one.text != prompt.text] + [prompt]
        line = msgspec.json.encode(prompt) + b"\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
            with os.fdopen(os.open(self._path, flags, 0o600), "ab") as file:
                file.write(line)
        except OSError:
            return

    def search(self, query: str, limit: int = 200) -> list[PastPrompt]:
        """Return prompts that hold all words of the query, newest first."""
        words = query.lower().split()
        found: list[PastPrompt] = []
        for prompt in reversed(self.all()):
            text = prompt.text.lower()
            if all(word in text for word in words):
                found.append(prompt)
                if len(found) == limit:
                    break
        return found

    def _read(self) -> list[PastPrompt]:
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError:
            return []
        decoder = msgspec.json.Decoder(PastPrompt)
        prompts: dict[str, PastPrompt] = {}
        for line in lines:
            try:
                prompt = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
            prompts.pop(prompt.text, None)
            prompts[prompt.text] = prompt
        return list(prompts.values())[-MOST:]
