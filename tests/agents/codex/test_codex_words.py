"""Words of a command line: as the standard library finds them, in time that grows with the line."""

import shlex

from hypothesis import example, given
from hypothesis import strategies as some

from tui.agents.codex.translate import plain_command
from tui.agents.codex.words import words


def expected(command: str) -> list[str] | None:
    """Return what the standard library says."""
    try:
        return shlex.split(command)
    except ValueError:
        return None


@given(some.text(some.sampled_from("ab '\"\\\n\t\r\v\xa0$;#=-é") | some.characters(codec="utf-8")))
@example("/bin/bash -lc 'echo '\\''x'\\'' \"y\"'")
@example("a\\")
@example('"a\\b\\"c\\\\d"')
@example("''")
def test_the_words_are_those_of_the_standard_library(command: str) -> None:
    assert words(command) == expected(command)


def test_a_command_of_megabytes_is_taken_apart() -> None:
    inner = "echo " + "x 'y' \"z\" \\; " * 20_000

    assert plain_command(shlex.join(["/bin/bash", "-lc", inner])) == inner
    assert plain_command(inner) == inner
