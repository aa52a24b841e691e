"""What the tests of the demo share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo.clients import client_for
from tests.demo.process import Demo
from tests.demo.talk import Client, Connect, Start

SPEAKS = ("claude", "codex", "gemini")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start demos that are gone after the test."""
    running: list[Demo] = []

    def start(speak: str, *flags: str, **more: str) -> Demo:
        running.append(Demo(tmp_path, speak, *flags, **more))
        return running[-1]

    yield start
    for demo in running:
        demo.stop()


@pytest.fixture
def connect(start: Start) -> Connect:
    """Start a demo and open a session with it."""

    def connect(speak: str, *flags: str, **more: str) -> Client:
        client = client_for(start(speak, *flags, **more), speak)
        client.open()
        return client

    return connect


@pytest.fixture(params=SPEAKS)
def speak(request: pytest.FixtureRequest) -> str:
    """Each of the three mouths."""
    return str(request.param)
