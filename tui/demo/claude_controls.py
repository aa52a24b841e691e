"""Answers the control requests a client of Claude Code sends."""

import os
from collections.abc import Callable
from typing import TypeAlias

from tui.demo.claude_facts import MODES, initialized, models, resolved
from tui.demo.claude_lines import VERSION, Json
from tui.demo.claude_session import ClaudeSession

Answer: TypeAlias = Callable[[str, Json], None]


class ClaudeControls:
    """One answer for each kind of request; unknown ones are refused."""

    def __init__(self, session: ClaudeSession, interrupt: Callable[[], None]) -> None:
        self._session = session
        self._lines = session.lines
        self._interrupt = interrupt
        self._answers: dict[str, Answer] = {
            "initialize": self._initialize,
            "interrupt": self._interrupted,
            "set_permission_mode": self._mode,
            "set_model": self._model,
            "cancel_async_message": self._take_back,
            "rename_session": self._rename,
            "get_plan": self._plan,
            "end_session": self._end,
            "list_models": lambda id, _: self._lines.answers(id, {"models": models()}),
            "mcp_status": lambda id, _: self._lines.answers(id, {"mcpServers": []}),
            "stop_task": lambda id, _: self._lines.answers(id, {}),
            "set_max_thinking_tokens": lambda id, _: self._lines.answers(id),
            "get_binary_version": self._version,
        }

    def answer(self, id: str, request: Json) -> None:
        """Answer one request."""
        subtype = str(request.get("subtype"))
        if subtype in self._answers:
            self._answers[subtype](id, request)
        else:
            error = f"Unsupported control request subtype: {subtype}"
            self._lines.refuses(id, error, "unsupported_request")

    def _initialize(self, id: str, request: Json) -> None:
        if self._session.stage.misbehaves("bad-version"):
            self._lines.refuses(id, "The demo refuses to initialize.", "unsupported_request")
        else:
            pending: Json = {"pending_permission_requests": [], "pending_user_dialog_requests": []}
            self._lines.answers(id, initialized(self._session.mode), **pending)

    def _interrupted(self, id: str, request: Json) -> None:
        waiting = [prompt.id for prompt in self._session.queue]
        receipt: Json = {"still_queued": waiting}
        if request.get("cancel_queued"):
            receipt = {"still_queued": [], "cancelled": waiting}
            self._session.queue.clear()
            for prompt in waiting:
                self._lines.lifecycle(prompt, "cancelled")
        self._session.withdraw()
        self._lines.answers(id, receipt)
        self._interrupt()

    def _mode(self, id: str, request: Json) -> None:
        mode = "default" if request.get("mode") == "manual" else request.get("mode")
        options = self._session.stage.options
        if mode not in MODES:
            known = f"Cannot set permission mode: must be one of {', '.join(MODES)}"
            self._lines.refuses(id, known, "invalid_mode")
        elif mode == "bypassPermissions" not in (options.mode, options.bypass and mode):
            why = "because the session was not launched with --dangerously-skip-permissions"
            error = f"Cannot set permission mode to bypassPermissions {why}"
            self._lines.refuses(id, error, "bypass_not_launched")
        else:
            self._lines.answers(id, {"mode": mode})
            self._session.change_mode(str(mode))

    def _model(self, id: str, request: Json) -> None:
        model = request.get("model", "default")
        record = self._session.record
        if not isinstance(model, str):
            error = "set_model: model must be a string"
            self._lines.refuses(id, error, "invalid_request", model=record.model)
            return
        record.model = resolved(model)
        told = f"<local-command-stdout>Set model to `{model}`</local-command-stdout>"
        self._lines.replay(told, "")
        self._lines.answers(id, {"model": record.model})

    def _take_back(self, id: str, request: Json) -> None:
        wanted = request.get("message_uuid")
        found = [prompt for prompt in self._session.queue if prompt.id and prompt.id == wanted]
        for prompt in found:
            self._session.queue.remove(prompt)
            self._lines.lifecycle(prompt.id, "cancelled")
        self._lines.answers(id, {"cancelled": bool(found)})

    def _rename(self, id: str, request: Json) -> None:
        self._lines.system("session_title_changed", title=str(request.get("title", "")))
        self._lines.answers(id)

    def _plan(self, id: str, request: Json) -> None:
        path = self._session.plan_file
        if not path:
            self._lines.answers(id, {"exists": False})
            return
        content = self._session.stage.scratch.read(path)
        self._lines.answers(id, {"exists": True, "content": content, "path": path})

    def _version(self, id: str, request: Json) -> None:
        self._lines.answers(id, {"version": VERSION, "buildTime": "2000-01-01T00:00:00Z"})

    def _end(self, id: str, request: Json) -> None:
        self._lines.answers(id)
        self._session.stage.leave(os.EX_OK)
