"""Every key by id: where it works, what it says, how it is remapped, what clashes."""

from collections.abc import Mapping

import msgspec
from textual.binding import Binding, BindingType

from tui.config.settings import KeyChoice


class Key(msgspec.Struct, frozen=True):
    """One thing a key does."""

    id: str
    keys: str
    """The keys, comma-separated, in Textual's spelling."""
    action: str
    wording: str
    palette: bool = False
    """It is also found in the palette."""


ANYWHERE = (
    Key("app.help", "f1", "app.help", "show all keys", True),
    Key("app.settings", "f2", "app.settings", "settings: choose a theme", True),
    Key("app.palette", "ctrl+p", "command_palette", "find an action by its name"),
    Key("app.quit", "ctrl+q", "app.leave", "quit", True),
    Key("app.redraw", "ctrl+l", "app.redraw", "draw the screen again", True),
    Key("app.suspend", "ctrl+z", "app.suspend_process", "to the shell; `fg` comes back"),
)

SESSIONS = (
    Key("session.new", "ctrl+n", "new_session", "new session", True),
    Key("session.needs", "alt+a", "next_needing", "open what waits for you", True),
    Key("session.next", "alt+right", "switch(1)", "next session", True),
    Key("session.previous", "alt+left", "switch(-1)", "previous session", True),
    Key("session.close", "alt+w", "close_session", "close this session", True),
    Key("session.mode", "shift+tab", "next_mode", "next permission mode", True),
    Key("session.model", "alt+p", "pick_model", "choose the model", True),
    Key("session.stop", "escape", "escape", "stop the agent; again within 2 s: end it"),
    Key("session.restart", "alt+r", "restart", "restart and resume an agent that ended", True),
    *(Key(f"session.{n}", f"alt+{n}", f"show({n})", f"session {n}") for n in range(1, 10)),
)

VIEWS = (
    Key("view.timeline", "ctrl+t", "timeline", "timeline of tool calls", True),
    Key("view.sidebar", "ctrl+b,f9", "sidebar", "show or hide the sidebar", True),
    Key("view.inspector", "f12", "inspector", "raw lines beside their events", True),
    Key("view.find", "ctrl+f", "find", "find in the conversation", True),
    Key("view.expand", "ctrl+o", "toggle_all", "open or close all details", True),
    Key("view.up", "pageup", "scroll_page(-1)", "scroll up"),
    Key("view.down", "pagedown", "scroll_page(1)", "scroll down"),
    Key("view.begin", "ctrl+home", "to_begin", "to the beginning", True),
    Key("view.end", "ctrl+end", "to_end", "to the end", True),
    Key("view.focus", "f6", "focus_conversation", "between conversation and draft", True),
    Key("view.copy", "ctrl+c", "copy_or_clear", "copy selection, clear draft, or quit (twice)"),
)

DRAFT = (
    Key("draft.send", "enter", "send", "send; during a turn: steer where the agent can"),
    Key("draft.newline", "shift+enter,alt+enter,ctrl+j", "newline", "new line"),
    Key("draft.queue", "tab", "queue", "queue for the next turn"),
    Key("draft.take_back", "alt+up", "take_back", "take back the last queued prompt", True),
    Key("draft.up", "up", "up", "up; at the top: earlier prompts"),
    Key("draft.down", "down", "down", "down; at the bottom: later prompts"),
    Key("draft.search", "ctrl+r", "search_prompts", "search all past prompts", True),
    Key("draft.editor", "ctrl+g", "edit_outside", "write in your editor", True),
    Key("draft.unfold", "ctrl+y", "unfold", "unfold a folded paste", True),
    Key("draft.undo", "ctrl+underscore", "undo", "undo"),
    Key("draft.image", "ctrl+v", "paste", "paste; a picture's path attaches it"),
    Key("draft.leave", "ctrl+d", "leave_or_delete", "on an empty draft: quit"),
)

REQUEST = (
    Key("request.allow", "y,1", "allow", "allow once"),
    Key("request.deny", "n", "deny", "deny, with a reason if you like"),
    Key("request.later", "escape", "later", "later: nothing is answered"),
    Key("request.full", "f", "full", "full screen"),
    Key("request.down", "down,j", "move(1)", "down one line"),
    Key("request.up", "up,k", "move(-1)", "up one line"),
    Key("request.page_down", "pagedown,space", "page(1)", "next page"),
    Key("request.page_up", "pageup", "page(-1)", "previous page"),
    Key("request.end", "end", "edge(1)", "to the last line"),
    Key("request.begin", "home", "edge(-1)", "to the first line"),
)

LISTS = (
    Key("list.up", "up,k", "move(-1)", "up"),
    Key("list.down", "down,j", "move(1)", "down"),
    Key("list.page_up", "pageup", "page(-1)", "page up"),
    Key("list.page_down", "pagedown", "page(1)", "page down"),
    Key("list.first", "home,g", "edge(-1)", "first"),
    Key("list.last", "end,G", "edge(1)", "last"),
    Key("list.choose", "enter", "choose", "choose"),
)

