"""The small program between parley and an agent: it outlives neither, and leaves nobody behind.

`command()` gives the words to start it with. The agent inherits standard input, output and error
untouched, so no byte is copied. Three things end the whole process tree: the agent exits, the
life-line pipe closes (parley is gone, however it went), or SIGTERM or SIGHUP arrives. SIGINT is
handed on to the agent's group. Then everything below us gets SIGTERM, and after a
second SIGKILL until nobody is left; we leave with the agent's own exit status.

On Linux we are the subreaper, so processes that call setsid or fork twice come back to us. macOS
has no such thing: there the process group and the tree as `ps` shows it are ended.

Standard library only, and little of it: this file's start-up is part of every agent's. `signal`
and `ctypes` would add 60 % to it (7 and 6 ms of 15, through `enum` and `struct`), so their C halves
are used directly.
"""

import _ctypes
import _signal as signal  # type: ignore[import-not-found]  # the C half of signal has no stubs
import os
import select
import sys
import time

GRACE = 1.0
"""Seconds between SIGTERM and SIGKILL; two seconds after parley nothing may be left."""

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
NOT_FOUND, NOT_RUNNABLE = 127, 126


HANDLED = (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def command(lifeline: int, argv: tuple[str, ...]) -> list[str]:
    """Return the words that start this program from its compiled form, without site-packages."""
    folder = os.path.dirname(__file__)
    program = "import sys; sys.path.insert(0, sys.argv.pop(1)); import supervise; supervise.run()"
    return [sys.executable, "-I", "-S", "-c", program, folder, str(lifeline), *argv]


def run() -> None:
    """Run as a program; leave without the interpreter's own clean-up, there is nothing to clean."""
    os._exit(main(sys.argv[1:]))


def main(arguments: list[str]) -> int:
    """Start the agent, wait for a reason to end, end everything."""
    lifeline = int(arguments[0])
    argv = arguments[1:]
    become_subreaper()
    wake_reader, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    for number in HANDLED:
        signal.signal(number, lambda *_: None)
    agent = start(argv)
    let_go_of_standard_streams()
    status = watch(agent, lifeline, wake_reader)
    end_everyone(agent, wake_reader)
    return leave_like(status if status is not None else last_status.get(agent))


last_status: dict[int, int] = {}
"""Wait statuses of the processes reaped so far that we care about."""


def become_subreaper() -> None:
    """Let orphaned descendants be handed to us instead of to init."""
    if LINUX:
        prctl(PR_SET_CHILD_SUBREAPER, 1)


def prctl(option: int, value: int) -> None:
    """Call the Linux function of that name."""
    library = _ctypes.dlopen(None, os.RTLD_NOW)  # type: ignore[arg-type]  # None: ourselves
    _ctypes.call_function(_ctypes.dlsym(library, "prctl"), (option, value, 0, 0, 0))


def start(argv: list[str]) -> int:
    """Start the agent in a session of its own; return its pid."""
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        if LINUX:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(NOT_RUNNABLE)
        signal.set_wakeup_fd(-1)
        for number in HANDLED:
            signal.signal(number, signal.SIG_DFL)
        # Python ignores these two; an agent's shell commands must not inherit that.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if hasattr(signal, "SIGXFSZ"):
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        os.execvp(argv[0], argv)
    except FileNotFoundError:
        os.write(2, f"parley: {argv[0]} was not found\n".encode())
        os._exit(NOT_FOUND)
    except OSError as error:
        os.write(2, f"parley: {argv[0]} could not be started: {error.strerror}\n".encode())
        os._exit(NOT_RUNNABLE)


def let_go_of_standard_streams() -> None:
    """Close our copies, so that parley sees the end of the agent's output when it comes."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


def watch(agent: int, lifeline: int, wake: int) -> int | None:
    """Wait for a reason to end; return the agent's wait status if that is the reason."""
    poller = select.poll()
    poller.register(lifeline, select.POLLIN)
    poller.register(wake, select.POLLIN)
    while True:
        reap(agent)
        if agent in last_status:
            return last_status[agent]
        for descriptor, _ in poller.poll():
            if descriptor == lifeline:
                return None
            received = os.read(wake, 4096)
            if signal.SIGTERM in received or signal.SIGHUP in received:
                return None
            if signal.SIGINT in received:
                send(-agent, signal.SIGINT)


def reap(agent: int) -> bool:
    """Collect the dead; tell whether a child of ours is left."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True
        if pid == agent:
            last_status[agent] = status


def end_everyone(agent: int, wake: int) -> None:
    """Ask all descendants to end, then make them.

    Meanwhile we sleep until one of them dies: looking through all processes a hundred times a
    second took 170 ms of processor time for each agent that would not end.
    """
    send(-agent, signal.SIGTERM)
    for pid in descendants(agent):
        send(pid, signal.SIGTERM)
    deadline = time.monotonic() + GRACE
    poller = select.poll()
    poller.register(wake, select.POLLIN)
    while anybody_left(agent):
        patience = deadline - time.monotonic()
        if patience <= 0:
            for pid in descendants(agent):
                send(pid, signal.SIGKILL)
        if poller.poll(1000 * patience if LINUX and patience > 0 else 10):
            os.read(wake, 4096)


def anybody_left(agent: int) -> bool:
    """Tell whether a descendant lives; on Linux each has a child of ours above it, or is one."""
    has_children = reap(agent)
    return has_children if LINUX else bool(descendants(agent))


def send(pid: int, number: int) -> None:
    """Send a signal to a process or group that may be gone."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def descendants(agent: int) -> list[int]:
    """Return the pids of all processes below us.

    The dead are among them: one whose first thread has ended looks like a zombie while its other
    threads run, and what it started is still its own.
    """
    children: dict[int, list[int]] = {}
    for pid, parent in everyone():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    # Without a subreaper the agent's orphans are no longer below us, but its group still is.
    waiting = [os.getpid()] if LINUX else [os.getpid(), agent]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def everyone() -> list[tuple[int, int]]:
    """Return the pid and the parent of every process."""
    return from_proc() if LINUX else from_ps()


def from_proc() -> list[tuple[int, int]]:
    """Read the process table from /proc."""
    table = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # The command name may hold spaces and parentheses: cut after the last one.
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        table.append((int(name), int(fields[1])))
    return table


def from_ps() -> list[tuple[int, int]]:
    """Read the living from `ps`, where there is no /proc; `ps` itself is gone by then."""
    with os.popen("ps -axo pid=,ppid=,stat=") as listing:
        rows = [line.split()[:3] for line in listing]
    return [(int(pid), int(parent)) for pid, parent, state in rows if lives(int(pid), state)]


def lives(pid: int, state: str) -> bool:
    """Tell whether a process that was listed is there, and no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return not state.startswith("Z")


def leave_like(status: int | None) -> int:
    """Return the agent's exit code; if a signal ended it, end ourselves by the same signal."""
    if status is None:
        return 128 + int(signal.SIGTERM)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        signal.set_wakeup_fd(-1)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return os.WEXITSTATUS(status)
