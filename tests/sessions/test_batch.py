"""Lines taken many at once mean what they mean one by one."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as some

from tests.agents.claude.scenes import new_dialect
from tests.support.chance import both_seeds
from tui.agents.dialect import Dialect
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation, Prose
from tui.model.arrival import Arrival, Growth, arrivals
from tui.model.events import PermissionAsked
from tui.sessions.batch import Batch, too_long
from tui.wire.lines import CutLine

AT = 5.0


def streamed(part: object, **more: object) -> bytes:
    """Return one line of a message while it is written."""
    return json.dumps({"type": "stream_event", "event": part, "session_id": "s", **more}).encode()


def piece(text: str, index: int = 0, kind: str = "text", **more: object) -> bytes:
    """Return one line that adds to a block."""
    delta = {"type": f"{kind}_delta", kind: text}
    return streamed({"type": "content_block_delta", "index": index, "delta": delta}, **more)


def begun(index: int, kind: str = "text") -> bytes:
    """Return the line that begins a block."""
    block = {"type": kind, kind: ""}
    return streamed({"type": "content_block_start", "index": index, "content_block": block})


ASKED = json.dumps(
    {
        "type": "control_request",
        "request_id": "r1",
        "request": {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}},
    }
).encode()

LINES: tuple[bytes | CutLine, ...] = (
    *(piece(text) for text in ("word ", "", "\n\n", "ü\u2028", "\x00\x1b[31m")),
    *(piece("other block", index) for index in (1, -1, 7)),
    piece("hm", kind="thinking"),
    piece("of a sub-agent", parent_tool_use_id="toolu_1"),
    piece("main", parent_tool_use_id=None),
    piece("x").replace(b'"text": "x"', b'"text": 5'),
    piece("x").replace(b'"x"', b'"\xff"'),
    piece("x")[:-9],
    *(begun(0), begun(1), begun(0, "thinking")),
    *(streamed({"type": name}) for name in ("content_block_stop", "message_stop", "ping", "new")),
    *(streamed({"type": "message_start", "message": {"id": name}}) for name in ("m1", "m2")),
    *(b"", b"garbage", b"[]", b"null", b'{"type":"keep_alive"}', ASKED),
    CutLine(b"x" * 9, 7),
)


def one_by_one(lines: list[bytes | CutLine]) -> tuple[list[Arrival], Conversation]:
    """Return what lines mean where each is received on its own."""
    dialect = new_dialect()
    conversation = Conversation()
    told: list[Arrival] = []
    for seq, line in enumerate(lines):
        if isinstance(line, CutLine):
            events = too_long(line).events
            told.append(Arrival(seq, AT, line.head, events, line.dropped))
        else:
            events = dialect.receive(line).events
            told.append(Arrival(seq, AT, line, events))
        for event in events:
            apply(conversation, event, AT, [])
    return told, conversation


def at_once(lines: list[bytes | CutLine], size: int) -> tuple[list[Arrival], Conversation]:
    """Return what they mean where so many come with each read."""
    dialect: Dialect = new_dialect()
    conversation = Conversation()
    told: list[Arrival] = []
    for start in range(0, len(lines), size):
        batch = Batch(dialect, conversation, AT)
        batch.read(lines[start : start + size], start)
        told += arrivals(batch.lines)
    return told, conversation


@settings(max_examples=300, deadline=None)
@given(some.lists(some.sampled_from(LINES), max_size=40), some.integers(1, 40))
@example([begun(0), *LINES], 100)
@example([begun(0), piece("a"), begun(1), piece("b", 1), piece("c"), ASKED, piece("d")], 100)
def test_lines_mean_the_same_many_at_once_and_one_by_one(
    lines: list[bytes | CutLine], size: int
) -> None:
    told, conversation = at_once(lines, size)
    expected, separately = one_by_one(lines)

    assert told == expected
    assert conversation.items == separately.items
    assert conversation.questions == separately.questions
    assert conversation.puzzles == separately.puzzles


@both_seeds
def test_pieces_of_an_answer_are_one_growth(seed: int) -> None:
    lines: list[bytes | CutLine] = [piece(f"{number} ") for number in range(seed % 50 + 2)]
    dialect = new_dialect()
    conversation = Conversation()
    Batch(dialect, conversation, AT).read([begun(0)], 0)

    batch = Batch(dialect, conversation, AT)
    batch.read(lines, 1)

    (growth,) = batch.lines
    assert isinstance(growth, Growth)
    assert growth.lines == lines
    assert len(batch.changes) == 1
    (prose,) = conversation.items.values()
    assert isinstance(prose, Prose)
    assert str(prose.text) == "".join(growth.texts)


def test_a_request_in_a_flood_is_due_with_its_read_and_in_its_place() -> None:
    lines: list[bytes | CutLine] = [begun(0), *[piece("x ")] * 50, ASKED, *[piece("y ")] * 50]
    dialect = new_dialect()
    conversation = Conversation()

    batch = Batch(dialect, conversation, AT)
    batch.read(lines, 0)

    assert [type(one) for one in batch.due if isinstance(one, PermissionAsked)] == [PermissionAsked]
    position = [arrival.raw for arrival in arrivals(batch.lines)].index(ASKED)
    assert position == 51
