"""What every end-to-end test needs: a place without a network, the CLIs, a model and a sandbox."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.models import STUBS
from tests.support.clis import PINNED, Cli, cache_folder
from tests.support.sandbox import Sandbox, build_sandbox
from tests.support.stub_server import ModelStub
from tui.agents import registry
from tui.agents.dialect import Agent
from tui.model.identity import AgentId


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here, and skip what cannot run, saying why."""
    beyond = [name for _, name in socket.if_nameindex() if name != "lo"]
    reason = f"more than loopback can be reached ({', '.join(beyond)}): use tests/e2e/run.sh"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if beyond:
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every test that did not run."""
    skipped = terminalreporter.getreports("skipped")
    if skipped:
        terminalreporter.section("did not run")
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        terminalreporter.write_line(f"{report.nodeid}: {reason}")


@pytest.fixture(scope="session")
def clis() -> Path:
    """Return the folder of the CLIs."""
    return cache_folder(os.environ)


@pytest.fixture(params=PINNED, ids=str)
def cli(request: pytest.FixtureRequest, clis: Path) -> Cli:
    """Return each CLI in turn, or those a test names with `indirect`; skip what is missing."""
    chosen: Cli = request.param
    if not chosen.is_installed(clis):
        pytest.skip(f"{chosen} is not installed in {clis}")
    return chosen


@pytest.fixture
def agent(cli: Cli) -> Agent:
    """Return what parley knows about the CLI."""
    return registry.agent(AgentId(cli.name))


@pytest.fixture
def stub(cli: Cli) -> Iterator[ModelStub]:
    """Return a model for the CLI; tests say with `stub.then(...)` what it answers."""
    with STUBS[cli.name]() as stub:
        yield stub


@pytest.fixture
def sandbox(cli: Cli, clis: Path, stub: ModelStub, tmp_path: Path) -> Iterator[Sandbox]:
    """Return a home and a project for the CLI, in which no process may be left at the end."""
    sandbox = build_sandbox(cli, clis, stub.url, tmp_path)
    yield sandbox
    assert sandbox.end_processes() == {}
