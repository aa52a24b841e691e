"""How a request can be answered: numbered, each with its key, its effect, or why it is off."""

from collections.abc import Sequence

import msgspec

from tui.model.permission import Effect, PermissionOption, PermissionRequest, Subject
from tui.permission.reading import Where
from tui.permission.widening import propose
from tui.ui.editing import editable
from tui.ui.live import LiveSession
from tui.ui.request_risk import Judged

LASTING = (Effect.ALLOW_SESSION, Effect.ALLOW_ALWAYS)

_LIVES = {
    Effect.ALLOW_ONCE: "once",
    Effect.ALLOW_SESSION: "for this session",
    Effect.ALLOW_ALWAYS: "for good",
    Effect.DENY: "no",
    Effect.DENY_AND_STOP: "no, and stop",
}


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer."""

    number: int
    action: str
    """`allow`, `always`, `deny`, `edit`, or `offer` for one of the agent's own."""
    words: str
    short: str = ""
    """The words where there is little room."""
    why_not: str = ""
    """Why it cannot be chosen; empty where it can."""
    option: PermissionOption | None = None


def choices(request: PermissionRequest, live: LiveSession, judged: Judged) -> tuple[Choice, ...]:
    """Return all answers to a request, in the order of their numbers."""
    if request.subject is Subject.PLAN:
        return _numbered(_plan_choices(request, judged))
    own = [
        Choice(
            number=0,
            action="allow",
            words="allow once",
            short="allow",
            why_not=no_allow(judged),
        ),
        Choice(
            number=0,
            action="always",
            words="always…",
            why_not=no_rule(request, live, judged),
        ),
        Choice(number=0, action="deny", words="deny, say why", short="deny"),
        _edit(request, judged),
    ]
    offers = [_offer(option, judged) for option in request.options if is_offer(option)]
    return _numbered(own + offers)


def _plan_choices(request: PermissionRequest, judged: Judged) -> list[Choice]:
    starts = [option for option in request.options if _allows(option)]
    once = next((option for option in starts if option.effect is Effect.ALLOW_ONCE), None)
    label = once.label.lower() if once is not None else "start"
    start = Choice(
        number=0, action="allow", words=label, short="start", option=once, why_not=no_allow(judged)
    )
    others = [_offer(option, judged) for option in starts if option is not once]
    deny = Choice(
        number=0, action="deny", words="keep planning, say what to change", short="plan on"
    )
    edit = [_edit(request, judged, "edit the plan")] if request.can_edit else []
    stops = [_offer(o, judged) for o in request.options if o.effect is Effect.DENY_AND_STOP]
    return [start, *others, deny, *edit, *stops]


def is_offer(option: PermissionOption) -> bool:
    """Tell whether an option does something that our own answers do not do."""
    plain = option.effect in (Effect.ALLOW_ONCE, Effect.DENY)
    return not plain or (option.effect is Effect.DENY and bool(option.detail))


def _allows(option: PermissionOption) -> bool:
    return option.effect in (Effect.ALLOW_ONCE, *LASTING)


def _offer(option: PermissionOption, judged: Judged) -> Choice:
    allows = _allows(option)
    why_not = (no_allow(judged) or _tricked(judged)) if allows else ""
    return Choice(
        number=0, action="offer", words=option.label.lower(), option=option, why_not=why_not
    )


def _edit(request: PermissionRequest, judged: Judged, words: str = "edit, then allow") -> Choice:
    if not request.can_edit:
        words = "deny, suggest another"
    why_not = judged.too_large and no_allow(judged)
    if not why_not and editable(request) is None:
        why_not = "there is no text in it that could be edited; n says what you want instead"
    return Choice(number=0, action="edit", words=words, short="edit", why_not=why_not)


def effect(option: PermissionOption) -> str:
    """Return what choosing one of the agent's options does, in words."""
    lives = _LIVES[option.effect]
    return option.detail or f"{option.label} ({lives})."


def no_allow(judged: Judged) -> str:
    """Return why it cannot be allowed here, or nothing."""
    if judged.too_large:
        return f"it cannot be shown completely: {judged.too_large}; v reads it in a pager"
    return ""


def no_rule(request: PermissionRequest, live: LiveSession, judged: Judged) -> str:
    """Return why no rule can come of a request, or nothing."""
    standing = live.standing
    if standing is None:
        return "this session keeps no rules"
    if standing.may_remember:
        return standing.may_remember
    if not request.always_offered:
        return "the agent says that nothing lasting may come of it"
    if why := no_allow(judged) or _tricked(judged):
        return why
    where = Where(standing.origin.agent, standing.origin.project)
    return propose(request, standing.policy, where).why


def _tricked(judged: Judged) -> str:
    return f"it {judged.tricks[0]}" if judged.tricks else ""


def _numbered(found: Sequence[Choice]) -> tuple[Choice, ...]:
    return tuple(
        msgspec.structs.replace(choice, number=number) for number, choice in enumerate(found, 1)
    )
