"""Somebody types while a request arrives: nothing is decided, nothing is lost."""

import random
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint
from textual.events import Key

from tests.support.chance import both_seeds
from tests.ui.stage import Stage, on_stage, shell_request
from tests.ui.terminal import terminal
from tui.conversation.state import Ask

SENTENCES = (
    "yes and now try 1 more time, maybe you only need another y",
    "no, n is not the answer; fix any failing test in any file",
    "y y y y 1 1 1 n n n f f space a e o",
    "anyway, why not say yes to 12 of the 15 entries",
)


async def trial(stage: Stage, seed: int) -> None:
    """Type a sentence at a human pace; somewhere in it a request arrives."""
    chance = random.Random(seed)
    sentence = chance.choice(SENTENCES)
    arrives = chance.randrange(1, len(sentence))
    request = shell_request(id=f"storm{seed}")
    for index, letter in enumerate(sentence):
        if index == arrives:
            stage.ask(request)
        if index == arrives + 3 and chance.random() < 0.5:
            stage.app.chat.open_request()
        stage.app.post_message(Key("space" if letter == " " else letter, letter))
        stage.clock.forward(chance.uniform(0.0, 0.08))
        for _ in range(chance.choice((0, 1, 5, 50))):
            await checkpoint()
    composer = stage.app.chat.composer
    # On a busy machine the last letters may still be on their way; none may be lost.
    with anyio.move_on_after(60):
        await stage.until(lambda: composer.text == sentence)
    await stage.pilot.pause()

    items = stage.session.conversation.items.values()
    (ask,) = [one for one in items if isinstance(one, Ask) and one.request.id == request.id]
    assert ask.open, f"seed {seed}: decided {ask.decision}"
    assert composer.text == sentence, f"seed {seed}"
    stage.session.interrupt()
    await stage.until(lambda: stage.app.screen is stage.app.chat)
    stage.app.chat.composer.clear_sent()
    await stage.pilot.pause()


async def trials(folder: Path, seeds: range) -> None:
    """Run trials, one after the other, in one app."""
    async with on_stage(folder) as stage:
        for seed in seeds:
            await trial(stage, seed)


@both_seeds
async def test_a_few_storms_decide_nothing_and_lose_nothing(tmp_path: Path, seed: int) -> None:
    await trials(tmp_path, range(seed, seed + 3))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 200, 20))
async def test_two_hundred_storms_decide_nothing_and_lose_nothing(
    tmp_path: Path, first: int
) -> None:
    await trials(tmp_path, range(first, first + 20))


def test_a_storm_in_a_real_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path, environment={"PARLEY_DEMO_SPEED": "1"}) as run:
        run.shows("Enter send")
        sentence = SENTENCES[0]
        run.send(f"run\r{sentence[0]}")
        for letter in sentence[1:]:
            run.send(letter)
            run.pause(0.08)
        run.shows("needs you")
        run.shows(sentence)

        assert "allowed by you" not in run.text


async def test_a_deliberate_answer_is_taken_soon_after(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask()
        await stage.shows("Esc later")
        await stage.settle()
        assert not stage.app.guard.lets_decide("")
        stage.clock.forward(1.0)

        assert stage.app.guard.lets_decide("")
