"""The pane beside the list: what a session is, where the words stand in it, how it ended."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment

from tui.history.library import Hit, Holder, Preview, Row
from tui.history.notes import Note
from tui.text.visible import visible_line
from tui.ui.browsing.lines import age, used
from tui.ui.pieces import home, piece, shown
from tui.ui.states import GLYPHS
from tui.ui.transcript.wrap import wrap

HITS_SHOWN = 12
"""Hits of one session that are written out; the others are counted."""

FILES_SHOWN = 8
WORDS_SHOWN = 6
"""Lines of the first and of the last words."""

_KINDS = {
    "prompt": "you",
    "answer": "agent",
    "tool": "tool",
    "output": "output",
}


class Shown(NamedTuple):
    """Everything the pane tells about one session; None is not known yet."""

    row: Row
    note: Note
    now: float
    preview: Preview | None = None
    holder: Holder | None = None
    hits: Sequence[Hit] = ()
    at: int = 0
    """Which of the hits Enter opens."""


def paragraphs(shown: Shown, width: int) -> list[list[Segment]]:
    """Return the lines of the pane."""
    lines = [*_identity(shown, width), [piece("─" * width, "line")]]
    if shown.hits:
        lines += _hits(shown, width)
    if shown.preview is not None:
        lines += _words("first words", shown.preview.first, width)
        lines += _words("last prompt", shown.preview.last_prompt, width)
        lines += _words("last words", shown.preview.last_words, width)
        lines += _files(shown.preview.files, shown.row.cwd, width)
    else:
        lines += [[piece("reading…", "hint")]]
    return lines


def _identity(shown: Shown, width: int) -> list[list[Segment]]:
    row, preview = shown.row, shown.preview
    title = _wrapped(row.title or "(no title)", "strong", width - 2, 2)
    lines = [[Segment("  "), *line] for line in title]
    lines[0] = [piece(f"{GLYPHS.get(row.agent, '·')} ", "accent"), *title[0]]
    about = [row.agent, row.model or "", row.version or "", age(row.updated_at, shown.now)]
    lines.append([piece(" · ".join(one for one in about if one), "muted")])
    where = [home(row.cwd) or "folder not known", row.git_branch or ""]
    lines.append([piece(" · ".join(one for one in where if one), "muted")])
    counts = _counts(row, preview)
    if counts:
        lines.append([piece(counts, "muted")])
    notes = ["pinned"] * shown.note.pinned + ["archived"] * (row.archived or shown.note.archived)
    notes += [f"#{tag}" for tag in shown.note.tags]
    if notes:
        lines.append([piece(" · ".join(notes), "accent")])
    if shown.holder is not None:
        lines += _wrapped(f"● open in {shown.holder.what}", "state.working", width)
    if row.reason:
        lines += _wrapped(f"! {row.reason}", "warning", width)
    return lines


def _counts(row: Row, preview: Preview | None) -> str:
    messages = row.message_count
    if preview is not None and preview.messages is not None:
        messages = preview.messages
    counts = [f"{messages:,} message{'s' * (messages != 1)}"] if messages is not None else []
    if preview is not None and preview.tools is not None:
        counts.append(f"{preview.tools:,} tool call{'s' * (preview.tools != 1)}")
    if preview is not None and preview.files:
        counts.append(f"{len(preview.files):,} file{'s' * (len(preview.files) != 1)}")
    if used(row):
        counts.append(used(row))
    return " · ".join(counts)


def _hits(shown: Shown, width: int) -> list[list[Segment]]:
    """Return the hits in context, the one that Enter opens marked."""
    first = max(0, min(shown.at - 2, len(shown.hits) - HITS_SHOWN))
    lines: list[list[Segment]] = []
    for number, hit in enumerate(shown.hits[first : first + HITS_SHOWN], first):
        here = number == shown.at
        when = time.strftime("%H:%M", time.localtime(hit.at)) if hit.at else ""
        count = f"{'▸' if here else ' '} hit {number + 1}/{len(shown.hits)}"
        said = f"{count}  {_KINDS.get(hit.kind, hit.kind)}  {when}".rstrip()
        lines.append([piece(said, "accent" if here else "label")])
        lines += _snippet(hit, width)
    left = len(shown.hits) - first - HITS_SHOWN
    if left > 0:
        lines.append([piece(f"  {left:,} more · Ctrl+↓", "hint")])
    return [*lines, []]


def _snippet(hit: Hit, width: int) -> list[list[Segment]]:
    runs: list[tuple[str, str]] = []
    place = 0
    for start, end in hit.marks:
        runs.append((visible_line(hit.snippet[place:start]), "value"))
        runs.append((visible_line(hit.snippet[start:end]), "row.match"))
        place = end
    runs.append((visible_line(hit.snippet[place:]), "value"))
    return _laid([run for run in runs if run[0]], width)


def _words(label: str, text: str, width: int) -> list[list[Segment]]:
    if not text.strip():
        return []
    lines = _wrapped(" ".join(text.split()), "value", width - 1)
    cut = len(lines) - WORDS_SHOWN
    more = [[piece(f" … {cut:,} more lines", "hint")]] if cut > 0 else []
    inside = [[Segment(" "), *line] for line in lines[:WORDS_SHOWN]]
    return [[piece(label, "label")], *inside, *more]


def _files(files: Sequence[str], folder: str | None, width: int) -> list[list[Segment]]:
    if not files:
        return []
    root = f"{folder.rstrip('/')}/" if folder else "\0"
    lines = [[piece(f"files ({len(files)})", "label")]]
    lines += [[piece(f" {path.removeprefix(root)}", "muted")] for path in files[:FILES_SHOWN]]
    if len(files) > FILES_SHOWN:
        lines.append([piece(f" and {len(files) - FILES_SHOWN:,} more", "hint")])
    return lines


def _wrapped(text: str, look: str, width: int, most: int = 100) -> list[list[Segment]]:
    lines = _laid([(visible_line(text), look)], width)
    return lines[:most]


def _laid(runs: list[tuple[str, str]], width: int) -> list[list[Segment]]:
    lines = (line for line, _ in wrap(runs, max(4, width)))
    return [[shown(text, look) for text, look in line] for line in lines]
