"""One prompt on its way through an agent."""

import signal
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import anyio

from tui.conversation.state import Conversation
from tui.errors import UsageError
from tui.headless.folder import working_folder
from tui.headless.images import read_image
from tui.headless.output import data, explain, flush, remark
from tui.headless.pick import make_spec, pick_agent
from tui.headless.plain import PlainWriter
from tui.headless.recorded import open_recorder
from tui.headless.run import OnAsk, RunOptions
from tui.headless.trusting import make_standing, trust_without_asking
from tui.headless.which import which
from tui.model.capabilities import Mode
from tui.model.codec import Encoder
from tui.model.events import Activity, TurnOutcome
from tui.model.permission import Decider, Decision, PermissionRequest, Subject, Verdict
from tui.permission.answers import StandingAnswer
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise
from tui.sessions.updates import Update

if TYPE_CHECKING:
    from tui.permission.standing import Standing

DONE, FAILED, USAGE, UNAVAILABLE, NOBODY_ANSWERED, INTERRUPTED = 0, 1, 2, 3, 4, 130

UNAVAILABLE_CODES = ("unavailable", "not_signed_in", "untrusted_folder", "too_old")
"""Ends of a session that mean that the agent could not be used at all."""


def conduct(options: RunOptions) -> int:
    """Run one prompt to its end and return the exit code."""
    if options.resume is not None or options.newest:
        agent, cwd, id = which(options.agent, options.cwd, options.resume, options.newest)
        options = options._replace(agent=agent, cwd=cwd, resume=id)
    return anyio.run(_Run(options).go)


class _Run:
    """One prompt on its way."""

    def __init__(self, options: RunOptions) -> None:
        self._options = options
        self._denied = False
        self._interrupts = 0
        self._plain = PlainWriter()
        self._cwd = working_folder(options.cwd)
        self._images = tuple(read_image(name) for name in options.images)
        self._agent, finding, note = pick_agent(options.agent, self._cwd)
        if note:
            remark(f"parley: {note}")
        for choice in self._agent.capabilities.modes:
            if choice.mode is Mode.AUTO and options.mode == Mode.AUTO:
                remark(f"parley: mode auto: {choice.effect}")
        self._spec = make_spec(
            self._agent,
            finding,
            cwd=self._cwd,
            mode=Mode(options.mode),
            model=options.model,
            resume=options.resume,
            trusted=trust_without_asking(self._agent, self._cwd, given=options.trust),
        )
        self._version = finding.version or ""
        self._standing: Standing | None = None
        self._encoder = Encoder(
            self._agent.id, self._agent.protocol, spec=self._spec, raw=options.raw
        )

    async def go(self) -> int:
        """Open the session, say the prompt, follow it to the end."""
        recorder = open_recorder(self._options.record, self._agent, self._spec)
        async with supervise() as supervisor:
            session = supervisor.open(
                self._agent,
                self._spec,
                answerer=self._answer,
                standing=self._make_standing,
                recorder=recorder,
            )
            updates = session.follow()
            session.prompt(self._options.prompt, self._images)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._obey_signals, session)
                await self._follow(session, updates)
                await supervisor.close(session)
                async for update in updates:
                    self._show(update)
                tasks.cancel_scope.cancel()
        self._plain.close()
        flush()
        return self._exit_code(session.conversation)

    async def _follow(self, session: Session, updates: AsyncIterator[Update]) -> None:
        async for update in updates:
            self._show(update)
            if is_done(session.conversation):
                return

    def _show(self, update: Update) -> None:
        if not self._options.json:
            for event in update.events:
                self._plain.write(event)
            return
        for event in update.own:
            for line in self._encoder.own(event, update.at):
                data(line)
        for arrival in update.arrivals:
            for line in self._encoder.arrival(arrival):
                data(line)
        flush()

    def _make_standing(self) -> "Standing":
        self._standing = make_standing(self._agent.id, self._cwd, self._version)
        return self._standing

    def _answer(self, request: PermissionRequest) -> StandingAnswer | None:
        if self._standing is not None and self._options.on_ask is OnAsk.POLICY:
            ruled = self._standing.answer(request)
            if ruled is not None:
                return ruled
        if self._options.on_ask is OnAsk.ALLOW and request.subject is not Subject.QUESTIONS:
            return StandingAnswer(Decision(verdict=Verdict.ALLOW), Decider.FLAG, "--on-ask allow")
        self._denied = True
        denial = Decision(verdict=Verdict.DENY, message="Nobody is here to answer; it was denied.")
        return StandingAnswer(denial, Decider.FLAG, f"--on-ask {self._options.on_ask}")

    async def _obey_signals(self, session: Session) -> None:
        signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        with anyio.open_signal_receiver(*signals) as received:
            async for number in received:
                self._interrupts += 1
                running = session.conversation.turn is not None
                if number is signal.SIGINT and self._interrupts == 1 and running:
                    remark("parley: interrupting; Ctrl+C again ends it")
                    session.interrupt()
                    continue
                # Also where there is no process yet: it is ended as soon as it begins.
                session.begin_closing()
                session.outlet.end()

    def _exit_code(self, conversation: Conversation) -> int:
        end = conversation.ended
        last = conversation.turns[-1].end if conversation.turns else None
        if self._interrupts:
            return INTERRUPTED
        if last is None or (end is not None and end.error):
            self._explain(conversation)
            if end is not None and end.code == "unknown_session":
                return USAGE
            never_up = not conversation.ready or (end is not None and end.code in UNAVAILABLE_CODES)
            return UNAVAILABLE if never_up else FAILED
        if last.outcome is not TurnOutcome.COMPLETED:
            return FAILED
        return NOBODY_ANSWERED if self._denied else DONE

    def _explain(self, conversation: Conversation) -> None:
        end = conversation.ended
        if end is None or not end.error:
            return
        explain(UsageError(end.error, end.remedy))
        if end.stderr and end.code in ("", "crashed"):
            for line in end.stderr.strip().splitlines()[-5:]:
                remark(f"        | {line}")


def is_done(conversation: Conversation) -> bool:
    """Tell whether the agent has answered and nothing goes on in the background."""
    if conversation.ended is not None:
        return True
    answered = bool(conversation.turns) and conversation.turn is None
    return answered and conversation.activity is Activity.IDLE
