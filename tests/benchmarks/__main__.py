"""Prints every ratio beside its target; a bar that is missed in every try fails the run.

A bar has several tries because a neighbour on the machine can spoil one. The target is the same
in the short run, which only measures fewer things of one kind. A target that was never reached yet
is printed as missed, and fails the run only if it gets worse.
"""

import sys
from collections.abc import Callable

from tests.benchmarks import (
    browser,
    dialog,
    flood,
    history,
    length,
    memory,
    permission,
    start,
    streaming,
    wire,
)
from tests.benchmarks.bar import Bar

TRIES = 5


def fallen(measure: Callable[[bool], list[Bar]], short: bool) -> set[str]:
    """Measure until every bar was kept once; return the bars that never were."""
    left: set[str] | None = None
    for _ in range(TRIES):
        bars = measure(short)
        for bar in bars:
            print(bar, flush=True)
        failed = {bar.name for bar in bars if not bar.kept}
        left = failed if left is None else left & failed
        if not left:
            break
    return left or set()


def main() -> int:
    """Measure everything."""
    short = "--short" in sys.argv
    modules = (wire, start, memory, length, streaming, flood, permission, browser, history, dialog)
    left = [name for module in modules for name in sorted(fallen(module.measure, short))]
    for name in left:
        print(f"worse than before in {TRIES} tries: {name}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
