"""“Always”: the exact rule, wider and narrower, and nothing saved before the second Enter."""

from pathlib import Path

from tests.agents.claude import store_lines as claude
from tests.ui.past.home import environment, talk, write_claude, write_home
from tests.ui.requests import MCP, UNKNOWN
from tests.ui.ruled import Ruled, on_ruled_stage
from tests.ui.stage import shell_request
from tui.config.settings import Settings
from tui.conversation.state import Ask
from tui.history.library import Library
from tui.model.events import PermissionWithdrawn
from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.ui.screens.permission import PermissionScreen
from tui.ui.screens.rule import RuleScreen

COMMAND = "make all"


def answered(stage: Ruled) -> list[Decider | None]:
    """Return who answered each question."""
    items = stage.session.conversation.items.values()
    return [item.decided_by for item in items if isinstance(item, Ask)]


async def opened(stage: Ruled, request: PermissionRequest) -> None:
    """Open the step in which a rule is made."""
    await stage.quiet()
    stage.ask(request)
    await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
    await stage.quiet()
    await stage.press("a")
    await stage.until(lambda: isinstance(stage.app.screen, RuleScreen))
    await stage.quiet()


async def test_the_narrowest_rule_is_shown_with_examples_and_the_past(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path, (100, 40)) as stage:
        await opened(stage, shell_request(COMMAND))

        for text in (
            "Nothing is saved before Enter",
            "1 of 3: demo may run exactly “make all”",
            "(•) this session",
            "(•) demo only   ( ) all agents",
            "✓ make all",
            "▲ make all other",
            "▲ make all && curl example.org",
            "you were asked nothing before",
            "until it is closed",
            "Enter remembers it and allows this request",
        ):
            await stage.shows(text)


