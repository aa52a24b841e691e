"""Runs a session's processes: one for the whole session, or one per turn."""

import os

import anyio
import anyio.to_thread
from msgspec.structs import replace

from tui.agents.dialect import Exit, Launch, Lifetime, Way
from tui.errors import AgentUnavailableError, ParleyError
from tui.model.commands import Prompt
from tui.model.events import EndReason, Level, NoticeRaised, SessionEnded
from tui.permission.git_settings import without_git_programs
from tui.sessions.session import Session
from tui.wire import process
from tui.wire.process import LineProcess

TURN_PATIENCE = 2.0
"""Seconds a running turn gets to end after it was told to."""

EXIT_PATIENCE = 2.0
"""Seconds an agent gets to leave after its standard input was closed; we go on reading."""

HURRIED_PATIENCE = 0.1
"""Seconds for either while somebody waits for the end of parley; two are promised for all."""

WRITING_PATIENCE = 5.0
"""Seconds in which the last lines of the journal are written after the end of a session."""


async def run(session: Session) -> None:
    """Drive a session until it is over. This is the boundary: no fault of ours gets past it."""
    end: SessionEnded | None = SessionEnded(reason=EndReason.CANCELLED)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(session.clerk.work)
            await _try_ways(session)
            tasks.cancel_scope.cancel()
        end = None
    except Exception as error:
        session.fault = _innermost(error)
        end = _failure(session.fault)
    finally:
        if end is None and session.conversation.ended is None:
            end = SessionEnded(reason=EndReason.COMPLETED)
        session.finish(*([end] if end is not None else []))
        with anyio.move_on_after(WRITING_PATIENCE, shield=True):
            await session.clerk.finish()


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _failure(error: BaseException) -> SessionEnded:
    if isinstance(error, ParleyError):
        code = "unavailable" if isinstance(error, AgentUnavailableError) else ""
        return SessionEnded(
            reason=EndReason.FAILED, error=error.problem, remedy=error.remedy, code=code
        )
    return SessionEnded(
        reason=EndReason.FAILED,
        error=f"parley made a mistake: {type(error).__name__}: {error}",
        remedy="Please report it; --debug shows where.",
        code="internal",
    )


async def close(session: Session, *, hurried: bool = False) -> None:
    """End a session step by step, each step bounded: interrupt, end of input, signals."""
    session.begin_closing()
    with anyio.move_on_after(HURRIED_PATIENCE if hurried else TURN_PATIENCE):
        await _until_idle(session)
    if session.outlet.process is not None:
        session.outlet.process.close_stdin()
    with anyio.move_on_after(HURRIED_PATIENCE if hurried else EXIT_PATIENCE):
        await session.over.wait()
    session.outlet.end()
    await session.over.wait()


async def _until_idle(session: Session) -> None:
    updates = session.follow()
    while session.conversation.turn is not None and not session.over.is_set():
        if await anext(updates, None) is None:
            return


async def _try_ways(session: Session) -> None:
    for way in session.agent.ways:
        if way is not session.agent.ways[0]:
            session.note(_falling_back(session, way))
            session.restart(way)
        if way.lifetime is Lifetime.SESSION:
            await _run_session(session, way)
        else:
            await _run_turns(session, way)
        if not session.fall_back or session.closing:
            return
    raise AgentUnavailableError(
        f"{session.agent.label} did not start: {session.fall_back}.", "See `parley doctor`."
    )


def _falling_back(session: Session, way: Way) -> NoticeRaised:
    return NoticeRaised(
        text=f"{session.agent.label} is used through {way.name}: {session.fall_back}",
        level=Level.WARNING,
        code="fallback",
    )


async def _run_session(session: Session, way: Way) -> None:
    await _run_process(session, way, way.launch(session.spec, None), None)


async def _run_turns(session: Session, way: Way) -> None:
    spec = session.spec
    while not session.fall_back and session.conversation.ended is None:
        while not session.prompts:
            if session.closing:
                return
            await session.bell.wait()
            session.bell = anyio.Event()
        prompt = session.prompts.popleft()
        known = session.conversation.session
        if known is not None:
            spec = session.spec = replace(session.spec, resume=known, fork=False)
        await _run_process(session, way, way.launch(spec, prompt), prompt)


async def _run_process(session: Session, way: Way, launch: Launch, prompt: Prompt | None) -> None:
    await anyio.to_thread.run_sync(_write_files, launch)
    await _mend(session, way)
    mended = False
    environment = {**session.environment, **launch.environment}
    if not session.spec.trusted:
        environment |= await anyio.to_thread.run_sync(without_git_programs, launch.cwd, environment)
    try:
        async with process.run(launch.argv, cwd=launch.cwd, environment=environment) as child:
            session.begin(child)
            if session.closing:
                child.terminate()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_watch_start, session, way)
                if prompt is not None:
                    session.react(session.dialect.send(prompt))
                async for batch in child.lines():
                    session.take(batch)
                    if session.conversation.ready and not mended:
                        mended = True
                        await _mend(session, way)
                tasks.cancel_scope.cancel()
            session.hung_up()
            code = await _left(child)
    except OSError as error:
        raise AgentUnavailableError(
            f"{session.agent.label} could not be started in {launch.cwd}: {error.strerror}",
            "Check that the folder exists and that you may enter it.",
        ) from error
    if session.outlet.stuck is not None:
        raise session.outlet.stuck
    session.ended(Exit(code=code, stderr=child.stderr.text(), asked=session.closing))
    await _mend(session, way)


async def _left(child: LineProcess) -> int:
    """Return the exit code; a process that says nothing any more and stays is ended."""
    child.close_stdin()
    with anyio.move_on_after(EXIT_PATIENCE):
        return await child.wait()
    child.terminate()
    return await child.wait()


def _write_files(launch: Launch) -> None:
    for path, content in launch.files.items():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists() or path.read_bytes() != content:
            temporary = path.with_name(f".{path.name}.new")
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
            with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
                file.write(content)
            temporary.replace(path)


async def _watch_start(session: Session, way: Way) -> None:
    await anyio.sleep(way.ready_within)
    if not session.conversation.ready and session.conversation.ended is None:
        session.fall_back = f"it did not answer within {way.ready_within:g} seconds"
        session.outlet.end()


async def _mend(session: Session, way: Way) -> None:
    """Undo what the CLI does to its own store when a session is resumed."""
    resumed = session.spec.resume
    if way.mend_store is not None and resumed is not None:
        await anyio.to_thread.run_sync(way.mend_store, session.spec, resumed)
