"""One question of an agent as paragraphs: its words, its answers, what was chosen so far."""

from collections.abc import Mapping

from rich.segment import Segment

from tui.model.permission import PermissionRequest
from tui.ui.pieces import piece


def next_open(
    request: PermissionRequest, index: int, chosen: Mapping[str, tuple[str, ...]]
) -> int | None:
    """Return the next question without an answer, from one on and then from the first."""
    questions = request.questions
    order = [*range(index, len(questions)), *range(index)]
    return next((one for one in order if not chosen.get(questions[one].id)), None)


def question_lines(
    request: PermissionRequest,
    index: int,
    chosen: Mapping[str, tuple[str, ...]],
    cursor: int,
) -> list[list[Segment]]:
    """Return a question and its answers; those beyond nine are chosen with the arrows."""
    questions = request.questions
    question = questions[index]
    open_ones = sum(not chosen.get(one.id) for one in questions)
    several = "choose any" if question.several else "choose one"
    count = f"question {index + 1} of {len(questions)} ({open_ones} unanswered) · {several}"
    head = f"{question.header}: " if question.header else ""
    lines: list[list[Segment]] = [[piece(count, "hint")]]
    lines += [[piece(line, "strong")] for line in f"{head}{question.text}".split("\n")]
    lines.append([])
    given = chosen.get(question.id, ())
    for number, answer in enumerate(question.answers, 1):
        mark = "[x]" if answer.label in given else "[ ]"
        here = "▸" if number - 1 == cursor else " "
        label = f"{number:>2}" if number < 10 else " ·"
        described = f"  {answer.description}" if answer.description else ""
        row = [piece(f"{here}{label} {mark} ", "key"), piece(answer.label, "value")]
        lines.append([*row, piece(described, "hint")])
    if question.free_text or not question.answers:
        labels = [answer.label for answer in question.answers]
        own = [text for text in given if text not in labels]
        told = "•" * 8 if question.secret and own else " ".join(own)
        lines.append([piece("  e     ", "key"), piece(f"other: {told}", "value")])
    return lines
