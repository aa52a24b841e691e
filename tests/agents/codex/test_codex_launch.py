"""The command lines that start Codex."""

from pathlib import Path

import pytest

from tests.agents.codex.scenes import PROMPT, make_spec
from tui.agents.codex.launch import app_server, exec_turn
from tui.agents.dialect import Launch
from tui.model.capabilities import Mode
from tui.model.commands import Image, Prompt
from tui.model.identity import SessionId

UNTRUSTED = ("-c", 'projects={"/home/dev/demo"={trust_level="untrusted"}}')
TRUSTED = ("-c", 'projects={"/home/dev/demo"={trust_level="trusted"}}')
THINKING = ("-c", 'model_reasoning_summary="auto"')


def test_the_server_is_told_whether_the_folder_is_trusted() -> None:
    assert app_server(make_spec(), None) == Launch(
        argv=("/usr/bin/codex", "app-server", *UNTRUSTED), cwd=Path("/home/dev/demo")
    )
    assert app_server(make_spec(trusted=True), None).argv[2:] == TRUSTED


def test_trust_follows_a_link_to_its_folder(tmp_path: Path) -> None:
    real = tmp_path / 'a "quoted" folder'
    real.mkdir()
    link = tmp_path / "link"
    link.symlink_to(real)

    assert app_server(make_spec(cwd=link), None).argv[-1] == (
        f'projects={{"{link}"={{trust_level="untrusted"}},'
        f'"{tmp_path}/a \\"quoted\\" folder"={{trust_level="untrusted"}}}}'
    )


def test_a_turn_takes_its_prompt_from_standard_input() -> None:
    assert exec_turn(make_spec(), PROMPT).argv == (
        "/usr/bin/codex",
        "exec",
        "--json",
        "--skip-git-repo-check",
        *UNTRUSTED,
        "-c",
        'sandbox_mode="read-only"',
        *THINKING,
        "-",
    )


def test_a_turn_repeats_what_a_resumed_thread_forgets() -> None:
    picture = Image(media_type="image/png", data="", path="/home/dev/-x.png")
    prompt = Prompt(id=PROMPT.id, text="look", images=(picture,))
    spec = make_spec(model="gpt-5.5", mode=Mode.EDITS, resume=SessionId("t1"))

    assert exec_turn(spec, prompt).argv[4:] == (
        *UNTRUSTED,
        "-c",
        'sandbox_mode="workspace-write"',
        *THINKING,
        "-m",
        "gpt-5.5",
        "--image=/home/dev/-x.png",
        "resume",
        "t1",
        "-",
    )


@pytest.mark.parametrize(
    ("mode", "sandbox"),
    [
        (Mode.ASK, "read-only"),
        (Mode.EDITS, "workspace-write"),
        (Mode.PLAN, "read-only"),
        (Mode.AUTO, "workspace-write"),
    ],
)
def test_a_mode_that_would_have_to_ask_only_reads(mode: Mode, sandbox: str) -> None:
    assert f'sandbox_mode="{sandbox}"' in exec_turn(make_spec(mode=mode), PROMPT).argv
