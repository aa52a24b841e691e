"""Keeps every draft on disk while it is written, without holding up the keyboard."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tui.config.drafts import Draft, DraftFile, adopt
from tui.ui.live import LiveSession

SOON = 0.3
"""Seconds after the first unsaved key; with the write itself well below the promised second."""


AGAIN = 1.0
"""Seconds until a draft that the disk did not take is tried again."""


class DraftKeeper:
    """One file per open session, written in a thread."""

    def __init__(self, tell: Callable[[str], object] = lambda trouble: None) -> None:
        self._tell = tell
        self._files: dict[str, DraftFile] = {}
        self._due: dict[str, LiveSession] = {}
        self._writing: asyncio.Task[None] | None = None
        self._ended = False
        self.failed = ""
        """Why drafts cannot be kept; empty while they can."""

    def restore(self, live: LiveSession) -> bool:
        """Give a session the draft that was left behind in its folder, if there is one."""
        draft = adopt(live.opening.cwd)
        if draft is None:
            return False
        live.draft = "\n\n".join(part for part in (*draft.queue, draft.text) if part.strip())
        self.touch(live)
        return True

    def touch(self, live: LiveSession) -> None:
        """Note that a session's draft or queue is another one; it is on disk within a second."""
        self._due[live.id] = live
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        while self._due:
            await asyncio.sleep(SOON)
            due, self._due = self._due, {}
            before = self.failed
            for live in due.values():
                await asyncio.to_thread(self._save, self._file(live), _draft_of(live))
            if self.failed:
                # Tried again until there is room: nobody may type another key.
                self._due = {id: due[id] for id in due if id in self._files} | self._due
                if not before:
                    self._tell(self.failed)
                await asyncio.sleep(AGAIN)

    def _save(self, file: DraftFile, draft: Draft) -> None:
        try:
            file.save(draft)
            self.failed = ""
        except OSError as error:
            remedy = "Free some space, or see `parley doctor`."
            self.failed = f"Your draft cannot be kept on disk: {error.strerror}. {remedy}"

    def _file(self, live: LiveSession) -> DraftFile:
        return self._files.setdefault(live.id, DraftFile())

    def forget(self, live: LiveSession) -> None:
        """Let go of the draft of a session that was closed on purpose."""
        self._due.pop(live.id, None)
        file = self._files.pop(live.id, None)
        if file is not None:
            with suppress(OSError):
                file.save(Draft())
            file.close()

    def save_now(self, sessions: list[LiveSession]) -> None:
        """Write everything at once: the app is about to end, however it ends."""
        if self._ended:
            return
        self._ended = True
        if self._writing is not None:
            self._writing.cancel()
        for live in sessions:
            if live.id in self._files or not _draft_of(live).empty:
                file = self._file(live)
                self._save(file, _draft_of(live))
                file.close()
        self._files.clear()


def _draft_of(live: LiveSession) -> Draft:
    text, _ = live.folds.expand(live.draft)
    return Draft(
        text=text,
        queue=tuple(one.text for one in live.queue),
        cwd=str(live.opening.cwd),
        agent=live.opening.agent or "",
        session=live.conversation.session or "",
    )
