"""Writing in a real terminal: the user's own editor, Esc twice, a picture's path, undo."""

from pathlib import Path

from tests.support.programs import program
from tests.ui.terminal import foreign, terminal

EDITOR = """#!/bin/sh
printf 'seen: %s' "$(cat "$1")" > "$SEEN"
printf 'hello from\\nthe editor\\n' > "$1"
exit ${EDITOR_CODE:-0}
"""


def editor(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment in which the editor is a script of ours."""
    script = program(folder, "my editor", EDITOR)
    return {"EDITOR": f"'{script}'", "VISUAL": "", "SEEN": str(folder / "seen"), **more}


def test_ctrl_g_opens_the_draft_in_the_editor_and_takes_it_back(tmp_path: Path) -> None:
    with terminal(tmp_path, environment=editor(tmp_path)) as run:
        run.shows("Enter send")
        run.send("half a thought")
        run.shows("half a thought")
        run.send("\x07")
        run.shows("the editor")

        assert (tmp_path / "seen").read_text() == "seen: half a thought"
        assert "hello from" in run.text
        run.send("\x1f")
        run.shows("half a thought")
        run.send("\x1by")
        run.shows("the editor")
        run.send("\r")
        run.shows("Hello! I can show what an agent does")
        run.send("\x11")
        assert run.end() == 0
        assert foreign(bytes(run.raw)) == []


def test_an_editor_that_fails_leaves_the_draft_as_it_was(tmp_path: Path) -> None:
    with terminal(tmp_path, environment=editor(tmp_path, EDITOR_CODE="3")) as run:
        run.shows("Enter send")
        run.send("precious")
        run.shows("precious")
        run.send("\x07")
        run.shows("ended with 3; the draft is as it was")

        assert "precious" in run.text


def test_an_editor_that_is_not_there_is_told(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"EDITOR": "no-such-editor", "VISUAL": ""}) as run:
        run.shows("Enter send")
        run.send("precious")
        run.shows("precious")
        run.send("\x07")
        run.shows("no-such-editor did not start")

        assert "precious" in run.text


def test_escape_twice_in_one_write_offers_the_earlier_prompts(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.shows("✓ ready")
        run.send("\x1b")
        run.shows("Esc again: earlier prompts")
        run.send("\x1b")
        run.shows("earlier prompts ─")
        run.send("\r")
        run.shows("│ hello")


def test_a_pasted_path_of_a_picture_is_attached_and_sent(tmp_path: Path) -> None:
    picture = tmp_path / "cat picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send(f"\x1b[200~'{picture}'\x1b[201~")
        run.shows("[picture 1: cat picture.png]")
        run.send("what is it?\r")
        run.shows("I also got 1 picture(s)")


def test_alt_with_a_letter_is_a_command_and_not_the_letter(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.shows("✓ ready")
        run.send("\x1bp")
        run.shows("model of Demo")
        run.send("\x1b")
        run.until(lambda: "model of Demo" not in run.text)
        run.send("\x1ba")
        run.shows("no session needs you")
        run.send("\x1bz")
        run.shows("earlier prompts ─")
        run.send("\x1b")
        run.until(lambda: "earlier prompts ─" not in run.text)
        run.send("\x1bk")
        run.send("typed")

        run.shows("│ typed")


def test_what_is_typed_right_after_find_is_looked_for(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.send("\x06agent does")
        run.shows("hit 1 of 1")
        run.send("\x1b")
        run.shows("n next")
        run.send("/demo agent")
        run.shows("hit 1 of 1")

        assert "│ agent" not in run.text
        assert "│ /demo" not in run.text
