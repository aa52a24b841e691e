"""What the answers in a session file of Claude Code used."""

from collections.abc import Iterator

from tui.agents.claude.store_frames import Entry, entry
from tui.agents.store_files import day, lines, seconds
from tui.agents.used import Used, count, key
from tui.wire.lines import CutLine


def used(path: str) -> Iterator[Used]:
    """Return each answer once; its lines repeat what it used, the largest figures being right."""
    found: dict[tuple[str | None, str | None], Used] = {}
    for line in lines(path):
        if isinstance(line, CutLine) or b'"usage"' not in line:
            continue
        line_found = entry(line)
        one = _answer(line_found) if line_found is not None else None
        if line_found is None or one is None:
            continue
        message = line_found.message
        name = (message.id if message is not None else None) or line_found.uuid
        known = found.get((name, line_found.request_id))
        found[name, line_found.request_id] = one if known is None else _larger(known, one)
    yield from found.values()


def _answer(found: Entry) -> Used | None:
    message = found.message if found.type == "assistant" else None
    usage = message.usage if message is not None else None
    if message is None or usage is None or message.model == "<synthetic>":
        return None
    # Copies keep all of it. The ids alone may repeat: not every server makes them up at random.
    name = ("claude", message.id or found.uuid, found.request_id, found.timestamp or found.uuid)
    read, written = count(usage.cache_read_input_tokens), count(usage.cache_creation_input_tokens)
    return Used(
        key=key(*name),
        day=day(seconds(found.timestamp)),
        model=message.model or "",
        input=count(usage.input_tokens) + read + written,
        output=count(usage.output_tokens),
        cached=read,
        written=written,
    )


def _larger(known: Used, one: Used) -> Used:
    return Used(
        known.key,
        known.day or one.day,
        known.model or one.model,
        max(known.input, one.input),
        max(known.output, one.output),
        max(known.cached, one.cached),
        max(known.written, one.written),
    )
