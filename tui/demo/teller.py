"""Plays the scenes a prompt asks for, step by step, through one mouth."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from tui.demo.menu import chosen, scenes
from tui.demo.pace import Pace
from tui.demo.steps import (
    DONE,
    Act,
    Delegate,
    Edit,
    GiveUp,
    Outcome,
    Pause,
    Plan,
    Propose,
    Puzzle,
    Question,
    Read,
    Run,
    Say,
    Scene,
    State,
    Step,
    Stumble,
    Think,
    Write,
)
from tui.demo.story import Desk, answered, introduction


class TurnFailedError(Exception):
    """The turn is over because the model could not be reached."""


class TurnStoppedError(Exception):
    """The turn is over because the user said no and stop."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the user said."""

    text: str
    pictures: int = 0
    id: str = ""
    """The client's own name of it, if it gave one."""


@dataclass(slots=True)
class Talk:
    """What is remembered from one prompt to the next."""

    introduced: bool = False
    open_question: Question | None = None
    """A question that could only be asked in prose: the next prompt may answer it."""
    prelude: Callable[[], Scene] | None = None
    """Misbehaviour that comes before every answer."""
    last_words: str = ""
    """What the turn ended with; kept for those who resume."""


class Mouth(Desk, Protocol):
    """How each kind of step is put into one protocol."""

    async def say(self, step: Say) -> None:
        """Stream words to the user."""

    async def think(self, step: Think) -> None:
        """Stream words to itself."""

    async def read(self, step: Read) -> Outcome:
        """Read a file."""

    async def edit(self, step: Edit) -> Outcome:
        """Ask, and edit a file."""

    async def write(self, step: Write) -> Outcome:
        """Ask, and write a file."""

    async def run(self, step: Run) -> Outcome:
        """Ask, and run a command."""

    async def plan(self, step: Plan) -> None:
        """Show the to-do list."""

    async def propose(self, step: Propose) -> Outcome:
        """Ask for consent to a plan."""

    async def question(self, step: Question) -> Outcome:
        """Ask a question; an empty answer means that it was asked in prose."""

    async def delegate(self, step: Delegate) -> Outcome:
        """Let a sub-agent work."""

    async def stumble(self, step: Stumble) -> None:
        """Tell of a failed call that is tried again."""

    async def puzzle(self) -> None:
        """Send a request nobody knows."""

    def overheard(self) -> Iterable[Prompt]:
        """Return prompts that came during the turn and belong to it."""


async def tell(prompt: Prompt, talk: Talk, mouth: Mouth, pace: Pace) -> None:
    """Play a whole turn."""
    await Teller(talk, mouth, pace).tell(prompt)


class Teller:
    """Plays one turn: the scenes its prompt asks for, and those that are asked for meanwhile."""

    def __init__(self, talk: Talk, mouth: Mouth, pace: Pace) -> None:
        self._talk = talk
        self._mouth = mouth
        self._pace = pace
        self._waiting: deque[Scene] = deque()
        self._refused = False

    async def tell(self, prompt: Prompt) -> None:
        """Play the turn from its prompt to its end."""
        if self._talk.prelude:
            self._waiting.append(self._talk.prelude())
        self._waiting.extend(self._answer(prompt))
        while self._waiting:
            await self._scene(self._waiting.popleft())
            await self._interjections()

    async def _scene(self, scene: Scene) -> None:
        try:
            step = next(scene)
            while True:
                outcome = await self._play(step)
                self._refused = self._refused or outcome.state is State.REFUSED
                await self._interjections()
                step = scene.send(outcome)
        except StopIteration:
            return

    async def _interjections(self) -> None:
        """Take up what was said during the turn; after a refusal it may be no more than why."""
        for extra in self._mouth.overheard():
            await self._play(Say(f"(You added: “{extra.text}”.) "))
            if not self._refused:
                self._waiting.extend(scene(self._mouth) for scene in chosen(extra.text))

    def _answer(self, prompt: Prompt) -> list[Scene]:
        question, self._talk.open_question = self._talk.open_question, None
        for choice in question.choices if question else ():
            if choice.label.lower() in prompt.text.lower():
                return [answered(choice.label)]
        return [scene(self._mouth) for scene in scenes(prompt.text, prompt.pictures)]

    async def _play(self, step: Step) -> Outcome:
        mouth = self._mouth
        match step := await self._introduced(step):
            case Read():
                return await mouth.read(step)
            case Edit():
                return await mouth.edit(step)
            case Write():
                return await mouth.write(step)
            case Run():
                return await mouth.run(step)
            case Propose():
                return await mouth.propose(step)
            case Delegate():
                return await mouth.delegate(step)
            case Question():
                outcome = await mouth.question(step)
                if outcome == DONE:
                    self._talk.open_question = step
                return outcome
            case _:
                await self._show(step)
                return DONE

    async def _introduced(self, step: Step) -> Step:
        """Return the step with the introduction before it, if there was none in this session."""
        if self._talk.introduced:
            return step
        self._talk.introduced = True
        words = introduction(self._mouth)
        if isinstance(step, Say) and not step.hurried:
            return replace(step, text=words + step.text)
        await self._mouth.say(Say(words.strip()))
        return step

    async def _show(self, step: Step) -> None:
        mouth = self._mouth
        match step:
            case Say():
                self._talk.last_words = step.text
                await mouth.say(step)
            case Think():
                await mouth.think(step)
            case Plan():
                await mouth.plan(step)
            case Pause():
                await self._pace.pause(step.seconds)
            case Stumble():
                await mouth.stumble(step)
                await self._pace.pause(0.5)
            case Puzzle():
                await mouth.puzzle()
            case Act():
                step.deed()
            case GiveUp():
                raise TurnFailedError(step.message)
