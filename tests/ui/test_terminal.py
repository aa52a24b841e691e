"""The demo's story end to end in a real terminal, and how the app ends."""

import os
import signal
from pathlib import Path

import pytest

from tests.ui.terminal import foreign, terminal
from tui.config.drafts import abandoned, drafts_folder


def test_the_story_from_greeting_to_goodbye(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.shows("✓ ready")
        run.send("run\r")
        run.shows("Run a shell command (Bash)")
        run.shows("all shown ✓")
        run.quiet()
        run.send("y")
        run.shows("It printed: Hel")
        run.send("edit\r")
        run.shows("Edit a file outside the project (Edit)")
        run.quiet()
        run.send("n")
        run.shows("why not?")
        run.send("too early\r")
        run.shows("too early”")
        run.shows("✓ ready")
        run.send("\x14")
        run.shows("TIMELINE")
        run.shows("denied by you")
        run.send("\x1b")
        run.shows("Enter send")
        run.send("\x11")

        assert run.end() == 0
        assert foreign(bytes(run.raw)) == []
        assert b"\x1b[?1049l" in run.raw


def test_a_line_and_its_enter_in_one_write_are_one_prompt(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("helx\x7flo\r")
        run.shows("▌ hello")
        run.shows("Hello! I can show")


def test_keys_typed_while_it_starts_are_not_lost(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")


def test_escape_stops_a_running_command(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"PARLEY_DEMO_SPEED": "1"}) as run:
        run.shows("Enter send")
        run.send("wait\r")
        run.shows("Run a shell command (Bash)")
        run.quiet()
        run.send("y")
        run.shows("working")
        run.send("\x1b")
        run.shows("stopping; Esc again")
        run.shows("✓ ready")


def test_an_agent_that_is_killed_can_be_restarted(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.shows("✓ ready")
        for pid in _demos(tmp_path):
            os.kill(pid, signal.SIGKILL)
        run.shows("restart and resume")
        run.send("r")
        run.shows("✓ ready")
        run.send("think\r")
        run.shows("I thought about it")
        assert "Hello! I can show what an agent does" in run.text


def _demos(folder: Path) -> list[int]:
    """Return the demo agents that belong to a test, told by their environment."""
    home = os.environ["HOME"].encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if b"tui.demo" in words and b"supervise" not in words and home in environment:
            found.append(int(entry.name))
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_in_order_with_the_draft_kept(
    tmp_path: Path, number: signal.Signals
) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("half a thou")
        run.shows("half a thou")
        os.kill(run.child.pid, number)

        assert run.end() == 130
        assert b"\x1b[?1049l" in run.raw
        assert [draft.text for _, draft in abandoned()] == ["half a thou"]


def kept_drafts() -> str:
    """Return what the files of drafts say."""
    return "".join(file.read_text() for file in drafts_folder().glob("*.jsonl"))


def test_a_killed_app_loses_at_most_a_second_of_the_draft(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("kept words")
        run.shows("kept words")
        run.until(lambda: "kept words" in kept_drafts(), "the file")
        os.kill(run.child.pid, signal.SIGKILL)
        run.until(lambda: not run.child.isalive(), "its end")
    with terminal(tmp_path) as run:
        run.shows("your draft from last time is back")
        run.shows("kept words")


def test_no_colour_no_problem(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"NO_COLOR": "1"}) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")


@pytest.mark.parametrize(("term", "colorterm"), [("xterm-256color", ""), ("xterm", "")])
def test_few_colours_are_enough(tmp_path: Path, term: str, colorterm: str) -> None:
    with terminal(tmp_path, environment={"TERM": term, "COLORTERM": colorterm}) as run:
        run.shows("Enter send")
        assert b"38;2;" not in run.raw


def test_a_dumb_terminal_gets_the_line_mode(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"TERM": "dumb"}) as run:
        run.shows("this terminal shows lines only")
        run.shows("Type a prompt and press Enter")
        run.send("hello\r")
        run.shows("Hello! I can show")
        run.send("\x04")

        assert run.end() == 0


def test_a_terminal_without_utf8_gets_the_line_mode_too(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"PYTHONIOENCODING": "ascii"}) as run:
        run.shows("this terminal is set to ascii, not to UTF-8")
        run.shows("Type a prompt and press Enter")
        run.send("hello\r")
        run.shows("Hello! I can show")
        run.send("\x04")

        assert run.end() == 0


def test_a_terminal_of_one_cell_gets_a_sentence_and_exit_code_2(tmp_path: Path) -> None:
    with terminal(tmp_path, size=(1, 1)) as run:
        assert run.end() == 2
        assert b"too few to read" in run.raw.replace(b"\r\n", b"")


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (250, 70)])
def test_it_works_in_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    with terminal(tmp_path, size=size) as run:
        run.shows("Enter send")
        run.send("run\r")
        run.shows("Esc later")
        run.send("\x1b[F")
        run.quiet()
        run.send("y")
        run.shows("It printed: Hel")


def test_a_mistake_of_ours_ends_it_in_order(tmp_path: Path) -> None:
    with terminal(tmp_path, program="tests.ui.run_broken") as run:
        run.shows("Enter send")
        run.send("my words")
        run.shows("my words")
        run.send("\x0c")

        assert run.end() == 1
        text = run.raw.decode("utf-8", "replace")
        assert "it made a mistake and had to end; your draft is kept" in text
        assert "s3cret" not in text
        assert b"\x1b[?1049l" in run.raw
    crashes = list((Path(os.environ["XDG_STATE_HOME"]) / "parley" / "crashes").iterdir())
    assert len(crashes) == 1
    assert crashes[0].stat().st_mode & 0o777 == 0o600
    story = crashes[0].read_text()
    assert "ZeroDivisionError" in story
    assert "s3cret" not in story
    assert [draft.text for _, draft in abandoned()] == ["my words"]