async def test_enter_remembers_it_and_allows_the_request(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        await opened(stage, shell_request(COMMAND))
        await stage.press("right")
        await stage.shows("2 of 3: demo may run “make all” with any harmless further words")
        assert not stage.standing.policy.rules
        await stage.quiet()
        await stage.press("enter")
        await stage.until(lambda: answered(stage) == [Decider.USER])
        stage.ask(shell_request("make all quickly", "r2"))

        await stage.until(lambda: answered(stage) == [Decider.USER, Decider.RULE])
        assert [rule.text for rule in stage.standing.policy.rules] == [
            "allow shell make all * by demo"
        ]


async def test_a_rule_for_the_project_says_where_it_is_written(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        await opened(stage, shell_request(COMMAND))
        await stage.press("s", "g")
        await stage.shows("(•) this project")
        await stage.shows("(•) all agents")
        await stage.shows("policies/work-")
        await stage.quiet()
        await stage.press("enter")
        await stage.until(lambda: answered(stage) == [Decider.USER])

        (file,) = (tmp_path / "policies").iterdir()
        assert 'command = "make all"' in file.read_text()


async def test_escape_saves_nothing_and_answers_nothing(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        await opened(stage, shell_request(COMMAND))
        await stage.press("right", "escape")
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))

        assert (answered(stage), stage.standing.policy.rules) == ([None], ())


async def test_typing_saves_nothing_and_loses_nothing(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        stage.ask(shell_request(COMMAND))
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.quiet()
        await stage.press("a")
        await stage.until(lambda: isinstance(stage.app.screen, RuleScreen))
        await stage.press(*"s go on", "enter")

        assert (answered(stage), stage.standing.policy.rules) == ([None], ())
        assert stage.app.chat.composer.text in ("s go on", "")


async def test_each_command_of_a_line_has_its_own_rule(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        await opened(stage, shell_request("cd sub && make all"))
        await stage.shows("▸ allow  cd sub")
        await stage.press("down", "right")
        await stage.shows("▸ allow  make all *")
        await stage.quiet()
        await stage.press("enter")
        await stage.until(lambda: answered(stage) == [Decider.USER])

        rules = [rule.command for rule in stage.standing.policy.rules]
        assert sorted(map(str, rules)) == ["cd sub", "make all *"]


async def test_the_past_is_counted(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path, (100, 44)) as stage:
        for number, verdict in enumerate((Verdict.ALLOW, Verdict.DENY)):
            request = shell_request(COMMAND, f"old{number}")
            await stage.quiet()
            stage.ask(request)
            await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
            await stage.quiet()
            await stage.press("y" if verdict is Verdict.ALLOW else "n")
            if verdict is Verdict.DENY:
                await stage.shows("why not?")
                await stage.press("enter")
            await stage.until(lambda: stage.app.screen is stage.app.chat)
        await opened(stage, shell_request(COMMAND))

        await stage.shows(
            "would have matched 2 of your last 2 requests: 1 you allowed, 1 you denied"
        )


async def test_what_cannot_be_proven_makes_no_rule(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        stage.ask(shell_request("echo $HOME"))
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.shows("no rule  it cannot be proven what runs")
        await stage.quiet()
        await stage.press("a")

        await stage.shows("always…: it cannot be proven what runs")
        assert isinstance(stage.app.screen, PermissionScreen)


async def test_without_a_journal_there_is_no_always_but_single_answers(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    async with on_ruled_stage(tmp_path) as stage:
        stage.standing.decided(shell_request(), Decision(verdict=Verdict.DENY), Decider.USER)
        stage.ask(shell_request(COMMAND))
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.shows("no rule  the journal cannot be written")
        await stage.quiet()
        await stage.press("a")
        await stage.quiet()
        await stage.press("y")

        await stage.until(lambda: answered(stage) == [Decider.USER])


async def test_a_request_that_is_withdrawn_closes_the_rule_too(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        await opened(stage, shell_request(COMMAND))
        stage.tell(PermissionWithdrawn(RequestId("r1"), "interrupted"))

        await stage.until(lambda: stage.app.screen is stage.app.chat)
        assert stage.standing.policy.rules == ()


async def test_a_tool_nobody_knows_makes_no_rule(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path) as stage:
        stage.ask(UNKNOWN)
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.quiet()
        await stage.press("a")
        await stage.shows("always…: no rule can speak of a tool that parley does not know")
        stage.app.push_screen(stage.app.dialog("rule", stage.standing, UNKNOWN))
        await stage.shows("No rule can be made of it.")
        await stage.shows("no rule can speak of a tool that parley does not know.")
        await stage.quiet()
        await stage.shows("nothing is saved")
        await stage.quiet()
        await stage.press("enter")

        assert answered(stage) == [None]


async def test_servers_have_their_words(tmp_path: Path) -> None:
    async with on_ruled_stage(tmp_path, (100, 40)) as stage:
        await opened(stage, MCP)
        await stage.press("right")

        await stage.shows("demo may use every tool of the MCP server github")


async def test_past_sessions_are_counted_too(tmp_path: Path) -> None:
    home = tmp_path / "home"
    demo = write_home(home)
    lines = [
        *talk("made", "build it", "Built."),
        *calls("make all", 3),
        *calls("make none", 2),
    ]
    write_claude(home, "4f1c0000-0000-4000-8000-000000000009", lines, demo, 60.0)

    def library(settings: Settings) -> Library:
        return Library.at(tmp_path / "state", environment(home))

    async with on_ruled_stage(tmp_path, (110, 40), mouth="demo") as stage:
        stage.app.services = stage.app.services._replace(library=library)
        await opened(stage, shell_request(COMMAND))
        await stage.press("g")
        await stage.shows("you were asked nothing before")

        told = "would have matched 3 of 6 tool calls in all 6 past sessions: 3 ran, 0 were denied"
        await stage.shows(told)
        await stage.shows("    · make all")
        await stage.press("right", "right")
        await stage.shows("would have matched 5 of 6 tool calls in all 6 past sessions")


def calls(command: str, count: int) -> list[dict[str, object]]:
    """Return lines of a session in which a command ran several times."""
    found: list[dict[str, object]] = []
    for number in range(count):
        name = f"{command}-{number}"
        found.append(claude.called(name, "made-2", f"call-{name}", "Bash", command=command))
        found.append(claude.result(f"{name}-r", name, f"call-{name}", "done"))
    return found
