"""What single items mean."""

import shlex

import pytest

from tui.agents.codex import items
from tui.agents.codex.translate import file_changes, finished, plain_command, started
from tui.model.events import ToolFinished, ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind


@pytest.mark.parametrize(
    "script",
    [
        "ls",
        "touch a && echo b",
        "printf '\\033[31mred\\033[0m'; echo \"$HOME\" | cat > 'x y'",
        "cat <<'E'\nit's\nE",
        "echo `date` !$ ^x^y",
    ],
)
@pytest.mark.parametrize("shell", ["/bin/bash -lc", "/bin/zsh -lc", "bash -c", "/usr/bin/fish -c"])
def test_the_shell_around_a_command_is_taken_off_exactly(shell: str, script: str) -> None:
    assert plain_command(f"{shell} {shlex.quote(script)}") == script


@pytest.mark.parametrize(
    "command",
    ["ls -la", "bash script.sh x", "/bin/bash -lc ls extra", "/bin/bash -lc 'unfinished", ""],
)
def test_what_is_no_wrapped_script_is_shown_whole(command: str) -> None:
    assert plain_command(command) == command


def test_double_quoted_backslashes_are_read_as_codex_writes_them() -> None:
    assert plain_command("/bin/bash -lc \"printf '\\\\033[0m'\"") == "printf '\\033[0m'"


def test_only_an_update_has_hunks() -> None:
    changes = [
        items.Change(path="/a", kind=items.ChangeKind(type="add"), diff="new\n"),
        items.Change(path="/d", kind=items.ChangeKind(type="delete"), diff="old\n"),
        items.Change(
            path="/u",
            kind=items.ChangeKind(type="update", move_path="/v"),
            diff="@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /v",
        ),
    ]

    assert file_changes(changes) == (
        FileChange(path="/a", kind=ChangeKind.CREATED, after="new\n"),
        FileChange(path="/d", kind=ChangeKind.DELETED, before="old\n"),
        FileChange(
            path="/u",
            kind=ChangeKind.MODIFIED,
            diff="@@ -1 +1 @@\n-a\n+b\n",
            moved_to="/v",
        ),
    )


def test_a_picture_looked_at_is_a_file_read() -> None:
    item = items.ImageView(id="i", path="/home/dev/a.png")

    assert started(item) == ToolStarted(
        call=ItemId("i"),
        kind=ToolKind.READ,
        name="imageView",
        title="/home/dev/a.png",
        input={"path": "/home/dev/a.png"},
    )
    assert finished(item) == ToolFinished(call=ItemId("i"), outcome=Outcome.OK)


def test_a_page_that_was_opened_is_named_by_its_address() -> None:
    item = items.WebSearch(id="w", query="", action={"type": "openPage", "url": "https://x.org"})

    assert started(item).title == "https://x.org"


def test_a_declined_mcp_call_is_denied_although_it_says_failed() -> None:
    item = items.McpToolCall(
        id="m",
        server="demo",
        tool="write",
        status="failed",
        error={"message": "user rejected MCP tool call"},
    )

    assert finished(item).outcome is Outcome.DENIED


def test_content_that_is_no_text_is_named() -> None:
    item = items.McpToolCall(
        id="m", status="completed", result={"content": [{"type": "image"}, {"text": "seen"}]}
    )

    assert finished(item).output == "[image]\nseen"


def test_waiting_for_a_sub_agent_tells_what_it_said() -> None:
    item = items.CollabAgentToolCall(
        id="c",
        tool="wait",
        receiver_thread_ids=["t"],
        agents_states={"t": {"status": "completed", "message": "all done"}},
        status="completed",
    )

    assert finished(item) == ToolFinished(call=ItemId("c"), outcome=Outcome.OK, output="all done")
