"""From the first word to a session that takes prompts: the handshake of ACP."""

import msgspec

from tui import __version__
from tui.agents.dialect import NOTHING, Reaction
from tui.agents.gemini import ends, translate
from tui.agents.gemini.frames import AvailableCommands, MessageChunk, Update, decode
from tui.agents.gemini.narration import Narration
from tui.agents.gemini.requests import Asked, Requests
from tui.model.capabilities import Mode
from tui.model.events import Event, Level, NoticeRaised, SessionReady
from tui.model.identity import JsonObject
from tui.model.spec import SessionSpec

METHODS = frozenset({"initialize", "authenticate", "session/new", "session/load"})
_AUTH_REQUIRED = -32000
_INITIALIZE: JsonObject = {
    "protocolVersion": 1,
    "clientCapabilities": {
        "fs": {"readTextFile": False, "writeTextFile": False},
        "terminal": False,
    },
    "clientInfo": {"name": "parley", "title": "parley", "version": __version__},
}
_initialize_result = msgspec.json.Decoder(translate.InitializeResult)
_session_result = msgspec.json.Decoder(translate.SessionResult)


class Opening:
    """Opens one session. `session/load` repeats old messages, which are not shown again.

    A loaded session is ready when its answer has come and the replay is over; Gemini answers in
    the middle of the replay and ends it with its slash commands.
    """

    def __init__(
        self, spec: SessionSpec, requests: Requests, narration: Narration, sign_in: str | None
    ) -> None:
        self._spec = spec
        self._requests = requests
        self._narration = narration
        self._sign_in = sign_in
        self._version: str | None = None
        self._opened: SessionReady | None = None
        self._replay_over = False
        self._afterwards: tuple[Event, ...] = ()
        self.session: str | None = None
        """The session's id; None until it is known."""
        self.initialized = False
        self.loading = False
        """Old messages are being repeated."""
        self.ready = False
        self.mute = False
        """A recorded client leads the conversation: we only listen."""

    def first_words(self) -> Reaction:
        """Ask for the handshake."""
        return self._ask("initialize", _INITIALIZE)

    def asked(self, method: str, session: str | None) -> None:
        """Note that a session is being opened, by us or by a recorded client."""
        if method == "session/load":
            self.loading = True
            self._replay_over = False
            self.session = self.session or session
        elif method == "session/prompt":
            self.loading = False

    def answered(self, method: str, result: msgspec.Raw) -> Reaction:
        """Take the next step."""
        if method == "initialize":
            told = decode(_initialize_result, result)
            self.initialized = True
            self._version = told.agent_info.version if told and told.agent_info else None
            return self._open_session()
        if method == "authenticate":
            return self._open_session()
        return self._session_opened(method, decode(_session_result, result))

    def refused(self, method: str, code: int, said: str) -> Reaction:
        """Say why there is no session, or try to sign in with the key that is there."""
        was_loading, self.loading = self.loading, False
        if method == "initialize":
            return Reaction(fall_back=f"Gemini CLI refused the ACP handshake: {said}")
        if self.ready:
            return Reaction((NoticeRaised(text=said, level=Level.ERROR),))
        self.session = None
        if code == _AUTH_REQUIRED and self._sign_in is not None:
            method_id, self._sign_in = self._sign_in, None
            notice = NoticeRaised(
                text="Gemini CLI signs in with the key in the environment and notes that choice"
                " in its settings.json.",
                code="signing_in",
            )
            asked = self._ask("authenticate", {"methodId": method_id})
            return Reaction((notice,), asked.writes)
        if code == _AUTH_REQUIRED or method == "authenticate":
            return _no_session(ends.NOT_SIGNED_IN)
        if was_loading and "session" in said.lower():
            return _no_session(ends.UNKNOWN_SESSION)
        return _no_session(
            ends.Cause(
                "no_session",
                f"Gemini CLI could not open the session: {said}",
                "Try `gemini` in a terminal.",
            )
        )

    def replayed(self, update: Update) -> Reaction:
        """Take an update that comes while a session is loaded; old messages say nothing."""
        if isinstance(update, MessageChunk) and update.content.text is not None:
            mode = translate.mode_mark(update.content.text)
            return Reaction(self._narration.mode_changed(mode)) if mode else NOTHING
        if not isinstance(update, AvailableCommands):
            return NOTHING
        self._replay_over = True
        self._afterwards = self._narration.told(update)
        return Reaction(self._ready())

    def _open_session(self) -> Reaction:
        where: JsonObject = {"cwd": str(self._spec.cwd), "mcpServers": []}
        if self._spec.resume is None:
            return self._ask("session/new", where)
        self.asked("session/load", self._spec.resume)
        return self._ask("session/load", {"sessionId": self._spec.resume, **where})

    def _session_opened(self, method: str, result: translate.SessionResult | None) -> Reaction:
        told = result or translate.SessionResult()
        self.session = told.session_id or self.session or self._spec.resume
        cwd = str(self._spec.cwd)
        self._opened = translate.session_ready(told, self.session, self._version, cwd)
        if told.modes and told.modes.current_mode_id:
            self._narration.mode = told.modes.current_mode_id
        if method == "session/new":
            self._replay_over = True
        return Reaction(self._ready())

    def _ready(self) -> tuple[Event, ...]:
        if self._opened is None or not self._replay_over:
            return ()
        opened, self._opened = self._opened, None
        self.loading = False
        self.ready = True
        afterwards, self._afterwards = self._afterwards, ()
        return (opened, *self._mode_refused(opened), *afterwards)

    def _mode_refused(self, opened: SessionReady) -> tuple[Event, ...]:
        wanted = self._spec.mode
        if wanted not in (Mode.EDITS, Mode.AUTO) or opened.mode is not Mode.ASK:
            return ()
        text = (
            f"Gemini CLI did not take the mode “{wanted.value}”: it allows that only in folders"
            " it trusts."
        )
        return (NoticeRaised(text=text, level=Level.WARNING, code="mode_refused"),)

    def _ask(self, method: str, params: JsonObject) -> Reaction:
        if self.mute:
            return NOTHING
        return Reaction(writes=(self._requests.ask(method, params, Asked(method)),))


def _no_session(cause: ends.Cause) -> Reaction:
    return Reaction((ends.failed(cause),), close_stdin=True)
