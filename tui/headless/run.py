"""`parley run`: one prompt, its answer, an exit code."""

import sys
from enum import StrEnum
from importlib import import_module
from typing import NamedTuple

from tui.errors import UsageError


class OnAsk(StrEnum):
    """What a question gets when nobody is there to answer it."""

    DENY = "deny"
    POLICY = "policy"
    ALLOW = "allow"


class RunOptions(NamedTuple):
    """The arguments of `parley run`."""

    prompt: str
    agent: str | None = None
    cwd: str | None = None
    resume: str | None = None
    newest: bool = False
    model: str | None = None
    mode: str = "ask"
    on_ask: OnAsk = OnAsk.DENY
    images: tuple[str, ...] = ()
    json: bool = False
    raw: bool = False
    trust: bool = False
    record: str | None = None


def main(image: list[str], on_ask: str, **others: str | bool | None) -> int:
    """Run one prompt to its end and return the exit code."""
    given = RunOptions(images=tuple(image), on_ask=OnAsk(on_ask), **others)  # type: ignore[arg-type]  # argparse
    prompt = sys.stdin.read() if given.prompt == "-" else given.prompt
    if not prompt.strip() and not given.images:
        raise UsageError("The prompt is empty.", 'Try: parley run "say hello"')
    # All that drives an agent is loaded only now: a mistake on the command line is told at once.
    code: int = import_module("tui.headless.conduct").conduct(given._replace(prompt=prompt))
    return code
