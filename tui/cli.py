"""The command line: one command run, an exit code out. Imports what it runs, late.

Somebody waits for the first rows, so nothing is imported here that takes noticeable time: without
any words not even the arguments, and `typing` would take as long as painting the rows does.
"""

import gc
import os
import sys
from types import ModuleType

from tui.errors import OutputError, ParleyError, UsageError
from tui.ui import splash

INTERRUPTED = 130

NOTHING_SAID: dict[str, object] = {
    "prompt": None,
    "agent": None,
    "cwd": None,
    "resume": None,
    "newest": False,
    "model": None,
    "mode": "ask",
    "record": None,
}
"""What a bare `parley` means; `arguments.parse([])` says the same, more slowly."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; errors of ours are two lines and an exit code, never a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _open_what_is_closed()
    sys.excepthook = _our_mistake
    debug = "--debug" in words[: words.index("--") if "--" in words else len(words)]
    if debug:
        words.remove("--debug")
        sys.excepthook = sys.__excepthook__
    try:
        return _run(words)
    except (ParleyError, KeyboardInterrupt, BrokenPipeError, BaseExceptionGroup) as error:
        return _end(error, debug)


def _end(error: BaseException, debug: bool) -> int:
    """Tell what went wrong and return the exit code; our own mistakes are raised on."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    if debug:
        raise error
    if isinstance(error, ParleyError):
        _load("tui.headless.output").explain(error)
        if isinstance(error, OutputError):
            _give_up_output()
        return error.exit_code
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        # The reader of our output has left, as `head` does; there is nobody to tell.
        _give_up_output()
        return 1
    raise error


def _give_up_output() -> None:
    """Let Python's own last flush go nowhere; it would complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """Open standard streams that the caller closed, before a file of ours gets their numbers.

    Output that nobody takes stays an error: it is opened for reading.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _our_mistake(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Tell a mistake of ours in two lines, as all errors are told; Python then exits with 1."""
    mistake = ParleyError(
        f"parley made a mistake: {kind.__name__}: {error}", "See it with --debug."
    )
    _load("tui.headless.output").explain(mistake)


def _run(words: list[str]) -> int:
    command, options = _load("tui.arguments").parse(words) if words else ("", NOTHING_SAID)
    _want_a_home()
    code: int
    if command:
        code = _load(f"tui.headless.{command}").main(**options)
        return code
    # Nothing that is imported is garbage; looking for some would take a tenth of the start.
    gc.disable()
    chosen = options["prompt"] or options["resume"] or options["newest"]
    folder = options["cwd"]
    painted = not chosen and splash.paint(str(folder) if folder is not None else None)
    try:
        code = _compose().main(**options)
    except BaseException:
        if painted:
            splash.take_off()
        raise
    finally:
        gc.enable()
    return code


def _want_a_home() -> None:
    """Refuse to take the folder parley was started in for the user's home."""
    home = os.environ.get("HOME", os.path.expanduser("~"))  # noqa: PTH111 - pathlib takes longer
    if not home.startswith("/"):
        raise UsageError(
            f"There is no home folder: HOME is {home!r}, not a path that begins with /.",
            "Set it: HOME=/home/you parley …",
        )


def _load(name: str) -> ModuleType:
    """Load a module by its name; loading `importlib` for that would take time before the rows."""
    __import__(name)
    return sys.modules[name]


def _compose() -> ModuleType:
    """Load the app without what its first frame does not use."""
    loaded: ModuleType = _load("tui.ui.later").load_without("tui.compose")
    return loaded