TIMELINE = (
    Key("timeline.all", "a", "filter('all')", "all calls"),
    Key("timeline.failed", "f", "filter('failed')", "failed calls"),
    Key("timeline.edits", "e", "filter('edits')", "edits"),
    Key("timeline.shell", "s", "filter('shell')", "shell commands"),
    Key("timeline.network", "w", "filter('network')", "network"),
    Key("timeline.denied", "d", "filter('denied')", "denied calls"),
    Key("timeline.raw", "r", "raw", "raw JSON of a call"),
    Key("timeline.copy", "y", "copy", "copy a call"),
)

CONVERSATION = (
    Key("conversation.find", "slash", "find", "find"),
    Key("transcript.down", "j,down", "scroll_lines(1)", "down"),
    Key("transcript.up", "k,up", "scroll_lines(-1)", "up"),
    Key("transcript.half_down", "d", "scroll_pages(0.5)", "half a page down"),
    Key("transcript.half_up", "u", "scroll_pages(-0.5)", "half a page up"),
    Key("transcript.start", "g,home", "to_start", "to the beginning"),
    Key("transcript.end", "G,end", "to_end", "to the end"),
    Key("transcript.next_block", "J", "next_block", "next message or code"),
    Key("transcript.previous_block", "K", "previous_block", "previous message or code"),
    Key("transcript.next_prompt", "right_curly_bracket", "next_prompt", "next prompt"),
    Key("transcript.previous_prompt", "left_curly_bracket", "previous_prompt", "previous prompt"),
    Key("transcript.next_tool", "right_square_bracket", "next_tool", "next tool call"),
    Key("transcript.previous_tool", "left_square_bracket", "previous_tool", "previous tool call"),
    Key("transcript.next_failure", "e", "next_failure", "next failure"),
    Key("transcript.previous_failure", "E", "previous_failure", "previous failure"),
    Key("transcript.toggle", "space", "toggle_block", "open or close a block"),
    Key("transcript.split", "s", "toggle_split", "differences side by side"),
    Key("transcript.copy", "y", "copy_block", "copy a block as source text"),
    Key("transcript.find_next", "n", "find_next", "next hit"),
    Key("transcript.find_previous", "N", "find_previous", "previous hit"),
    Key("transcript.activate", "enter", "activate", "details of a tool call"),
)
"""Keys of the transcript; all but the first are bound by the view itself, under the same ids."""

GROUPS: dict[str, tuple[Key, ...]] = {
    "Anywhere": ANYWHERE,
    "Sessions": SESSIONS,
    "Views": VIEWS,
    "Writing": DRAFT,
    "Conversation (F6 or click)": CONVERSATION,
    "A request": REQUEST,
    "Lists": LISTS,
    "Timeline": TIMELINE,
}
"""Place → its keys, in the order in which help shows them."""

TOGETHER = (
    ("Anywhere", "Sessions", "Views", "Writing"),
    ("Anywhere", "Sessions", "Views", "Conversation (F6 or click)"),
    ("Anywhere", "A request"),
    ("Anywhere", "Lists", "Timeline"),
)
"""Places whose keys work at the same time, so that none may be used twice."""

BY_ID = {key.id: key for keys in GROUPS.values() for key in keys}


def bindings(keys: tuple[Key, ...], *, priority: bool = False) -> list[BindingType]:
    """Return the bindings of one place, each under its id so that it can be remapped."""
    return [
        Binding(key.keys, key.action, key.wording, id=key.id, show=False, priority=priority)
        for key in keys
    ]


def keymap(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return the user's keys as Textual wants them; unknown ids are left out."""
    spelled = {id: keys if isinstance(keys, str) else ",".join(keys) for id, keys in chosen.items()}
    return {id: keys for id, keys in spelled.items() if id in BY_ID and keys.strip()}


def effective(chosen: Mapping[str, KeyChoice]) -> dict[str, str]:
    """Return every action id with the keys that are in force."""
    ours = {id: key.keys for id, key in BY_ID.items()}
    return {**ours, **keymap(chosen)}


def problems(chosen: Mapping[str, KeyChoice]) -> list[str]:
    """Return what is wrong with the user's keys, a sentence each."""
    found = [f"there is no action called {id}" for id in chosen if id not in BY_ID]
    now = effective(chosen)
    for places in TOGETHER:
        owners: dict[str, str] = {}
        for id in (key.id for place in places for key in GROUPS[place]):
            for key in now[id].split(","):
                other = owners.setdefault(key.strip(), id)
                if other != id and (id in chosen or other in chosen):
                    found.append(f"{key.strip()} is used for both {other} and {id}")
    return list(dict.fromkeys(found))


def spoken(keys: str) -> str:
    """Return keys as people write them: "ctrl+t" → "Ctrl+T"."""
    return " ".join(_spoken(key.strip()) for key in keys.split(","))


def _spoken(key: str) -> str:
    *modifiers, last = key.split("+")
    if len(last) == 1 and not modifiers:
        return last
    if last in _NAMES and len(_NAMES[last]) == 1 and not modifiers:
        return _NAMES[last]
    name = _NAMES.get(last, last.upper() if len(last) == 1 else last.capitalize())
    return "+".join([*(modifier.capitalize() for modifier in modifiers), name])


_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "slash": "/",
    "right_curly_bracket": "}",
    "left_curly_bracket": "{",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
}
