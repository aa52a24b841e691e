"""Tables of Markdown fitted into a width."""

from collections.abc import Iterator

from rich.cells import cell_len

from tui.text.runs import Grid, Run, plain
from tui.ui.transcript.wrap import wrap

NARROWEST = 4
BETWEEN = " │ "


def table(grid: Grid, width: int) -> Iterator[list[Run]]:
    """Return a table's lines; one that cannot fit becomes a list of its cells."""
    columns = len(grid.aligned)
    widths = fitted(_natural(grid, columns), width - len(BETWEEN) * (columns - 1))
    if widths is None:
        yield from _listed(grid, width)
        return
    for number, row in enumerate(grid.rows):
        yield from _row(row, widths, grid.aligned)
        if number == 0:
            yield [("─┼─".join("─" * size for size in widths), "table.border")]


def fitted(natural: list[int], room: int) -> list[int] | None:
    """Return column widths that fit: the widest columns give way first. None if none do."""
    if sum(natural) <= room:
        return natural
    if room < NARROWEST * len(natural):
        return None
    low, high = NARROWEST, max(natural)
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(size, middle) for size in natural) <= room:
            low = middle
        else:
            high = middle - 1
    return [min(size, low) for size in natural]


def _natural(grid: Grid, columns: int) -> list[int]:
    widths = [1] * columns
    for row in grid.rows:
        for index, cell in enumerate(row[:columns]):
            widths[index] = max(widths[index], cell_len(plain(cell)))
    return widths


def _row(row: list[list[Run]], widths: list[int], aligned: tuple[str, ...]) -> Iterator[list[Run]]:
    cells = [row[index] if index < len(row) else [] for index in range(len(widths))]
    wrapped = [
        [runs for runs, _ in wrap(cell, size)] for cell, size in zip(cells, widths, strict=True)
    ]
    for number in range(max(map(len, wrapped))):
        line: list[Run] = []
        for index, lines in enumerate(wrapped):
            if index:
                line.append((BETWEEN, "table.border"))
            runs = lines[number] if number < len(lines) else []
            line += _aligned(runs, widths[index], aligned[index])
        yield line


def _aligned(runs: list[Run], width: int, side: str) -> list[Run]:
    space = max(0, width - cell_len(plain(runs)))
    left = {"right": space, "center": space // 2}.get(side, 0)
    return [(" " * left, "table"), *runs, (" " * (space - left), "table")]


def _listed(grid: Grid, width: int) -> Iterator[list[Run]]:
    names = [plain(cell) for cell in grid.rows[0]] if grid.rows else []
    for row in grid.rows[1:] or grid.rows:
        for index, cell in enumerate(row):
            name = names[index] if index < len(names) else ""
            for runs, _ in wrap([(f"{name}: ", "table.header"), *cell], width):
                yield runs
        yield [("─" * min(width, 8), "table.border")]
