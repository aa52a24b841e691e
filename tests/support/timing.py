"""How long something takes, without what has nothing to do with it."""

import gc
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return what a function returns, and the processor seconds of this thread for it.

    A collection of garbage in a worker that ran a thousand tests takes longer than most of them.
    """
    gc.collect()
    gc.disable()
    try:
        began = time.thread_time()
        result = work()
        return result, time.thread_time() - began
    finally:
        gc.enable()
