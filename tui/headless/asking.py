"""A request in lines: everything a person must read before answering."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from tui.model.permission import Answer, PermissionRequest, Question
from tui.permission import about
from tui.permission.compared import Compared, compared
from tui.text.diff import RowKind, counts, from_patch
from tui.text.visible import visible_line
from tui.text.whole_diff import whole, without_what_stays

if TYPE_CHECKING:
    from tui.permission.reading import Where
    from tui.permission.risk_words import Risk

SIGNS = {RowKind.ADDED: "+", RowKind.REMOVED: "-"}


def in_lines(request: PermissionRequest, where: "Where") -> Iterator[str]:
    """Return a request line by line; what comes from the agent stands behind a bar."""
    yield f"── {visible_line(request.tool)} asks: {visible_line(request.title)}"
    if request.asked_by:
        yield f"   a sub-agent asks: {visible_line(request.asked_by)}"
    if request.questions:
        yield question_in_lines(request.questions[0])
        yield "   a number, your own words, or n to decline"
        return
    for key, value in request.input.items():
        yield from _quoted(visible_line(key), str(value))
    for change in request.changes:
        yield from _difference(compared(change, about.folder_of(request, where.project)))
    for label, text in (
        ("the agent says", request.reason),
        ("the agent warns", request.warning),
        ("the plan", request.plan),
    ):
        yield from _quoted(label, text or "")
    yield f"   where: {visible_line(request.cwd or where.project)}"
    yield from _risk(request, where)
    yield "   y allow once · n deny · n REASON deny with a reason"


def question_in_lines(question: Question) -> str:
    """Return a question of the agent with the answers it offers."""
    offers = (f"     {number} {_offer(one)}" for number, one in enumerate(question.answers, 1))
    return "\n".join((f"   {visible_line(question.text)}", *offers))


def _offer(answer: Answer) -> str:
    told = f"{answer.label}: {answer.description}" if answer.description else answer.label
    return visible_line(told)


def _quoted(label: str, text: str) -> Iterator[str]:
    """Return a text with its label; no line of it can be taken for one of ours."""
    if not text:
        return
    first, *others = text.split("\n")
    if not others:
        yield f"   {label}: {first}"
        return
    yield f"   {label}: {len(others) + 1} lines"
    yield from (f"   │ {line}" for line in (first, *others))


def _difference(beside: Compared) -> Iterator[str]:
    change = beside.change
    if change.diff is not None:
        rows = from_patch(change.diff, raw=True)
    else:
        rows = whole(change.before or "", change.after or "")
    if beside.is_whole:
        rows = without_what_stays(rows)
    added, removed = counts(rows)
    path = f"{change.path} → {change.moved_to}" if change.moved_to else change.path
    yield f"   {change.kind.value} {visible_line(path)}  +{added} -{removed}"
    if beside.words:
        yield f"   {beside.words}"
    yield from (f"   │ {SIGNS.get(row.kind, ' ')} {row.text}" for row in rows)


def _risk(request: PermissionRequest, where: "Where") -> Iterator[str]:
    # The shell parser behind it takes longer to load than all the rest.
    risk: Risk = import_module("tui.permission.risk").assess(request, where)
    yield f"   risk: {risk.level}"
    yield from (f"     ! {visible_line(reason.text)}" for reason in risk.reasons)
