"""Every key by id: where it works and what it does. `keymap.py` says how it is remapped."""

from tui.config.key import Key as Key
from tui.config.request_keys import QUESTIONS, REQUEST, RULE

ANYWHERE = (
    Key("app.help", "f1", "app.help", "show all keys", True),
    Key("app.settings", "f2", "app.settings", "settings: theme, and how you are called back", True),
    Key("app.palette", "ctrl+p", "command_palette", "find an action by its name"),
    Key("app.quit", "ctrl+q", "app.leave", "quit", True),
    Key("app.redraw", "ctrl+l", "app.redraw", "draw the screen again", True),
    Key("app.suspend", "ctrl+z", "app.suspend_process", "to the shell; `fg` comes back"),
)

SESSIONS = (
    Key(
        "session.browse",
        "ctrl+s",
        "browse",
        "all sessions, live and past; search in them",
        True,
        True,
    ),
    Key("session.new", "ctrl+n", "new_session", "new session", True, True),
    Key("session.hand_over", "alt+h", "hand_over", "go on with another agent", True, True),
    Key("session.needs", "alt+a", "next_needing", "open what waits for you", True),
    Key("session.next", "alt+right", "switch(1)", "next session", True),
    Key("session.previous", "alt+left", "switch(-1)", "previous session", True),
    Key("session.close", "alt+w", "close_session", "close this session", True),
    Key("session.mode", "shift+tab", "next_mode", "next permission mode", True),
    Key("session.model", "alt+p", "pick_model", "choose the model", True, True),
    Key(
        "session.stop",
        "escape",
        "escape",
        "stop; again: end it; at rest twice: rewind",
    ),
    Key(
        "session.rewind",
        "alt+z",
        "rewind",
        "earlier prompts of this session (also Esc Esc)",
        True,
        True,
    ),
    Key("session.restart", "alt+r", "restart", "restart and resume an agent that ended", True),
    *(Key(f"session.{n}", f"alt+{n}", f"show({n})", f"session {n}") for n in range(1, 10)),
)

VIEWS = (
    Key("view.timeline", "ctrl+t", "timeline", "timeline of tool calls", True, True),
    Key("view.sidebar", "ctrl+b,f9", "sidebar", "show or hide the sidebar", True),
    Key("view.spend", "alt+s", "spend", "tokens and cost per day, project and agent", True, True),
    Key("view.inspector", "f12", "inspector", "raw lines beside their events", True, True),
    Key("view.journal", "alt+j", "journal", "journal: every decision that was made", True, True),
    Key("view.folders", "alt+t", "folders", "folders that are trusted", True, True),
    Key("view.find", "ctrl+f", "find", "find in the conversation", True, True),
    Key("view.expand", "ctrl+o", "toggle_all", "open or close all details", True),
    Key("view.up", "pageup", "scroll_page(-1)", "scroll up"),
    Key("view.down", "pagedown", "scroll_page(1)", "scroll down"),
    Key("view.begin", "ctrl+home", "to_begin", "to the beginning", True),
    Key("view.end", "ctrl+end", "to_end", "to the end", True),
    Key("view.focus", "f6", "focus_conversation", "between conversation and draft", True, True),
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
    Key("draft.redo", "alt+y", "redo", "do again what was undone"),
    Key("draft.image", "ctrl+v", "paste", "paste text or a picture from the clipboard", True),
    Key("draft.leave", "ctrl+d", "leave_or_delete", "on an empty draft: quit"),
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
    Key("timeline.find", "slash", "find", "find in the rows", at_once=True),
    Key("timeline.raw", "r", "raw", "raw JSON of a call"),
    Key("timeline.copy", "y", "copy", "copy a call"),
    Key("timeline.export", "x", "export", "write the rows shown to a file"),
    Key("timeline.detail", "tab", "other_part", "between rows and details"),
    Key("timeline.close", "escape,q,ctrl+t", "leave", "close"),
)

INSPECTOR = (
    Key("inspector.unknown", "u", "unknown", "only what was not understood"),
    Key("inspector.find", "slash", "find", "find in the lines", at_once=True),
    Key("inspector.copy", "y", "copy", "copy a line"),
    Key("inspector.detail", "tab", "other_part", "between lines and details"),
    Key("inspector.close", "escape,q,f12", "leave", "close"),
)

JOURNAL = (
    Key("journal.words", "slash", "words", "words to look for", at_once=True),
    Key("journal.decision", "d", "decision", "another sort of decision only"),
    Key("journal.who", "w", "who", "decided by somebody else only"),
    Key("journal.agent", "a", "agent", "another agent only"),
    Key("journal.rule", "m", "rule", "make a rule of it"),
    Key("journal.check", "c", "verify", "is the journal whole?"),
    Key("journal.detail", "tab", "other_part", "between rows and details"),
    Key("journal.close", "escape,q,alt+j", "leave", "close"),
)

FINDING = (
    Key("find.next", "enter,down", "step(1)", "next hit"),
    Key("find.previous", "shift+enter,up", "step(-1)", "previous hit"),
)

CHOICES = (
    Key("choice.close", "escape,q", "dismiss", "close"),
    Key("choice.fork", "f", "fork", "earlier prompts: on in a copy of the session"),
)

