"""The app with a conversation that is nothing but payloads, for tests in a real terminal."""

import sys
from pathlib import Path

from tests.support.demo import demo, spec
from tests.ui.payloads import ALL
from tests.ui.stage import READY, Stage
from tests.ui.test_surfaces import around, everywhere, request_of
from tui.agents.dialect import Reaction
from tui.model.events import PermissionAsked, ProseDone, TurnStarted
from tui.model.identity import AgentId, ItemId
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui.launch import main
from tui.ui.services import Opening, Services


def run(folder: str) -> int:
    """Run the app; the agent says every payload everywhere."""
    stage = Stage(Path(folder))

    async def opened(supervisor: Supervisor, opening: Opening) -> Session:
        agent = demo("demo")
        session = Session(agent, spec(agent, Path(folder)))
        session.note(READY, TurnStarted("1"))
        for number, payload in enumerate(ALL):
            session.note(*everywhere(payload), *around(payload))
            session.react(Reaction((PermissionAsked(request_of([payload], number)),)))
        session.interrupt()
        session.note(ProseDone(ItemId("last"), "that was all"))
        return session

    services = Services(
        open_session=opened,
        agents=stage._agents,
        run_shell=stage._shell,
        read_image=stage.services.read_image,
    )
    opening = Opening(cwd=Path(folder), agent=AgentId("demo"))
    return main(services=services, opening=opening, fallback=lambda: 3)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]))
