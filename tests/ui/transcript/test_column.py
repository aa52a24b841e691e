"""Blocks keep their order and their heights, whatever is added, inserted or taken out."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.transcripts import prompt
from tui.ui.transcript.blocks import Block, Entry, Kind
from tui.ui.transcript.column import Column

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["append", "prepend", "insert", "remove", "set"]),
        st.integers(0, 1_000),
        st.integers(0, 5),
    ),
    max_size=60,
)


@settings(max_examples=300, deadline=None)
@given(ACTIONS)
def test_a_column_is_a_list_with_sums(actions: list[tuple[str, int, int]]) -> None:
    column = Column()
    expected: list[tuple[Block, int]] = []
    for action, place, height in actions:
        act(column, expected, action, place, height)

    assert [column[n] for n in range(column.first, column.last + 1)] == [b for b, _ in expected]
    assert column.total == sum(height for _, height in expected)
    line = 0
    for block, height in expected:
        assert column[block.number] is block
        assert column.top(block) == line
        assert [column.find(line + n) for n in range(height)] == [(block, n) for n in range(height)]
        line += height


def act(
    column: Column, expected: list[tuple[Block, int]], action: str, place: int, height: int
) -> None:
    """Do the same to the column and to a plain list."""
    block = Block(Kind.PLAIN, Entry(prompt("x").id, prompt("x")))
    index = place % (len(expected) + 1)
    if action == "append":
        column.append(block, height)
        expected.append((block, height))
    elif action == "prepend":
        column.prepend(block, height)
        expected.insert(0, (block, height))
    elif action == "insert":
        column.insert(column.first + index, [block], [height])
        expected.insert(index, (block, height))
    elif index < len(expected) and action == "remove":
        count = min(height + 1, len(expected) - index)
        column.remove(column.first + index, count)
        del expected[index : index + count]
    elif index < len(expected):
        column.heights.set(column.first + index, height)
        expected[index] = (expected[index][0], height)
