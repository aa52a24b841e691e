"""The app's sessions: opened, followed, restarted after an end, closed."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.errors import ParleyError
from tui.ui.bridge import Bridge
from tui.ui.desk import Desk
from tui.ui.live import LiveSession
from tui.ui.messages import SessionChanged
from tui.ui.services import Opening

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class Hosting:
    """Opens sessions on the desk; each has a worker that carries its changes to the screens."""

    def __init__(self, app: "ParleyApp") -> None:
        self._app = app
        self.desk = Desk()

    def place(self, opening: Opening, prompt: str | None = None) -> LiveSession:
        """Put a session on the screen without starting its agent."""
        live = LiveSession(opening, now=self._app.now)
        if prompt:
            live.say(prompt)
        self.desk.add(live)
        self._app.chat.show(live)
        return live

    def open(self, opening: Opening) -> LiveSession:
        """Open a session and show it at once; its agent starts in the background."""
        live = self.place(opening)
        self.start(live)
        return live

    def start(self, live: LiveSession) -> None:
        """Start a session's agent in the background."""
        self._app.run_worker(self._run(live), group="sessions", exit_on_error=True)

    def restart(self, live: LiveSession) -> None:
        """Start an ended session's agent again, where it was."""
        if live.over:
            known = live.conversation.session
            live.restarts += 1
            live.opening = replace(
                live.opening,
                resume=known or live.opening.resume,
                record=_numbered(live.opening.record, live.restarts),
            )
            live.failure = None
            live.session = None
            live.conversation.ended = None
            live.conversation.ready = False
            self._app.chat.session_changed(live)
            self.start(live)

    async def close(self, live: LiveSession) -> None:
        """Close a session and its tab."""
        self.desk.remove(live)
        self._app.drafts.forget(live)
        self._app.chat.show(self.desk.active)
        if live.session is not None:
            await (await self._app.supervisor()).close(live.session)

    async def _run(self, live: LiveSession) -> None:
        try:
            supervisor = await self._app.supervisor()
            session = await self._app.services.open_session(supervisor, live.opening)
        except ParleyError as error:
            live.failure = error
            self._tell(live)
            return
        updates = session.follow()
        live.attach(session)
        if live is self.desk.active:
            self._app.chat.show(live)
        bridge = Bridge(live, updates, self._tell, lambda one: one is self.desk.active)
        await bridge.follow()

    def _tell(self, live: LiveSession) -> None:
        self._app.post_message(SessionChanged(live))


def _numbered(record: Path | None, number: int) -> Path | None:
    """Return another file for what is recorded after a restart; the first one is kept."""
    if record is None:
        return None
    return record.with_name(f"{record.stem}-{number}{record.suffix}")
