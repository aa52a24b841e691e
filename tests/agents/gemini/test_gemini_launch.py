"""How Gemini CLI is started."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.agents.gemini.scenes import make_spec
from tests.agents.gemini.stores import SESSION, SPOKEN, write_chat
from tui.agents.dialect import Launch, Lifetime
from tui.agents.gemini.agent import GEMINI
from tui.agents.gemini.launch import (
    DEFAULTS,
    DEFAULTS_VARIABLE,
    TRUST_VARIABLE,
    launch_acp,
    launch_old_acp,
    launch_stream,
)
from tui.model.capabilities import Mode
from tui.model.identity import SessionId


def test_acp_is_started_with_an_explicit_mode() -> None:
    launch = launch_acp(make_spec(), None)

    assert launch.argv == ("/usr/bin/gemini", "--acp", "--approval-mode=default")
    assert launch.cwd == Path("/home/dev/gemdemo")


def test_flags_follow_the_spec() -> None:
    spec = make_spec(mode=Mode.EDITS, model="gemini-2.5-pro", trusted=True)

    assert launch_old_acp(spec, None).argv == (
        "/usr/bin/gemini",
        "--experimental-acp",
        "--approval-mode=auto_edit",
        "--model=gemini-2.5-pro",
        "--skip-trust",
    )


def test_stream_resumes_by_id_and_takes_no_prompt_on_the_command_line() -> None:
    spec = make_spec(resume=SessionId(SESSION), mode=Mode.AUTO)

    assert launch_stream(spec, None).argv == (
        "/usr/bin/gemini",
        "--output-format=stream-json",
        f"--resume={SESSION}",
        "--approval-mode=yolo",
    )


def test_output_of_commands_needs_no_file_of_the_user() -> None:
    environment = launch_acp(make_spec(), None).environment

    assert environment["GEMINI_PTY_INFO"] == "child_process"
    assert environment["GEMINI_CLI_NO_RELAUNCH"] == "true"


def test_defaults_file_is_written_only_where_it_is_obeyed() -> None:
    launch = launch_acp(make_spec(), None)
    path = Path("/home/dev/state/gemini-defaults.json")

    if os.geteuid() != 0:
        assert (path in launch.files, DEFAULTS_VARIABLE in launch.environment) == (False, False)
    elif DEFAULTS_VARIABLE in launch.environment:
        assert launch.files[path] == DEFAULTS
        assert launch.environment[DEFAULTS_VARIABLE] == str(path)


def test_variable_of_the_user_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEFAULTS_VARIABLE, "/etc/mine.json")

    launch = launch_acp(make_spec(), None)

    assert DEFAULTS_VARIABLE not in launch.environment
    assert [path.name for path in launch.files] == ["gemini-trusts-nothing.json"]


@pytest.mark.parametrize("way", [launch_acp, launch_old_acp, launch_stream])
def test_gemini_trusts_exactly_what_parley_trusts(way: Callable[..., Launch]) -> None:
    for trusted, content in ((False, b"{}"), (True, b'{"/home/dev/gemdemo":"TRUST_FOLDER"}')):
        launch = way(make_spec(trusted=trusted), None)

        assert launch.files[Path(launch.environment[TRUST_VARIABLE])] == content


def test_load_is_put_off_while_it_would_destroy_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    spec = make_spec(resume=SessionId(SESSION))
    now = time.time()
    for minute in (now, now + 60):  # The clock may tick while the test runs.
        name = datetime.fromtimestamp(minute, UTC).strftime("session-%Y-%m-%dT%H-%M-338dfc3b.jsonl")
        write_chat(tmp_path / ".gemini", name, SPOKEN)

    argv = launch_acp(spec, None).argv

    assert argv[:2] == ("/bin/sh", "-c")
    assert 1 <= int(argv[3]) <= 61
    assert argv[4:] == ("/usr/bin/gemini", "--acp", "--approval-mode=default")
    assert launch_stream(spec, None).argv[0] == "/usr/bin/gemini"


def test_agent_has_three_ways() -> None:
    assert [(way.name, way.lifetime) for way in GEMINI.ways] == [
        ("acp", Lifetime.SESSION),
        ("acp (old flag)", Lifetime.SESSION),
        ("stream-json", Lifetime.TURN),
    ]
    assert GEMINI.ways[0].dialect(make_spec()).capabilities == GEMINI.capabilities
    assert not (GEMINI.capabilities.steer or GEMINI.capabilities.queue)
