"""parley killed, hung up on or closed while a real CLI waits for an answer: nothing runs."""

import os

import pytest

from tests.e2e.driving import PATIENCE
from tests.e2e.models import shell
from tests.support.clis import Cli
from tests.support.line_mode import ENDS, waiting
from tests.support.processes import until
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub


@pytest.mark.parametrize("how", ENDS)
def test_nothing_runs_and_nothing_is_left(
    cli: Cli, stub: ModelStub, sandbox: Sandbox, how: str
) -> None:
    stub.then([Text("May I?"), shell(cli, "touch made.txt")], Text("Thanks."))

    with waiting(sandbox.environment, sandbox.project, cli.name, "make the file") as one:
        assert b"touch made.txt" in one.shown, one.shown.decode("utf-8", "replace")
        ENDS[how](one)
        assert one.gone()

    assert not (sandbox.project / "made.txt").exists()


def test_it_runs_when_it_is_allowed(cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    stub.then([Text("May I?"), shell(cli, "touch made.txt")], Text("Thanks."))

    with waiting(sandbox.environment, sandbox.project, cli.name, "make the file") as one:
        os.write(one.terminal, b"y\n")
        assert until(lambda: (sandbox.project / "made.txt").exists(), PATIENCE)
        ENDS["killed"](one)
        assert one.gone()
