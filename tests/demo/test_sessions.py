"""Several prompts, resuming, switching models and modes, prompts during a turn."""

import json
from pathlib import Path

from tests.demo.claude_client import ClaudeClient
from tests.demo.clients import client_for
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.talk import (
    Client,
    Connect,
    Start,
    finish,
    turn,
)

FIRST = "aaaaaaaa-0000-4000-8000-000000000001"
SECOND = "aaaaaaaa-0000-4000-8000-000000000002"
THIRD = "aaaaaaaa-0000-4000-8000-000000000003"
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def remembering(start: Start, tmp_path: Path, speak: str, resume: str | None = None) -> Client:
    """Connect to a demo that remembers its sessions."""
    flags = ("--resume", resume) if resume and speak == "claude" else ()
    demo = start(speak, *flags, PARLEY_DEMO_HOME=str(tmp_path / "home"))
    client = client_for(demo, speak, resume)
    client.open()
    return client


def test_prompts_follow_each_other_in_one_process(connect: Connect, speak: str) -> None:
    client = connect(speak)

    ends = [turn(client, word).end for word in ("hello", "read", "think")]

    assert ends == ["completed"] * 3


def test_a_session_can_be_resumed(start: Start, tmp_path: Path, speak: str) -> None:
    first = remembering(start, tmp_path, speak)
    turn(first, "hello")
    id = first.session
    first.demo.close()

    second = remembering(start, tmp_path, speak, id)
    told = turn(second, "read")

    assert second.session == id
    assert told.end == "completed"


def test_without_a_home_nothing_can_be_resumed(start: Start, connect: Connect, speak: str) -> None:
    first = connect(speak)
    turn(first, "hello")
    id = first.session
    first.demo.close()

    flags = ("--resume", id) if speak == "claude" else ()
    demo = start(speak, *flags)
    if speak == "claude":
        assert demo.exit() == 1
        assert demo.lines[-1]["errors"] == [f"No conversation found with session ID: {id}"]
        return
    client = client_for(demo, speak, id)
    client.open()

    assert "error" in client.demo.lines[-1]


def test_an_unknown_session_is_refused_in_claudes_way(start: Start) -> None:
    demo = start("claude", "--resume", UNKNOWN)

    code = demo.exit()

    assert code == 1
    assert demo.stderr.decode() == f"No conversation found with session ID: {UNKNOWN}\n"
    assert demo.lines[-1]["subtype"] == "error_during_execution"


def test_an_unknown_session_is_refused_in_codexs_way(start: Start) -> None:
    client = CodexClient(start("codex"), UNKNOWN)

    client.open()

    message = f"no rollout found for thread id {UNKNOWN}"
    assert client.demo.lines[-1]["error"] == {"code": -32600, "message": message}


def test_an_unknown_session_is_refused_in_geminis_way(start: Start) -> None:
    client = GeminiClient(start("gemini"), UNKNOWN)

    client.open()

    error = client.demo.lines[-1]["error"]
    assert error["code"] == -32603
    assert "Invalid session identifier" in error["data"]["details"]


def test_a_loaded_gemini_session_replays_what_was_said(start: Start, tmp_path: Path) -> None:
    first = remembering(start, tmp_path, "gemini")
    turn(first, "hello there")
    first.demo.close()

    second = remembering(start, tmp_path, "gemini", first.session)

    updates = [line["params"]["update"] for line in second.demo.lines if "method" in line]
    texts = [update["content"]["text"] for update in updates if "content" in update]
    assert texts[1] == "hello there"
    assert "Hello!" in texts[2]
    assert updates[-1]["sessionUpdate"] == "available_commands_update"


def test_a_resumed_codex_thread_has_its_turns(start: Start, tmp_path: Path) -> None:
    first = remembering(start, tmp_path, "codex")
    turn(first, "hello there")
    first.demo.close()

    second = remembering(start, tmp_path, "codex", first.session)

    answer = next(line for line in second.demo.lines if "thread" in line.get("result", {}))
    (past,) = answer["result"]["thread"]["turns"]
    assert past["items"][0]["content"][0]["text"] == "hello there"


def test_sessions_of_a_fresh_home_have_the_same_ids_every_time(
    start: Start, tmp_path: Path, speak: str
) -> None:
    ids = []
    for home in ("one", "two"):
        demo = start(speak, PARLEY_DEMO_HOME=str(tmp_path / home))
        client = client_for(demo, speak)
        client.open()
        turn(client, "hello")
        ids.append(client.session)
        demo.close()

    assert ids[0] == ids[1]


def test_two_sessions_of_one_home_have_two_ids(start: Start, tmp_path: Path, speak: str) -> None:
    clients = [remembering(start, tmp_path, speak) for _ in range(2)]
    for client in clients:
        turn(client, "hello")

    assert clients[0].session != clients[1].session


def test_a_session_in_which_nothing_was_said_leaves_no_file(
    start: Start, tmp_path: Path, speak: str
) -> None:
    client = remembering(start, tmp_path, speak)

    client.demo.close()

    assert list((tmp_path / "home").iterdir()) == []


