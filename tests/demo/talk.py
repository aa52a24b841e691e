"""What a client of the demo does, whichever protocol it speaks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from tests.demo.process import Demo, Json

ALLOW, DENY, SESSION, STOP = "allow", "deny", "session", "stop"

REASON = "not today"
"""What we say when we say no, where it can be said."""


@dataclass(slots=True)
class Ask:
    """One question of the demo, in neutral words."""

    kind: str
    """edit, run, read, question, plan."""
    id: object
    raw: Json
    subject: str = ""
    """The command or the path."""


@dataclass(slots=True)
class Told:
    """What one turn told."""

    end: str = ""
    """completed, interrupted or failed."""
    text: str = ""
    thoughts: str = ""
    asked: list[Ask] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    """Name and state of each finished tool call."""
    plans: int = 0
    retries: int = 0
    final: Json = field(default_factory=dict)
    """The line that ended the turn."""


Decide: TypeAlias = Callable[[Ask], str]


class Client(Protocol):
    """What all three can do."""

    demo: Demo
    name: str

    def open(self) -> None:
        """Shake hands and open a session."""

    def prompt(self, text: str) -> None:
        """Say something."""

    def take(self, line: Json, told: Told) -> Ask | None:
        """Add what a line tells; return the question it asks."""

    def answer(self, ask: Ask, decision: str) -> None:
        """Answer a question."""

    def interrupt(self) -> None:
        """Stop the running turn."""

    @property
    def session(self) -> str:
        """The session's id."""


Start: TypeAlias = Callable[..., Demo]
"""Starts a demo: mouth, flags, environment."""

Connect: TypeAlias = Callable[..., Client]
"""The same, and opens a session with it."""


def always(decision: str) -> Decide:
    """Decide the same way every time."""
    return lambda ask: decision


def turn(client: Client, text: str, decide: Decide | None = None) -> Told:
    """Say something and see the turn through to its end."""
    client.prompt(text)
    return finish(client, decide)


def finish(client: Client, decide: Decide | None = None) -> Told:
    """See a turn through to its end."""
    told = Told()

    def ended(line: Json) -> bool:
        ask = client.take(line, told)
        if ask:
            told.asked.append(ask)
            client.answer(ask, (decide or always(ALLOW))(ask))
        return bool(told.end)

    client.demo.until(ended, "the end of the turn")
    return told


def until_asked(client: Client, text: str) -> Ask:
    """Say something and return the first question, unanswered."""
    client.prompt(text)
    return next_ask(client)


def next_ask(client: Client) -> Ask:
    """Return the next question, unanswered."""
    found: list[Ask] = []

    def asked(line: Json) -> bool:
        ask = client.take(line, Told())
        if ask:
            found.append(ask)
        return bool(ask)

    client.demo.until(asked, "a question")
    return found[0]


def until_said(client: Client, text: str) -> None:
    """Read on until the answer so far has a text in it."""
    told = Told()

    def said(line: Json) -> bool:
        client.take(line, told)
        return text in told.text + streamed(client)

    client.demo.until(said, f"the words {text!r}")


def streamed(client: Client) -> str:
    """Return the pieces of text that Claude streams beside its finished blocks."""
    if client.name != "claude":
        return ""
    events = [line["event"] for line in client.demo.lines if line.get("type") == "stream_event"]
    return "".join(event.get("delta", {}).get("text", "") for event in events)


def greeting(client: Client) -> str:
    """Return the text of the file the scenes change."""
    return (client.demo.scratch()[0] / "greeting.py").read_text()
