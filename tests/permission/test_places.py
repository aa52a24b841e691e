"""Where paths lead, by their text alone."""

import time

import pytest

from tui.permission import places


@pytest.mark.parametrize("pattern", ["**/a/**/a/**/a/**/x*y", "**a**a**a**a**b"])
def test_a_long_path_takes_no_longer_for_a_glob_of_many_stars(pattern: str) -> None:
    path = "/p" + "/a" * 1_000
    began = time.thread_time()
    plain = places.matches("**/b", path, "/p")
    once = time.thread_time() - began
    began = time.thread_time()
    found = places.matches(pattern, path, "/p")
    took = time.thread_time() - began

    assert (plain, found) == (False, False)
    assert took < 100 * once, "going back and forth would take thousands of times as long"


def test_two_slashes_at_the_beginning_are_one() -> None:
    assert places.normal("//etc/passwd", "/p") == "/etc/passwd"
    assert places.place("//etc/passwd", "/p").outside == "//etc/passwd"


def test_stars_fit_parts_and_whole_paths() -> None:
    fitting = [
        *(("**", "/p"), ("**", "/p/a/b"), ("a/**", "/p/a"), ("a/**", "/p/a/b/c")),
        *(("**/b", "/p/b"), ("**/b", "/p/a/b"), ("**/a/**/b", "/p/a/b"), ("a*c", "/p/abc")),
        *(("**/a/**/b", "/p/x/a/a/y/b"), ("a**/b", "/p/ax/b"), ("/etc/**", "/etc/x")),
    ]
    others = [("a/**", "/p/ab"), ("**/b", "/p/ab"), ("a*c", "/p/a/c"), ("a?c", "/p/a/c")]

    assert [one for one in fitting if not places.matches(*one, "/p")] == []
    assert [one for one in others if places.matches(*one, "/p")] == []
