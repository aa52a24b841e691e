"""The scenes the demo plays, as generators of neutral steps; no protocol is known here."""

from typing import Protocol

from tui.demo.prose import LONG
from tui.demo.steps import (
    Choice,
    Delegate,
    Edit,
    GiveUp,
    Outcome,
    Pause,
    Plan,
    Point,
    Progress,
    Propose,
    Question,
    Read,
    Run,
    Say,
    Scene,
    State,
    Stumble,
    Think,
    Write,
)


class Desk(Protocol):
    """What a scene may know about where it is played."""

    @property
    def planning(self) -> bool:
        """True where nothing may be changed before a plan was agreed on."""

    @property
    def delegates(self) -> bool:
        """True where sub-agents can be shown."""

    @property
    def folder(self) -> str:
        """The scratch folder."""

    def text(self, name: str) -> str:
        """The text of a file in the scratch folder."""


COLOURS = Question(
    "colour",
    "Colour",
    "Which colour shall the demo remember?",
    (
        Choice("Blue", "Calm, like a harbour"),
        Choice("Green", "Like a diff that only adds"),
        Choice("Red", "Like a diff that only removes"),
    ),
)


def introduction(desk: Desk) -> str:
    """The first words of every session: nobody shall take this for a model."""
    return (
        "**This is the demo agent.** No model is behind it and nothing leaves your machine; "
        f"it works in a scratch folder of its own (`{desk.folder}`), never in yours.\n\n"
    )


def hello(desk: Desk) -> Scene:
    """Greet."""
    yield Say(
        "Hello! I can show what an agent does: think, read, plan, ask, edit, run, fail and talk "
        "at length. Say `tour` to see everything, or `help` for the words I know."
    )


def think(desk: Desk) -> Scene:
    """Think before speaking."""
    yield Think(
        "Weighing the greeting",
        "The file greeting.py says Helo. One letter is missing, so the fix is a single word. "
        "I should read the file before I touch it, and ask before I change it.",
    )
    yield Say("I thought about it: the greeting lacks one letter, and that is quickly mended.")


def read(desk: Desk) -> Scene:
    """Read a file, which needs no permission."""
    yield Say("Let me look at the file.")
    outcome = yield Read("greeting.py")
    if outcome.done:
        count = len(outcome.text.splitlines())
        yield Say(f"`greeting.py` has {count} lines and greets whoever is named.")
    else:
        yield Say(refused("I did not read `greeting.py`", outcome))


def plan(desk: Desk) -> Scene:
    """Make a to-do list; in plan mode, a proposal that wants consent."""
    if desk.planning:
        yield from proposal(desk)
        return
    points = ("Read greeting.py", "Mend the spelling", "Run it once")
    why = "Three small steps, in this order"
    yield Say("Here is my plan.")
    for finished in range(len(points) + 1):
        yield Plan(tuple(Point(p, at(i, finished)) for i, p in enumerate(points)), why)
        yield Pause(0.2)
    yield Say("The plan is ticked off; in the demo that costs nothing.")


def at(index: int, finished: int) -> Progress:
    """Return how far a point is when so many points before it are finished."""
    if index < finished:
        return Progress.FINISHED
    return Progress.STARTED if index == finished else Progress.PENDING


def proposal(desk: Desk) -> Scene:
    """Propose a plan, and go on only if the user agrees."""
    yield Say("In plan mode I change nothing. This is what I would do.")
    outcome = yield Propose(
        "# Mend the greeting\n\n1. Read `greeting.py`\n2. Correct the spelling\n3. Run it once\n"
    )
    if outcome.done and not desk.planning:
        yield Say("Agreed. I start with the edit.")
        yield from edit(desk)
    elif outcome.done:
        yield Say("That is the plan. Leave plan mode when you want it done.")
    else:
        yield Say(refused("I keep planning", outcome))


def question(desk: Desk) -> Scene:
    """Ask a question with offered answers."""
    outcome = yield COLOURS
    if outcome.state is State.REFUSED:
        yield Say(refused("No answer is an answer too", outcome))
    elif outcome.text:
        yield Say(f"{outcome.text} it is. I shall remember it as long as this session lasts.")


def answered(answer: str) -> Scene:
    """Take up an answer that came as the next prompt."""
    yield Say(f"{answer} it is. I shall remember it as long as this session lasts.")


