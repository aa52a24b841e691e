"""Each kind of request: what its dialog shows, and what its answers send."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.requests import request
from tests.ui.requests import (
    CHAIN,
    CODEX,
    EDIT,
    FETCH,
    FILES,
    LARGE,
    MCP,
    OUTSIDE_EDIT,
    PLAN,
    QUESTIONS,
    READ,
    SUB_AGENT,
    TESTS,
    UNKNOWN,
)
from tests.ui.stage import Stage, on_stage
from tests.ui.terminal import terminal
from tui.conversation.state import Ask, UserText
from tui.model.events import TurnStarted
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.ui.screens.permission import PermissionScreen

SIZE = (110, 44)


def decision(stage: Stage) -> Decision:
    """Return the only answer that was given."""
    items = stage.session.conversation.items.values()
    (ask,) = [item for item in items if isinstance(item, Ask)]
    assert ask.decision is not None, stage.text()
    return ask.decision


def undecided(stage: Stage) -> bool:
    """Tell whether nothing was answered."""
    items = stage.session.conversation.items.values()
    return all(item.open for item in items if isinstance(item, Ask))


async def opened(stage: Stage, request: PermissionRequest) -> None:
    """Let a request be asked, and wait until its dialog takes keys."""
    stage.ask(request)
    await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
    await stage.shows("Esc later")
    await stage.quiet()


async def key(stage: Stage, *keys: str) -> None:
    """Press keys, each when the keyboard was quiet."""
    for one in keys:
        await stage.quiet()
        await stage.press(one)


@pytest.mark.parametrize(
    ("request_", "shown"),
    [
        (
            CHAIN,
            ["risk high", "3 commands", "▸ sh   high: pipes text into sh", "redirects  > log.txt"],
        ),
        (CHAIN, ["agent says  Clean rebuild", "1 of 1", "where  ", "1 line, 71 bytes"]),
        (FILES, ["Change 2 files outside the project (fileChange)", "▸ M /srv/project/tests"]),
        (FILES, ["file 1 of 2", "+6 -3  outside the project", "import pytest"]),
        (EDIT, ["M /srv/project/a.py  +1 -1", "- two", "+ three", "replace_all  true"]),
        (OUTSIDE_EDIT, ["Write a file outside the project (Write)", "risk high"]),
        (READ, ["Read a file outside the project (Read)", "touches a place for secrets", "limit"]),
        (FETCH, ["Fetch an address (WebFetch)", "host  docs.example.org", "prompt  What does"]),
        (MCP, ["Use a tool of an MCP server", "server  github", "tool  create_issue"]),
        (MCP, ["arguments  8 lines", '"labels": [', "The fixture is local time."]),
        (SUB_AGENT, ["sub-agent explore", "asked by the sub-agent  explore: find the failing"]),
        (UNKNOWN, ["a tool that parley does not know (QuantumTool)", '"entangle": true', '"b"']),
        (CODEX, ["if allowed  Codex runs what you allow outside its sandbox."]),
        (CODEX, ["5 Allow for this session: The same command is not asked about again"]),
        (CODEX, ["6 Allow always: Writes a permanent rule into Codex's own rules file, for all"]),
        (CODEX, ["7 Deny and stop: The turn ends here.", "5–7 Demo (Claude Code)'s own"]),
        (PLAN, ["The plan is ready. Start?", "│ Mend the clock", "3. CHANGELOG"]),
        (PLAN, ["1 y start, asking as usual", "2 start with edits allowed", "3 n keep planning"]),
        (PLAN, ["4 e edit the plan", "2 Start with edits allowed: Leaves planning; edits in"]),
    ],
)
async def test_a_dialog_shows(
    tmp_path: Path, request_: PermissionRequest, shown: list[str]
) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, request_)

        for text in shown:
            await stage.shows(text)


async def test_a_note_goes_with_the_answer(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        stage.tell(TurnStarted("1"))
        await opened(stage, SUB_AGENT)
        await stage.press("w")
        await stage.shows("a note for the agent")
        await stage.press(*"only once", "enter")

        assert decision(stage).verdict is Verdict.ALLOW
        said = [i.text for i in stage.session.conversation.items.values() if type(i) is UserText]
        assert said == ["only once"]


async def test_an_agent_that_takes_no_words_gets_none(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE, mouth="demo-gemini") as stage:
        stage.tell(TurnStarted("1"))
        await opened(stage, replace(SUB_AGENT, can_explain=False))
        await stage.press("w")
        await stage.shows("takes no words during a turn")
        await key(stage, "n")
        await stage.shows("your words become the next prompt")
        await stage.press(*"use make", "enter")

        assert (decision(stage).verdict, decision(stage).message) == (Verdict.DENY, "use make")
        await stage.shows("queued use make")


async def test_a_short_command_is_edited_in_place_and_shown_before_it_is_allowed(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, TESTS)
        await stage.press("e")
        await stage.shows("Enter shows the difference")
        await stage.press("end", *["backspace"] * 5, *"setup", "enter")
        await stage.shows("your change")
        await stage.shows("+ npm run test -- setup")
        assert undecided(stage)
        await key(stage, "y")

        assert decision(stage) == Decision(
            verdict=Verdict.ALLOW,
            digest=TESTS.digest,
            input={"command": "npm run test -- setup"},
        )
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.shows("npm run test -- setup")


async def test_escape_leaves_the_line_then_the_edit_then_the_dialog(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, TESTS)
        await stage.press("e")
        await stage.shows("Enter shows the difference")
        await stage.press("x", "enter")
        await stage.shows("allow what you wrote")
        await stage.press("escape")
        await stage.shows("edit, then allow")
        assert isinstance(stage.app.screen, PermissionScreen)
        await stage.press("escape")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert undecided(stage)


async def test_an_agent_that_takes_no_edit_is_denied_with_a_suggestion(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, CODEX)
        await stage.shows("4 e deny, suggest another")
        await stage.press("e")
        await stage.shows("the agent gets it as a suggestion")
        await stage.press(*"2", "enter")
        await stage.shows("deny, and send what you wrote")
        await key(stage, "y")

        given = decision(stage)
        assert (given.verdict, given.input) == (Verdict.DENY, None)
        assert given.message == "Not like that. Use this command instead: npm run build2"


def test_a_long_text_is_edited_in_the_editor_and_read_in_the_pager(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    programs = {"VISUAL": "sed -i s/Nothing/Something/", "PAGER": f"cp -p -t {kept}"}
    with terminal(tmp_path, environment=programs) as run:
        run.shows("Enter send")
        run.send("write\r")
        run.shows("4 e edit, then allow")
        run.quiet()
        run.send("v")
        run.until(lambda: list(kept.iterdir()), "the pager")
        run.shows("4 e edit, then allow")
        run.quiet()
        run.send("e")
        run.shows("+ - Something else.")
        run.quiet()
        run.send("y")
        run.shows("you changed content:")
        run.send("\x11")
        run.end()

    (file,) = kept.iterdir()
    assert "- Nothing else." in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


async def test_an_offer_of_the_agent_takes_its_number_and_enter(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, CODEX)
        await stage.press("6")
        await stage.shows("Enter Allow always. Writes a permanent rule into Codex's own rules file")
        assert undecided(stage)
        await stage.quiet()
        await stage.press("enter")

        assert decision(stage) == Decision(
            verdict=Verdict.ALLOW,
            digest=CODEX.digest,
            options=("acceptWithExecpolicyAmendment",),
        )


async def test_an_offer_is_not_taken_by_an_enter_that_comes_with_its_number(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, CODEX)
        await stage.press("5", "enter")

        assert undecided(stage)


async def test_typing_on_after_a_number_takes_no_offer_and_loses_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, CODEX)
        await stage.press(*"5 files are enough")

        assert undecided(stage)
        await stage.until(lambda: stage.app.chat.composer.text == "5 files are enough")


async def test_deny_and_stop_ends_the_turn(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, CODEX)
        await stage.press("7")
        await stage.shows("Enter Deny and stop")
        await stage.quiet()
        await stage.press("enter")

        assert decision(stage).verdict is Verdict.STOP


async def test_a_plan_is_started_with_edits_allowed(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, PLAN)
        await stage.press("2")
        await stage.shows("Enter Start with edits allowed")
        await stage.quiet()
        await stage.press("enter")

        assert decision(stage) == Decision(
            verdict=Verdict.ALLOW, digest=PLAN.digest, options=("start:edits",)
        )


async def test_a_plan_goes_back_with_what_to_change(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, PLAN)
        await stage.press("3")
        await stage.shows("why not?")
        await stage.press(*"shorter", "enter")

        assert (decision(stage).verdict, decision(stage).message) == (Verdict.DENY, "shorter")


async def test_files_and_changes_are_gone_through(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (110, 30)) as stage:
        await opened(stage, FILES)
        await stage.shows("▸ M /srv/project/tests/conftest.py")
        await stage.press("full_stop")
        await stage.shows("▸ A /srv/project/tests/test_tz.py")
        await stage.press("comma")
        await stage.shows("▸ M /srv/project/tests/conftest.py")
        await stage.press("right_square_bracket", "right_square_bracket")
        await stage.shows("@@ -1,0 +1,48 @@")
        await stage.press("left_square_bracket", "d")
        await stage.shows(" │     1 + import pytest")

        assert stage.app.chat.composer.text == ""
        assert undecided(stage)


async def test_what_cannot_be_shown_can_be_denied_and_not_allowed(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, LARGE)
        await stage.shows("characters in 400,000 lines.")
        await key(stage, "y", "1", "a", "e")
        await stage.shows("it cannot be shown completely: it has")
        assert undecided(stage)
        await key(stage, "n")
        await stage.shows("why not?")
        await stage.press("enter")

        assert decision(stage).verdict is Verdict.DENY


async def test_digits_mean_the_numbers_that_are_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, SUB_AGENT)
        await stage.shows("3 n deny, say why")
        await key(stage, "9", "3")
        await stage.shows("why not?")
        await stage.press("escape")
        await key(stage, "1")

        assert decision(stage).verdict is Verdict.ALLOW


async def test_indented_code_is_no_trick(tmp_path: Path) -> None:
    code = "def deep():\n" + " " * 24 + "return x          # lined up\n"
    request = replace(
        EDIT, input={}, changes=(FileChange(path="a.py", kind=ChangeKind.CREATED, after=code),)
    )
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, request)
        await stage.shows(" " * 24 + "return x          # lined up")
        await stage.press("y")

        assert decision(stage).verdict is Verdict.ALLOW


async def test_half_a_surrogate_pair_is_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        await opened(stage, request("Odd", ToolKind.OTHER, "odd", {"text": "a\ud800b"}))

        await stage.shows("‹U+D800›")


async def test_more_answers_than_digits_are_chosen_by_arrows(tmp_path: Path) -> None:
    async with on_stage(tmp_path, SIZE) as stage:
        stage.ask(QUESTIONS)
        await stage.shows("question 1 of 2 (2 unanswered)")
        await stage.quiet()
        await stage.press("2", *["down"] * 9, "space")
        await stage.shows("▸ · [x] Schema")
        await key(stage, "enter")
        await stage.shows("question 2 of 2 (1 unanswered)")
        await key(stage, "o")
        await stage.press(*"soon", "enter")
        await key(stage, "enter")

        assert decision(stage).answers == {"pages": ("Quick start", "Schema"), "when": ("soon",)}
