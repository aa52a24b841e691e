"""The app's sessions: opened, followed, restarted after an end, closed."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.errors import ParleyError, TrustNeededError
from tui.model.capabilities import Mode
from tui.model.events import PermissionAsked, PermissionDecided
from tui.model.identity import ItemId, RequestId, SessionId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.ui import beforehand
from tui.ui.bridge import Bridge
from tui.ui.desk import Desk
from tui.ui.live import LiveSession
from tui.ui.messages import SessionChanged
from tui.ui.reading import Reading, Spot
from tui.ui.services import Opening
from tui.ui.states import LABELS

if TYPE_CHECKING:
    from tui.history.library import Row
    from tui.ui.app import ParleyApp
    from tui.ui.continuing import Continuing


class Hosting:
    """Opens sessions on the desk; each has a worker that carries its changes to the screens."""

    def __init__(self, app: "ParleyApp") -> None:
        self._app = app
        self.desk = Desk()

    def place(self, opening: Opening, prompt: str | None = None) -> LiveSession:
        """Put a session on the screen without starting its agent."""
        live = LiveSession(opening, now=self._app.now, ticks=self._app.ticks)
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

    def read(self, row: "Row", spot: Spot | None = None) -> LiveSession:
        """Show a stored session to be read; saying something in it continues it."""
        for live in self.desk.sessions:
            if live.reading is not None and live.reading.row.path == row.path:
                self._app.chat.show(live)
                if spot is not None:
                    self._app.chat.transcript.open_at(ItemId(spot.item), spot.words)
                return live
        live = self._shelve(row, spot)
        self._app.run_worker(self._app.reading.open(live), group="reading")
        return live

    def resume(self, row: "Row", cwd: Path | None = None) -> LiveSession:
        """Show a stored session and let its agent go on with it."""
        live = self._shelve(row, cwd=cwd)
        self._app.run_worker(self._continuing().at_once(live), group="reading")
        return live

    def fork(self, row: "Row", cwd: Path | None = None) -> LiveSession:
        """Show a stored session and let its agent go on with a copy of it."""
        live = self._shelve(row, cwd=cwd)
        self._app.run_worker(self._continuing().at_once(live, fork=True), group="reading")
        return live

    def _continuing(self) -> "Continuing":
        made: Continuing = import_module("tui.ui.continuing").Continuing(self._app)
        return made

    def _shelve(self, row: "Row", spot: Spot | None = None, cwd: Path | None = None) -> LiveSession:
        folder = cwd or Path(row.cwd or Path.cwd())
        opening = Opening(cwd=folder, agent=row.agent, resume=SessionId(row.id))
        live = LiveSession(opening, LABELS.get(row.agent, ""), self._app.now, self._app.ticks)
        live.reading = Reading(row, spot)
        self.desk.add(live)
        self._app.chat.show(live)
        return live

    def restart(self, live: LiveSession) -> None:
        """Start an ended session's agent again, where it was; continue one that was read."""
        if live.reading is not None:
            self._app.run_worker(self._continuing().go_on(live), group="reading")
        elif live.over:
            known = live.conversation.session
            live.restarts += 1
            mode = live.conversation.mode or live.opening.mode
            live.opening = replace(
                live.opening,
                # A mode that was left stays left, and the word for auto was about that one start.
                mode=mode,
                sure=live.opening.sure and mode is live.opening.mode,
                resume=known or live.opening.resume,
                fork=live.opening.fork and known in (None, live.opening.resume),
                record=_numbered(live.opening.record, live.restarts),
            )
            self.start_anew(live)

    def start_anew(self, live: LiveSession) -> None:
        """Start an agent in a tab that shows what was said before."""
        live.failure = None
        live.opening = replace(live.opening, trusted=None)
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
        opening = live.opening
        if opening.mode is Mode.AUTO and not opening.sure:
            self._ask(live, beforehand.auto_question(opening.cwd))
            return
        try:
            supervisor = await self._app.supervisor()
            session = await self._app.services.open_session(supervisor, opening)
        except TrustNeededError as error:
            self._ask(live, beforehand.trust_question(opening.cwd, error.problem))
            return
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

    def _ask(self, live: LiveSession, question: PermissionRequest) -> None:
        """Put a question of parley's own; the agent is started when it is answered."""
        if question.id not in live.conversation.pending:
            live.note(PermissionAsked(question))
        self._tell(live)

    def answered(
        self, live: LiveSession, question: RequestId, allowed: bool, **opening: object
    ) -> None:
        """Take the answer to a question of parley's own, and start the agent."""
        verdict = Verdict.ALLOW if allowed else Verdict.DENY
        decision = Decision(verdict=verdict)
        live.note(PermissionDecided(request=question, decision=decision, by=Decider.USER))
        live.opening = replace(live.opening, **opening)
        self._tell(live)
        self.start(live)

    def _tell(self, live: LiveSession) -> None:
        self._app.post_message(SessionChanged(live))


def _numbered(record: Path | None, number: int) -> Path | None:
    """Return another file for what is recorded after a restart; the first one is kept."""
    if record is None:
        return None
    return record.with_name(f"{record.stem}-{number}{record.suffix}")
