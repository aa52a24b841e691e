"""Every key by its id: where it is pressed and what is to be seen then."""

from tests.ui.keys import scenes
from tests.ui.keys.effects import (
    CLOSED,
    Effect,
    at_the_end,
    becomes,
    block,
    differs,
    draft,
    fold,
    gone,
    grows,
    hit,
    in_a_line,
    in_details,
    item,
    moves,
    opens,
    over,
    row,
    said,
    sessions,
    shrinks,
    tab,
    top,
    view,
)
from tests.ui.keys.scenes import chat, found, reading, timeline, working

ANYWHERE = {
    "app.help": Effect(chat, opens("HelpScreen")),
    "app.settings": Effect(chat, opens("SettingsScreen")),
    "app.palette": Effect(chat, opens("CommandPalette")),
    "app.quit": Effect(chat, becomes(over, True)),
}

SESSIONS = {
    "session.browse": Effect(chat, opens("BrowserScreen")),
    "session.new": Effect(chat, opens("NewSessionScreen")),
    "session.hand_over": Effect(chat, opens("HandOverScreen")),
    "session.needs": Effect(chat, "no session needs you"),
    "session.next": Effect(scenes.two_sessions, becomes(tab, 1)),
    "session.previous": Effect(scenes.two_sessions, becomes(tab, 1)),
    "session.close": Effect(scenes.two_sessions, becomes(sessions, 1)),
    "session.mode": Effect(chat, "mode edits:"),
    "session.model": Effect(chat, opens("ModelScreen")),
    "session.stop": Effect(working, "stopping; Esc again within 2 s"),
    "session.rewind": Effect(chat, opens("RewindScreen")),
    "session.restart": Effect(scenes.ended, becomes(lambda stage: len(stage.openings), 2)),
    **{
        f"session.{number}": Effect(scenes.nine_sessions, becomes(tab, number))
        for number in range(1, 9)
    },
    "session.9": Effect(scenes.nine_sessions, becomes(tab, 9), ["alt+1"]),
}

VIEWS = {
    "view.timeline": Effect(chat, opens("TimelineScreen")),
    "view.sidebar": Effect(chat, "THIS SESSION"),
    "view.spend": Effect(scenes.past, opens("SpendScreen")),
    "view.inspector": Effect(chat, opens("InspectorScreen")),
    "view.journal": Effect(chat, opens("JournalScreen")),
    "view.folders": Effect(chat, opens("FoldersScreen")),
    "view.find": Effect(chat, becomes(in_a_line, True)),
    "view.expand": Effect(chat, becomes(lambda stage: view(stage).document.open_all, True)),
    "view.up": Effect(chat, shrinks(top, 10)),
    "view.down": Effect(chat, grows(top, 10), ["ctrl+home"]),
    "view.begin": Effect(chat, becomes(top, 0)),
    "view.end": Effect(chat, becomes(at_the_end, True), ["ctrl+home"]),
    "view.focus": Effect(chat, becomes(lambda stage: view(stage).has_focus, True)),
    "view.copy": Effect(chat, "draft cleared", ["a"]),
}

DRAFT = {
    "draft.send": Effect(chat, grows(said), ["a"]),
    "draft.newline": Effect(chat, becomes(draft, "a\n"), ["a"]),
    "draft.queue": Effect(working, "queued a", ["a"]),
    "draft.take_back": Effect(working, becomes(draft, "first")),
    "draft.up": Effect(chat, becomes(draft, "paint the door")),
    "draft.down": Effect(chat, becomes(draft, "paint the door"), ["up", "up"]),
    "draft.search": Effect(chat, "mend the roof"),
    "draft.editor": Effect(chat, "this terminal cannot be lent"),
    "draft.unfold": Effect(scenes.folded, gone("[paste 1")),
    "draft.undo": Effect(chat, becomes(draft, ""), ["a"]),
    "draft.redo": Effect(chat, becomes(draft, "a"), ["a", "ctrl+underscore"]),
    "draft.image": Effect(chat, "no program reaches the clipboard"),
    "draft.leave": Effect(chat, becomes(over, True)),
}

