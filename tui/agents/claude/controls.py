"""Our own requests to the CLI, and what its answers mean."""

from typing import Any

import msgspec

from tui.agents.claude import write
from tui.agents.claude.frames import Asked, ControlResponse, Reply
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.read import details, plain
from tui.agents.claude.settings import Settings, Welcome
from tui.agents.claude.tools import text_of
from tui.model.events import Event, Level, NoticeRaised, PromptState
from tui.model.identity import ItemId

_REFUSED = {
    "initialize": "Claude Code did not answer the greeting",
    "interrupt": "Claude Code could not be stopped",
    "set_model": "The model was not changed",
    "set_permission_mode": "The mode was not changed",
    "cancel_async_message": "The prompt could not be taken back",
}


class _Request(msgspec.Struct):
    """A request that waits for its answer, and what it asked for."""

    subtype: str
    wanted: Any = None


class Controls:
    """Numbers our requests and understands the answers by their numbers."""

    def __init__(self, settings: Settings, prompts: Prompts) -> None:
        self._settings = settings
        self._prompts = prompts
        self._waiting: dict[str, _Request] = {}
        self._count = 0

    def request(self, subtype: str, wanted: Any = None, **fields: object) -> bytes:
        """Return a request's line and remember what it asked for."""
        self._count += 1
        id = f"parley-{self._count}"
        self._waiting[id] = _Request(subtype, wanted)
        return write.request(id, subtype, **fields)

    def overheard(self, id: str | None, asked: Asked | None) -> None:
        """Remember a request of a recorded client."""
        if id is None or asked is None or asked.subtype is None:
            return
        wanted = next(
            (value for value in (asked.mode, asked.model, asked.message_uuid) if value), None
        )
        self._waiting[id] = _Request(asked.subtype, wanted)

    def replied(self, frame: ControlResponse) -> tuple[Event, ...]:
        """Take in an answer. The CLI also echoes our own answers: those are nobody's."""
        reply = details(frame.response, Reply)
        if reply.request_id is None:
            # Seed 004 has the id outside and the answer bare.
            reply = Reply("success", frame.request_id, frame.response)
        request = self._waiting.pop(reply.request_id or "", None)
        if request is None:
            return ()
        if reply.subtype == "error":
            return self._refused(request, reply)
        return self._granted(request, reply)

    def _granted(self, request: _Request, reply: Reply) -> tuple[Event, ...]:
        if request.subtype == "initialize":
            return self._settings.welcomed(details(reply.response, Welcome))
        payload = plain(reply.response)
        answer: dict[str, Any] = payload if isinstance(payload, dict) else {}
        match request.subtype:
            case "set_model":
                return self._settings.changed(model=_word(answer.get("model"), request.wanted))
            case "set_permission_mode":
                return self._settings.changed(mode=_word(answer.get("mode"), request.wanted))
            case "cancel_async_message":
                return self._taken_back(request.wanted, answer.get("cancelled") is True)
            case "interrupt":
                dropped = answer.get("cancelled")
                events: tuple[Event, ...] = ()
                for prompt in dropped if isinstance(dropped, list) else ():
                    events += self._prompts.moved(ItemId(str(prompt)), PromptState.DROPPED)
                return events
            case _:
                return ()

    def _refused(self, request: _Request, reply: Reply) -> tuple[Event, ...]:
        what = _REFUSED.get(request.subtype)
        if what is None:
            return ()
        why = text_of(reply.error) or "it gave no reason"
        notice = NoticeRaised(
            text=f"{what}: {why}", level=Level.WARNING, code=f"{request.subtype}_refused"
        )
        if request.subtype == "initialize":
            return (*self._settings.welcomed(Welcome()), notice)
        return (notice,)

    def _taken_back(self, prompt: Any, cancelled: bool) -> tuple[Event, ...]:
        if not isinstance(prompt, str):
            return ()
        if cancelled:
            return self._prompts.moved(ItemId(prompt), PromptState.DROPPED)
        text = "Too late to take the prompt back: the agent has it."
        return (NoticeRaised(text=text, code="too_late"),)


def _word(said: Any, wanted: Any) -> str | None:
    return next((value for value in (said, wanted) if isinstance(value, str)), None)
