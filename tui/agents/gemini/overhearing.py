"""What a recorded ACP client asked, so that a replay knows what the answers belong to."""

import msgspec

from tui.agents.gemini.frames import Content, decode
from tui.agents.gemini.requests import Asked
from tui.model.events import UserSaid
from tui.model.identity import ItemId
from tui.wire.jsonrpc import Request


class _Params(msgspec.Struct, rename="camel"):
    session_id: str | None = None
    mode_id: str | None = None
    model_id: str | None = None
    prompt: list[Content] = []


_params = msgspec.json.Decoder(_Params)


class Overheard(msgspec.Struct, frozen=True):
    """One request of a recorded client."""

    asked: Asked
    session: str | None
    said: UserSaid | None
    """The prompt, if it was one."""


def overheard(request: Request) -> Overheard:
    """Read a recorded request; what cannot be read is still a request."""
    told = decode(_params, request.params) or _Params()
    asked = Asked(request.method, told.mode_id or told.model_id or "")
    if request.method != "session/prompt":
        return Overheard(asked, told.session_id, None)
    texts = [block.text for block in told.prompt if block.text is not None]
    said = UserSaid(
        item=ItemId(f"prompt-{request.id}"),
        text="\n".join(texts),
        images=sum(block.type == "image" for block in told.prompt),
    )
    return Overheard(asked, told.session_id, said)
