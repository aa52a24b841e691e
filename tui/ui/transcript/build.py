"""Entries → blocks: what is shown of an item, and how much."""

import json
from collections.abc import Iterator
from typing import assert_never

from tui.conversation.state import (
    Ask,
    Compaction,
    Notice,
    Prose,
    Puzzle,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.events import Channel, Level, SessionEnded
from tui.model.tools import Outcome, StepState, ToolKind
from tui.text.chunker import Chunk, Chunker, chunks
from tui.text.visible import visible
from tui.ui.transcript.blocks import Block, Entry, Fold, Kind, Plan, Shown
from tui.ui.transcript.changes import rows_of
from tui.ui.transcript.edited import changed_lines
from tui.ui.transcript.words import count, is_long

PIECE_LINES = 400
PIECE = 16 * 1024
"""A long text is cut into blocks of at most so many lines and characters."""
PREVIEW = 10
"""Lines of output shown of a failure, or while a tool runs."""
LIVE = 5

STEPS = {StepState.DONE: "✓", StepState.ACTIVE: "▸", StepState.PENDING: "·"}


def default_fold(item: Shown) -> Fold:
    """Return how much is shown until the user says otherwise: failures open by themselves."""
    match item:
        case ToolCall(outcome=Outcome.FAILED) | ToolCall(outcome=None):
            return Fold.PREVIEW
        case ToolCall() | Prose(channel=Channel.THINKING) | Compaction() | Puzzle():
            return Fold.CLOSED
        case TurnMark():
            return Fold.OPEN if item.end.error else Fold.CLOSED
        case Notice():
            return Fold.CLOSED if item.notice.level is Level.INFO else Fold.OPEN
        case UserText() | Prose() | Ask() | Plan() | SessionEnded():
            return Fold.OPEN
        case _:
            assert_never(item)


def foldable(item: Shown) -> bool:
    """Tell whether there is something to open or close."""
    return not isinstance(item, TurnMark | Puzzle | Compaction)


def detail(item: Shown) -> bool:
    """Tell whether an item is closed with all others: what was said to each other stays."""
    if isinstance(item, Prose):
        return item.channel is not Channel.ANSWER
    if isinstance(item, Ask) and item.open:
        return False
    return foldable(item) and not isinstance(item, UserText)


def compact(item: Shown) -> bool:
    """Tell whether an item is one line among others and needs no empty line around it."""
    if isinstance(item, Prose):
        return item.channel is Channel.THINKING
    return isinstance(item, ToolCall | Ask | Notice | Puzzle)


def build(entry: Entry, speaker: str) -> list[Block]:
    """Return all blocks of an entry as it is folded now."""
    blocks = list(_blocks(entry))
    if entry.lead:
        blocks.insert(0, Block(Kind.LABEL, entry, speaker))
    if blocks:
        blocks[0].gap = entry.gap
    entry.blocks = blocks
    return blocks


def _blocks(entry: Entry) -> Iterator[Block]:
    item = entry.item
    entry.chunker = None
    answer = isinstance(item, Prose) and item.channel is Channel.ANSWER
    if not answer or entry.fold is Fold.CLOSED:
        yield Block(Kind.HEADER, entry)
    if entry.fold is Fold.CLOSED:
        return
    match item:
        case UserText():
            yield from _cut(Kind.PLAIN, entry, item.text)
        case Prose():
            yield from _prose(entry, item)
        case ToolCall():
            yield from _tool(entry, item)
        case Ask():
            yield from _ask(entry, item)
        case Notice():
            if is_long(item.notice.text):
                yield from _cut(Kind.OUTPUT, entry, visible(item.notice.text))
        case Plan():
            lines = [f"{STEPS[step.state]} {step.text}" for step in item.steps]
            yield from _cut(Kind.PLAIN, entry, "\n".join(filter(None, [item.explanation, *lines])))
        case SessionEnded():
            if item.remedy:
                yield Block(Kind.PLAIN, entry, item.remedy)
            if item.stderr:
                yield from _cut(Kind.OUTPUT, entry, item.stderr.rstrip("\n"))
        case TurnMark():
            yield from _cut(Kind.OUTPUT, entry, visible(item.end.error or ""))
        case Compaction() | Puzzle():
            return
        case _:
            assert_never(item)


def _prose(entry: Entry, item: Prose) -> Iterator[Block]:
    entry.chunker = Chunker()
    text = str(item.text)
    entry.fed = len(text)
    done = entry.chunker.feed(text)
    if item.finished:
        done += entry.chunker.finish()
    for chunk in merged(done):
        yield chunk_block(entry, chunk)
    if not item.finished:
        yield chunk_block(entry, entry.chunker.tail or Chunk(""), open=True)
    if item.partial:
        yield Block(Kind.NOTE, entry, "cut off here")


def merged(chunks: list[Chunk]) -> Iterator[Chunk]:
    """Join the pieces of each closed fence, as far as a block may be long."""
    waiting: list[Chunk] = []
    for chunk in chunks:
        if waiting and (
            chunk.fence != waiting[0].fence
            or sum(piece.text.count("\n") + 1 for piece in waiting) >= PIECE_LINES
        ):
            yield _joined(waiting)
            waiting = []
        if chunk.code:
            waiting.append(chunk)
        else:
            yield chunk
    if waiting:
        yield _joined(waiting)


def _joined(pieces: list[Chunk]) -> Chunk:
    text = "\n".join(piece.text for piece in pieces)
    return pieces[0]._replace(text=text, closed=pieces[-1].closed)


def chunk_block(entry: Entry, chunk: Chunk, *, open: bool = False) -> Block:
    """Return the block of one chunk."""
    kind = Kind.CODE if chunk.code else Kind.PROSE
    return Block(
        kind,
        entry,
        chunk.text,
        gap=chunk.gap,
        language=chunk.language,
        fence=chunk.fence,
        open=open,
    )


def _tool(entry: Entry, call: ToolCall) -> Iterator[Block]:
    whole = entry.fold is Fold.OPEN
    if whole and not call.changes:
        yield from _cut(Kind.OUTPUT, entry, input_text(call))
    if whole or call.outcome is Outcome.FAILED:
        for index, change in enumerate(call.changes):
            yield Block(Kind.FILE, entry, fence=index)
            rows = len(rows_of(entry, index, change))
            shown = min(rows, entry.limit // 64)
            for start in range(0, shown, PIECE_LINES):
                yield Block(
                    Kind.DIFF,
                    entry,
                    f"{start}:{min(shown, start + PIECE_LINES)}",
                    fence=index,
                )
            if shown < rows:
                yield Block(Kind.NOTE, entry, f"… {count(rows - shown, 'more line')} · Enter")
    if call.outcome is None and whole:
        yield from output_blocks(entry, str(call.output))
        entry.fed = len(call.output)
    elif call.outcome is None:
        yield from _last(entry, entry.live, LIVE)
    elif whole:
        yield from _cut(Kind.OUTPUT, entry, str(call.output).rstrip("\n"))
    else:
        yield from _preview(entry, call)


def output_blocks(entry: Entry, text: str) -> Iterator[Block]:
    """Return all of a running tool's output; the last block is open and grows."""
    *whole, last = cut(text) or [""]
    for piece in whole:
        yield Block(Kind.OUTPUT, entry, piece.removesuffix("\n"))
    if last:
        yield Block(Kind.OUTPUT, entry, last, open=True)


def _preview(entry: Entry, call: ToolCall) -> Iterator[Block]:
    text = str(call.output).rstrip("\n")
    if not text:
        return
    lines = text.count("\n") + 1
    if call.kind is ToolKind.SHELL:
        if lines > PREVIEW:
            yield Block(Kind.NOTE, entry, f"… {count(lines - PREVIEW, 'earlier line')} · space")
        yield from _last(entry, text, PREVIEW)
        return
    first = "\n".join(text[:PIECE].split("\n", PREVIEW)[:PREVIEW])
    yield Block(Kind.OUTPUT, entry, first)
    if len(first) < len(text):
        yield Block(Kind.NOTE, entry, f"… {count(max(1, lines - PREVIEW), 'more line')} · space")


def _last(entry: Entry, text: str, lines: int) -> Iterator[Block]:
    kept = text[-PIECE:].rstrip("\n").rsplit("\n", lines)[-lines:]
    if text:
        yield Block(Kind.OUTPUT, entry, "\n".join(kept))


def input_text(call: ToolCall) -> str:
    """Return a call's input for reading; nothing in it is taken for a colour."""
    if call.input_so_far is not None:
        return visible(str(call.input_so_far))
    command = call.input.get("command")
    if call.kind is ToolKind.SHELL and isinstance(command, str):
        return visible(f"$ {command}")
    lines = []
    for name, value in call.input.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        lines.append(f"{name}: {text}")
    return visible("\n".join(lines))


def _ask(entry: Entry, item: Ask) -> Iterator[Block]:
    request = item.request
    lines = [request.reason or ""]
    chosen = item.decision.answers if item.decision is not None else {}
    for question in request.questions:
        # The row of the call right above says it.
        if entry.apart or request.call is None or question.text != request.title:
            head = f"{question.header}: " if question.header else ""
            lines.append(head + question.text)
        answers = chosen.get(question.id, ())
        lines += [f"  {'●' if a.label in answers else '○'} {a.label}" for a in question.answers]
        labels = {answer.label for answer in question.answers}
        lines += [f"  ● {answer}" for answer in answers if answer not in labels]
    lines += changed_lines(request, item.decision)
    if item.decision is not None and item.decision.message:
        lines.append(f"“{item.decision.message}”")
    text = "\n".join(filter(None, lines))
    if text:
        yield from _cut(Kind.OUTPUT, entry, visible(text))
    if request.plan:
        yield from (chunk_block(entry, c) for c in merged(chunks(request.plan)))


def _cut(kind: Kind, entry: Entry, text: str) -> Iterator[Block]:
    """Cut a long text into blocks; beyond the entry's limit a row says how much is left."""
    shown = text[: entry.limit]
    if len(shown) < len(text):
        shown = shown[: shown.rfind("\n") + 1] or shown
    *whole, last = cut(shown) or [""]
    for piece in whole:
        yield Block(kind, entry, piece.removesuffix("\n"))
    if last:
        yield Block(kind, entry, last)
    if len(shown) < len(text):
        left = text.count("\n", len(shown)) + 1
        yield Block(Kind.NOTE, entry, f"… {count(left, 'more line')} · Enter shows more")


def cut(text: str) -> list[str]:
    """Cut a long text into pieces that are one block each, at line ends where there are some."""
    pieces: list[str] = []
    start = 0
    while start < len(text):
        piece = text[start : start + PIECE]
        lines = piece.split("\n", PIECE_LINES)
        if len(lines) > PIECE_LINES:
            piece = "\n".join(lines[:PIECE_LINES]) + "\n"
        elif start + PIECE < len(text) and "\n" in piece:
            piece = piece[: piece.rfind("\n") + 1]
        start += len(piece)
        pieces.append(piece)
    return pieces
