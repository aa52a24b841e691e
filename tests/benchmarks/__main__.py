"""Prints every ratio beside its target.

A bar has three tries, because a neighbour on the machine can spoil one. The full run fails where
a bar is missed in all of them. The short run is a tripwire for CI: it prints the same figures
and fails where the best of three is off by more than a quarter.
"""

import sys
from collections.abc import Callable

from tests.benchmarks import memory, start, transcript, wire
from tests.benchmarks.bar import Bar

TRIES = 3
NOISE = 1.25


def missed(measure: Callable[[bool], list[Bar]], short: bool) -> set[str]:
    """Measure until every bar was met once, three times at most; return those that never were."""
    left: set[str] | None = None
    for _ in range(TRIES):
        bars = measure(short)
        for bar in bars:
            print(bar, flush=True)
        failed = {bar.name for bar in bars if not bar.within(NOISE if short else 1.0)}
        left = failed if left is None else left & failed
        if not left or not any(not bar.met for bar in bars):
            break
    return left or set()


def main() -> int:
    """Measure everything."""
    short = "--short" in sys.argv
    modules = (wire, start, memory, transcript)
    left = [name for module in modules for name in sorted(missed(module.measure, short))]
    for name in left:
        print(f"missed in {TRIES} tries: {name}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
