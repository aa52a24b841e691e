"""What every test gets: the asyncio back end and an empty home of its own."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No example may fail because the machine was busy.
settings.register_profile("parley", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parley")

# Whoever was started by nohup ignores hang-ups, and so would all that is started here.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def anyio_backend() -> str:
    """Textual is asyncio, so only that back end is tested."""
    return "asyncio"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a home folder of its own, with nothing in it."""
    folder = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(folder / name.lower()) if name != "HOME" else str(folder))
    for name in ("COLUMNS", "LINES"):
        # Where a test runner sets these, Textual believes them more than the terminal.
        monkeypatch.delenv(name, raising=False)
    return folder
