"""What we answer is what recorded clients answered and Codex accepted."""

import json
from pathlib import Path

import pytest

from tests.agents.codex.scenes import TRANSCRIPTS, make_spec, processes
from tests.support.player import RECORDINGS, Row, read_rows, wire
from tui.agents.codex.dialect import AppServer
from tui.model.commands import Decide
from tui.model.events import PermissionAsked, PermissionDecided
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest

FOLDER = RECORDINGS / "codex" if RECORDINGS.is_dir() else TRANSCRIPTS
LEFT_OUT = {"app_approve_amendment"}
"""Its client narrowed the rule that Codex proposed; we send it as it was proposed and shown."""

FILES = sorted(
    path
    for path in FOLDER.glob("*.jsonl")
    if "exec_" not in path.name and path.stem not in LEFT_OUT
)


def answers(rows: list[Row]) -> list[tuple[str, list[bytes]]]:
    """Return each recorded answer, and what we write for the same decision."""
    recorded, ours = AppServer(make_spec()), AppServer(make_spec())
    open_requests: dict[RequestId, PermissionRequest] = {}
    pairs = []
    for row in rows:
        if row.dir == "stdout":
            recorded.receive(wire(row))
            for event in ours.receive(wire(row)).events:
                if isinstance(event, PermissionAsked):
                    open_requests[event.request.id] = event.request
        elif row.dir == "stdin":
            decided = [
                event
                for event in recorded.overhear(wire(row)).events
                if isinstance(event, PermissionDecided)
            ]
            if not decided:
                ours.overhear(wire(row))
            for event in decided:
                command = Decide(open_requests[event.request], event.decision)
                pairs.append((row.line, list(ours.send(command).writes)))
    return pairs


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_answer_is_the_recorded_one(path: Path) -> None:
    for recorded, ours in answers(processes(read_rows(path), "app")):
        assert [json.loads(line) for line in ours] == [json.loads(recorded)]


def test_the_recordings_hold_answers_of_every_kind() -> None:
    found = {
        json.dumps(json.loads(line)["result"].get("decision", "other"))
        for path in FILES
        for line, _ in answers(processes(read_rows(path), "app"))
    }

    assert {'"accept"', '"decline"', '"other"'} <= found
