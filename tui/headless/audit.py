"""`parley audit`: every decision that was ever made, and whether the record is whole."""

import os
import time

import msgspec

from tui.config.paths import journal_file
from tui.errors import ParleyError
from tui.headless.output import data, flush, remark, say
from tui.permission.journal import Journal, Line
from tui.permission.verify import Verified, lines
from tui.permission.verify import verify as check
from tui.text.visible import visible_line

DONE, DAMAGED = 0, 1


def main(json: bool = False, verify: bool = False) -> int:
    """Print the journal, or check it."""
    journal = opened_journal()
    if verify:
        return _verified(journal, json=json)
    empty = True
    for line in lines(journal):
        empty = False
        if json:
            data(msgspec.json.encode(line))
        else:
            say(_in_words(line))
    flush()
    damages = check(journal).damages
    if empty and not damages and not json:
        say("Nothing has been decided yet.")
    if damages:
        places = f"{len(damages)} place{'s' * (len(damages) != 1)}"
        remark(f"parley: The record is damaged in {places}; something may be missing.")
        remark("        parley audit --verify")
    return DONE


def opened_journal() -> Journal:
    """Return the journal; raises where something else stands in its place."""
    path = journal_file()
    try:
        there = path.exists()
    except PermissionError as error:
        folder = path.parent
        raise ParleyError(f"You may not look into {folder}.", f"chmod u+rwx {folder}") from error
    if there and not path.is_file():
        raise ParleyError(f"{path} is not a file.", "Move it away; a new journal is begun then.")
    if there and not os.access(path, os.R_OK):
        raise ParleyError(f"You may not read {path}.", f"chmod u+rw {path}")
    return Journal(path)


def _in_words(line: Line) -> str:
    entry = line.entry
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(line.at))
    note = f" ({visible_line(entry.note)})" if entry.note else ""
    what = visible_line(f"{entry.tool}: {entry.title}")
    return f"{when}  {entry.agent:8} {entry.decision:9} by {entry.by}{note}  {what}"


def _verified(journal: Journal, *, json: bool) -> int:
    found = check(journal)
    if json:
        data(msgspec.json.encode(found))
        flush()
    else:
        _tell(found)
    return DAMAGED if found.damages else DONE


def _tell(found: Verified) -> None:
    for damage in found.damages:
        place = f"{damage.file}:{damage.line}" if damage.line else damage.file
        remark(f"parley: {place} {damage.problem}.")
    if found.damages:
        remark("        Somebody or something else wrote there; what follows may be untrue.")
    torn = f", {found.torn} cut short by a crash" if found.torn else ""
    state = "is damaged" if found.damages else "is whole"
    lines = f"{found.lines} line{'s' * (found.lines != 1)}"
    say(f"The journal {state}: {lines}{torn}. Last hash: {found.last}")
