"""Which words of a prompt choose which scenes."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from tui.demo import story
from tui.demo.steps import Say, Scene
from tui.demo.story import Desk


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu."""

    words: tuple[str, ...]
    scene: Callable[[Desk], Scene]
    description: str


MENU = (
    Entry(("hello", "hi", "hey", "greet"), story.hello, "a greeting"),
    Entry(("think",), story.think, "thinking before speaking"),
    Entry(("read",), story.read, "reading a file"),
    Entry(("plan",), story.plan, "a to-do list, or a proposal in plan mode"),
    Entry(("question", "ask"), story.question, "a question with offered answers"),
    Entry(("edit", "fix"), story.edit, "an edit, after asking"),
    Entry(("write",), story.write, "a new file, after asking"),
    Entry(("run", "test"), story.run, "a command, after asking"),
    Entry(("fail",), story.fail, "three failures and a recovery"),
    Entry(("long",), story.long, "long prose and long output"),
    Entry(("agent",), story.agent, "a sub-agent"),
)
"""The scenes in the order of the tour."""

EXTRAS = (
    Entry(("wait", "sleep"), story.wait, "a slow command, to be interrupted"),
    Entry(("error",), story.error, "a turn that fails"),
)
"""Scenes that would spoil a tour."""


def help(desk: Desk) -> Scene:
    """List the menu."""
    yield Say("These words choose a scene:\n\n" + menu())


def menu() -> str:
    """Return the menu as a Markdown list."""
    lines = [f"- `{entry.words[0]}`: {entry.description}" for entry in (*MENU, *EXTRAS)]
    return "\n".join([*lines, "- `tour`: everything in this order", "- `help`: this list"])


def unknown(prompt: str, pictures: int) -> Callable[[Desk], Scene]:
    """Answer a prompt that has no word of the menu."""

    def scene(desk: Desk) -> Scene:
        asked = f"You asked: “{prompt.strip()}”. " if prompt.strip() else "You asked nothing. "
        seen = f"I also got {pictures} picture(s). " if pictures else ""
        yield Say(
            f"{asked}{seen}I am the demo and have no model behind me, so I cannot answer that. "
            "These words I understand:\n\n" + menu()
        )

    return scene


def scenes(prompt: str, pictures: int = 0) -> list[Callable[[Desk], Scene]]:
    """Return the scenes to answer a prompt with: those it asks for, or a friendly refusal."""
    return chosen(prompt) or [unknown(prompt, pictures)]


def chosen(prompt: str) -> list[Callable[[Desk], Scene]]:
    """Return the scenes a prompt asks for, in the order of its words."""
    words = re.findall(r"[a-z]+", prompt.lower())
    if "tour" in words:
        return [entry.scene for entry in MENU]
    known = {word: entry.scene for entry in (*MENU, *EXTRAS) for word in entry.words}
    known["help"] = known["menu"] = help
    return list(dict.fromkeys(known[word] for word in words if word in known))