CONVERSATION = {
    "conversation.find": Effect(reading, becomes(in_a_line, True)),
    "conversation.copy": Effect(reading, opens("CopyMenu")),
    "transcript.down": Effect(reading, moves(top, 1), ["home"]),
    "transcript.up": Effect(reading, moves(top, -1)),
    "transcript.half_down": Effect(reading, grows(top, 5), ["home"]),
    "transcript.half_up": Effect(reading, shrinks(top, 5)),
    "transcript.start": Effect(reading, becomes(top, 0)),
    "transcript.end": Effect(reading, becomes(at_the_end, True), ["home"]),
    "transcript.next_block": Effect(reading, grows(block), ["home", "J", "K", "K"]),
    "transcript.previous_block": Effect(reading, shrinks(block), ["K"]),
    "transcript.next_prompt": Effect(reading, becomes(item, "u2"), ["home", "}"]),
    "transcript.previous_prompt": Effect(reading, becomes(item, "u3")),
    "transcript.next_tool": Effect(reading, becomes(item, "Bash-make 1"), ["home", "]"]),
    "transcript.previous_tool": Effect(reading, becomes(item, "Bash-make 3"), ["["]),
    "transcript.next_failure": Effect(reading, becomes(item, "Bash-make 1"), ["home"]),
    "transcript.previous_failure": Effect(reading, becomes(item, "Bash-make 2"), ["E"]),
    "transcript.toggle": Effect(reading, differs(fold), ["["]),
    "transcript.split": Effect(reading, differs(lambda stage: view(stage).split)),
    "transcript.copy": Effect(reading, "copied.txt", ["["]),
    "transcript.find_next": Effect(found, differs(hit), ["escape"]),
    "transcript.find_previous": Effect(found, differs(hit), ["escape"]),
    "transcript.activate": Effect(reading, opens("TimelineScreen"), ["["]),
}

LISTS = {
    "list.up": Effect(timeline, moves(row, -1)),
    "list.down": Effect(timeline, moves(row, 1), ["home"]),
    "list.page_up": Effect(timeline, shrinks(row, 2)),
    "list.page_down": Effect(timeline, grows(row, 2), ["home"]),
    "list.first": Effect(timeline, becomes(row, 0)),
    "list.last": Effect(timeline, becomes(row, 8), ["home"]),
    "list.choose": Effect(timeline, CLOSED),
}

TIMELINE = {
    "timeline.all": Effect(timeline, "[a all]", ["f"]),
    "timeline.failed": Effect(timeline, "[f failed]"),
    "timeline.edits": Effect(timeline, "[e edits]"),
    "timeline.shell": Effect(timeline, "[s shell]"),
    "timeline.network": Effect(timeline, "[w network]"),
    "timeline.denied": Effect(timeline, "[d denied]"),
    "timeline.find": Effect(timeline, becomes(in_a_line, True)),
    "timeline.raw": Effect(timeline, '"command":'),
    "timeline.copy": Effect(timeline, "copied.txt"),
    "timeline.export": Effect(timeline, "9 rows written to"),
    "timeline.detail": Effect(timeline, becomes(in_details, True)),
    "timeline.close": Effect(timeline, CLOSED),
}

INSPECTOR = {
    "inspector.unknown": Effect(scenes.inspector, gone("keep_alive")),
    "inspector.find": Effect(scenes.inspector, becomes(in_a_line, True)),
    "inspector.copy": Effect(scenes.inspector, "copied.txt"),
    "inspector.detail": Effect(scenes.inspector, becomes(in_details, True)),
    "inspector.close": Effect(scenes.inspector, CLOSED),
}

JOURNAL = {
    "journal.words": Effect(scenes.journal, becomes(in_a_line, True)),
    "journal.decision": Effect(scenes.journal, "2 not shown by the filter"),
    "journal.who": Effect(scenes.journal, "who fail-closed"),
    "journal.agent": Effect(scenes.journal, "agent claude"),
    "journal.rule": Effect(scenes.journal, opens("RuleScreen"), ["down"]),
    "journal.check": Effect(scenes.journal, "✓ whole: 4 lines"),
    "journal.detail": Effect(scenes.journal, becomes(in_details, True)),
    "journal.close": Effect(scenes.journal, CLOSED),
}

FINDING = {
    "find.next": Effect(found, differs(hit)),
    "find.previous": Effect(found, differs(hit)),
}

rewind = scenes.beneath(chat, "alt+z", until="prompt 1")
CHOICES = {
    "choice.close": Effect(rewind, CLOSED),
    "choice.fork": Effect(rewind, becomes(lambda stage: len(stage.openings), 2)),
}

HELP = {"help.close": Effect(scenes.beneath(chat, "f1", until="Anywhere"), CLOSED)}

output = scenes.beneath(chat, *"!ls", "enter", until="second line")
OUTPUT = {
    "output.add": Effect(output, differs(draft)),
    "output.close": Effect(output, CLOSED),
}

NEAR = {
    **ANYWHERE,
    **SESSIONS,
    **VIEWS,
    **DRAFT,
    **CONVERSATION,
    **LISTS,
    **TIMELINE,
    **INSPECTOR,
    **JOURNAL,
    **FINDING,
    **CHOICES,
    **HELP,
    **OUTPUT,
}
