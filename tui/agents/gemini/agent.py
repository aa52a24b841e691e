"""Everything parley knows about Gemini CLI, in one value."""

import os

from tui.agents.dialect import Agent, Lifetime, Way
from tui.agents.gemini.dialect import CAPABILITIES, AcpDialect
from tui.agents.gemini.find import find, key_in_reach
from tui.agents.gemini.launch import launch_acp, launch_old_acp, launch_stream, seconds_to_wait
from tui.agents.gemini.mend import mend_store
from tui.agents.gemini.stream_dialect import StreamDialect
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec

_READY_WITHIN = 120.0
"""A start takes 2 to 4 seconds; a session resumed in its first minute waits for that to pass."""


def acp_dialect(spec: SessionSpec) -> AcpDialect:
    """Return a dialect that knows of a key in the environment and of a start put off."""
    return AcpDialect(spec, sign_in=key_in_reach(os.environ, spec.cwd), wait=seconds_to_wait(spec))


GEMINI = Agent(
    id=AgentId("gemini"),
    label="Gemini CLI",
    protocol="gemini",
    ways=(
        Way(
            name="acp",
            lifetime=Lifetime.SESSION,
            launch=launch_acp,
            dialect=acp_dialect,
            ready_within=_READY_WITHIN,
            mend_store=mend_store,
        ),
        Way(
            name="acp (old flag)",
            lifetime=Lifetime.SESSION,
            launch=launch_old_acp,
            dialect=acp_dialect,
            ready_within=_READY_WITHIN,
            mend_store=mend_store,
        ),
        Way(
            name="stream-json",
            lifetime=Lifetime.TURN,
            launch=launch_stream,
            dialect=StreamDialect,
            ready_within=_READY_WITHIN,
            mend_store=mend_store,
        ),
    ),
    capabilities=CAPABILITIES,
    find=find,
)