def test_what_is_remembered_is_private(start: Start, tmp_path: Path, speak: str) -> None:
    client = remembering(start, tmp_path, speak)
    turn(client, "hello")

    home = tmp_path / "home"
    (file,) = home.iterdir()
    assert home.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text())["exchanges"][0][0] == "hello"


def test_claude_takes_an_id_from_the_client_and_refuses_it_twice(
    start: Start, tmp_path: Path
) -> None:
    home = {"PARLEY_DEMO_HOME": str(tmp_path / "home")}
    first = ClaudeClient(start("claude", "--session-id", FIRST, **home))
    first.open()
    turn(first, "hello")
    again = start("claude", "--session-id", FIRST, **home)

    code = again.exit()

    assert first.session == FIRST
    assert (code, again.raw) == (1, [])
    assert again.stderr.decode() == f"Error: Session ID {FIRST} is already in use.\n"


def test_claude_continues_the_newest_and_forks(start: Start, tmp_path: Path) -> None:
    first = remembering(start, tmp_path, "claude")
    turn(first, "hello")
    home = {"PARLEY_DEMO_HOME": str(tmp_path / "home")}

    newest = ClaudeClient(start("claude", "--continue", **home))
    newest.open()
    turn(newest, "hello")
    fork = ClaudeClient(start("claude", "--resume", first.session, "--fork-session", **home))
    fork.open()
    turn(fork, "hello")

    assert newest.session == first.session
    assert fork.session != first.session


def test_claude_switches_its_model_and_mode(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    model = client.control("set_model", model="demo-thorough")
    mode = client.control("set_permission_mode", mode="acceptEdits")
    told = turn(client, "edit")

    init = next(line for line in client.demo.lines if line.get("subtype") == "init")
    assert model["response"] == {"model": "demo-thorough"}
    assert mode["response"] == {"mode": "acceptEdits"}
    assert (init["model"], init["permissionMode"]) == ("demo-thorough", "acceptEdits")
    assert told.asked == []


def test_codex_switches_with_a_turn_and_keeps_it(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)

    sandbox = {"type": "dangerFullAccess"}
    client.prompt("run", approvalPolicy="never", sandboxPolicy=sandbox, model="demo-thorough")
    first = finish(client)
    second = turn(client, "run")

    read = client.request("thread/read", threadId=client.session)
    assert (first.asked, second.asked) == ([], [])
    assert read["result"]["thread"]["model"] == "demo-thorough"


def test_gemini_switches_its_model_and_mode(connect: Connect) -> None:
    client = connect("gemini")
    assert isinstance(client, GeminiClient)

    client.request("session/set_mode", sessionId=client.session, modeId="yolo")
    client.request("session/set_model", sessionId=client.session, modelId="demo-thorough")
    told = turn(client, "run")

    used = told.final["result"]["_meta"]["quota"]["model_usage"]
    assert told.asked == []
    assert [use["model"] for use in used] == ["demo-thorough"]
    assert any("[MODE_UPDATE] yolo" in str(line) for line in client.demo.lines)


def test_usage_grows_with_the_texts(connect: Connect) -> None:
    client = connect("claude")

    short, long = turn(client, "hello"), turn(client, "long")

    usages = [told.final["usage"] for told in (short, long)]
    assert 0 < usages[0]["output_tokens"] < usages[1]["output_tokens"]
    assert 0 < usages[0]["input_tokens"] < usages[1]["input_tokens"]
    assert long.final["total_cost_usd"] == 0


def test_several_codex_threads_live_in_one_process(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    other = client.request("thread/start", cwd="/")["result"]["thread"]["id"]

    told = turn(client, "hello")
    words = [{"type": "text", "text": "hello"}]
    client.request("turn/start", threadId=other, input=words)
    ended = client.demo.until(lambda line: line.get("method") == "turn/completed")

    assert told.end == "completed"
    assert ended["params"]["threadId"] == other


def test_pictures_are_noticed(connect: Connect, speak: str) -> None:
    client = connect(speak)
    send_picture(client)

    told = finish(client)

    assert "I also got 1 picture(s)." in told.text


def send_picture(client: Client) -> None:
    """Send a prompt with a picture, as each protocol does."""
    text = {"type": "text", "text": "what is this"}
    if isinstance(client, ClaudeClient):
        source = {"type": "base64", "media_type": "image/png", "data": "AAAA"}
        content = [text, {"type": "image", "source": source}]
        client.demo.send({"type": "user", "message": {"role": "user", "content": content}})
    elif isinstance(client, CodexClient):
        picture = {"type": "localImage", "path": "/nonexistent.png"}
        client.request("turn/start", threadId=client.session, input=[text, picture])
    elif isinstance(client, GeminiClient):
        picture = {"type": "image", "mimeType": "image/png", "data": "AAAA"}
        client.prompt_id = client.request_only(
            "session/prompt", sessionId=client.session, prompt=[text, picture]
        )
