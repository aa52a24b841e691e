"""What the answers in a chat of Gemini CLI used."""

from collections.abc import Iterator

from tui.agents.gemini.store_log import decode, parts, whole_document
from tui.agents.store_files import day, lines, seconds, small
from tui.agents.used import Used, count, key
from tui.model.identity import JsonObject
from tui.wire.lines import CutLine

_LARGEST_DOCUMENT = 256 * 1024 * 1024


def used(path: str, session: str) -> Iterator[Used]:
    """Return each answer once, as its last record tells it; those that were rewound count too."""
    found: dict[bytes, Used] = {}
    for body in _bodies(path):
        one = _answer(body, session)
        if one is not None:
            found[one.key] = one
    yield from found.values()


def _bodies(path: str) -> Iterator[JsonObject]:
    if path.endswith(".json"):
        document = whole_document(small(path, _LARGEST_DOCUMENT))
        yield from (message.body for message in document.messages.values())
        return
    for line in lines(path):
        if isinstance(line, CutLine) or b'"tokens"' not in line:
            continue
        body = decode(line) or {}
        yield body
        change = body.get("$set")
        yield from parts(change.get("messages")) if isinstance(change, dict) else ()


def _answer(body: JsonObject, session: str) -> Used | None:
    tokens = body.get("tokens")
    if not isinstance(tokens, dict) or not (total := count(tokens.get("total"))):
        return None
    output = min(count(tokens.get("output")) + count(tokens.get("thoughts")), total)
    model = body.get("model")
    return Used(
        key=key("gemini", session, body.get("id") or body.get("timestamp")),
        day=day(seconds(body.get("timestamp"))),
        model=model if isinstance(model, str) else "",
        input=total - output,
        output=output,
        cached=count(tokens.get("cached")),
    )
