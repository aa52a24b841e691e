"""Questions an agent waits for, and the answers they get."""

from enum import StrEnum
from importlib import import_module

import msgspec

from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.tools import FileChange, ToolKind


class Subject(StrEnum):
    """What a request is about, which decides how it is asked."""

    TOOL = "tool"
    PLAN = "plan"
    """May the agent leave planning and start?"""
    QUESTIONS = "questions"
    """The agent wants to know something."""


class Effect(StrEnum):
    """What choosing one of the agent's own options does."""

    ALLOW_ONCE = "allow_once"
    ALLOW_SESSION = "allow_session"
    ALLOW_ALWAYS = "allow_always"
    """It outlives the session: the agent writes it down in its own files."""
    DENY = "deny"
    DENY_AND_STOP = "deny_and_stop"


class PermissionOption(msgspec.Struct, frozen=True, kw_only=True):
    """One answer the agent itself offers."""

    id: str
    label: str
    effect: Effect
    detail: str = ""
    """What it would do beyond this one call, in words."""


class Answer(msgspec.Struct, frozen=True):
    """One choice below a question."""

    label: str
    description: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One question of the agent to the user."""

    id: str
    text: str
    header: str = ""
    answers: tuple[Answer, ...] = ()
    several: bool = False
    """More than one answer may be given."""
    free_text: bool = True
    secret: bool = False


class PermissionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Something an agent wants to do and waits for."""

    id: RequestId
    tool: str
    """The agent's own name of the tool."""
    kind: ToolKind
    title: str
    """The command, the path, the address: what it is about in one line."""
    input: JsonObject
    """The tool's input exactly as the agent sent it. This object goes back on the wire."""
    subject: Subject = Subject.TOOL
    call: ItemId | None = None
    cwd: str | None = None
    reason: str | None = None
    """Why, in the agent's own words."""
    warning: str | None = None
    """What the agent itself flags as dangerous about it."""
    asked_by: str | None = None
    """The sub-agent that asks, if it is one."""
    changes: tuple[FileChange, ...] = ()
    options: tuple[PermissionOption, ...] = ()
    questions: tuple[Question, ...] = ()
    plan: str | None = None
    can_edit: bool = False
    can_explain: bool = False
    """The words of a denial reach the model."""
    always_offered: bool = True
    """False where the agent says that no lasting rule may come of this request."""

    @property
    def digest(self) -> str:
        """Return a fingerprint of all that is asked; an answer is bound to it."""
        # OpenSSL takes a fifth of Python's start to load, and most sessions never ask.
        try:
            canonical = msgspec.json.encode(self, order="deterministic")
        except UnicodeEncodeError:
            # Half a surrogate pair, which only the slower writer can spell.
            members = msgspec.to_builtins(self)
            canonical = import_module("json").dumps(members, sort_keys=True).encode()
        fingerprint: str = import_module("hashlib").sha256(canonical).hexdigest()
        return fingerprint


class Verdict(StrEnum):
    """Yes, no, or no and stop."""

    ALLOW = "allow"
    DENY = "deny"
    STOP = "stop"
    """Deny, and end the turn."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to one request."""

    verdict: Verdict
    digest: str = ""
    """Fingerprint of the request that was looked at; another one is not answered by this."""
    options: tuple[str, ...] = ()
    """Ids of the agent's own options chosen with it."""
    message: str = ""
    """Words for the agent: the reason of a denial, feedback on a plan."""
    input: JsonObject | None = None
    """Changed tool input, where the agent takes it."""
    answers: dict[str, tuple[str, ...]] = {}
    """Question id → chosen labels or free text."""


class Decider(StrEnum):
    """Who or what gave an answer."""

    USER = "user"
    RULE = "rule"
    FLAG = "flag"
    """A command-line flag, such as `--on-ask deny`."""
    CLOSED = "fail-closed"
    """Nobody could answer, or something was unclear."""
    RECORDED = "recorded"
    """Read from a recording: what the client of that day said."""
