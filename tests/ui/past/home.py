"""A small home with sessions of three agents, the same at every run, and an app to look at it."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.agents.claude import store_lines as claude
from tests.agents.codex import store_lines as codex
from tests.agents.gemini import stores as gemini
from tests.ui.stage import NOON, Stage, understudy
from tui.config.settings import Settings
from tui.history.library import Library
from tui.model.capabilities import Capabilities
from tui.model.identity import AgentId
from tui.ui.app import ParleyApp
from tui.ui.services import Opening, Services

Line = dict[str, Any]

HOUR, DAY = 3600.0, 86400.0

CAN_FORK = ("claude", "codex")


def at(ago: float) -> str:
    """Return a moment before noon as the agents write it."""
    return datetime.fromtimestamp(NOON - ago, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def write_home(home: Path) -> Path:
    """Write the sessions; return the folder that most of them were in."""
    demo = home / "demo"
    demo.mkdir(parents=True)
    timezone = [
        *talk("api", "The login test fails on CI only. Find out why.", "The clock there is UTC."),
        claude.called("api-3", "api-2", "call-1", "Bash", command="TZ=UTC pytest -k timezone"),
        claude.result("api-4", "api-3", "call-1", "2 passed"),
        claude.said("api-5", "api-4", "And the fixture?"),
        claude.answer("api-6", "api-5", "Pin the timezone in the fixture rather than in CI."),
        {"type": "custom-title", "customTitle": "Fix tz in tests", "sessionId": "api"},
    ]
    write_claude(home, "4f1c0000-0000-4000-8000-000000000001", timezone, demo, 2 * HOUR)
    bump = talk("bump", "bump all dependencies", "Three of them moved a major version.")
    write_claude(home, "4f1c0000-0000-4000-8000-000000000002", bump, demo, 3 * DAY)
    old = talk("old", "why does the import take a second?", "It reads the timezone database.")
    write_claude(home, "4f1c0000-0000-4000-8000-000000000003", old, home / "moved-away", 5 * DAY)
    broken = home / ".claude" / "projects" / "-demo" / "broken.jsonl"
    broken.write_bytes(b"Dear diary,\n")
    os.utime(broken, (NOON - DAY, NOON - DAY))
    write_codex(home, demo)
    write_gemini(home, demo)
    return demo


def talk(name: str, prompt: str, answer: str) -> list[Line]:
    """Return a prompt and its answer."""
    return [claude.said(f"{name}-1", None, prompt), claude.answer(f"{name}-2", f"{name}-1", answer)]


def write_claude(home: Path, id: str, lines: list[Line], folder: Path, ago: float) -> Path:
    """Write a session of Claude Code that was used last so many seconds before noon."""
    path = home / ".claude" / "projects" / "-demo" / f"{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    moved = [
        line | {"sessionId": id, "cwd": str(folder), "timestamp": at(ago - number)}
        for number, line in enumerate(lines)
    ]
    for line in moved:
        if line["type"] == "assistant":
            used = {"input_tokens": 4_000 + len(id) * len(lines), "output_tokens": 700}
            line["message"] = line["message"] | {"usage": used}
    return written(path, moved, ago)


def write_codex(home: Path, folder: Path) -> Path:
    """Write a session of Codex."""
    id = "01a1e200-0000-7000-8000-000000000001"
    lines = [
        codex.meta(id, cwd=str(folder)),
        codex.said("1", "make the flaky test pass"),
        codex.answer("2", "It waited for the wrong socket; it passes a hundred times now."),
        codex.event("token_count", info={"total_token_usage": {"total_tokens": 21_000}}),
    ]
    path = home / ".codex" / "sessions" / "2026" / "09" / "20"
    path /= f"rollout-2026-09-20T10-00-00-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return written(path, [line | {"timestamp": at(DAY + HOUR)} for line in lines], DAY + HOUR)


def write_gemini(home: Path, folder: Path) -> Path:
    """Write a session of Gemini CLI."""
    id = "338dfc3b-ac83-4584-bf8b-947f2e13ff54"
    stamp = at(40 * DAY)
    head = gemini.header(id) | {"startTime": stamp, "lastUpdated": stamp}
    lines = [
        head,
        {"id": "u1", "type": "user", "timestamp": stamp, "content": [{"text": "write the docs"}]},
        {"id": "g1", "type": "gemini", "timestamp": stamp, "content": [{"text": "They are done."}]},
    ]
    project = home / ".gemini" / "tmp" / "demo"
    path = project / "chats" / "session-2026-08-12T10-00-338dfc3b.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    (project / ".project_root").write_text(str(folder))
    return written(path, lines, 40 * DAY)


def written(path: Path, lines: list[Any], ago: float) -> Path:
    """Write lines into a file that looks as old as it says."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.utime(path, (NOON - ago, NOON - ago))
    return path


def hold(home: Path, id: str = "4f1c0000-0000-4000-8000-000000000001") -> None:
    """Let it look as if the first process of the machine had a session open."""
    folder = home / ".claude" / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    live = {"pid": 1, "sessionId": id, "version": "2.1.325"}
    (folder / "1.json").write_text(json.dumps(live))


def environment(home: Path) -> dict[str, str]:
    """Return what the agents' stores look at."""
    return {"HOME": str(home)}


class Past(Stage):
    """The app on a stage, with a library of past sessions."""

    def __init__(self, folder: Path, home: Path) -> None:
        super().__init__(folder)
        self.home = home
        self.deleted: list[str] = []
        self.refused = ""
        """Why the agent does not delete."""

    @property
    def services(self) -> Services:
        """Return what the app is given."""
        return super().services._replace(
            library=self._library, capabilities=self._able, delete_session=self._delete
        )

    def _library(self, settings: Settings) -> Library:
        return Library.at(self.folder / "state", environment(self.home))

    def _able(self, agent: AgentId) -> Capabilities:
        return Capabilities(fork=agent in CAN_FORK, delete=agent == "codex")

    async def _delete(self, agent: AgentId, session: str, folder: Path) -> str:
        self.deleted.append(session)
        return self.refused


def app_on(stage: Past, cwd: Path, *, theme: str = "ink", now: float = NOON + 60) -> ParleyApp:
    """Return an app whose clock stands still."""
    stage.app = ParleyApp(
        understudy,
        stage.services,
        settings=Settings(theme=theme),
        opening=Opening(cwd=cwd, agent=AgentId("demo")),
        now=lambda: now,
        ticks=stage.clock,
    )
    return stage.app
