"""`parley themes`: every colour scheme, where its file is, and which one is in use."""

from collections.abc import Iterator

import msgspec

from tui.config.themes import read_theme, theme_files
from tui.errors import UsageError
from tui.headless.output import data, flush, say
from tui.headless.settled import settled


class ThemeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One theme for people and programs."""

    name: str
    label: str
    dark: bool | None
    """None where the file makes no sense."""
    path: str
    in_use: bool
    problem: str | None = None


def main(json: bool) -> int:
    """Print every theme; the user's own stand before ours of the same name."""
    rows = list(all_themes(settled().theme))
    if json:
        data(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        flush()
        return 0
    for row in rows:
        kind = {True: "dark", False: "light", None: "unusable"}[row.dark]
        say(f"{'▸' if row.in_use else ' '} {row.name:16} {kind:9} {row.label:28} {row.path}")
        if row.problem:
            say(f"  {'':16} {row.problem}")
    return 0


def all_themes(in_use: str) -> Iterator[ThemeRow]:
    """Return every theme that can be chosen, by name."""
    for name, path in sorted(theme_files().items()):
        try:
            theme = read_theme(path)
        except UsageError as error:
            row = ThemeRow(name=name, label="", dark=None, path=str(path), in_use=name == in_use)
            yield msgspec.structs.replace(row, problem=f"{error.problem} {error.remedy}")
        else:
            yield ThemeRow(
                name=name, label=theme.label, dark=theme.dark, path=str(path), in_use=name == in_use
            )
