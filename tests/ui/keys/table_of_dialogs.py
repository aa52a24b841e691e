"""Keys of past sessions, of requests, rules and questions: where they are pressed, what is seen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from tests.ui.keys.effects import (
    CLOSED,
    Effect,
    becomes,
    differs,
    first_line,
    grows,
    in_a_line,
    moves,
    opens,
    shown,
    shrinks,
)
from tests.ui.keys.scenes import asked, beneath, browser, chat, past
from tests.ui.past.home import talk, write_claude
from tests.ui.requests import CHAIN, FILES, PLAN, QUESTIONS, option
from tests.ui.stage import Stage, shell_request
from tests.ui.test_plan import TEXT
from tui.conversation.state import Ask
from tui.model.permission import Effect as Meaning
from tui.model.permission import Verdict
from tui.ui.screens.browser import BrowserScreen
from tui.ui.widgets.session_list import name_of


def chosen(stage: Stage) -> str:
    """Return the session below the cursor of the list."""
    return name_of(cast("BrowserScreen", stage.app.screen).list.chosen) or ""


def side_by_side(stage: Stage) -> bool:
    """Tell whether what was and what is stand in one line."""
    return any("import os" in line and "import pytest" in line for line in stage.lines())


@asynccontextmanager
async def grown(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A session was written since the files were looked at."""
    async with browser(folder, patch) as stage:
        home = folder / "home"
        words = talk("new", "a new session", "It begins.")
        write_claude(home, "4f1c0000-0000-4000-8000-000000000009", words, home / "demo", 60)
        yield stage


def verdict(stage: Stage) -> Verdict | None:
    """Return how the last request was decided."""
    asks = [one for one in stage.session.conversation.items.values() if isinstance(one, Ask)]
    return asks[-1].decision.verdict if asks and asks[-1].decision is not None else None


def forked(stage: Stage) -> bool:
    """Tell whether the last session opened is a copy."""
    return stage.openings[-1].fork


searched = beneath(browser, *"timezone", until="hit 1/2")
second_hit = beneath(searched, "ctrl+down", until="▸ hit 2/2")
archived = beneath(browser, "ctrl+x", until="archived; F8 shows")
BROWSER = {
    "browser.open": Effect(browser, CLOSED),
    "browser.continue": Effect(browser, becomes(lambda stage: len(stage.openings), 2)),
    "browser.fork": Effect(browser, becomes(forked, True)),
    "browser.hand_over": Effect(browser, opens("HandOverScreen")),
    "browser.next_hit": Effect(searched, "▸ hit 2/2"),
    "browser.previous_hit": Effect(second_hit, "▸ hit 1/2"),
    "browser.here": Effect(browser, "here ~/demo"),
    "browser.sort": Effect(browser, "BY OLDEST"),
    "browser.every": Effect(archived, "· archived"),
    "browser.rename": Effect(browser, opens("LineScreen")),
    "browser.archive": Effect(browser, differs(chosen)),
    "browser.pin": Effect(browser, "PINNED"),
    "browser.tag": Effect(browser, opens("LineScreen")),
    "browser.delete": Effect(browser, "claude has no command that deletes one session"),
    "browser.spend": Effect(browser, opens("SpendScreen")),
    "browser.rescan": Effect(grown, "a new session"),
    "browser.up": Effect(browser, differs(chosen)),
    "browser.down": Effect(browser, differs(chosen)),
    "browser.page_up": Effect(browser, differs(chosen)),
    "browser.page_down": Effect(browser, differs(chosen)),
    "browser.first": Effect(browser, differs(chosen)),
    "browser.last": Effect(browser, differs(chosen)),
    "browser.close": Effect(browser, CLOSED),
}

ASKED_LINE = {
    "line.close": Effect(beneath(browser, "ctrl+r", until="rename"), opens("BrowserScreen"))
}

SPEND = {"spend.close": Effect(beneath(past, "alt+s", until="BY AGENT"), CLOSED)}

brief = beneath(chat, "alt+h", until="▸Demo (")
HAND_OVER = {
    "hand_over.send": Effect(brief, CLOSED),
    "hand_over.agent": Effect(brief, differs(shown("▸Demo (Gemini CLI)"))),
    "hand_over.close": Effect(brief, CLOSED),
}

new = beneath(chat, "ctrl+n", until="agents can be used")
NEW_SESSION = {
    "new.folder": Effect(new, becomes(in_a_line, True)),
    "new.mode": Effect(new, "Changes files without asking"),
    "new.close": Effect(new, CLOSED),
}

