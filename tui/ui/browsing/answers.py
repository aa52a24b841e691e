"""What is asked before a stored session is continued, in words."""

from typing import NamedTuple


class Answer(NamedTuple):
    """One answer: the word it returns, what it says, what it means."""

    word: str
    says: str
    means: str = ""


def moved(folder: str) -> tuple[str, tuple[str, ...]]:
    """Return title and words of the question where a folder went."""
    return (
        "its folder is gone",
        (
            f"The session was in {folder}, which is not there any more.",
            "In which folder shall it go on? The agent's own files stay where they are.",
            "Some agents find a session only from its old folder, and will say so.",
            "Alt+H then begins a new session there, with a brief of this one.",
        ),
    )


def elsewhere(what: str, *, can_fork: bool) -> tuple[str, list[Answer]]:
    """Return title and answers where another process has the session open."""
    answers = [Answer("read", "Read only", "this view grows as the other one writes")]
    if can_fork:
        answers.append(Answer("fork", "Continue a copy", "the original stays as it is"))
    return f"open in {what}", answers
