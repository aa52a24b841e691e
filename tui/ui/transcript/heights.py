"""Heights of very many blocks, summed and searched in a few steps (a Fenwick tree)."""

from collections.abc import Iterable


class Sums:
    """A list of heights that knows the sum of any beginning of it."""

    __slots__ = ("_tree", "total", "values")

    def __init__(self) -> None:
        self.values: list[int] = []
        self.total = 0
        self._tree: list[int] = [0]

    def __len__(self) -> int:
        return len(self.values)

    def append(self, height: int) -> None:
        """Add a height at the end."""
        values, tree = self.values, self._tree
        values.append(height)
        self.total += height
        position = len(values)
        node = height
        step = 1
        while step < position & -position:
            node += tree[position - step]
            step <<= 1
        tree.append(node)

    def extend(self, heights: Iterable[int]) -> None:
        """Add many heights at the end."""
        for height in heights:
            self.append(height)

    def set(self, index: int, height: int) -> None:
        """Change one height."""
        change = height - self.values[index]
        if not change:
            return
        self.values[index] = height
        self.total += change
        tree = self._tree
        position = index + 1
        size = len(tree)
        while position < size:
            tree[position] += change
            position += position & -position

    def cut(self, length: int) -> list[int]:
        """Keep the first so many; return the others."""
        rest = self.values[length:]
        del self.values[length:]
        del self._tree[length + 1 :]
        self.total -= sum(rest)
        return rest

    def before(self, index: int) -> int:
        """Return the sum of the heights before an index."""
        tree = self._tree
        total = 0
        while index > 0:
            total += tree[index]
            index &= index - 1
        return total

    def find(self, line: int) -> int:
        """Return the index of the block that covers a line; the last one beyond the end."""
        tree = self._tree
        size = len(tree) - 1
        position = 0
        step = 1 << size.bit_length()
        while step:
            following = position + step
            if following <= size and tree[following] <= line:
                position = following
                line -= tree[following]
            step >>= 1
        return min(position, size - 1)


class Heights:
    """Heights that grow at both ends; older blocks have negative numbers, so none is renumbered."""

    __slots__ = ("_newer", "_older")

    def __init__(self) -> None:
        self._newer = Sums()
        self._older = Sums()
        """Backwards: the first one is number -1."""

    @property
    def total(self) -> int:
        """Return the height of everything."""
        return self._older.total + self._newer.total

    def append(self, height: int) -> None:
        """Add a height after the last block."""
        self._newer.append(height)

    def prepend(self, height: int) -> None:
        """Add a height before the first block."""
        self._older.append(height)

    def insert(self, number: int, heights: list[int]) -> None:
        """Put heights before a block; costs as many steps as there are blocks to move."""
        if number >= 0:
            rest = self._newer.cut(number)
            self._newer.extend(heights)
            self._newer.extend(rest)
        else:
            rest = self._older.cut(-number)
            self._older.extend(reversed(heights))
            self._older.extend(rest)

    def remove(self, number: int, count: int) -> None:
        """Take out some blocks, all of them on one side of number 0."""
        if number >= 0:
            rest = self._newer.cut(number)
            self._newer.extend(rest[count:])
        else:
            rest = self._older.cut(-(number + count - 1) - 1)
            self._older.extend(rest[count:])

    def set(self, number: int, height: int) -> None:
        """Change one block's height."""
        if number >= 0:
            self._newer.set(number, height)
        else:
            self._older.set(-number - 1, height)

    def get(self, number: int) -> int:
        """Return one block's height."""
        return self._newer.values[number] if number >= 0 else self._older.values[-number - 1]

    def before(self, number: int) -> int:
        """Return the height of everything above a block."""
        if number >= 0:
            return self._older.total + self._newer.before(number)
        return self._older.total - self._older.before(-number)

    def find(self, line: int) -> int:
        """Return the number of the block that covers a line."""
        if line >= self._older.total and len(self._newer):
            return self._newer.find(line - self._older.total)
        return -self._older.find(max(0, self._older.total - 1 - line)) - 1
