"""Recordings that cannot be written: told in time, and never the end of a session."""

from pathlib import Path

import pytest

from tests.support.demo import MOUTHS, answered, demo, reach, spec
from tui.conversation.state import Notice
from tui.errors import UsageError
from tui.sessions.recording import Recorder, Row
from tui.sessions.replaying import read
from tui.sessions.supervisor import supervise


def test_a_file_that_cannot_be_made_is_a_mistake_of_usage(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "wire.jsonl"

    with pytest.raises(UsageError) as told:
        Recorder(path, ("claude",), tmp_path)

    assert str(told.value.problem) == f"{path} cannot be written: No such file or directory."
    assert told.value.remedy == "Name another file with --record."


async def test_a_full_disk_ends_the_recording_and_not_the_session(tmp_path: Path) -> None:
    agent = demo(MOUTHS[0])
    async with supervise() as supervisor:
        recorder = Recorder(Path("/dev/full"), ("claude",), tmp_path)
        session = supervisor.open(agent, spec(agent, tmp_path), recorder=recorder)
        session.prompt("hello")
        await reach(session, answered(1))

    notices = [
        item.notice.text for item in session.conversation.items.values() if isinstance(item, Notice)
    ]
    assert notices == ["Nothing more is recorded in /dev/full: No space left on device."]


def test_a_row_whose_exact_bytes_are_damaged_is_read_by_its_text() -> None:
    assert Row("stdout", "text", base64="eA==").wire == b"x"
    assert Row("stdout", "text", base64="abc").wire == b"text"
    assert Row("stdout", "text", base64="é").wire == b"text"


def test_a_recording_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "wire.jsonl"
    path.write_text('{"dir":"stdout","line":"{}","t_ms":7}\n{"dir":"stdout","li')

    assert list(read(path)) == [
        Row("stdout", "{}", t_ms=7),
        Row("stdout", '{"dir":"stdout","li', t_ms=7),
    ]


def test_a_file_whose_only_line_is_half_a_row_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "wire.jsonl"
    path.write_text('{"dir":"stdout","li')

    with pytest.raises(UsageError, match="is not a recording: line 1"):
        list(read(path))
