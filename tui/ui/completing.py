"""What is offered while somebody writes: commands after `/`, files after `@`, past prompts."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from tui.config.past_prompts import PastPrompt
from tui.model.capabilities import SlashCommand

if TYPE_CHECKING:
    from tui.ui.files import Finder

MOST = 200
"""Offers that are listed; more would not be read."""


class Kind(StrEnum):
    """What is being completed."""

    COMMAND = "command"
    FILE = "file"
    PROMPT = "prompt"


class Place(msgspec.Struct, frozen=True):
    """The part of the draft that is being completed."""

    kind: Kind
    query: str
    start: int
    """Column in the line where the part begins, its sign included."""


class Offer(msgspec.Struct, frozen=True):
    """One thing that may be put into the draft."""

    text: str
    """What is put there."""
    label: str
    detail: str = ""


OURS = (
    SlashCommand("new", "new session"),
    SlashCommand("close", "close this session"),
    SlashCommand("restart", "restart and resume an agent that ended"),
    SlashCommand("model", "choose the model"),
    SlashCommand("mode", "permission mode", "ask|edits|plan|auto"),
    SlashCommand("theme", "choose a theme", "NAME"),
    SlashCommand("image", "attach a picture", "PATH"),
    SlashCommand("rewind", "earlier prompts of this session"),
    SlashCommand("copy", "copy part of the last block"),
    SlashCommand("diff", "what was changed in this session"),
    SlashCommand("timeline", "timeline of tool calls"),
    SlashCommand("sessions", "all sessions, live and past"),
    SlashCommand("handover", "go on with another agent"),
    SlashCommand("spend", "tokens and cost per day, project and agent"),
    SlashCommand("inspector", "raw lines beside their events"),
    SlashCommand("settings", "settings"),
    SlashCommand("help", "show all keys"),
    SlashCommand("quit", "quit parley"),
)
"""Commands of parley itself. An agent's command of the same name goes first."""

_COMMAND = re.compile(r"/(\S*)$")
_FILE = re.compile(r"(?:^|(?<=\s))@(\S*)$")


def place_in(line: str, *, first: bool) -> Place | None:
    """Return what is being completed at the end of a line; `first` for the draft's first line."""
    if first and (command := _COMMAND.match(line)):
        return Place(Kind.COMMAND, command[1], 0)
    if file := _FILE.search(line):
        return Place(Kind.FILE, file[1], file.start())
    return None


def commands(query: str, offered: Sequence[SlashCommand], agent: str) -> list[Offer]:
    """Return the commands that fit, the agent's before ours."""
    taken = {command.name for command in offered}
    known = [(command, agent) for command in offered]
    known += [(command, "parley") for command in OURS if command.name not in taken]
    fitting = [pair for pair in known if pair[0].name.startswith(query)]
    fitting += [pair for pair in known if query in pair[0].name[1:] and pair not in fitting]
    return [
        Offer(
            f"/{command.name} ",
            f"/{command.name} {command.hint}".rstrip(),
            f"{command.description} · {owner}" if command.description else owner,
        )
        for command, owner in fitting[:MOST]
    ]


def files(query: str, finder: "Finder") -> list[Offer]:
    """Return the files that fit, the best first."""
    return [Offer(f"@{path} ", path) for path in finder.rank(query, MOST)]


def prompts(found: Sequence[PastPrompt]) -> list[Offer]:
    """Return past prompts as offers; choosing one replaces the draft."""
    return [Offer(prompt.text, " ".join(prompt.text.split()), prompt.cwd) for prompt in found]


def own_command(draft: str, offered: Sequence[SlashCommand]) -> tuple[str, str] | None:
    """Return our command and its words if the draft is one; None if it is for the agent."""
    match = re.fullmatch(r"/(\w+)(?: +(.*))?", draft.strip())
    if match is None or match[1] in {command.name for command in offered}:
        return None
    if match[1] not in {command.name for command in OURS}:
        return None
    return match[1], (match[2] or "").strip()
