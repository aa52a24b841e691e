"""Lines that speak for the user: tool results, prompts taken up, words put in by the CLI."""

import re

from tui.agents.claude.background import Background
from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import Block, ResultMeta, User
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.todo import ToDo
from tui.agents.ledger import Ledger
from tui.model.events import Event, NoticeRaised
from tui.model.identity import ItemId

_INTERRUPTED = "[Request interrupted by user"
_NEWS = "<task-notification>"
"""How the CLI tells the model of a task in the background; a line of its own tells us."""
_COMMAND_OUTPUT = re.compile(r"<local-command-(?:stdout|stderr)>(.*)</local-command-\w+>", re.S)


class UserLines:
    """Tells tool results from prompts and prompts from what nobody typed."""

    def __init__(
        self, ledger: Ledger, calls: Calls, prompts: Prompts, background: Background, todo: ToDo
    ) -> None:
        self._ledger = ledger
        self._calls = calls
        self._prompts = prompts
        self._background = background
        self._todo = todo

    def said(self, frame: User) -> tuple[Event, ...]:
        """Take in one line."""
        content = frame.message.content if frame.message is not None else None
        blocks = content if isinstance(content, list) else []
        results = [block for block in blocks if block.type == "tool_result"]
        if results:
            events: tuple[Event, ...] = ()
            for block in results:
                # The structured part of a line says nothing about which of several it is for.
                events += self._result(frame, block, alone=len(results) == 1)
            return events
        text = content if isinstance(content, str) else words(blocks)
        return self._words(frame, text)

    def _result(self, frame: User, block: Block, *, alone: bool) -> tuple[Event, ...]:
        if block.tool_use_id is None:
            return ()
        call = ItemId(block.tool_use_id)
        structured = frame.tool_use_result if alone else None
        failed = block.is_error is True
        start = self._ledger.calls.get(call)
        events = self._calls.finished(
            call,
            block.content,
            failed=failed,
            structured=structured,
            meta=_meta_of(call, frame.tool_result_meta),
            parent=ItemId(frame.parent_tool_use_id) if frame.parent_tool_use_id else None,
        )
        if start is not None and not failed:
            events += self._todo.after(start, structured)
        return events

    def _words(self, frame: User, text: str) -> tuple[Event, ...]:
        if text.startswith(_INTERRUPTED):
            return ()
        printed = _COMMAND_OUTPUT.fullmatch(text.strip())
        if printed is not None:
            said = printed[1].strip()
            return (NoticeRaised(text=said, code="command_output"),) if said else ()
        if frame.is_synthetic or text.startswith(_NEWS):
            return ()
        if frame.parent_tool_use_id is not None:
            agent = ItemId(frame.parent_tool_use_id)
            return self._background.prompted(agent, ItemId(frame.uuid or agent), text)
        return self._prompts.echoed(frame.uuid, text) if text or frame.is_replay else ()


def words(blocks: list[Block]) -> str:
    """Return the text among the blocks of a prompt."""
    return "\n".join(block.text for block in blocks if block.type == "text" and block.text)


def _meta_of(call: ItemId, metas: list[ResultMeta] | None) -> ResultMeta | None:
    return next((meta for meta in metas or () if meta.id == call), None)
