"""The keys of a request, of a rule that is made of one, and of an agent's questions."""

from tui.config.key import Key

REQUEST = (
    Key("request.allow", "y", "allow", "allow once"),
    Key("request.always", "a", "always", "always: a rule, shown before it is saved"),
    Key("request.deny", "n", "deny", "deny, with a reason if you like"),
    Key("request.edit", "e", "edit", "edit it before it is allowed"),
    Key("request.note", "w", "note", "allow once, with a note to the agent"),
    Key("request.later", "escape", "later", "later: nothing is answered"),
    *(Key(f"request.{n}", str(n), f"number({n})", f"answer number {n}") for n in range(1, 10)),
    Key("request.next", "alt+a", "next_request", "the next request that waits"),
    Key("request.open", "o", "open_session", "to the session that asks"),
    Key("request.full", "f", "full", "full screen"),
    Key("request.pager", "v", "pager", "read it in your pager"),
    Key("request.raw", "r", "raw", "a plan as it was written, or as Markdown"),
    Key("request.split", "d", "split", "differences side by side"),
    Key("request.hunk", "right_square_bracket", "hunk(1)", "next change in the files"),
    Key("request.hunk_back", "left_square_bracket", "hunk(-1)", "previous change in the files"),
    Key("request.file", "full_stop", "file(1)", "next file"),
    Key("request.file_back", "comma", "file(-1)", "previous file"),
    Key("request.down", "down,j", "move(1)", "down one line"),
    Key("request.up", "up,k", "move(-1)", "up one line"),
    Key("request.page_down", "pagedown,space", "page(1)", "next page"),
    Key("request.page_up", "pageup", "page(-1)", "previous page"),
    Key("request.end", "end", "edge(1)", "to the last line"),
    Key("request.begin", "home", "edge(-1)", "to the first line"),
)

RULE = (
    Key("rule.narrow", "left", "step(-1)", "a narrower rule"),
    Key("rule.widen", "right", "step(1)", "a wider rule"),
    Key("rule.other", "down,up", "other", "the rule of another command in the line"),
    Key("rule.scope", "s", "scope", "for this session or this project"),
    Key("rule.agent", "g", "agent", "for this agent or all"),
    Key("rule.save", "enter", "save", "remember it"),
    Key("rule.page_down", "pagedown,space", "page(1)", "next page"),
    Key("rule.page_up", "pageup", "page(-1)", "previous page"),
    Key("rule.back", "escape", "back", "back; nothing is saved"),
)

QUESTIONS = (
    *(Key(f"question.{n}", str(n), f"choose({n})", f"answer {n}") for n in range(1, 10)),
    Key("question.other", "e,o", "other", "answer in your own words"),
    Key("question.next", "enter", "next", "next question, or send"),
    Key("question.down", "down", "move(1)", "next answer"),
    Key("question.up", "up", "move(-1)", "previous answer"),
    Key("question.pick", "space", "pick", "choose the answer, or not"),
    Key("question.page_down", "pagedown", "page(1)", "next page"),
    Key("question.page_up", "pageup", "page(-1)", "previous page"),
    Key("question.left", "left", "turn(-1)", "previous question"),
    Key("question.right", "right", "turn(1)", "next question"),
)