OFFERS = replace(
    CHAIN,
    options=tuple(
        option(f"o{number}", f"offer {number}", Meaning.DENY, f"The {number}th offer.")
        for number in range(5, 10)
    ),
)
command = asked(shell_request())
offers = asked(OFFERS)
files = asked(FILES)
plan = asked(replace(PLAN, plan=TEXT, input={"plan": TEXT}))
second_file = beneath(files, ".", until="▸ A /srv/project/tests/test_tz.py")
long = asked(shell_request("\n".join(f"echo {number}" for number in range(80))), (100, 24))
REQUEST = {
    "request.allow": Effect(command, becomes(verdict, Verdict.ALLOW)),
    "request.always": Effect(asked(shell_request("make all")), opens("RuleScreen")),
    "request.deny": Effect(command, "why not?"),
    "request.edit": Effect(command, becomes(in_a_line, True)),
    "request.note": Effect(command, becomes(in_a_line, True)),
    "request.later": Effect(command, CLOSED),
    "request.1": Effect(command, becomes(verdict, Verdict.ALLOW)),
    "request.2": Effect(asked(shell_request("make all")), opens("RuleScreen")),
    "request.3": Effect(command, "why not?"),
    "request.4": Effect(command, becomes(in_a_line, True)),
    **{f"request.{number}": Effect(offers, f"Enter offer {number}") for number in range(5, 10)},
    "request.open": Effect(command, CLOSED),
    "request.full": Effect(command, differs(lambda stage: stage.app.screen.classes)),
    "request.pager": Effect(command, "cannot be lent"),
    "request.raw": Effect(plan, "Two things are **wrong**:"),
    "request.split": Effect(files, becomes(side_by_side, True)),
    "request.hunk": Effect(files, differs(first_line)),
    "request.hunk_back": Effect(files, differs(first_line), ["]", "]"]),
    "request.file": Effect(files, "▸ A /srv/project/tests/test_tz.py"),
    "request.file_back": Effect(second_file, "▸ M /srv/project/tests/conftest.py"),
    "request.down": Effect(long, moves(first_line, 1)),
    "request.up": Effect(long, moves(first_line, -1), ["end"]),
    "request.page_down": Effect(long, grows(first_line, 5)),
    "request.page_up": Effect(long, shrinks(first_line, 5), ["end"]),
    "request.end": Effect(long, grows(first_line, 40)),
    "request.begin": Effect(long, becomes(first_line, 0), ["end"]),
}


@asynccontextmanager
async def two_requests(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Two requests wait; the first is open."""
    async with command(folder, patch) as stage:
        stage.ask(shell_request("make second", "r2"))
        await stage.shows("1 of 2")
        await stage.quiet()
        yield stage


REQUEST["request.next"] = Effect(two_requests, "2 of 2")

ruled = shell_request("cd sub && make all")
rule = beneath(asked(ruled), "a", until="Nothing is saved")


@asynccontextmanager
async def low_rule(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A rule is made where there is little room."""
    async with asked(ruled, (100, 18))(folder, patch) as stage:
        await stage.read_through()
        await stage.quiet()
        await stage.press("a")
        await stage.shows("Nothing is saved")
        yield stage


wider = beneath(beneath(rule, "down", until="▸ allow  make all"), "right", until="make all *")
RULE = {
    "rule.narrow": Effect(wider, "exactly “make all”"),
    "rule.widen": Effect(beneath(rule, "down", until="▸ allow  make all"), "make all *"),
    "rule.other": Effect(rule, "▸ allow  make all"),
    "rule.scope": Effect(rule, "(•) this project"),
    "rule.agent": Effect(rule, "(•) all agents"),
    "rule.save": Effect(rule, becomes(verdict, Verdict.ALLOW)),
    "rule.page_down": Effect(low_rule, grows(first_line)),
    "rule.page_up": Effect(low_rule, shrinks(first_line), ["pagedown"]),
    "rule.back": Effect(rule, opens("PermissionScreen")),
}

questions = asked(QUESTIONS)
low_questions = asked(QUESTIONS, (100, 20))
QUESTION = {
    **{f"question.{number}": Effect(questions, f"{number} [x]") for number in range(1, 10)},
    "question.other": Effect(questions, becomes(in_a_line, True)),
    "question.next": Effect(questions, "question 2 of 2", ["1"]),
    "question.down": Effect(questions, "▸ 1 [ ]"),
    "question.up": Effect(questions, "▸ 1 [ ]", ["down", "down"]),
    "question.pick": Effect(questions, "▸ 1 [x]", ["down"]),
    "question.page_down": Effect(low_questions, grows(first_line)),
    "question.page_up": Effect(low_questions, shrinks(first_line), ["pagedown"]),
    "question.left": Effect(questions, "question 1 of 2", ["right"]),
    "question.right": Effect(questions, "question 2 of 2"),
}

FAR = {
    **BROWSER,
    **ASKED_LINE,
    **SPEND,
    **HAND_OVER,
    **NEW_SESSION,
    **REQUEST,
    **RULE,
    **QUESTION,
}
