"""A request as one long text: risk, content, who and where, what the answers would do."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from rich.segment import Segment

from tui.model.permission import Effect, PermissionRequest
from tui.permission.compared import Compared
from tui.text.diff import Row, counts
from tui.text.whole_diff import whole
from tui.ui import request_risk, request_text
from tui.ui.changed_files import MARKS
from tui.ui.choices import Choice, effect
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.request_diff import Split, Unified, rows_of
from tui.ui.request_plan import rendered
from tui.ui.request_risk import Judged
from tui.ui.sheet import Part, Ready, Sheet
from tui.ui.shown import one_line, told

HANG = 4

AS_WRITTEN = "shown as it was written: as Markdown some of its words would not be seen"


class FileMark(NamedTuple):
    """One file of a request, for the list of files."""

    words: str
    part: int
    """The part of the sheet that begins with it."""
    hunks: Sequence[int]
    """Rows of the part after it at which hunks begin."""


class Asked(NamedTuple):
    """What is to be shown."""

    request: PermissionRequest
    judged: Judged
    choices: tuple[Choice, ...]
    edit: tuple[str, str] | None = None
    """A text before and after the user changed it."""
    beside: tuple[Compared, ...] = ()
    """The changes beside the files as they are now, where these were looked at."""

    @property
    def changes(self) -> tuple[Compared, ...]:
        """Return the changes with all that is known about their files."""
        return self.beside or tuple(map(Compared, self.request.changes))


class View(NamedTuple):
    """The way in which a request is shown."""

    split: bool = False
    """Differences side by side, not below each other."""
    raw: bool = False
    """A plan as it was written, not as Markdown."""


class RequestSheet:
    """The text of one request. Rows of differences are kept when the way of showing changes."""

    def __init__(self, live: LiveSession, asked: Asked) -> None:
        self._live = live
        self._asked = asked
        large = bool(asked.judged.too_large)
        self._rows = [] if large else [rows_of(*one) for one in asked.changes]
        plan = asked.request.plan if asked.edit is None and not large else None
        self._plan = rendered(plan) if plan is not None else None
        self.files: list[FileMark] = []
        self._made: dict[View, tuple[Sheet, list[FileMark]]] = {}
        """Each knows what of it was seen, so that going there and back loses nothing."""

    @property
    def is_rendered(self) -> bool:
        """Tell whether there is another way to show it than as it was written."""
        return self._plan is not None

    def sheet(self, view: View) -> Sheet:
        """Return the whole text, in one of the ways to show it."""
        if view not in self._made:
            self._made[view] = (self._sheet(view), self.files)
        sheet, self.files = self._made[view]
        return sheet

    def _sheet(self, view: View) -> Sheet:
        request, judged, edit = self._asked.request, self._asked.judged, self._asked.edit
        self.files = []
        if judged.too_large:
            return Sheet([Ready(self._too_large(), HANG, sentences=True), self._after()])
        if edit is not None:
            path = request.changes[0].path if request.changes else ""
            whose = [piece("  in ", "hint"), *one_line(path, "prose")] if path else []
            label = Ready([[piece("your change", "label"), *whose]])
            difference = Unified(whole(*edit))
            return Sheet([label, difference, self._after()])
        if self._plan is not None and not view.raw:
            rest = request_text.fields(request.input, said=(request.plan or "",))
            return Sheet([self._plan, Ready(rest, HANG), self._after()])
        if not request.changes:
            body = request_text.body(request, self._project)
            if request.plan is not None and self._plan is None:
                body = [[piece(AS_WRITTEN, "hint")], [], *body]
            return Sheet([Ready(body, HANG), self._after()])
        parts: list[Part] = []
        for one, rows in zip(self._asked.changes, self._rows, strict=True):
            head, shown = self._file(one, rows, split=view.split)
            self.files.append(FileMark(head, len(parts), shown.hunks))
            heading = [[piece(head, "diff.header")]]
            if one.words and not one.change.passage:
                heading.append([piece(f"  {one.words}", "warning")])
            parts += [Ready(heading, HANG, sentences=True), shown]
        rest = request_text.leftovers(request)
        return Sheet([*parts, Ready([[], *rest] if rest else [], HANG), self._after()])

    @cached_property
    def _outside(self) -> frozenset[str]:
        return frozenset(request_text.outside_paths(self._asked.request, self._project))

    @property
    def _project(self) -> str:
        return request_risk.project_of(self._live.opening.cwd)

    def _file(self, one: Compared, rows: list[Row], *, split: bool) -> tuple[str, Unified | Split]:
        change = one.change
        added, removed = counts(rows)
        moved = f" → {change.moved_to}" if change.moved_to else ""
        place = "  outside the project" if change.path in self._outside else ""
        head = f"{MARKS[change.kind]} {change.path}{moved}  +{added} -{removed}{place}"
        return head, Split(rows) if split else Unified(rows)

    def _too_large(self) -> list[list[Segment]]:
        words = (
            f"This request cannot be shown completely: {self._asked.judged.too_large}.",
            "It can be denied with n or read in your pager with v. No key allows it.",
        )
        return [[piece(line, "warning")] for line in words]

    def _after(self) -> Ready:
        request, judged = self._asked.request, self._asked.judged
        lines = [*request_risk.commands(judged, request.kind), [], *request_risk.block(judged)]
        lines += request_text.where(request, self._live.opening.cwd)
        return Ready(lines + self._effects(), HANG, sentences=True)

    def _effects(self) -> list[list[Segment]]:
        request, choices = self._asked.request, self._asked.choices
        lines: list[list[Segment]] = []
        once = [option for option in request.options if option.effect is Effect.ALLOW_ONCE]
        if once and once[0].detail:
            lines += request_text.labelled("if allowed", once[0].detail)
        offers = [choice for choice in choices if choice.action == "offer"]
        if offers:
            lines.append([piece(f"{self._live.label} itself offers", "label")])
        lines += [_offer(choice) for choice in offers]
        off = [choice for choice in choices if choice.why_not and choice.action == "always"]
        lines += [_off(choice) for choice in off]
        return lines


def _offer(choice: Choice) -> list[Segment]:
    option = choice.option
    assert option is not None
    does = effect(option)
    words = "" if does.lower().startswith(option.label.lower()) else f"{option.label}: "
    look = "faint" if choice.why_not else "prose"
    line = [piece(f"  {choice.number} ", "key"), *one_line(words + does, look)]
    return [*line, *told(f"  (off: {choice.why_not})", "hint")] if choice.why_not else line


def _off(choice: Choice) -> list[Segment]:
    return [piece("no rule  ", "label"), *told(choice.why_not, "hint")]
