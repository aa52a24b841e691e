"""Pictures go to the top-level folder, one subfolder per test module; times are told in UTC."""

import time
from pathlib import Path

import pytest
from pytest_textual_snapshot import (  # type: ignore[import-untyped]  # it ships no types
    SVGImageExtension,
)

SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"


def _folder(cls: type, *, test_location: object) -> str:
    name = Path(str(getattr(test_location, "filepath", "picture"))).stem
    return str(SCREENSHOTS / name.removeprefix("test_"))


SVGImageExtension.dirname = classmethod(_folder)


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every clock show the same hour everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
