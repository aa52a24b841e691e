"""Drives parley as a front end or a script does, and waits for what should come of it."""

import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import anyio
import anyio.to_thread

from tests.support.clis import Cli
from tests.support.processes import until
from tests.support.sandbox import Sandbox
from tests.support.script import Hold
from tui.agents.dialect import Agent
from tui.conversation.state import Ask, Notice, Prose, ToolCall
from tui.model.capabilities import Mode
from tui.model.events import Channel, TurnEnded
from tui.model.identity import SessionId
from tui.model.permission import Decision, Effect, PermissionRequest, Verdict
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise

ROOT = Path(__file__).resolve().parents[2]

PATIENCE = 180.0
"""Seconds after which something that should happen counts as not happening."""

Found = TypeVar("Found")


class Talk:
    """One session, with words for what tests do and wait for."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.conversation = session.conversation

    async def until(self, condition: Callable[[], Found]) -> Found:
        """Wait until a condition about the conversation holds; return what it returned."""
        updates = self.session.follow()
        with anyio.fail_after(PATIENCE):
            while not (found := condition()):
                if await anext(updates, None) is None:
                    raise AssertionError(f"the session ended: {self.conversation.ended}")
        return found

    async def say(self, text: str) -> TurnEnded:
        """Say something and wait for the end of the turn it begins."""
        number = len(self.conversation.turns)
        self.session.prompt(text)
        return await self.turn_end(number)

    async def turn_end(self, number: int = 0) -> TurnEnded:
        """Wait for the end of a turn, counted from 0."""

        def end() -> TurnEnded | None:
            turns = self.conversation.turns
            return turns[number].end if len(turns) > number else None

        ended = await self.until(end)
        assert ended is not None
        return ended

    async def question(self) -> PermissionRequest:
        """Wait until the agent asks; return the oldest open question."""
        return (await self.until(lambda: self.conversation.questions))[0]

    def allow(self, request: PermissionRequest, **answer: Any) -> None:
        """Allow what is asked."""
        self._decide(request, Decision(verdict=Verdict.ALLOW, digest=request.digest, **answer))

    def allow_for_session(self, request: PermissionRequest) -> None:
        """Allow what is asked by the agent's own option for the rest of the session."""
        lasting = [o.id for o in request.options if o.effect is Effect.ALLOW_SESSION]
        self.allow(request, options=(lasting[0],))

    def deny(self, request: PermissionRequest, message: str = "") -> None:
        """Deny what is asked."""
        denial = Decision(verdict=Verdict.DENY, digest=request.digest, message=message)
        self._decide(request, denial)

    def _decide(self, request: PermissionRequest, decision: Decision) -> None:
        assert self.session.decide(request.id, decision) == ""

    @property
    def answers(self) -> list[str]:
        """Return the blocks of prose the agent said to the user."""
        return self._prose(Channel.ANSWER)

    @property
    def thoughts(self) -> list[str]:
        """Return the blocks of prose the agent said to itself."""
        return self._prose(Channel.THINKING)

    def _prose(self, channel: Channel) -> list[str]:
        prose = (item for item in self.conversation.items.values() if isinstance(item, Prose))
        return [str(item.text) for item in prose if item.channel is channel]

    @property
    def calls(self) -> list[ToolCall]:
        """Return the tool calls."""
        return [item for item in self.conversation.items.values() if isinstance(item, ToolCall)]

    @property
    def asks(self) -> list[Ask]:
        """Return all questions, also those that are closed."""
        return [item for item in self.conversation.items.values() if isinstance(item, Ask)]

    @property
    def notices(self) -> list[Notice]:
        """Return what was to be known beside the answer."""
        return [item for item in self.conversation.items.values() if isinstance(item, Notice)]


@asynccontextmanager
async def talk_to(
    agent: Agent,
    sandbox: Sandbox,
    *,
    resume: SessionId | None = None,
    mode: Mode = Mode.ASK,
    trusted: bool = False,
) -> AsyncIterator[Talk]:
    """Open a session in a sandbox; when the block ends, it is closed and nothing is left."""
    finding = agent.find(sandbox.environment, sandbox.project)
    assert finding.executable is not None, finding.problem
    spec = SessionSpec(
        agent=agent.id,
        cwd=sandbox.project,
        mode=mode,
        resume=resume,
        trusted=trusted,
        executable=finding.executable,
        state=sandbox.home / ".local" / "state" / "parley",
    )
    async with supervise() as supervisor:
        yield Talk(supervisor.open(agent, spec, environment=sandbox.environment))
    assert sandbox.processes() == {}


async def happens(condition: Callable[[], object], within: float = PATIENCE) -> bool:
    """Wait for something outside the conversation, which goes on meanwhile."""
    return await anyio.to_thread.run_sync(until, condition, within)


async def reached(hold: Hold) -> None:
    """Wait until the model has said everything before a hold."""
    assert await anyio.to_thread.run_sync(hold.reached.wait, PATIENCE)


async def hung_up(hold: Hold) -> bool:
    """Tell whether the agent hung up on a model that was held."""
    return await anyio.to_thread.run_sync(hold.client_left.wait, 5.0)


@dataclass(frozen=True)
class Finished:
    """How one run of parley went."""

    code: int
    stdout: str
    stderr: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Return the events that `--json` printed."""
        return [json.loads(line) for line in self.stdout.splitlines()]

    @property
    def session(self) -> str:
        """Return the id that the last event tells."""
        return str(self.events[-1]["sessionId"])

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        """Return the events of one type."""
        return [event for event in self.events if event["type"] == kind]


def parley(sandbox: Sandbox, *arguments: str, user: int | None = None) -> Finished:
    """Run parley in a sandbox to its end, as another user if one is given."""
    done = subprocess.run(
        _command(arguments),
        env=_environment(sandbox),
        cwd=sandbox.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
    )
    return Finished(done.returncode, done.stdout, done.stderr)


@contextmanager
def started(sandbox: Sandbox, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start parley in a sandbox and let it run, at most until the block ends."""
    with subprocess.Popen(
        _command(arguments),
        env=_environment(sandbox),
        cwd=sandbox.project,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def _command(arguments: Sequence[str]) -> Sequence[str]:
    return (sys.executable, "-m", "tui", *arguments)


def _environment(sandbox: Sandbox) -> dict[str, str]:
    return sandbox.environment | {"PYTHONPATH": str(ROOT)}


def refuse_arguments(cli: Cli, cache: Path, sandbox: Sandbox, *refused: str) -> None:
    """Put a command in front of the CLI that does not know some of its arguments, as old ones."""
    folder = sandbox.home / "bin"
    folder.mkdir()
    wrapper = folder / cli.name
    cases = "|".join(refused)
    wrapper.write_text(
        f"""#!/bin/sh
for argument; do
    case $argument in {cases}) echo "Unknown argument: $argument" >&2; exit 1 ;; esac
done
exec {cli.executable(cache)} "$@"
"""
    )
    wrapper.chmod(0o755)
    sandbox.environment["PATH"] = f"{folder}:{sandbox.environment['PATH']}"


def let_a_minute_pass(sandbox: Sandbox) -> None:
    """Make Gemini's chats look as if they began at another time, which is part of their names.

    A chat cannot be resumed safely in the minute it began: parley would wait. 99:99 is never now.
    """
    for chat in sandbox.home.glob(".gemini/tmp/*/chats/session-*.jsonl"):
        chat.rename(chat.with_name(re.sub(r"T\d\d-\d\d", "T99-99", chat.name)))
