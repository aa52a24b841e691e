"""The front page in words, in its file, and as the splash writes it."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui import payloads
from tests.ui.terminal import foreign, terminal
from tui.config.paths import state_folder
from tui.ui import splash
from tui.ui.front import LOOKS, FoundAgent, Front, Page, Recent, cells, cut, cut_front, since
from tui.ui.front_file import NAME, Kept, read, written

NOON = 1_790_000_000.0
HOUR = 3600.0

AGENTS = [
    FoundAgent("◆", "Claude Code", "2.1.197", "ready", "", "912 sessions"),
    FoundAgent("◇", "Codex", "0.166.0", "not signed in", "codex login", "301 sessions"),
    FoundAgent("△", "Gemini CLI", "", "not installed", "npm install -g @google/gemini-cli", ""),
]
RECENT = [
    Recent("1", "◆", "api-auth", "/home/dev/demo", str(NOON - 2 * HOUR)),
    Recent("2", "◇", "flaky-ci", "/home/dev/other/place", str(NOON - 30 * HOUR)),
    Recent("3", "△", "", "/srv/elsewhere", ""),
]
FRONT = Front(AGENTS, RECENT, 1284, "/home/dev/.claude")


def page(front: Front, width: int = 80, height: int = 19) -> list[str]:
    lines = Page(width, height, "/home/dev/demo", "/home/dev", NOON).lines(front)
    return ["".join(text for text, _ in line.pieces).rstrip() for line in lines]


def test_agents_sessions_and_keys_are_told() -> None:
    assert page(FRONT) == [
        "",
        "   parley — your coding agents in one terminal",
        "",
        "   found    ◆ Claude Code 2.1.197    ✓ ready                    912 sessions",
        "            ◇ Codex       0.166.0    ▲ not signed in            301 sessions",
        "              → codex login",
        "            △ Gemini CLI  ✕ not installed",
        "              → npm install -g @google/gemini-cli",
        "            nothing is changed in their files",
        "",
        "   continue ◆ api-auth                            here                   2 h",
        "            ◇ flaky-ci                            ~/other/place          1 d",
        "            △ (no title)                          /srv/elsewhere",
        "",
        "   Ctrl+S all 1,284 sessions   ? keys   F2 settings",
    ]


def test_without_an_agent_the_commands_that_install_one_are_told() -> None:
    text = "\n".join(page(Front([FoundAgent("◆", "Claude Code", "", "not installed", "", "")])))

    assert "npm install -g @anthropic-ai/claude-code" in text
    assert "npm install -g @openai/codex" in text
    assert "npm install -g @google/gemini-cli" in text
    assert "parley doctor" in text


def test_without_sessions_it_says_where_it_looked() -> None:
    text = "\n".join(page(Front(AGENTS, [], 0, "/home/dev/.claude, /home/dev/.codex")))

    assert "no session yet in ~/.claude, ~/.codex" in text


def test_sessions_of_this_folder_come_first() -> None:
    others = [Recent(str(n), "◆", "", "/srv", "") for n in range(9)]
    here = Recent("here", "◆", "", "/home", "")

    assert [one.id for one in Front([], [*others, here]).here_first("/home", 3)] == [
        "here",
        "0",
        "1",
    ]


@given(
    st.integers(20, 250), st.integers(1, 70), st.text(max_size=60), st.text("漢字éa", max_size=60)
)
def test_a_page_never_leaves_its_space(width: int, height: int, title: str, folder: str) -> None:
    title = " ".join(title.split())
    front = Front(AGENTS, [Recent("1", "◆", title, folder, str(NOON))] * 30, 3)

    lines = page(front, width, height)

    assert len(lines) <= height
    assert all(cells(line) <= width for line in lines)


@given(st.text(max_size=30), st.integers(0, 30))
def test_what_is_cut_off_is_marked(text: str, width: int) -> None:
    assert cells(cut(text, width)) <= max(width, 0)
    assert cells(cut_front(text, width)) <= max(width, 1)
    assert cut(text, width) == text or width == 0 or cut(text, width).endswith("…")


def test_ages_are_told_in_few_characters() -> None:
    ages = [since(NOON, str(NOON - seconds)) for seconds in (0, 90, 7300, 200_000, 9e7)]

    assert ages == ["now", "1 m", "2 h", "2 d", "2 y"]
    assert since(NOON, "") == ""


def kept(front: Front = FRONT) -> Kept:
    return Kept(front, dict.fromkeys(LOOKS, "bold #a1b2c3"), "#102030")


def test_the_file_gives_back_what_was_written() -> None:
    again = read(written(kept()))

    assert again is not None
    assert page(again.front) == page(FRONT)
    assert (again.looks, again.ground) == (kept().looks, "#102030")


@given(st.text())
def test_a_file_of_anything_is_no_page_or_a_harmless_one(content: str) -> None:
    found = read(content)

    assert found is None or foreign(splash.picture(found, [], colours=True).encode()) == []


@pytest.mark.parametrize("payload", payloads.ALL)
def test_nothing_in_the_file_reaches_the_terminal_as_more_than_text(payload: str) -> None:
    parts = [payload] * 6
    agent, recent = "\t".join(["agent", *parts]), "\t".join(["recent", *parts[:5]])
    look = f"look\tvalue\t{payload}"
    content = f"parley-front-1\t{payload}\t3\t{payload}\n{look}\n{agent}\n{recent}\n"
    found = read(content)
    if found is None:
        return
    lines = Page(100, 30, payload, payload, NOON).lines(found.front)

    out = splash.picture(found, lines, colours=True).encode("utf-8", "replace")

    assert foreign(out) == []
    assert b"\x1b]" not in out and b"\x9b" not in out.replace(b"\xc2\x9b", b"\x9b")


def test_the_splash_looks_in_the_folder_of_the_app() -> None:
    assert splash.state_folder() == str(state_folder())


def put_page(front: Front = FRONT) -> None:
    state_folder().mkdir(parents=True, exist_ok=True)
    (state_folder() / NAME).write_text(written(kept(front)))


def test_last_times_page_stands_where_the_app_puts_it_again(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.shows("flaky-ci")
        first = run.text
        assert b"\x1b[?2026" not in run.raw  # Textual has not been there
        run.shows("Enter send")
        where = [line.find("flaky-ci") for line in first.split("\n") if "flaky-ci" in line]
        again = [line.find("flaky-ci") for line in run.text.split("\n") if "flaky-ci" in line]
        assert not again or where == again
        assert foreign(bytes(run.raw)) == []


def test_keys_typed_over_the_splash_are_in_the_draft_and_nowhere_else(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.shows("flaky-ci")
        run.send("zebra")
        run.shows("Enter send")
        run.shows("│ zebra")
        assert run.text.count("zebra") == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="a pty there forgets its modes")
def test_the_terminal_is_left_as_it_was(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        assert run.child.getecho()
        run.shows("Enter send")
        run.send("\x11")
        run.until(lambda: b"\x1b[?1049l" in run.raw, "its end")
        run.until(run.child.getecho, "the echo")


def test_whoever_ends_it_over_the_splash_gets_the_terminal_back(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.shows("flaky-ci")
        run.child.kill(signal.SIGTERM)
        run.until(lambda: b"\x1b[?1049l" in run.raw, "its end")


def test_ctrl_s_over_the_splash_is_a_key_and_stops_nothing(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.shows("flaky-ci")
        run.send("\x13")
        run.shows("SESSIONS")


def test_no_splash_without_colours_has_any(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, program="tests.ui.run_parley", environment={"NO_COLOR": "1"}) as run:
        run.shows("flaky-ci")
        assert b"38;2;" not in run.raw and b"48;2;" not in run.raw


@pytest.mark.parametrize("words", [["say hello"], ["--resume", "x"], ["--continue"]])
def test_no_splash_where_a_session_was_named(tmp_path: Path, words: list[str]) -> None:
    put_page()
    with terminal(tmp_path, *words, program="tests.ui.run_parley") as run:
        run.shows("Enter ")
        assert b"flaky-ci" not in run.raw


def test_a_wrong_folder_is_told_after_the_splash_is_gone(tmp_path: Path) -> None:
    put_page()
    with terminal(tmp_path, "--cwd", "/no/such", program="tests.ui.run_parley") as run:
        assert run.end() == 2
        assert b"\x1b[?1049l" in run.raw
        assert b"/no/such is not a folder" in run.raw[run.raw.rindex(b"\x1b[?1049l") :]


def test_the_page_is_kept_for_the_next_start_and_for_its_owner_alone(tmp_path: Path) -> None:
    with terminal(tmp_path, program="tests.ui.run_parley") as run:
        run.until((state_folder() / NAME).exists, "the file")
    content = (state_folder() / NAME).read_text()

    assert read(content) is not None
    assert (state_folder() / NAME).stat().st_mode & 0o777 == 0o600
    assert os.environ["HOME"] in content
