"""Pictures, clocks and waiting, for everything on a screen.

Pictures go to the top-level folder, one subfolder per test module; times are told in UTC. Nothing
here depends on how fast the machine is.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_textual_snapshot import (  # type: ignore[import-untyped]  # it ships no types
    SVGImageExtension,
    normalize_svg,
)
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot

SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"

PATIENCE = 20.0
"""Seconds until a picture that never comes is given up."""

STILL = 1.0
"""Seconds without a change after which a new look is taken for what it will stay."""

ROUNDS = 2_000
"""Rounds of the event loop after which something that never rests is left to itself."""

Look = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is first on a short path; no display of any kind."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "TMUX", "TERM_PROGRAM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def _folder(cls: type, *, test_location: object) -> str:
    name = Path(str(getattr(test_location, "filepath", "picture"))).stem
    return str(SCREENSHOTS / name.removeprefix("test_"))


SVGImageExtension.dirname = classmethod(_folder)


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every clock show the same hour everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


async def nothing_ready(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until the event loop has nothing left to do but to wait."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(ROUNDS):
        await asyncio.sleep(0)
        if not loop._ready:
            return


@pytest.fixture(autouse=True)
def idle_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pilot go on when the app has nothing to do.

    Textual's own way takes a process for idle that got no processor time, which is every one on a
    busy machine; and it takes 40 ms per key.
    """
    monkeypatch.setattr("textual.app.wait_for_idle", nothing_ready)
    monkeypatch.setattr("textual.pilot.wait_for_idle", nothing_ready)


@pytest.fixture
def snap_compare(
    snap_compare: Callable[..., bool], snapshot: SnapshotAssertion
) -> Callable[..., bool]:
    """Compare pictures, each as soon as it is the one that was accepted."""
    taken = 0

    def compare(
        app: App[Any],
        press: Sequence[str] = (),
        terminal_size: tuple[int, int] = (80, 24),
        run_before: Look | None = None,
    ) -> bool:
        nonlocal taken
        place = SVGImageExtension.get_location(test_location=snapshot.test_location, index=taken)
        taken += 1
        accepted = "" if snapshot.update_snapshots else _accepted(Path(place))

        async def until_it_is_so(pilot: Pilot[Any]) -> None:
            if run_before is not None:
                await run_before(pilot)
            await pilot.press(*press)
            await _becomes(pilot, accepted)

        return snap_compare(app, terminal_size=terminal_size, run_before=until_it_is_so)

    return compare


def _accepted(file: Path) -> str:
    return normalize_svg(file.read_text(encoding="utf-8")) if file.exists() else ""


async def _becomes(pilot: Pilot[Any], accepted: str) -> None:
    """Wait until the screen is the accepted picture, or stands still where there is none."""
    deadline = time.monotonic() + PATIENCE
    last, since = "", 0.0
    while time.monotonic() < deadline:
        await pilot.pause()
        seen = normalize_svg(pilot.app.export_screenshot(title=pilot.app.title, simplify=True))
        if accepted and seen == accepted:
            return
        if seen != last:
            last, since = seen, time.monotonic()
        elif not accepted and time.monotonic() - since > STILL:
            return
        await asyncio.sleep(0.03)
