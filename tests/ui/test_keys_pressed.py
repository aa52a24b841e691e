"""Every key of the tables is pressed where it works, and does what it says."""

from pathlib import Path

import pytest

from tests.ui.keys.effects import Effect
from tests.ui.keys.table import NEAR
from tests.ui.keys.table_of_dialogs import FAR
from tests.ui.terminal import terminal
from tui.config.keys import BY_ID

EFFECTS: dict[str, Effect] = {**NEAR, **FAR}

IN_A_TERMINAL = {"app.redraw": ("\x0c", b"parley"), "app.suspend": ("\x1a", b"\x1b[?1049l")}
"""Keys of which only a terminal sees something: what it sends for them, and what it gets."""

PRESSED = [(id, key) for id in EFFECTS for key in BY_ID[id].keys.split(",")]


def test_every_key_has_its_effect_told() -> None:
    assert set(EFFECTS) | set(IN_A_TERMINAL) == set(BY_ID)


@pytest.fixture(autouse=True)
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing that is copied or pasted go through a program of this machine."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "TMUX", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(("id", "key"), PRESSED, ids=[f"{id}-{key}" for id, key in PRESSED])
async def test_a_key_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str, key: str
) -> None:
    scene, seen, first = EFFECTS[id]
    async with scene(tmp_path, monkeypatch) as stage:
        for one in first:
            await stage.press(one)
        await stage.quiet()
        if isinstance(seen, str):
            assert seen not in stage.text()
            await stage.press(key)
            await stage.shows(seen)
        else:
            before = seen.look(stage)
            await stage.press(key)
            try:
                await stage.until(lambda: seen.wanted(before, seen.look(stage)))
            except TimeoutError:
                after = seen.look(stage)
                raise AssertionError(f"{before!r} → {after!r}\n{stage.text()}") from None


@pytest.mark.parametrize("id", IN_A_TERMINAL)
def test_a_key_of_the_terminal_does_what_it_says(tmp_path: Path, id: str) -> None:
    sent, seen = IN_A_TERMINAL[id]
    with terminal(tmp_path) as run:
        run.shows("✓ ready")
        run.pause(0.3)
        before = run.raw.count(seen)
        run.send(sent)
        run.until(lambda: run.raw.count(seen) > before, id)
