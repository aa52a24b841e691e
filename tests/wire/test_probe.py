"""A short question is answered in time or not at all."""

import time

from tests.support.processes import MARK, alive, new_mark, until
from tui.wire.probe import Reply, ask

PATH = {"PATH": "/usr/bin:/bin"}


def test_the_answer_is_what_the_program_prints() -> None:
    assert ask(("sh", "-c", "echo 1.2.3"), PATH, 10) == Reply(0, "1.2.3")
    assert ask(("sh", "-c", "echo oops >&2; exit 4"), PATH, 10) == Reply(4, "oops")
    assert ask(("sh", "-c", r"printf '\377'"), PATH, 10) == Reply(0, "\ufffd")


def test_a_program_that_is_not_there_answers_127() -> None:
    reply = ask(("/no/such/program",), PATH, 10)

    assert reply is not None
    assert reply.code == 127


def test_a_program_that_hangs_is_ended_with_all_its_children() -> None:
    mark = new_mark()
    began = time.monotonic()

    assert ask(("sh", "-c", "trap '' TERM; sleep 99 & sleep 99"), {**PATH, MARK: mark}, 0.3) is None

    assert time.monotonic() - began < 60
    assert until(lambda: not alive(mark))
