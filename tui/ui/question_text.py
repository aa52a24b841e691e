"""One question of an agent as paragraphs: its words, its answers, what was chosen so far."""

from collections.abc import Mapping

from rich.segment import Segment

from tui.model.permission import PermissionRequest, Question
from tui.ui.pieces import piece

WRITING = {
    "other": "your answer · Enter takes it · Esc goes back",
    "reason": "why not? Enter declines · Esc goes back",
}
"""What Enter does with the line below."""


def next_open(
    request: PermissionRequest, index: int, chosen: Mapping[str, tuple[str, ...]]
) -> int | None:
    """Return the next question without an answer, from one on and then from the first."""
    questions = request.questions
    order = [*range(index, len(questions)), *range(index)]
    return next((one for one in order if not chosen.get(questions[one].id)), None)


def takes_words(question: Question) -> bool:
    """Tell whether a question may be answered in one's own words."""
    return question.free_text or not question.answers


def ways(request: PermissionRequest, index: int, chosen: Mapping[str, tuple[str, ...]]) -> str:
    """Return what can be pressed at a question, and what Enter would do."""
    question = request.questions[index]
    count = min(len(question.answers), 9)
    digits = f"1–{count}" if count > 1 else "1"
    words = [f"{digits} ↑↓ space choose"] if count else []
    if takes_words(question):
        words.append("e other" if count else "e answer")
    many = len(request.questions) > 1
    words += ["←→ question", "n decline"] if many else ["n decline"]
    if next_open(request, index, chosen) is None:
        words.append("Enter sends")
    elif many:
        words.append("Enter next")
    return " · ".join(words)


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
    way = "choose any" if question.several else "choose one"
    told = [f"question {index + 1} of {len(questions)} ({open_ones} unanswered)"]
    told = [*(told if len(questions) > 1 else ()), way if question.answers else "in your own words"]
    head = f"{question.header}: " if question.header else ""
    lines: list[list[Segment]] = [[piece(" · ".join(told), "hint")]]
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
    if takes_words(question):
        labels = [answer.label for answer in question.answers]
        own = [text for text in given if text not in labels]
        written = "•" * 8 if question.secret and own else " ".join(own)
        label = "other" if question.answers else "answer"
        lines.append([piece("  e     ", "key"), piece(f"{label}: {written}", "value")])
    return lines
