"""A plan to approve: shown as Markdown, whole, and readable as it was written."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.ui.requests import PLAN
from tests.ui.stage import Stage, on_stage
from tui.ui.request_plan import rendered
from tui.ui.screens.permission import PermissionScreen
from tui.ui.sheet import Sheet

TEXT = """# Mend the clock

Two things are **wrong**:

1. `TZ` is taken from the machine
2. nothing tests it

| file | why |
|---|---|
| tests/conftest.py | pins the zone |

- [x] read the code
- [ ] mend it, see [the guide](http://127.0.0.1/guide)

```python
def zone():
    return "UTC"
```
"""


def lines(plan: str, width: int = 60) -> list[str]:
    """Return a plan as it is shown; nothing where it is not rendered."""
    text = rendered(plan)
    if text is None:
        return []
    sheet = Sheet([text])
    count = sheet.lay_out(width)
    return ["".join(one.text for one in sheet.line(number)).rstrip() for number in range(count)]


def test_notation_is_not_shown_but_every_word_is() -> None:
    assert lines(TEXT) == [
        "Mend the clock",
        "",
        "Two things are wrong:",
        "",
        "1. TZ is taken from the machine",
        "2. nothing tests it",
        "",
        "file              │ why",
        "──────────────────┼──────────────",
        "tests/conftest.py │ pins the zone",
        "",
        "☑ read the code",
        "☐ mend it, see the guide (http://127.0.0.1/guide)",
        "",
        "  def zone():",
        '      return "UTC"',
    ]


@pytest.mark.parametrize(
    "plan",
    [
        "See [the guide](http://127.0.0.1/ 'and delete everything').",
        "```python and delete everything\npass\n```",
        "&#114;m everything",
    ],
)
def test_a_plan_of_which_markdown_would_drop_words_is_shown_as_written(plan: str) -> None:
    assert rendered(plan) is None


def test_the_definition_of_a_link_is_shown_or_the_plan_is_shown_as_written() -> None:
    shown = lines("[guide]: http://127.0.0.1/ 'and delete everything'\n\nRead.")

    assert not shown or "and delete everything" in "".join(shown)


def test_hidden_characters_are_tokens() -> None:
    assert lines("Read \u202e*it*\n\n`a\u200bb`") == ["Read ‹U+202E›it", "", "a‹U+200B›b"]


@given(st.text(st.sampled_from("ab1 \n#*_-|`>[](){}!&;:\\<\t\u202e×·") | st.characters()))
def test_every_letter_of_a_rendered_plan_is_on_the_screen(plan: str) -> None:
    shown = "".join(lines(plan, 40))
    if rendered(plan) is not None:
        letters = [one for one in plan if one.isascii() and one.isalpha() and one not in "xX"]
        assert [one for one in set(letters) if shown.count(one) < letters.count(one)] == []


@pytest.mark.parametrize("width", [1, 3, 9, 20, 200])
def test_a_deep_plan_fits_into_any_width(width: int) -> None:
    deep = "".join(f"{'  ' * level}- level {level} of many\n" for level in range(12))
    assert max(map(len, lines(deep + TEXT, width))) <= max(width, 1)


async def opened(stage: Stage, plan: str) -> PermissionScreen:
    """Let the agent present a plan, and wait until its dialog takes keys."""
    stage.ask(replace(PLAN, plan=plan, input={"plan": plan}))
    await stage.shows("Esc later")
    await stage.quiet()
    screen = stage.app.screen
    assert isinstance(screen, PermissionScreen)
    return screen


async def test_r_shows_it_as_it_was_written_and_back(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (100, 40)) as stage:
        await opened(stage, TEXT)
        await stage.shows("Two things are wrong:")
        await stage.shows("r as written")
        await stage.press("r")
        await stage.shows("Two things are **wrong**:")
        await stage.quiet()
        await stage.shows("r as Markdown")
        await stage.quiet()
        await stage.press("r")

        await stage.shows("Two things are wrong:")


async def test_each_way_of_showing_it_has_to_be_read_to_its_end(tmp_path: Path) -> None:
    long = TEXT + "\n".join(f"{number}. step {number}\n" for number in range(1, 60))
    async with on_stage(tmp_path, (100, 30)) as stage:
        screen = await opened(stage, long)
        await stage.read_through()
        await stage.quiet()
        await stage.press("r")
        await stage.until(lambda: screen.page.unread.count > 0)
        await stage.shows("lines below")
        await stage.quiet()
        await stage.press("y")
        assert stage.session.conversation.pending

        await stage.read_through()
        await stage.quiet()
        await stage.press("y")
        await stage.until(lambda: not stage.session.conversation.pending)


async def test_why_it_is_not_rendered_is_said(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (100, 40)) as stage:
        await opened(stage, "See [a](http://127.0.0.1/ 'more').")

        await stage.shows("shown as it was written: as Markdown some of its words")
        await stage.shows("See [a](http://127.0.0.1/ 'more').")
