"""`parley show`: one stored session, as text or as unified events."""

from tui.agents.registry import agent
from tui.agents.store import SessionSummary
from tui.conversation.export import markdown
from tui.headless.output import data, flush, say
from tui.headless.past import conversation_of, named
from tui.history.stores import store
from tui.model.arrival import Arrival
from tui.model.codec import Encoder


def main(id: str, json: bool, raw: bool = False) -> int:
    """Print a session by its id or the beginning of it."""
    row = named(id)
    if json:
        _print(row, raw)
    else:
        say(markdown(conversation_of(row)), end="")
    flush()
    return 0


def _print(row: SessionSummary, raw: bool) -> None:
    encoder = Encoder(row.agent, agent(row.agent).protocol, raw=raw)
    for told in store(row.agent).read(row):
        if isinstance(told, Arrival):
            for line in encoder.arrival(told):
                data(line)
            continue
        for event in told.events:
            for line in encoder.own(event, told.at):
                data(line)
