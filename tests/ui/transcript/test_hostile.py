"""Nothing an agent says can move the cursor, hide, link or act, wherever it is shown."""

from collections.abc import Iterator

import pytest
from textual.strip import Strip

from tests.support.transcripts import told
from tests.ui.transcript.stage import built, on_stage
from tui.conversation.state import Conversation
from tui.model.events import (
    Channel,
    EndReason,
    Event,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PlanChanged,
    ProseDone,
    ProseGrew,
    SessionEnded,
    Stream,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import (
    Answer,
    Decider,
    Decision,
    PermissionRequest,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, ToolKind

PAYLOADS = [
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b]0;title\x07",
    "\x1b]8;;file:///etc/passwd\x1b\\link\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[H",
    "\x1b[?1049l",
    "\x1b[31;1mred\x1b[0m",
    "\x1b[8mconcealed\x1b[28m",
    "\x1bP+q544e\x1b\\",
    "\x1b_Gf=24\x1b\\",
    "\x1b[6n",
    "\x9b31mc1",
    "\x9d0;t\x9c",
    "\x00\x01\x08\x0b\x0c\x0e\x7f",
    "\r\rover",
    "rm -rf ~ #\rls -la",
    "\u202egnp.exe\u202c",
    "\u2066a\u2069\u200e\u200f\u061c",
    "\u200b\u200c\u2060\ufeff",
    "a\u200db",
    "\u2800\u3164\u115f\uffa0",
    "\u00a0\u2003\u3000\u1680",
    "\u2028\u2029\x85",
    "\ud800\udfff",
    "\U000e0041\U000e007f",
    "\ufe0e\ufe0f\U000e0100",
    "z" + "\u0301" * 300,
    "&#27;]52;c;eA==&#7;",
    "&#8238;&zwj;&nbsp;&shy;",
    "[@click=app.quit]quit[/]",
    "[link=file:///etc]x[/link]",
    "[/]",
    "[bold",
    "[red]x[/blue]",
    "$x ${y} {z} %s",
    "[x](javascript:alert(1))",
    "[x](vscode://evil)",
    "<a href='file:///x'>y</a>",
    "![i](http://evil.example/p.png)",
    "`" * 300,
    "> " * 60 + "x",
    "- " * 60 + "x",
    "|a" * 200 + "|\n" + "|-" * 200 + "|",
    "👩‍💻❤️🏳️‍🌈",
    "漢" * 400,
    "x" * 5_000,
    "\n" * 300,
    "\t" * 90,
]


def everywhere(text: str) -> Iterator[Event]:
    """Return events with the text in every field that is shown."""
    yield UserSaid(item=ItemId("u"), text=text)
    yield TurnStarted()
    yield ProseDone(
        ItemId("p"), f"{text}\n\n```{text}\n{text}\n```\n\n| {text} |\n|--|\n| {text} |"
    )
    yield ProseDone(ItemId("t"), text, Channel.THINKING)
    yield ProseGrew(ItemId("g"), text)
    change = FileChange(
        path=text, kind=ChangeKind.MODIFIED, before=text, after=f"{text}x", moved_to=text
    )
    patch = FileChange(
        path=text, kind=ChangeKind.CREATED, diff=f"@@ -1 +1 @@ {text}\n+{text}\n-{text}\n"
    )
    for number, kind in enumerate(ToolKind):
        call = ItemId(f"c{number}")
        changes = (change, patch) if kind is ToolKind.EDIT else ()
        command = {"command": text, text: [text]}
        yield ToolStarted(
            call=call, kind=kind, name=text, title=text, input=command, changes=changes
        )
        yield ToolGrew(call, text)
        if number % 3:
            outcome = Outcome.FAILED if number % 2 else Outcome.OK
            yield ToolFinished(call=call, outcome=outcome, output=text, changes=changes)
        else:
            yield ToolGrew(call, text, Stream.INPUT)
    question = Question(id="q", text=text, header=text, answers=(Answer(text, text),))
    for number, verdict in enumerate(Verdict):
        request = PermissionRequest(
            id=RequestId(f"r{number}"),
            tool=text,
            kind=ToolKind.OTHER,
            title=text,
            input={},
            reason=text,
            subject=Subject.QUESTIONS,
            questions=(question,),
            plan=text,
        )
        yield PermissionAsked(request)
        decision = Decision(verdict=verdict, message=text, answers={"q": (text, "other")})
        yield PermissionDecided(request=request.id, decision=decision, by=Decider.RULE, note=text)
    again = PermissionRequest(
        id=RequestId("w"), tool=text, kind=ToolKind.SHELL, title=text, input={}
    )
    yield PermissionAsked(again)
    yield PermissionWithdrawn(RequestId("w"), text)
    yield NoticeRaised(text=text, level=Level.ERROR)
    yield Unrecognised(text)
    yield PlanChanged(steps=(PlanStep(text),), explanation=text)
    yield TurnEnded(outcome=TurnOutcome.FAILED, error=text, text=text)
    yield SessionEnded(reason=EndReason.FAILED, error=text, remedy=text, stderr=text)


def harmful(strips: list[Strip]) -> list[str]:
    """Return what is painted and should not be."""
    found = []
    for strip in strips:
        for text, style, control in strip:
            rest = text.replace("\u200d", "").replace("\ufe0f", "")
            meta = style.meta if style is not None else {}
            if control or not rest.isprintable() or "@click" in meta or (style and style.link):
                found.append(repr(text))
    return found


@pytest.mark.parametrize("payload", PAYLOADS, ids=[ascii(text)[:24] for text in PAYLOADS])
async def test_a_payload_is_only_text(payload: str) -> None:
    conversation: Conversation = told(*everywhere(payload))
    async with on_stage(conversation, size=(100, 150)) as (app, pilot):
        await built(app, pilot)
        for key in ("ctrl+o", "s", "ctrl+o"):
            await pilot.press("G")
            while True:
                strips = app.view.render_lines(app.view.size.region)
                assert harmful(strips) == []
                assert {strip.cell_length for strip in strips} == {100}
                if app.view.scroll_y == 0:
                    break
                app.view.action_scroll_pages(-1)
            await pilot.press(key)
        assert app.is_running
