"""One short question to a program: its output, within bounded time and with nothing left over."""

import os
import subprocess
from collections.abc import Mapping, Sequence

import msgspec

from tui.wire.supervise import command


class Reply(msgspec.Struct, frozen=True):
    """How a program answered."""

    code: int
    output: str
    """Standard output, or standard error where that is empty; decoded leniently."""


def ask(argv: Sequence[str], environment: Mapping[str, str], patience: float) -> Reply | None:
    """Run a program to its end; None where it does not end within `patience` seconds."""
    reader, lifeline = os.pipe()
    try:
        with subprocess.Popen(
            command(reader, tuple(argv)),
            env=dict(environment),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(reader,),
            start_new_session=True,
        ) as process:
            try:
                output, errors = process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                process.terminate()
                process.communicate()
                return None
    finally:
        os.close(reader)
        os.close(lifeline)
    return Reply(process.returncode, (output.strip() or errors.strip()).decode("utf-8", "replace"))
