"""The newest lines of an agent, for the inspector."""

from collections import deque
from collections.abc import Iterable, Iterator

from tui.model.arrival import Arrival, Growth, Lines, arrivals, line_count


class KeptLines:
    """So many lines and no more; a flood of them costs next to nothing until it is looked at."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts: deque[Lines] = deque()
        self._count = 0

    def extend(self, lines: Iterable[Lines]) -> int:
        """Keep more lines, and let go of the oldest; return how many are new."""
        new = list(lines)
        count = line_count(new)
        self._parts.extend(new)
        self._count += count
        while (excess := self._count - self._most) > 0:
            oldest = self._parts.popleft()
            self._count -= line_count([oldest])
            if isinstance(oldest, Growth) and len(oldest) > excess:
                self._parts.appendleft(oldest.after(excess))
                self._count += len(oldest) - excess
        return count

    def newest(self, count: int) -> Iterator[Arrival]:
        """Return the last lines, oldest first; costs no more than their number."""
        found: list[Lines] = []
        for part in reversed(self._parts):
            if count <= 0:
                break
            if isinstance(part, Growth) and len(part) > count:
                part = part.after(len(part) - count)
            found.append(part)
            count -= line_count([part])
        return arrivals(reversed(found))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Arrival]:
        return arrivals(self._parts)
