"""Pictures of the transcript."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.ui.transcript.scenes import everyday, formatted, streaming
from tests.ui.transcript.stage import Stage

Compare = Callable[..., bool]

SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=["small", "large"])
@pytest.mark.parametrize(
    "scene", [everyday, formatted, streaming], ids=lambda scene: scene.__name__
)
def test_scene(snap_compare: Compare, scene: Callable[[], object], size: tuple[int, int]) -> None:
    assert snap_compare(Stage(scene()), terminal_size=size)  # type: ignore[arg-type]  # a conversation


@pytest.mark.parametrize("theme", ["paper", "harbour", "high-contrast"])
def test_theme(snap_compare: Compare, theme: str) -> None:
    assert snap_compare(Stage(everyday(), theme), terminal_size=(100, 34))


@pytest.mark.parametrize("split", [False, True], ids=["unified", "split"])
def test_difference(snap_compare: Compare, split: bool) -> None:
    async def opened(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, Stage)
        app.view.jump_to(app.conversation.items["edit"].id)  # type: ignore[index]  # an id
        await pilot.press("space", *(["s"] if split else []))

    assert snap_compare(Stage(everyday()), terminal_size=(120, 40), run_before=opened)


def test_narrow(snap_compare: Compare) -> None:
    assert snap_compare(Stage(formatted()), terminal_size=(40, 30))
