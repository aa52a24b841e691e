"""Where paths lead, by their text alone."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.timing import timed
from tui.permission import places
from tui.permission.policy_file import parse_policy


@pytest.mark.parametrize("pattern", ["**/a/**/a/**/a/**/x*y", "**a**a**a**a**b"])
def test_a_long_path_takes_no_longer_for_a_glob_of_many_stars(pattern: str) -> None:
    path = "/p" + "/a" * 1_000
    plain, once = timed(lambda: places.matches("**/b", path, "/p"))
    found, took = timed(lambda: places.matches(pattern, path, "/p"))

    assert (plain, found) == (False, False)
    assert took < 100 * once, "going back and forth would take thousands of times as long"


@pytest.mark.parametrize(
    "pattern", ["*a*a*a*a*a*b", "**a*a*a*a*a*b", "a**/a**/a**/b", "**/?*?*?*?*?*b", "x**/*a*a*a*b"]
)
@pytest.mark.parametrize("name", ["a" * 250, "xa", "a"])
def test_stars_inside_names_take_no_longer_than_the_path_is(pattern: str, name: str) -> None:
    path = f"/p/{name}" + f"/{name}" * ((places.LONGEST - 300) // (len(name) + 1))
    plain, often = timed(lambda: [places.matches("**z**", path, "/p") for _ in range(300)])
    found, took = timed(lambda: places.matches(pattern, path, "/p"))

    assert (any(plain), found) == (False, False)
    assert took < often, "going back and forth would take millions of times as long"


STARS = {"**/": "(?:[^/]+/)*", "/**": "(?:/.*)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@given(
    st.lists(st.sampled_from(["a", "b", "/", "*", "**", "**/", "?"]), min_size=1, max_size=7),
    st.lists(st.sampled_from(["/a", "/b", "/ab", "a", "b"]), max_size=7),
)
def test_a_glob_fits_what_an_expression_fits_that_tries_everything(
    pattern: list[str], names: list[str]
) -> None:
    text, path = "".join(pattern), "/p" + "".join(names)
    parts = re.split(r"(\*\*/|/\*\*$|\*\*|\*|\?)", text)
    plain = "".join(STARS.get(part) or re.escape(part) for part in parts)
    wanted = re.fullmatch(plain if text[0] == "/" else rf"/p(?:/|\Z){plain}", path) is not None

    assert places.glob_problem(text) or places.matches(text, path, "/p") is wanted


@given(
    st.lists(st.sampled_from(["a", "xb", "/", "*", "**", "**/"]), min_size=1, max_size=7),
    st.lists(st.sampled_from(["/a", "/xb", "a", "xb"]), max_size=7),
)
def test_what_fits_a_glob_has_its_needle(pattern: list[str], names: list[str]) -> None:
    text, path = "".join(pattern), "/p" + "".join(names)

    assert places.needle(text) in path or not places.matches(text, path, "/p")


def test_too_many_stars_inside_names_are_a_fault_of_the_file() -> None:
    rule = '[[rule]]\ndecision = "deny"\ntool = "*"\npath = "{}"\n'
    few = parse_policy(rule.format("a**/b**/c**/d").encode(), Path("policy.toml"))
    many = parse_policy(rule.format("a**/b**/c**/d**/e").encode(), Path("policy.toml"))

    assert few.faults == ()
    assert [(fault.line, fault.problem) for fault in many.faults] == [
        (4, "**/ stands inside names too often; begin a name with it")
    ]
    assert not places.matches("a**/b**/c**/d**/e", "/p/abcde", "/p")


def test_a_path_that_no_system_takes_fits_nothing_and_leads_nowhere() -> None:
    longest = "/p" + "/a" * ((places.LONGEST - 2) // 2)

    assert places.matches("**", longest, "/p")
    assert not places.matches("**", longest + "/a", "/p")
    assert places.matches("**", "/p/" + "a" * 255, "/p")
    assert not places.matches("**", "/p/" + "a" * 256, "/p")
    assert places.real("a/" * places.LONGEST, "/p") == "\0"


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
