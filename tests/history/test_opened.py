"""A long session opens at its end, is read on towards its beginning, and grows with its file."""

import json
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import Line, answer, called, result, said, write
from tests.history.homes import EXCERPTS, unpacked
from tui.agents.claude.store import ClaudeStore
from tui.agents.store import SessionSummary
from tui.conversation.changes import Added, Replaced, StatusChanged
from tui.conversation.state import Conversation, Prose, ToolCall, TurnMark, UserText
from tui.history.opened import TAIL, Opened, told
from tui.history.stores import places
from tui.model.identity import ItemId

STORE = ClaudeStore()


def row_in(root: Path) -> SessionSummary:
    (row,) = STORE.list([root])
    return row


def long_session(root: Path, turns: int = 600) -> Path:
    lines: list[Line] = []
    last = None
    for number in range(turns):
        steps = [
            said(f"u{number}", last, f"question {number}"),
            called(f"c{number}", f"u{number}", f"call-{number}", "Bash", command=f"echo {number}"),
            result(f"r{number}", f"c{number}", f"call-{number}", f"{number}\n" * 50),
            answer(f"a{number}", f"r{number}", f"answer {number} " + "word " * 100),
        ]
        lines += steps
        last = f"a{number}"
    return write(root, "long", lines)


def seen(conversation: Conversation) -> list[tuple[str, str]]:
    """Return the items that have words, in order; marks have names that do not matter."""
    shown: list[tuple[str, str]] = []
    for item in conversation.items.values():
        match item:
            case UserText():
                shown.append((item.id, item.text))
            case Prose():
                shown.append((item.id, str(item.text)))
            case ToolCall():
                shown.append((item.id, str(item.output)))
            case _:
                shown.append((type(item).__name__, ""))
    return shown


def test_a_long_session_opens_at_its_end_and_is_read_on_to_its_beginning(tmp_path: Path) -> None:
    long_session(tmp_path)
    row = row_in(tmp_path)
    whole = told(STORE, row)

    opened = Opened(STORE, row)
    tail = list(opened.conversation.items)
    first = opened.older
    older = opened.load_older()

    assert row.size - TAIL - 10_000 < first < row.size
    assert 24 < len(tail) < len(whole.items) / 2
    assert seen(whole)[-100:] == seen(opened.conversation)[-100:]
    assert older is not None and older.seam == tail[0]
    assert seen(older.conversation) == seen(whole)
    assert list(older.conversation.items)[-len(tail) :] == tail
    assert (opened.older, opened.load_older()) == (0, None)


def test_the_shown_conversation_is_never_changed_by_reading(tmp_path: Path) -> None:
    path = long_session(tmp_path)
    opened = Opened(STORE, row_in(tmp_path))
    shown = opened.conversation
    before = dict(shown.items)
    opened.load_older()
    path.write_bytes(path.read_bytes() + json.dumps(said("new", "a599", "more")).encode() + b"\n")
    opened.poll()

    assert shown.items == before


def test_a_session_can_be_opened_where_a_hit_stands(tmp_path: Path) -> None:
    long_session(tmp_path, 3000)
    row = row_in(tmp_path)

    opened = Opened(STORE, row, "u100")

    assert ItemId("u100") in opened.conversation.items


def test_an_open_session_grows_with_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "hello"), answer("2", "1", "Hi.")])
    opened = Opened(STORE, row_in(tmp_path))
    more = [said("3", "2", "and now?"), answer("4", "3", "Now this.")]

    nothing = opened.poll()
    path.write_bytes(path.read_bytes() + "".join(json.dumps(one) + "\n" for one in more).encode())
    grown = opened.poll()
    assert grown is not None
    changes = opened.take(grown)

    assert nothing is None and opened.poll() is None
    assert seen(opened.conversation) == seen(told(STORE, row_in(tmp_path)))
    added = [one.item for one in changes if isinstance(one, Added)]
    assert [type(item) for item in added] == [UserText, Prose, TurnMark]
    assert len(opened.conversation.turns) == 2


def test_a_turn_that_goes_on_loses_its_mark_and_a_call_gets_its_result(tmp_path: Path) -> None:
    first = [said("1", None, "go"), called("2", "1", "c", "Bash", command="make")]
    path = write(tmp_path, "s", first)
    opened = Opened(STORE, row_in(tmp_path))
    late = result("3", "2", "c", "made")
    path.write_bytes(path.read_bytes() + json.dumps(late).encode() + b"\n")

    grown = opened.poll()
    assert grown is not None
    changes = opened.take(grown)

    assert [type(one) for one in changes] == [Replaced, StatusChanged]
    call = opened.conversation.items[ItemId("c")]
    assert isinstance(call, ToolCall) and str(call.output) == "made"


def test_a_file_with_an_endless_line_opens_all_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "before the hole")])
    with path.open("r+b") as file:
        file.truncate(300 * 1024 * 1024)
    opened = Opened(STORE, row_in(tmp_path))

    while opened.load_older() is not None:
        pass

    texts = [item.text for item in opened.conversation.items.values() if isinstance(item, UserText)]
    assert texts == ["before the hole"]


@pytest.mark.parametrize("tail", [2_000, 20_000])
def test_every_session_of_a_real_home_is_whole_after_reading_on(tmp_path: Path, tail: int) -> None:
    home = unpacked(tmp_path)
    for place in places({"HOME": str(home)}):
        for row in place.store.list(place.roots):
            opened = Opened(place.store, row, tail=tail)
            while opened.load_older() is not None:
                pass
            whole = told(place.store, row)
            assert seen(opened.conversation) == seen(whole), row.path


def test_excerpts_of_agents_open_in_parts_too() -> None:
    environ = {
        "HOME": "/nowhere",
        "CLAUDE_CONFIG_DIR": str(EXCERPTS / "claude"),
        "CODEX_HOME": str(EXCERPTS / "codex"),
    }
    for place in places(environ):
        for row in place.store.list(place.roots):
            opened = Opened(place.store, row, tail=1_500)
            while opened.load_older() is not None:
                pass
            assert seen(opened.conversation) == seen(told(place.store, row)), row.path
