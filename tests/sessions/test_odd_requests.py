"""Requests as nobody should make them: one reply each, and no allow but for what was shown."""

import json
from typing import Any

import pytest

from tests.sessions.talking import WIRES, Frame, Reply, Talk, asked_id
from tui.conversation.state import Ask, Notice
from tui.model.permission import Effect
from tui.wire.lines import CutLine

every_wire = pytest.mark.parametrize("wire", WIRES)

DEEP = b"[" * 10_000 + b"1" + b"]" * 10_000


def claude(input: Any = None, id: Any = "7", **more: Any) -> Frame:
    """Return a request of Claude Code."""
    given = {"command": "ls"} if input is None else input
    about = {"subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "t", "input": given}
    return {"type": "control_request", "request_id": id, "request": {**about, **more}}


def codex(method: str = "item/commandExecution/requestApproval", id: Any = 7, **more: Any) -> Frame:
    """Return a request of Codex."""
    about = {"threadId": "t", "turnId": "u", "itemId": "i", "command": "ls", "cwd": "/"}
    return {"method": method, "id": id, "params": {**about, **more}}


OPTIONS = [
    {"optionId": "proceed_once", "name": "Allow", "kind": "allow_once"},
    {"optionId": "proceed_always", "name": "Always", "kind": "allow_always"},
    {"optionId": "cancel", "name": "Reject", "kind": "reject_once"},
]


def gemini(options: Any = OPTIONS, id: Any = 7, **more: Any) -> Frame:
    """Return a request of Gemini."""
    call = {"toolCallId": "c", "status": "pending", "title": "ls", "kind": "execute", **more}
    params = {"sessionId": "s", "options": options, "toolCall": call}
    return {"jsonrpc": "2.0", "id": id, "method": "session/request_permission", "params": params}


def other(method: str, **params: Any) -> Frame:
    """Return a request of Gemini that is no question."""
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": {"sessionId": "s", **params}}


PLAIN: dict[str, Frame] = {"claude": claude(), "codex": codex(), "gemini": gemini()}
ID = {"claude": '"7"', "codex": "7", "gemini": "7"}

REFUSED: list[tuple[str, Frame]] = [
    ("claude", claude(input="rm -rf /")),
    ("claude", claude(input=[{"command": "ls"}])),
    ("claude", {**claude(), "request": {"subtype": "can_use_tool", "tool_name": "Bash"}}),
    ("claude", {**claude(), "request": None}),
    ("claude", {**claude(), "request": "can_use_tool"}),
    ("claude", claude(tool_use_id=7)),
    ("claude", claude(permission_suggestions=["Bash(*)"])),
    ("claude", claude(permission_suggestions="all")),
    ("claude", claude(subtype="can_use_everything")),
    ("claude", claude(subtype=None)),
    ("claude", claude(subtype="mcp_message", server_name="x", message={})),
    ("claude", claude(subtype="elicitation")),
    ("codex", codex(command=["bash", "-c", "ls"])),
    ("codex", codex(command={"x": 1})),
    ("codex", codex(cwd=7)),
    ("codex", codex("execCommandApproval", command=["ls"])),
    ("codex", codex("applyPatchApproval", fileChanges={"a": {"delete": {}}})),
    ("codex", codex("item/permissions/requestApproval", permissions={"network": True})),
    ("codex", codex("item/everything/requestApproval")),
    ("codex", codex("item/tool/call", tool="x", arguments={})),
    ("codex", {"method": "item/commandExecution/requestApproval", "id": 7}),
    ("codex", {"method": "item/commandExecution/requestApproval", "id": 7, "params": []}),
    ("codex", codex("mcpServer/elicitation/request", serverName="s", mode="url", message="go")),
    ("gemini", gemini(options="all")),
    ("gemini", gemini(options=[{"name": "Allow"}])),
    ("gemini", gemini(content="text")),
    ("gemini", gemini(toolCallId=None)),
    ("gemini", other("fs/read_text_file", path="/etc/passwd")),
    ("gemini", other("fs/write_text_file", path="/etc/passwd", content="x")),
    ("gemini", other("terminal/create", command="rm", args=["-rf", "/"])),
    ("gemini", other("terminal/wait_for_exit", terminalId="t")),
    ("gemini", other("brand/new")),
]

ASKED: list[tuple[str, Frame]] = [
    ("claude", claude(tool_use_id=None)),
    ("claude", claude(tool_name=None)),
    ("claude", claude(permission_suggestions=[{}, {"type": "new"}, {"type": "addRules"}])),
    ("claude", claude(permission_suggestions=[{"type": "addRules", "rules": [{"toolName": 7}]}])),
    ("claude", claude(input={"command": "\ud800", "": None, "n": 10**40})),
    ("claude", claude(input={"command": "echo " + "x" * 5_000_000})),
    ("claude", claude(input={})),
    ("codex", codex(command="")),
    ("codex", codex(command=None, cwd=None)),
    ("codex", codex(command="echo " + "x" * 1_000_000, env={"A": "B" * 100_000})),
    ("codex", codex(threadId="nobody's")),
    ("codex", codex(id="7")),
    ("codex", codex("item/fileChange/requestApproval", grantRoot="/")),
    ("gemini", gemini(options=[])),
    ("gemini", gemini(options=[{"optionId": "x", "kind": "on_tuesdays"}])),
    ("gemini", gemini(content=None)),
    ("gemini", gemini(content=[{"type": "hologram", "data": 5}])),
    ("gemini", gemini(locations=[{"path": "/etc/passwd"}], kind="read")),
    ("gemini", gemini(rawInput=["ls"])),
    ("gemini", gemini(rawInput="ls")),
    ("gemini", gemini(id="7")),
]


def notices(talk: Talk) -> list[str]:
    """Return what the transcript tells beside the conversation."""
    items = talk.session.conversation.items.values()
    return [item.notice.text for item in items if isinstance(item, Notice)]


@pytest.mark.parametrize(("wire", "frame"), REFUSED)
def test_what_cannot_be_asked_is_refused_once(wire: str, frame: Frame) -> None:
    talk = Talk(wire)

    assert talk.say(frame) == [Reply(ID[wire], False)]
    assert (talk.shown, talk.close()) == ([], [])


@pytest.mark.parametrize(("wire", "frame"), ASKED)
def test_what_is_odd_is_asked_and_denied_once(wire: str, frame: Frame) -> None:
    talk = Talk(wire)

    assert talk.say(frame) == []
    assert len(talk.shown) == 1
    assert talk.close() == [Reply(json.dumps(asked_id_of(wire, frame)), False)]


def asked_id_of(wire: str, frame: Frame) -> Any:
    """Return the id of a request."""
    return frame["request_id"] if wire == "claude" else frame["id"]


@pytest.mark.parametrize(("wire", "frame"), [one for one in ASKED if one[0] != "gemini"])
def test_what_is_odd_is_allowed_as_it_was_shown(wire: str, frame: Frame) -> None:
    talk = Talk(wire)
    talk.say(frame)
    (request,) = talk.shown

    (reply,) = talk.allow(request)

    assert reply.allows
    assert reply.input == (request.input if wire == "claude" else None)
    assert talk.close() == []


@every_wire
@pytest.mark.parametrize("first", [True, False])
def test_a_line_that_is_too_deep_for_any_reader_is_refused_once(wire: str, first: bool) -> None:
    talk = Talk(wire)
    deep = "request" if wire == "claude" else "params"
    head = {key: value for key, value in PLAIN[wire].items() if key != deep}
    plain, member = json.dumps(head).encode()[1:-1], b'"' + deep.encode() + b'": ' + DEEP
    raw = b", ".join((plain, member) if first else (member, plain))

    assert talk.say(b"{" + raw + b"}") == [Reply(ID[wire], False)]
    assert (talk.shown, talk.close()) == ([], [])
    assert len(notices(talk)) == 1
    assert "refused" in notices(talk)[0]


@every_wire
def test_a_deep_line_that_does_not_tell_its_id_gets_no_reply_and_is_counted(wire: str) -> None:
    talk = Talk(wire)

    assert talk.say(b'{"a":' + DEEP + b"}", PLAIN[wire]) == []
    assert talk.session.conversation.puzzles == 1
    assert len(talk.shown) == 1


@every_wire
@pytest.mark.parametrize("bad", [b"NaN", b"Infinity", b"1e999", b"01", b"'x'", b"{a:1}"])
def test_a_request_that_is_no_json_further_in_is_refused_once(wire: str, bad: bytes) -> None:
    talk = Talk(wire)
    raw = json.dumps(PLAIN[wire]).encode().replace(b'"ls"', bad)

    assert talk.say(raw) == [Reply(ID[wire], False)]
    assert (talk.shown, talk.close()) == ([], [])


@every_wire
def test_a_request_that_is_longer_than_a_line_may_be_is_refused_once(wire: str) -> None:
    talk = Talk(wire)
    head = json.dumps(PLAIN[wire]).encode()[:-20]

    assert talk.say(CutLine(head, 20_000_000), b"") == [Reply(ID[wire], False)]
    assert (talk.shown, talk.close()) == ([], [])


@every_wire
def test_of_two_values_under_one_name_the_last_is_shown_and_runs(wire: str) -> None:
    talk = Talk(wire)
    twice = {
        "claude": (b'"command": "ls"', b'"command": "ls", "\\u0063ommand": "rm"'),
        "codex": (b'"command": "ls"', b'"command": "ls", "command": "rm"'),
        "gemini": (b'"title": "ls"', b'"title": "ls", "title": "rm"'),
    }
    talk.say(json.dumps(PLAIN[wire]).encode().replace(*twice[wire]))
    (request,) = talk.shown

    (reply,) = talk.allow(request)

    assert (request.title, request.input["command"]) == ("rm", "rm")
    assert reply == Reply(ID[wire], True, {"command": "rm"} if wire == "claude" else None)


@every_wire
def test_a_refused_request_takes_an_open_one_of_its_id_with_it(wire: str) -> None:
    refused = next(frame for name, frame in REFUSED if name == wire)
    talk = Talk(wire)
    talk.say(PLAIN[wire])
    (request,) = talk.shown

    assert talk.say(refused) == [Reply(ID[wire], False)]
    assert (talk.shown, talk.allow(request), talk.close()) == ([], [], [])


@every_wire
def test_numbers_and_words_are_other_ids(wire: str) -> None:
    if wire == "claude":
        pytest.skip("its ids are words")
    ids = [1, "1", 2.0, 2.5, -3, 10**30]
    talk = Talk(wire)
    for id in ids:
        assert talk.say({**PLAIN[wire], "id": id}) == []

    assert [reply.id for reply in talk.close()] == ["1", '"1"', "2", "2.5", "-3", str(10**30)]


@every_wire
@pytest.mark.parametrize("id", [None, True, [], {}])
def test_a_request_without_an_id_is_told_and_not_answered(wire: str, id: Any) -> None:
    talk = Talk(wire)
    name = "request_id" if wire == "claude" else "id"

    assert talk.say({**PLAIN[wire], name: id}) == []
    assert (talk.shown, talk.close()) == ([], [])
    assert talk.session.conversation.puzzles > 0


@every_wire
def test_an_interrupt_while_nothing_runs_leaves_nobody_waiting(wire: str) -> None:
    talk = Talk(wire)
    talk.say(PLAIN[wire])
    (request,) = talk.shown
    talk.session.interrupt()

    # Claude Code takes its questions back itself when it is interrupted.
    expected = [] if wire == "claude" else [Reply(ID[wire], False)]
    assert talk.replies() == expected
    assert (talk.shown, talk.allow(request), talk.close()) == ([], [], [])


def test_codex_cannot_ask_for_a_turn_that_is_over() -> None:
    talk = Talk("codex")
    talk.say({"method": "turn/completed", "params": {"threadId": "t", "turn": {"id": "u"}}})

    assert talk.say(codex()) == [Reply("7", False)]
    assert talk.shown == []
    talk.say(codex(turnId="next"))
    assert len(talk.shown) == 1


@pytest.mark.parametrize("params", [{"requestId": 7}, {"id": 7}])
@pytest.mark.parametrize("method", ["$/cancel_request", "$/cancelRequest"])
def test_gemini_takes_a_question_back_and_gets_the_reply_it_must(
    method: str, params: Frame
) -> None:
    cancel = {"jsonrpc": "2.0", "method": method, "params": params}
    talk = Talk("gemini")
    assert talk.say(cancel) == []
    talk.say(gemini(), gemini(id=8))
    request, other_one = talk.shown

    assert talk.say(cancel) == [Reply("7", False)]
    assert talk.shown == [other_one]
    assert (talk.allow(request), talk.say(cancel)) == ([], [])
    asks = [one for one in talk.session.conversation.items.values() if isinstance(one, Ask)]
    assert [one.withdrawn for one in asks] == ["the agent no longer waits for this", None]


@pytest.mark.parametrize("params", [None, {}, [], {"requestId": None}, {"requestId": {}}, 7])
def test_a_cancel_that_names_nothing_takes_nothing_back(params: Any) -> None:
    talk = Talk("gemini")
    talk.say(gemini())

    assert talk.say({"jsonrpc": "2.0", "method": "$/cancel_request", "params": params}) == []
    assert len(talk.shown) == 1


@pytest.mark.parametrize("when", ["before", "after", "twice"])
def test_claude_takes_a_question_back(when: str) -> None:
    cancel = {"type": "control_cancel_request", "request_id": "7"}
    talk = Talk("claude")
    if when == "before":
        assert talk.say(cancel, claude()) == []
        assert talk.close() == [Reply('"7"', False)]
        return
    talk.say(claude())
    (request,) = talk.shown
    assert talk.say(*[cancel] * (2 if when == "twice" else 1)) == []
    assert (talk.shown, talk.allow(request), talk.close()) == ([], [], [])


def test_hooks_are_left_to_the_rules_of_claude() -> None:
    talk = Talk("claude")
    assert talk.say(claude(subtype="hook_callback", callback_id="h")) == [Reply('"7"', False)]
    assert (talk.shown, talk.close()) == ([], [])


@pytest.mark.parametrize("kinds", [("allow_once", "allow_always"), ("allow_once", "strange")])
def test_of_two_options_with_one_id_neither_can_be_chosen(kinds: tuple[str, str]) -> None:
    options = [{"optionId": "x", "name": kind, "kind": kind} for kind in kinds]
    talk = Talk("gemini")
    talk.say(gemini(options=[*options, OPTIONS[2]]))
    (request,) = talk.shown

    assert [option.id for option in request.options] == ["cancel"]
    assert talk.allow(request) == [Reply("7", False)]
    assert notices(talk)[-1].startswith("ls was denied all the same")


def test_two_lasting_options_are_two_choices() -> None:
    lasting = {"optionId": "always_too", "name": "Ever", "kind": "allow_always"}
    talk = Talk("gemini")
    talk.say(gemini(options=[*OPTIONS, lasting]))
    (request,) = talk.shown

    effects = {option.id: option.effect for option in request.options}
    assert effects["always_too"] is Effect.ALLOW_ALWAYS
    assert effects["proceed_always"] is Effect.ALLOW_SESSION
    assert talk.allow(request, options=("always_too",)) == [Reply("7", True)]


def test_a_suggestion_that_nobody_could_read_is_not_offered() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = {"a": deep}
    rules = [{"type": "addRules", "rules": [deep]}, {"type": "setMode", "mode": "plan"}]
    talk = Talk("claude")
    talk.say(claude(permission_suggestions=rules))
    (request,) = talk.shown

    assert [option.id for option in request.options] == ["suggestion:1"]
    (reply,) = talk.allow(request, options=("suggestion:1",))
    assert reply.allows


@every_wire
def test_the_end_of_the_agent_closes_what_it_asked(wire: str) -> None:
    talk = Talk(wire)
    talk.say(PLAIN[wire])
    (request,) = talk.shown
    talk.session.hung_up()

    assert talk.allow(request) == []


def test_every_plain_request_has_an_id() -> None:
    assert {wire: asked_id(wire, PLAIN[wire]) for wire in WIRES} == ID
