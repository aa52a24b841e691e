"""`parley run`: output, exit codes, signals, and nothing left behind."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.processes import MARK, alive, new_mark, until
from tests.support.schemas import published_schema, validator
from tui.model.unified import schema

MOUTHS = ("demo", "demo-codex", "demo-gemini")
PNG = bytes.fromhex("89504e470d0a1a0a") + b"\0" * 20


def parley(
    *words: str, stdin: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run parley to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=cwd,
        env={**os.environ, "PARLEY_DEMO_SPEED": "0", **(env or {})},
        check=False,
    )


def events(done: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    """Return the lines of `--json`."""
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("agent", MOUTHS)
def test_the_answer_is_on_stdout_and_the_rest_on_stderr(agent: str) -> None:
    done = parley("run", "--agent", agent, "--on-ask", "allow", "run")

    assert done.returncode == 0
    assert "demo" in done.stdout
    assert "allow (--on-ask allow)" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("agent", MOUTHS)
@pytest.mark.parametrize("prompt", ["tour", "agent", "error"])
def test_every_line_of_json_is_what_the_schemas_say(agent: str, prompt: str) -> None:
    done = parley("run", "--agent", agent, "--on-ask", "allow", "--json", "--raw", prompt)

    ours, published = validator(schema()), published_schema()
    seen = set()
    for line in events(done):
        shape = (line["type"], *sorted(line))
        if shape not in seen:
            seen.add(shape)
            ours.validate(line)
            published.check(line)
    kinds = {str(line["type"]) for line in events(done)}
    assert {"sessionStarted", "textChunk", "turnCompleted", "sessionEnded"} <= kinds


@pytest.mark.parametrize("agent", MOUTHS)
def test_a_denied_request_gives_its_own_exit_code(agent: str) -> None:
    done = parley("run", "--agent", agent, "--json", "run")

    assert done.returncode == 4
    (decided, *_) = [one for one in events(done) if one["type"] == "permissionDecided"]
    assert (decided["verdict"], decided["decidedBy"]) == ("deny", "flag")


@pytest.mark.parametrize(
    ("agent", "decision"),
    # Over Codex and Gemini the demo says that it works outside the project: never by rule.
    [("demo", "allow"), ("demo", "deny"), ("demo-codex", "deny"), ("demo-gemini", "deny")],
)
def test_the_policy_decides_what_it_has_a_rule_for(agent: str, decision: str, home: Path) -> None:
    policy = home / "xdg_config_home" / "parley" / "policy.toml"
    policy.parent.mkdir(parents=True)
    rule = f'[[rule]]\ndecision = "{decision}"\ntool = "shell"\ncommand = "python3 greeting.py"\n'
    policy.write_text(rule)

    done = parley("run", "--agent", agent, "--json", "--on-ask", "policy", "run", cwd=home)

    (decided, *_) = [one for one in events(done) if one["type"] == "permissionDecided"]
    assert (decided["verdict"], decided["decidedBy"]) == (decision, "rule")
    assert "policy.toml:1" in str(decided["note"])
    assert done.returncode == 0


@pytest.mark.parametrize("agent", MOUTHS)
def test_a_failed_turn_gives_its_own_exit_code(agent: str) -> None:
    assert parley("run", "--agent", agent, "error").returncode == 1


@pytest.mark.parametrize("agent", MOUTHS)
def test_a_session_is_resumed_by_its_id(agent: str, home: Path) -> None:
    first = events(parley("run", "--agent", agent, "--json", "hello"))
    id = str(first[-1]["sessionId"])

    again = parley("run", "--agent", agent, "--json", "--resume", id, "think")

    assert again.returncode == 0
    assert events(again)[-1]["sessionId"] == id


@pytest.mark.parametrize("agent", MOUTHS)
def test_an_unknown_session_is_a_usage_error_in_two_lines(agent: str) -> None:
    nobody = "00000000-0000-4000-8000-000000000000"

    done = parley("run", "--agent", agent, "--resume", nobody, "hello")

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["run"], 2, "PROMPT"),
        (["run", "-x"], 2, "goes after --"),
        (["run", ""], 2, "empty"),
        (["run", "--agent", "nobody", "hi"], 2, "no agent called nobody"),
        (["run", "--cwd", "/no/such/folder", "hi"], 2, "not a folder"),
        (["run", "--cwd", "~nobody-of-this-name", "hi"], 2, "not a folder"),
        (["run", "--agent", "demo", "--image", "/no/such.png", "hi"], 2, "not a file"),
        (["run", "--agent", "demo", "--image", __file__, "hi"], 2, "not a picture"),
        (["run", "--agent", "claude", "hi"], 3, "npm install -g @anthropic-ai/claude-code"),
        (["run", "--agent", "codex", "hi"], 3, "npm install -g @openai/codex"),
        (["run", "--agent", "gemini", "hi"], 3, "npm install -g @google/gemini-cli"),
        (["replay", "/no/such/file"], 2, "not a file"),
        (["replay", __file__], 2, "not a recording"),
        (["nonsense", "words"], 2, "--help"),
        ([], 2, "needs a terminal"),
    ],
)
def test_what_cannot_be_done_is_told_in_two_lines(words: list[str], code: int, says: str) -> None:
    done = parley(*words, env={"PATH": "/nowhere"})

    assert done.returncode == code
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 2
    assert done.stdout == ""


def test_a_prompt_that_begins_with_a_dash_goes_after_two() -> None:
    done = parley("run", "--agent", "demo", "--json", "--", "--hello -x")

    said = [line["content"] for line in events(done) if line.get("role") == "user"]
    assert said[0] == "--hello -x"


def test_a_prompt_comes_from_standard_input_too() -> None:
    done = parley("run", "--agent", "demo", "--json", "-", stdin="hello\nthere")

    said = [line["content"] for line in events(done) if line.get("role") == "user"]
    assert said[0] == "hello\nthere"


def test_without_any_agent_it_is_the_demo_and_says_so() -> None:
    done = parley("run", "hello", env={"PATH": "/nowhere"})

    assert done.returncode == 0
    assert "this is the demo" in done.stderr


def test_pictures_go_along(tmp_path: Path) -> None:
    picture = tmp_path / "x.dat"
    picture.write_bytes(PNG)
    record = tmp_path / "record.jsonl"
    words = ("--agent", "demo", "--image", str(picture), "--record", str(record), "hello")

    assert parley("run", *words).returncode == 0

    rows = [json.loads(line) for line in record.read_text().splitlines()]
    sent = [row["line"] for row in rows if row["dir"] == "stdin" and "image/png" in row["line"]]
    assert len(sent) == 1
    assert record.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("agent", MOUTHS)
def test_a_recorded_run_replays_to_the_same_words(agent: str, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    live = parley(
        "run", "--agent", agent, "--on-ask", "allow", "--record", str(record), "--json", "edit"
    )

    again = parley("replay", str(record), "--json")

    def words(done: subprocess.CompletedProcess[str]) -> list[object]:
        lines = events(done)
        return [
            one["content"] for one in lines if one["type"] == "textChunk" and one["role"] != "user"
        ]

    assert again.returncode == 0
    assert words(again) == words(live)


def start(agent: str, prompt: str, mark: str, *words: str) -> subprocess.Popen[str]:
    """Start parley on a prompt, at the demo's own pace."""
    return subprocess.Popen(
        [sys.executable, "-m", "tui", "run", "--agent", agent, "--json", *words, prompt],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, MARK: mark, "PARLEY_DEMO_SPEED": "0.2"},
    )


def read_until(process: subprocess.Popen[str], word: str) -> None:
    """Read output until a line says this."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            return
    raise AssertionError(f"{word} never came")


@pytest.mark.parametrize("agent", MOUTHS)
def test_ctrl_c_interrupts_the_turn_and_leaves_nothing(agent: str) -> None:
    mark = new_mark()
    process = start(agent, "long", mark)
    read_until(process, '"isPartial":true')

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert process.returncode == 130
    assert "interrupting" in err
    assert "Traceback" not in err
    assert [json.loads(line)["type"] for line in out.splitlines()][-1] == "sessionEnded"
    assert until(lambda: not alive(mark))


@pytest.mark.parametrize("agent", MOUTHS)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_however_parley_ends_no_tool_runs_on(agent: str, number: signal.Signals) -> None:
    mark = new_mark()
    process = start(agent, "wait", mark, "--mode", "auto", "--on-ask", "allow")
    read_until(process, "wait.py")
    assert until(lambda: len(alive(mark)) >= 3)

    process.send_signal(number)

    assert until(lambda: not alive(mark))
    process.communicate(timeout=60)


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    mark = new_mark()
    process = start("demo", "long", mark)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()

    assert process.wait(timeout=60) != 0
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    assert until(lambda: not alive(mark))