HELP = (Key("help.close", "escape,q,question_mark,f1", "dismiss", "close"),)

OUTPUT = (
    Key("output.add", "enter", "add", "add command and output to the draft"),
    Key("output.close", "escape,q", "leave", "end the command that runs; again: leave"),
)

BROWSER = (
    Key("browser.open", "enter", "open", "open at the hit, to read"),
    Key("browser.continue", "ctrl+o", "resume", "continue the session"),
    Key("browser.fork", "ctrl+k", "fork", "continue a copy of it, where the agent can"),
    Key("browser.hand_over", "f7", "hand_over", "continue it with another agent"),
    Key("browser.next_hit", "ctrl+down", "hit(1)", "next hit in this session"),
    Key("browser.previous_hit", "ctrl+up", "hit(-1)", "previous hit in this session"),
    Key("browser.here", "tab", "here", "sessions of this folder, or all"),
    Key("browser.sort", "f3", "sort", "another order"),
    Key("browser.every", "f8", "every", "archived sessions and every other file, too"),
    Key("browser.rename", "ctrl+r", "rename", "rename (kept by parley)"),
    Key("browser.archive", "ctrl+x", "archive", "archive or take back (kept by parley)"),
    Key("browser.pin", "ctrl+t", "pin", "pin to the top (kept by parley)"),
    Key("browser.tag", "ctrl+g", "tag", "tags (kept by parley)"),
    Key("browser.delete", "f10", "delete", "delete, by the agent's own command (Codex)"),
    Key("browser.spend", "f4", "spend", "tokens and cost"),
    Key("browser.rescan", "f5", "rescan", "look at all files again"),
    Key("browser.up", "up", "move(-1)", "up"),
    Key("browser.down", "down", "move(1)", "down"),
    Key("browser.page_up", "pageup", "page(-1)", "page up"),
    Key("browser.page_down", "pagedown", "page(1)", "page down"),
    Key("browser.first", "ctrl+home", "edge(-1)", "first"),
    Key("browser.last", "ctrl+end", "edge(1)", "last"),
    Key("browser.close", "escape,ctrl+s", "dismiss", "close"),
)

NEW_SESSION = (
    Key("new.folder", "tab", "next", "between agents and folder", at_once=True),
    Key("new.mode", "shift+tab", "mode", "another mode", at_once=True),
    Key("new.close", "escape", "dismiss", "close"),
)

ASKED_LINE = (Key("line.close", "escape", "dismiss", "leave everything as it is"),)

SPEND = (Key("spend.close", "escape,q,alt+s", "dismiss", "close"),)

HAND_OVER = (
    Key("hand_over.send", "ctrl+s", "send", "begin the new session with this text"),
    Key("hand_over.agent", "shift+tab", "agent", "another agent"),
    Key("hand_over.close", "escape", "dismiss", "leave everything as it is"),
)

BESIDE_THE_DRAFT = (
    Key("conversation.find", "slash", "find_from_here", "find", at_once=True),
    Key(
        "conversation.copy", "Y", "copy_menu", "copy part of a block: code, command, output …", True
    ),
)
"""Keys of the conversation that the screen binds."""

TRANSCRIPT = (
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

CONVERSATION = BESIDE_THE_DRAFT + TRANSCRIPT

GROUPS: dict[str, tuple[Key, ...]] = {
    "Anywhere": ANYWHERE,
    "Sessions": SESSIONS,
    "Views": VIEWS,
    "Writing": DRAFT,
    "Conversation (F6 or click)": CONVERSATION,
    "A request": REQUEST,
    "A rule": RULE,
    "Questions of the agent": QUESTIONS,
    "Lists": LISTS,
    "Choices": CHOICES,
    "Timeline": TIMELINE,
    "Inspector": INSPECTOR,
    "Journal": JOURNAL,
    "Finding": FINDING,
    "All sessions": BROWSER,
    "New session": NEW_SESSION,
    "A line that is asked for": ASKED_LINE,
    "Spend": SPEND,
    "Hand-over": HAND_OVER,
    "Output of a ! command": OUTPUT,
    "This page": HELP,
}
"""Place → its keys, in the order in which help shows them."""

TOGETHER = (
    ("Anywhere", "Sessions", "Views", "Writing"),
    ("Anywhere", "Sessions", "Views", "Conversation (F6 or click)"),
    ("Anywhere", "A request"),
    ("Anywhere", "A rule"),
    ("Anywhere", "Lists", "Timeline"),
    ("Anywhere", "Lists", "Inspector"),
    ("Anywhere", "Lists", "Journal"),
    ("Anywhere", "Lists", "Choices"),
    ("Anywhere", "Lists", "New session"),
    ("Anywhere", "Finding"),
    ("Anywhere", "All sessions"),
    ("Anywhere", "A line that is asked for"),
    ("Anywhere", "Spend"),
    ("Anywhere", "Hand-over"),
    ("Anywhere", "Output of a ! command"),
)
"""Places whose keys work at the same time, so that none may be used twice."""

BY_ID = {key.id: key for keys in GROUPS.values() for key in keys}
