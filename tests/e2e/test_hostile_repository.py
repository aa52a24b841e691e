"""A repository full of hooks, servers and helpers of its own: nothing of it runs before trust.

Everything in it leaves a marker when it runs. The real CLIs are started on parley's own ways: the
command line, and the service behind the app.
"""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.driving import Talk, parley
from tests.e2e.hostile import HOSTILE, PLANTED, Repository, git
from tests.e2e.models import heard, shell
from tests.support.clis import Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub
from tui.agency import open_session
from tui.config.paths import trust_file
from tui.errors import TrustNeededError
from tui.model.identity import AgentId
from tui.permission.trust import Trust, TrustState
from tui.permission.would_run import what_would_run
from tui.sessions.supervisor import supervise
from tui.ui.services import Opening


def careless(sandbox: Sandbox) -> None:
    """Let Gemini's user trust every folder."""
    sandbox.environment["GEMINI_CLI_TRUST_WORKSPACE"] = "true"
    settings = sandbox.home / ".gemini" / "settings.json"
    if settings.exists():
        careless = json.loads(settings.read_text())
        careless["security"]["folderTrust"] = {"enabled": False}
        settings.write_text(json.dumps(careless))


@pytest.fixture
def repository(sandbox: Sandbox, tmp_path: Path) -> Repository:
    """Return a repository that is hostile to all agents; Gemini was told to trust it even."""
    careless(sandbox)
    hostile = Repository(sandbox.project, tmp_path / "markers")
    (sandbox.project / ".git").mkdir()
    for make in HOSTILE.values():
        make(hostile)
    return hostile


@pytest.fixture
def surroundings(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process live in the sandbox, as the app does."""
    for name in tuple(os.environ):
        monkeypatch.delenv(name)
    for name, value in sandbox.environment.items():
        monkeypatch.setenv(name, value)


def test_run_lets_nothing_of_it_run_and_says_so(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    stub.then(Text("Hello."))

    run = parley(sandbox, "run", "--agent", cli.name, "hello")

    assert (run.code, run.stdout) == (0, "Hello.\n"), run.stderr
    assert repository.markers == set()
    assert "is not trusted" in run.stderr


def in_the_folder(project: Path, markers: Path, cli: Cli) -> Path:
    """Make the folder hostile itself, and a repository that names programs for git."""
    here = Repository(project, markers)
    HOSTILE[cli.name](here)
    git(here)
    return project


def above_the_folder(project: Path, markers: Path, cli: Cli) -> Path:
    """Make the repository around the folder hostile, and the folder around that one too."""
    root = Repository(project, markers, "root")
    HOSTILE[cli.name](root)
    git(root)
    HOSTILE[cli.name](Repository(project.parent, markers, "outside"))
    return project / "sub"


def around_a_fake(project: Path, markers: Path, cli: Cli) -> Path:
    """Make the repository hostile around a folder that looks like a repository of its own."""
    root = Repository(project, markers, "around")
    HOSTILE[cli.name](root)
    git(root)
    (project / "sub" / ".git").mkdir(parents=True)
    return project / "sub"


LAYOUTS: dict[str, Callable[[Path, Path, Cli], Path]] = {
    "in the folder": in_the_folder,
    "above the folder": above_the_folder,
    "around a fake": around_a_fake,
}


@pytest.mark.parametrize("trust", [(), ("--trust",)], ids=["before trust", "with trust"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_runs_before_trust_and_with_it_only_what_was_told(
    layout: str, trust: tuple[str, ...], cli: Cli, stub: ModelStub, sandbox: Sandbox, tmp_path: Path
) -> None:
    careless(sandbox)
    markers = tmp_path / "markers"
    folder = LAYOUTS[layout](sandbox.project, markers, cli)
    folder.mkdir(exist_ok=True)
    there = replace(sandbox, project=folder)
    told = "\n".join(row.text for row in what_would_run(folder))
    stub.then([Text("May I?"), shell(cli, "echo made > made.txt")], Text("Hello."))

    run = parley(there, "run", "--agent", cli.name, "--on-ask", "allow", *trust, "hello")

    ran = {path.name for path in markers.iterdir()}
    assert run.stdout.endswith("Hello.\n"), run.stderr
    assert [marker for marker in ran if marker not in told] == []
    if not trust:
        assert ran == set()
    elif layout == "in the folder":
        assert any(marker.startswith(cli.name) for marker in ran)


PERMITTING = "touch permitted.txt"


def test_it_permits_itself_nothing_before_trust(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    stub.then([Text("May I?"), shell(cli, PERMITTING)], Text("Hello."))

    run = parley(sandbox, "run", "--agent", cli.name, "--on-ask", "deny", "hello")

    assert run.code == 4, run.stderr
    assert not (sandbox.project / "permitted.txt").exists()
    assert repository.markers == set()


def test_its_commands_are_no_commands_before_trust(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    stub.then(*[Text("Hello.")] * 3)

    for typed in ("/evil", "/s", "hello"):
        parley(sandbox, "run", "--agent", cli.name, "--on-ask", "allow", typed)

    assert repository.markers == set()


def test_nobody_but_the_user_prompts_before_trust(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    waiting = shell(cli, "sleep 5")
    stub.then([Text("May I?"), waiting], Text("Hello."), Text("Who said that?"))

    parley(sandbox, "run", "--agent", cli.name, "--on-ask", "allow", "hello")

    assert PLANTED not in "\n".join(heard(one) for one in (*stub.requests, *stub.unscripted))


def test_its_instructions_bring_along_no_file_of_the_user_before_trust(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    private = sandbox.home / "private.txt"
    private.write_text("what only the user knows\n")
    for name in ("CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/r.md", "AGENTS.md", "GEMINI.md"):
        repository.write(name, f"# Read\n@{private}\n@~/private.txt\n@../home/private.txt\n")
    (sandbox.project / "CLAUDE.local.md").symlink_to(private)
    stub.then(Text("Hello."))

    run = parley(sandbox, "run", "--agent", cli.name, "hello")

    assert run.stdout == "Hello.\n", run.stderr
    told = json.dumps((*stub.requests, *stub.asides, *stub.unscripted))
    assert private.read_text().strip() not in told


@pytest.mark.usefixtures("surroundings")
async def test_the_app_starts_nothing_before_the_answer_and_nothing_of_it_after_no(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, repository: Repository
) -> None:
    stub.then(Text("Hello."))
    opening = Opening(cwd=sandbox.project, agent=AgentId(cli.name))
    trust = Trust(trust_file())
    async with supervise() as supervisor:
        with pytest.raises(TrustNeededError):
            await open_session(supervisor, opening)
        assert supervisor.sessions == []
        assert sandbox.processes() == {} or len(sandbox.processes()) == 1
        trust.decline(sandbox.project)
        session = await open_session(supervisor, opening)
        await Talk(session).say("hello")

    assert repository.markers == set()
    assert trust.state(sandbox.project) is TrustState.DECLINED


@pytest.mark.usefixtures("surroundings")
async def test_the_app_asks_again_when_the_repository_changed_after_trust(
    cli: Cli, sandbox: Sandbox, repository: Repository
) -> None:
    Trust(trust_file()).grant(sandbox.project)
    repository.write(".mcp.json", {"mcpServers": {"new": repository.server("claude-new")}})
    opening = Opening(cwd=sandbox.project, agent=AgentId(cli.name))

    async with supervise() as supervisor:
        with pytest.raises(TrustNeededError, match="changed"):
            await open_session(supervisor, opening)

    assert repository.markers == set()
