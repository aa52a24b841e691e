"""What the answers in a rollout of Codex used: its lines tell running totals of the thread."""

from collections.abc import Iterable, Iterator

from tui.agents.codex.store_frames import Record, record, text
from tui.agents.codex.store_packed import PACKED, unpacked
from tui.agents.store_files import day, lines, seconds
from tui.agents.used import Used, count, key
from tui.model.identity import JsonObject
from tui.wire.lines import CutLine

_SIGNS = (b"token_count", b"token_usage_record", b"turn_context", b"session_meta")


def used(path: str, thread: str) -> Iterator[Used]:
    """Return what each call of the model added to the totals.

    A fork's totals go on from those of the thread it came from, whose file has told them.
    """
    rows: Iterable[bytes | CutLine]
    rows = unpacked(path).split(b"\n") if path.endswith(PACKED) else lines(path)
    counts: dict[str, list[Used]] = {"token_count": [], "token_usage_record": []}
    reading = {kind: _Totals(thread) for kind in counts}
    for line in rows:
        if isinstance(line, CutLine) or not any(sign in line for sign in _SIGNS):
            continue
        one = record(line)
        if one is None:
            continue
        for kind, totals in reading.items():
            if (found := totals.take(one, kind)) is not None:
                counts[kind].append(found)
    # Newer versions write both, which say the same.
    yield from counts["token_count"] or counts["token_usage_record"]


class _Totals:
    """The running totals of one file."""

    def __init__(self, thread: str) -> None:
        self._thread = thread
        self._forked = False
        self._model = ""
        self._last: Used | None = None

    def take(self, one: Record, kind: str) -> Used | None:
        """Return what a record adds, where it tells totals."""
        if one.kind == "session_meta":
            self._forked = self._forked or bool(one.body.get("history_base"))
        elif one.kind == "turn_context":
            self._model = text(one.body, "model") or self._model
        elif one.kind == kind:
            return self._added(one)
        return None

    def _added(self, one: Record) -> Used | None:
        info = one.body.get("info") if one.kind == "token_count" else one.body
        info = info if isinstance(info, dict) else {}
        total = self._counted(info.get("total_token_usage") or info.get("thread_token_usage"), one)
        if total is None:
            return None
        added = self._counted(info.get("last_token_usage") or info.get("usage"), one)
        last, self._last = self._last, total
        if last is None:
            first = added if self._forked and added is not None else total
            return _named(first, total.key)
        if total.total <= last.total:
            return None
        return _named(_difference(total, last), total.key)

    def _counted(self, numbers: object, one: Record) -> Used | None:
        if not isinstance(numbers, dict) or not (total := _whole(numbers)):
            return None
        output = min(count(numbers.get("output_tokens")), total)
        return Used(
            key=key("codex", self._thread, total),
            day=day(seconds(one.timestamp)),
            model=self._model,
            input=total - output,
            output=output,
            cached=count(numbers.get("cached_input_tokens")),
        )


def _whole(numbers: JsonObject) -> int:
    parts = count(numbers.get("input_tokens")) + count(numbers.get("output_tokens"))
    return count(numbers.get("total_tokens")) or parts


def _difference(total: Used, last: Used) -> Used:
    """Return what came in between; figures that do not fit each other count nothing below 0."""
    whole = total.total - last.total
    output = min(max(0, total.output - last.output), whole)
    return Used(
        key=total.key,
        day=total.day,
        model=total.model,
        input=whole - output,
        output=output,
        cached=max(0, total.cached - last.cached),
    )


def _named(one: Used, name: bytes) -> Used:
    return Used(name, one.day, one.model, one.input, one.output, one.cached, one.written)
