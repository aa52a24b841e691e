"""The way from a session to its agent's process, whether it runs already or not yet."""

from tui.agents.dialect import Exit, Reaction
from tui.errors import AgentStuckError
from tui.model.arrival import Lines, arrivals
from tui.sessions.recording import Recorder
from tui.wire.process import LineProcess


class Outlet:
    """Carries a dialect's writes and signals; what comes before the process is kept for it."""

    def __init__(self, recorder: Recorder | None) -> None:
        self.process: LineProcess | None = None
        self.stuck: AgentStuckError | None = None
        """The agent stopped reading, and was ended for it."""
        self._held: list[Reaction] = []
        self._recorder = recorder

    def attach(self, process: LineProcess, opening: Reaction) -> None:
        """Take the process that was just started; its first words go before all that was kept."""
        self.process = process
        held, self._held = self._held, []
        for reaction in (opening, *held):
            self.perform(reaction)

    def detach(self, exit: Exit) -> None:
        """Let go of a process that is gone."""
        self.process = None
        if self._recorder is not None:
            self._recorder.exit(exit.code, exit.stderr)

    def discard(self) -> None:
        """Forget what was kept: it was meant for a way of talking that did not work."""
        self._held.clear()

    def perform(self, reaction: Reaction) -> None:
        """Write, close and signal as the dialect wants it."""
        if not (reaction.writes or reaction.close_stdin or reaction.signal):
            return
        if self.process is None:
            self._held.append(reaction)
            return
        try:
            for data in reaction.writes:
                self.process.write(data)
                if self._recorder is not None:
                    self._recorder.stdin(data)
        except AgentStuckError as stuck:
            self.stuck = stuck
            self.end()
        if reaction.close_stdin:
            self.process.close_stdin()
        if reaction.signal is not None:
            self.process.interrupt()

    def end(self) -> None:
        """End the process and everything below it, at once."""
        if self.process is not None:
            self.process.terminate()

    def arrived(self, lines: list[Lines]) -> str:
        """Write down what came the other way; return why nothing more is, once."""
        if self._recorder is None:
            return ""
        self._recorder.stdout(arrivals(lines))
        problem = self._recorder.problem
        if problem:
            self._recorder.close()
            self._recorder = None
        return problem

    def close(self) -> None:
        """Nothing goes either way any more."""
        self.process = None
        self._held.clear()
        if self._recorder is not None:
            self._recorder.close()