def edit(desk: Desk) -> Scene:
    """Edit a file after asking."""
    if desk.planning:
        yield from proposal(desk)
        return
    old = next(line for line in desk.text("greeting.py").splitlines() if "return" in line)
    yield Say("I would like to change the greeting; please look at the difference.")
    outcome = yield Edit("greeting.py", old, reworded(old))
    if outcome.done:
        yield Say("The file is changed. " + changed(outcome) + "Say `run` to hear it.")
    else:
        yield Say(refused("I leave `greeting.py` as it is", outcome))


def reworded(line: str) -> str:
    """Return the line with another greeting, so that every edit has something to change."""
    for old, new in (("Helo", "Hello"), ("Hello", "Good day"), ("Good day", "Hello")):
        if old in line:
            return line.replace(old, new)
    return line + "  # greets"


def write(desk: Desk) -> Scene:
    """Write a new file after asking."""
    if desk.planning:
        yield from proposal(desk)
        return
    yield Say("I would like to write down what we did.")
    outcome = yield Write("notes.md", "# Notes\n\n- The demo wrote this file.\n- Nothing else.\n")
    if outcome.done:
        yield Say("`notes.md` is written. " + changed(outcome).strip())
    else:
        yield Say(refused("No notes then", outcome))


def run(desk: Desk) -> Scene:
    """Run a command after asking."""
    if desk.planning:
        yield from proposal(desk)
        return
    yield Say("I would like to run the program.")
    outcome = yield Run("python3 greeting.py", "Run the greeting once")
    yield Say(told(outcome))


def told(outcome: Outcome) -> str:
    """Return what to say about a command."""
    if outcome.state is State.REFUSED:
        return refused("I did not run it", outcome)
    printed = outcome.text.strip()
    if outcome.state is State.FAILED:
        last = printed.rpartition("\n")[2]
        return f"It failed ({outcome.reason.rstrip('.')}). " + (
            f"It ended with: {last}" if last else ""
        )
    return f"{changed(outcome)}It printed: {printed or 'nothing'}"


def fail(desk: Desk) -> Scene:
    """Fail in three ways and recover."""
    yield Say("Now something goes wrong, on purpose. First a file that does not exist.")
    outcome = yield Read("missing.txt")
    yield Say(f"As expected ({outcome.reason.rstrip('.')}). Next, a command that fails.")
    outcome = yield Run("python3 fail.py", "Run a check that fails")
    yield Say(told(outcome) + "\n\nLast, a call to the model that fails once.")
    yield Stumble("the demo pretends to be overloaded")
    yield Say("It was tried again and worked. Nothing is lost.")


def error(desk: Desk) -> Scene:
    """Let the turn fail for good."""
    yield Say("Now the whole turn fails, on purpose.")
    yield Stumble("the demo pretends to be overloaded")
    yield GiveUp("The demo gave up on purpose; the session goes on.")


def long(desk: Desk) -> Scene:
    """Talk at length, then print at length."""
    yield Say(LONG)
    outcome = yield Run("python3 count.py 400", "Print 400 lines")
    last = outcome.text.strip().rpartition("\n")[2]
    yield Say(f"The last line was: {last}" if outcome.done else told(outcome))


def wait(desk: Desk) -> Scene:
    """Run something slow, to be interrupted."""
    yield Say("I would like to run something slow; interrupt me whenever you like.")
    outcome = yield Run("python3 wait.py", "Wait for a minute")
    yield Say(told(outcome))


def agent(desk: Desk) -> Scene:
    """Let a sub-agent do something."""
    if not desk.delegates:
        yield Say("Sub-agents are not part of this mouth of the demo, so I look for myself.")
        yield Read("greeting.py")
        return
    yield Say("I give this to a sub-agent.")
    outcome = yield Delegate(
        "Check the greeting",
        "Read greeting.py, run it once and report.",
        (Read("greeting.py"), Run("python3 greeting.py", "Run the greeting once")),
        "The greeting was read and tried.",
    )
    yield Say(f"The sub-agent reports: {outcome.text or outcome.reason}")


def refused(words: str, outcome: Outcome) -> str:
    """Return what to say where the user said no; the user's reason is taken up."""
    reason = outcome.reason.strip()
    return f"{words}: you said “{reason}”." if reason else f"{words}, as you wish."


def changed(outcome: Outcome) -> str:
    """Return a sentence on what the user changed before allowing it."""
    return f"I did it your way (`{outcome.instead}`). " if outcome.instead else ""
