"""`parley` on a terminal that shows lines only: a conversation, one line at a time."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import anyio
from msgspec.structs import replace

from tui.errors import UsageError
from tui.headless.asking import in_lines, question_in_lines
from tui.headless.folder import working_folder
from tui.headless.output import explain, remark, say
from tui.headless.pick import make_spec, pick_agent
from tui.headless.plain import PlainWriter
from tui.headless.recorded import open_recorder
from tui.headless.trusting import make_standing, trust_without_asking
from tui.model.capabilities import Mode
from tui.model.events import PermissionAsked, TurnEnded
from tui.model.permission import (
    Decision,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.permission.reading import Where
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise
from tui.sessions.updates import Update
from tui.wire.lines import LineFramer

HELP = "Type a prompt and press Enter. Ctrl+C stops the agent, Ctrl+D leaves."


def main(
    prompt: str | None,
    mode: str,
    agent: str | None,
    cwd: str | None,
    record: str | None,
    **others: Any,
) -> int:
    """Talk with an agent until the end of input."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise UsageError(
            "parley needs a terminal for a conversation.", 'Try: parley run "say hello"'
        )
    folder = working_folder(cwd)
    chosen, finding, note = pick_agent(agent, folder)
    if note:
        remark(f"parley: {note}")
    trusted = trust_without_asking(chosen, folder)
    mode = _confirmed(mode)
    spec = make_spec(chosen, finding, cwd=folder, mode=Mode(mode), trusted=trusted, **others)
    rules = partial(make_standing, chosen.id, folder, finding.version or "")
    recorder = open_recorder(record, chosen, spec)

    async def talk() -> int:
        async with supervise() as supervisor:
            session = supervisor.open(chosen, spec, standing=rules, recorder=recorder)
            say(f"{chosen.label} in {folder}, mode {mode}. {HELP}")
            return await _Chat(session, Where(chosen.id, str(folder))).run(prompt)

    return anyio.run(talk)


def _confirmed(mode: str) -> str:
    """Return the mode that is meant: one that asks nothing has to be typed once more."""
    if mode != Mode.AUTO:
        return mode
    remark("In mode auto the agent does things without asking. Type auto if you mean it:")
    return mode if sys.stdin.readline().strip().lower() == Mode.AUTO else Mode.ASK.value


class _Chat:
    """One conversation in lines."""

    def __init__(self, session: Session, where: Where) -> None:
        self._session = session
        self._where = where
        self._plain = PlainWriter()
        self._asked: PermissionRequest | None = None
        self._answers: dict[str, tuple[str, ...]] = {}

    async def run(self, prompt: str | None) -> int:
        """Follow the session and the keyboard until one of them ends."""
        updates = self._session.follow()
        if prompt is not None:
            self._session.prompt(prompt)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._listen, tasks.cancel_scope)
            tasks.start_soon(self._obey_interrupts)
            await self._watch(updates)
            tasks.cancel_scope.cancel()
        self._plain.close()
        end = self._session.conversation.ended
        if end is not None and end.error:
            explain(UsageError(end.error, end.remedy))
            return 1
        return 0

    async def _watch(self, updates: AsyncIterator[Update]) -> None:
        async for update in updates:
            for event in update.events:
                self._plain.write(event)
                if isinstance(event, TurnEnded):
                    say("")
            if any(isinstance(event, PermissionAsked) for event in update.events):
                self._ask_next()

    def _ask_next(self) -> None:
        waiting = self._session.conversation.questions
        self._asked = waiting[0] if waiting else None
        self._answers = {}
        if self._asked is None:
            return
        for line in in_lines(self._asked, self._where):
            remark(line)

    async def _listen(self, scope: anyio.CancelScope) -> None:
        async for line in _typed_lines():
            if self._asked is not None:
                self._answer(self._asked, line.strip())
            elif line.strip():
                self._session.prompt(line)
        scope.cancel()

    def _answer(self, request: PermissionRequest, line: str) -> None:
        if line == "n" or line.startswith("n "):
            decision = Decision(verdict=Verdict.DENY, message=line[2:])
        elif request.subject is Subject.QUESTIONS:
            question = request.questions[len(self._answers)]
            self._answers[question.id] = _chosen(question, line)
            if len(self._answers) < len(request.questions):
                remark(question_in_lines(request.questions[len(self._answers)]))
                return
            decision = Decision(verdict=Verdict.ALLOW, answers=self._answers)
        elif line == "y":
            decision = Decision(verdict=Verdict.ALLOW)
        else:
            remark("  y allows it once, n denies it, n and words denies it with a reason")
            return
        shown = replace(decision, digest=request.digest)
        if refused := self._session.decide(request.id, shown):
            remark(f"  not sent: {refused}")
        self._ask_next()

    async def _obey_interrupts(self) -> None:
        with anyio.open_signal_receiver(signal.SIGINT) as received:
            async for _ in received:
                remark("interrupting")
                self._session.interrupt()
                self._ask_next()


def _chosen(question: Question, line: str) -> tuple[str, ...]:
    """Return the answers a line means: numbers of offered ones, or words of one's own."""
    numbers = line.replace(",", " ").split()
    labels = [one.label for one in question.answers]
    if numbers and all(word.isdigit() and 0 < int(word) <= len(labels) for word in numbers):
        chosen = tuple(labels[int(word) - 1] for word in numbers)
        return chosen if question.several else chosen[:1]
    return (line,) if line else ()


async def _typed_lines() -> AsyncIterator[str]:
    framer = LineFramer()
    descriptor = sys.stdin.fileno()
    while True:
        await anyio.wait_readable(descriptor)
        chunk = os.read(descriptor, 65536)
        if not chunk:
            return
        for line in framer.feed(chunk):
            if isinstance(line, bytes):
                yield line.decode("utf-8", "replace")
