"""Rules made of a request: only proven ones, each of which allows that very request."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.permission.hostile import hostile_commands
from tests.support.requests import shell
from tui.model.identity import JsonObject, RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission.policy import Policy, decide
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Level
from tui.permission.rule_examples import examples, in_words
from tui.permission.rule_writing import parsed
from tui.permission.rules import Choice, Rule
from tui.permission.widening import Proposal, agent_in_rules, for_agent, propose, stands_for_nothing

WHERE = Where("claude", "/srv/project")


def ask(kind: ToolKind, title: str, input: JsonObject) -> PermissionRequest:
    """Return a request about something else than a command."""
    return PermissionRequest(id=RequestId("r"), tool="T", kind=kind, title=title, input=input)


def texts(proposal: Proposal) -> list[list[str]]:
    """Return what the rules of a proposal are about."""
    return [
        [rule.command or rule.path or rule.host or rule.mcp or rule.tool for rule in ladder]
        for ladder in proposal.ladders
    ]


@pytest.mark.parametrize(
    ("command", "ladder", "limit"),
    [
        ("perl -e", ["perl -e"], "-e may run or read what follows; a rule must spell it out"),
        (
            "perl -e 'print 1'",
            ["perl -e 'print 1'", "perl -e 'print 1' *"],
            "-e may run or read what follows; a rule must spell it out",
        ),
        (
            "cargo run",
            ["cargo run"],
            "cargo run runs or sets what its words say; a rule must spell them out",
        ),
        (
            "psql -c x",
            ["psql -c x"],
            "the words of psql are addresses, code or archives; a rule must spell them out",
        ),
        ("frob", ["frob"], "parley has no table for frob …; a rule must spell the command out"),
        (
            "rm -rf x",
            ["rm -rf x"],
            "of something that dangerous only the very same is allowed unseen",
        ),
        ("npm run x", ["npm run x", "npm run x *", "npm run *", "npm *"], ""),
        ("cp a b", ["cp a b", "cp a b *", "cp a *", "cp *"], ""),
    ],
)
def test_no_star_is_offered_for_code_and_the_reason_is_told(
    command: str, ladder: list[str], limit: str
) -> None:
    found = propose(shell(command), Policy(), WHERE)

    assert (texts(found), found.limits) == ([ladder], (limit,))


@pytest.mark.parametrize("program", ["perl", "node", "python3", "ruby", "php", "uv", "deno", "x"])
@pytest.mark.parametrize("word", ["-e", "-c", "run", "exec", "--eval", "eval", "-r"])
@pytest.mark.parametrize("rest", ["", " x", " x y"])
def test_every_star_that_is_offered_may_stand_for_a_word(
    program: str, word: str, rest: str
) -> None:
    rules = [
        rule
        for ladder in propose(shell(f"{program} {word}{rest}"), Policy(), WHERE).ladders
        for rule in ladder
    ]

    assert [
        rule.command for rule in rules if rule.words == (program, word) and rule.open_ended
    ] == []
    assert [rule.command for rule in rules if stands_for_nothing(rule)] == []


@pytest.mark.parametrize(
    ("command", "ladders"),
    [
        ("npm test", [["npm test", "npm test *", "npm *"]]),
        ("pytest tests/x.py", [["pytest tests/x.py", "pytest tests/x.py *", "pytest *"]]),
        (
            "cd sub && make all",
            [["cd sub", "cd sub *", "cd *"], ["make all", "make all *", "make *"]],
        ),
        ("python3 a.py", [["python3 a.py", "python3 a.py *"]]),
        ("rm -rf build", [["rm -rf build"]]),
        ("git commit -m 'a b'", [["git commit -m 'a b'", "git commit -m 'a b' *"]]),
    ],
)
def test_commands_are_widened_word_by_word(command: str, ladders: list[list[str]]) -> None:
    found = texts(propose(shell(command), Policy(), WHERE))

    assert [ladder[: len(wanted)] for ladder, wanted in zip(found, ladders, strict=True)] == ladders


@pytest.mark.parametrize(
    ("request_", "ladder"),
    [
        (
            ask(ToolKind.READ, "b.py", {"file_path": "/srv/project/src/a/b.py"}),
            ["src/a/b.py", "src/a/**", "src/**", "**"],
        ),
        (ask(ToolKind.READ, "hosts", {"file_path": "/etc/hosts"}), ["/etc/hosts", "/etc/**"]),
        (ask(ToolKind.SEARCH, "x", {"pattern": "x"}), ["**"]),
        (
            ask(ToolKind.FETCH, "", {"url": "https://docs.example.org/x"}),
            ["docs.example.org", "*.example.org"],
        ),
        (ask(ToolKind.FETCH, "", {"url": "https://example.co.uk/"}), ["example.co.uk"]),
        (ask(ToolKind.MCP, "github/list", {}), ["github/list", "github/*"]),
        (ask(ToolKind.WEB_SEARCH, "x", {"query": "x"}), ["web_search"]),
    ],
)
def test_other_tools_have_their_own_ladders(request_: PermissionRequest, ladder: list[str]) -> None:
    assert texts(propose(request_, Policy(), WHERE)) == [ladder]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (shell("echo $(x)"), "it cannot be proven what runs: it contains an expansion ($)"),
        (shell("sudo ls"), "sudo runs or evaluates what its words say; no rule allows it"),
        (
            ask(ToolKind.READ, "", {"file_path": "/srv/project/.env"}),
            "/srv/project/.env is a place for secrets",
        ),
        (ask(ToolKind.READ, "", {"file_path": "/srv/a*b"}), "a path has characters that mean"),
        (ask(ToolKind.MCP, "odd", {}), "server and tool cannot be told apart for certain"),
        (ask(ToolKind.FETCH, "x", {"url": "gopher"}), "the host it reaches cannot be told"),
        (ask(ToolKind.OTHER, "x", {}), "no rule can speak of a tool that parley does not know"),
    ],
)
def test_what_cannot_be_proven_makes_no_rule(request_: PermissionRequest, why: str) -> None:
    proposal = propose(request_, Policy(), WHERE)

    assert proposal.ladders == ()
    assert proposal.why.startswith(why)


def test_what_is_allowed_already_needs_no_rule() -> None:
    rule = parsed(Rule(decision=Choice.ALLOW, tool="shell", command="cd *"))
    assert isinstance(rule, Rule)

    proposal = propose(shell("cd sub && make all"), Policy([rule]), WHERE)

    assert texts(proposal) == [["make all", "make all *", "make *"]]


def test_a_hostile_command_makes_no_rule_or_one_for_itself_alone() -> None:
    wide = []
    for _, command in list(hostile_commands())[::7]:
        request = shell(command)
        ladders = propose(request, Policy(), WHERE).ladders
        reading = read_request(request)
        assert reading is not None
        assert reading.proof.holds or not ladders
        if assess(request, WHERE).level is Level.HIGH:
            wide += [rule.text for ladder in ladders for rule in ladder if rule.open_ended]

    assert wide == []


WORD = st.sampled_from(
    ["ls", "git", "push", "-f", "pytest", "a.py", "'x y'", "--all", "&&", "|", "make", "rm", "../x"]
)


@given(st.lists(WORD, min_size=1, max_size=6).map(" ".join))
def test_every_rung_allows_the_request_it_was_made_of(command: str) -> None:
    request = shell(command)
    proposal = propose(request, Policy(), WHERE)
    narrow = [ladder[0] for ladder in proposal.ladders]

    for number, ladder in enumerate(proposal.ladders):
        for rule in ladder:
            rules = [*narrow[:number], rule, *narrow[number + 1 :]]
            assert decide(request, Policy(rules), WHERE).decision is Choice.ALLOW
            assert parsed(rule) == replace(rule, file="rule", line=rule.line)


@pytest.mark.parametrize("command", ["npm test", "git push origin main", "cargo build"])
def test_examples_are_judged_as_requests_will_be(command: str) -> None:
    request = shell(command)
    (ladder,) = propose(request, Policy(), WHERE).ladders
    for rule in ladder:
        found = examples(rule, request, WHERE)
        for line, wanted in (
            *((line, Choice.ALLOW) for line in found.allowed),
            *((line, Choice.ASK) for line in found.asked),
        ):
            assert decide(shell(line), Policy([rule]), WHERE).decision is wanted
        assert found.allowed[0] == command
        assert len(found.asked) == 3


def test_a_chain_is_judged_by_all_rules_that_would_be_kept_for_it() -> None:
    request = shell("git log --oneline -5 && git status --short")
    ladders = propose(request, Policy(), WHERE).ladders
    kept = [ladder[0] for ladder in ladders]

    assert examples(kept[0], request, WHERE).asked[0] == request.title
    assert examples(kept[0], request, WHERE, kept).allowed == (
        request.title,
        "git log --oneline -5",
    )


def test_what_narrower_rules_allow_is_the_example_for_a_wider_one() -> None:
    request = shell("git log --oneline -5")
    (ladder,) = propose(request, Policy(), WHERE).ladders

    found = examples(ladder[-1], request, WHERE, narrower=ladder[:-1])

    assert ladder[-1].command == "git *"
    assert found.allowed == ("git log --oneline -5", "git log --oneline", "git log")


def test_rules_are_told_in_words() -> None:
    told = []
    for request in (
        shell("npm test"),
        ask(ToolKind.READ, "", {"file_path": "/srv/project/src/b.py"}),
        ask(ToolKind.FETCH, "", {"url": "https://docs.example.org/x"}),
        ask(ToolKind.MCP, "github/list", {}),
    ):
        (ladder,) = propose(request, Policy(), WHERE).ladders
        told += [in_words(for_agent(rule, "claude")) for rule in ladder[:3]]

    assert told == [
        "claude may run exactly “npm test”",
        "claude may run “npm test” with any harmless further words",
        "claude may run “npm” with any harmless further words",
        "claude may read src/b.py",
        "claude may read every file below src",
        "claude may read every file of the project, secrets left out",
        "claude may fetch from docs.example.org",
        "claude may fetch from hosts below example.org",
        "claude may use the tool list of the MCP server github",
        "claude may use every tool of the MCP server github",
    ]


def test_the_demos_have_one_name_in_rules() -> None:
    assert [agent_in_rules(name) for name in ("claude", "demo-codex", "demo", "other")] == [
        *("claude", "demo", "demo", "*"),
    ]


def test_links_are_followed_before_a_rule_is_proposed(tmp_path: Path) -> None:
    project = tmp_path.resolve() / "project"
    project.mkdir()
    (project / "link").symlink_to("/etc/hosts")
    request = ask(ToolKind.READ, "link", {"file_path": str(project / "link")})

    assert propose(request, Policy(), Where("claude", str(project))).ladders == ()
