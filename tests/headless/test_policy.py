"""`parley policy`: check, explain and test."""

import io
import json
import os
import shutil
from pathlib import Path

import pytest

from tests.history.homes import EXCERPTS
from tests.support.requests import shell
from tui.config.paths import config_folder, journal_file, trust_file, user_policy_file
from tui.errors import UsageError
from tui.headless import policy
from tui.model.permission import Decider, Decision, Verdict
from tui.permission.entry import Origin, entry
from tui.permission.journal import Journal
from tui.permission.trust import Trust

RULES = """[[rule]]
decision = "allow"
tool = "shell"
command = "git log *"
reason = "read-only"

[[rule]]
decision = "deny"
tool = "shell"
command = "git push *"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder to work in, and give the user two rules."""
    user_policy_file().parent.mkdir(parents=True)
    user_policy_file().write_text(RULES)
    return tmp_path


def stdin(monkeypatch: pytest.MonkeyPatch, *rows: object) -> None:
    """Give rows on standard input."""
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_the_users_rules_stand_in_the_config_folder() -> None:
    assert user_policy_file() == config_folder() / "policy.toml"


def test_explain_tells_decision_rule_proof_and_risk(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = policy.main("explain", cwd=str(folder), command=["git", "log", "-5"])

    assert code == 0
    assert capsys.readouterr().out.splitlines() == [
        "allow    git log -5",
        "why      read-only",
        f"rule     {user_policy_file()}:1  allow shell git log *",
        "proof    git log -5",
        "risk     low",
    ]


def test_explain_takes_a_whole_command_line_as_one_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy.main("explain", cwd=str(folder), command=["git log | sh"])

    assert capsys.readouterr().out.splitlines() == [
        "ask      git log | sh",
        "why      sh runs or evaluates what its words say; no rule allows it",
        "proof    git log",
        "         sh",
        "risk     high",
        "         pipes text into sh, which runs it",
    ]


def test_hidden_characters_are_named_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy.main("explain", cwd=str(folder), command=["echo", "a\u202eb"])

    assert capsys.readouterr().out.splitlines()[3:5] == [
        "risk     high",
        "         contains hidden characters: ‹U+202E›",
    ]


def test_explain_as_json_has_the_same_facts(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    policy.main("explain", cwd=str(folder), json=True, command=["git push $x"])

    assert json.loads(capsysbinary.readouterr().out) == {
        "request": "git push $x",
        "decision": "deny",
        "why": "a rule says deny",
        "rule": {
            "file": str(user_policy_file()),
            "line": 7,
            "text": "deny shell git push *",
            "reason": "",
        },
        "proof": {"holds": False, "why": "it contains an expansion ($)", "commands": []},
        "risk": {
            "level": "medium",
            "reasons": [
                "parley cannot tell all that it runs: it contains an expansion ($)",
                "reaches the network: git push",
            ],
        },
    }


def test_explain_reads_requests_of_every_agent_line_by_line(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin(
        monkeypatch,
        {"cmd": "git log"},
        {"agent": "claude", "tool": "Bash", "input": {"command": "git log"}},
        {
            "agent": "codex",
            "tool": "commandExecution",
            "input": {"command": "/bin/bash -lc 'git log'"},
        },
        {"agent": "gemini", "tool": "run_shell_command", "input": {"command": "git log"}},
        {"agent": "claude", "tool": "Write", "input": {"file_path": "a"}},
        "",
        "nonsense",
        {"tool": "shell"},
        {"cmd": 3},
        ["git log"],
        {"cmd": "git push \ud800"},
    )

    code = policy.main("explain", cwd=str(folder), json=True, stdin=True)

    rows = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert code == 2
    assert [row["decision"] for row in rows] == [*["allow"] * 4, *["ask"] * 5, "deny"]
    assert [row["line"] for row in rows if "error" in row] == [7, 8, 9, 10]


PATHS = """[[rule]]
decision = "allow"
tool = "edit_file"
path = "src/**"

[[rule]]
decision = "deny"
tool = "*"
path = "**/*.key"
"""


@pytest.mark.parametrize(
    ("tool", "given", "decision", "title"),
    [
        ("fileChange", {"changes": [{"path": "src/a.py"}]}, "allow", "src/a.py"),
        ("fileChange", {"changes": [{"path": "src/a"}, {"path": "b"}]}, "ask", "src/a, b"),
        ("fileChange", {"changes": [{"path": "src/a.key"}]}, "deny", "src/a.key"),
        (
            "fileChange",
            {"changes": [{"path": "src/a", "kind": {"type": "update", "move_path": "x.key"}}]},
            "deny",
            "src/a",
        ),
        ("apply_patch", {"changes": {"src/a": {"type": "update"}}}, "allow", "src/a"),
        ("apply_patch", {"changes": {"src/a": {"type": "add"}}}, "ask", "src/a"),
        ("apply_patch", {}, "ask", "apply_patch"),
    ],
)
def test_explain_knows_the_files_of_a_patch(
    tool: str,
    given: dict[str, object],
    decision: str,
    title: str,
    folder: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user_policy_file().write_text(PATHS)
    stdin(monkeypatch, {"agent": "codex", "tool": tool, "input": given})

    assert policy.main("explain", cwd=str(folder), json=True, stdin=True) == 0
    row = json.loads(capsysbinary.readouterr().out)
    assert (row["decision"], row["request"]) == (decision, title)


def test_explain_joins_the_words_of_a_command(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["/bin/bash", "-lc", "git log -5"]
    stdin(
        monkeypatch,
        "",
        {"agent": "codex", "tool": "commandExecution", "input": {"command": words}},
        {"tool": "shell", "input": {"command": ["git", "log", "a b"]}},
    )

    policy.main("explain", cwd=str(folder), json=True, stdin=True)

    rows = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [(row["line"], row["request"], row["decision"]) for row in rows] == [
        (2, "git log -5", "allow"),
        (3, "git log 'a b'", "allow"),
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"nonsense", "it is not JSON: Expecting value, column 1"),
        (b'{"cmd": "ls"} x', "it is not JSON: Extra data, column 15"),
        (b'{"cmd": "\xff"}', "it is not UTF-8 text"),
        (b'{"x": ' + b"[" * 100_000, "it is nested too deeply"),
        (b'["ls"]', "it is not an object"),
        (b'{"cmd": ["ls", 3]}', "its command is not a text"),
        (
            b'{"cmd": "ls", "agent": "hal"}',
            "there is no agent hal; there are claude, codex, gemini, demo, demo-codex, demo-gemini",
        ),
        (
            b'{"agent": "codex", "tool": "fileChange", "input": {"changes": [{}]}}',
            "one of its changes names no file",
        ),
    ],
)
def test_explain_says_why_a_line_is_no_request(
    line: bytes,
    problem: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n" + line)))

    assert policy.main("explain", cwd=str(folder), stdin=True) == 2
    assert capsys.readouterr() == ("", f"parley: line 2 is no request: {problem}\n")


def test_explain_takes_thousands_of_lines(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin(monkeypatch, *({"cmd": f"git log -{number}"} for number in range(2_000)))

    assert policy.main("explain", cwd=str(folder), stdin=True) == 0
    out = capsys.readouterr().out.splitlines()
    assert (len(out), out[7]) == (2_000, "allow low    git log -7  (read-only)")


@pytest.mark.parametrize(("given", "stdin"), [([], False), (["ls"], True)])
def test_explain_wants_a_command_or_standard_input(given: list[str], stdin: bool) -> None:
    with pytest.raises(UsageError, match="either a command or --stdin"):
        policy.main("explain", stdin=stdin, command=given)


def test_check_counts_rules_and_says_what_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert policy.main("check", cwd=str(folder)) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{user_policy_file()}: 2 rules, all understood",
        f"{folder}/.parley/policy.toml: there is none",
    ]


def test_check_names_file_and_line_and_exits_2(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    user_policy_file().write_text(f'{RULES}\n[[rule]]\ndecision = "maybe"\ntool = "shell"\n')

    assert policy.main("check", cwd=str(folder)) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"parley: {user_policy_file()}:13: decision is allow, ask or deny, not maybe",
        "        Mend it; until then everything is asked.",
    ]
    policy.main("explain", cwd=str(folder), command=["git log"])
    assert capsys.readouterr().out.startswith("ask ")


def test_a_projects_rules_loosen_only_where_it_is_trusted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".parley").mkdir()
    (folder / ".parley/policy.toml").write_text(RULES.replace("git log", "ls"))

    policy.main("check", cwd=str(folder))
    assert "is not trusted: its rules can deny and ask" in capsys.readouterr().out
    policy.main("explain", cwd=str(folder), command=["ls"])
    assert capsys.readouterr().out.startswith("ask ")
    Trust(trust_file()).grant(folder)
    policy.main("explain", cwd=str(folder), command=["ls"])
    assert capsys.readouterr().out.startswith("allow ")


def test_another_policy_can_be_tried(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder / "other.toml"
    other.write_text(RULES.replace("git log", "make"))

    policy.main("explain", policy=str(other), cwd=str(folder), command=["make"])
    assert capsys.readouterr().out.startswith("allow ")
    with pytest.raises(UsageError, match="names no file"):
        policy.main("check", policy="", cwd=str(folder))
    with pytest.raises(UsageError, match="does not exist"):
        policy.main("explain", policy="nowhere.toml", cwd=str(folder), command=["make"])


def test_rules_are_tried_on_the_past(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy.main("test", cwd=str(folder))
    assert capsys.readouterr().out.startswith("There is no past request")
    journal = Journal(journal_file())
    origin = Origin(agent="claude", project=str(folder))
    for command, verdict in (
        ("git log", Verdict.DENY),
        ("git push", Verdict.ALLOW),
        ("make", Verdict.ALLOW),
        ("git log -5", Verdict.ALLOW),
    ):
        decision = Decision(verdict=verdict)
        journal.record(entry(shell(command), origin, decision=decision, by=Decider.USER))

    policy.main("test", cwd=str(folder))

    assert capsys.readouterr().out.splitlines() == [
        "#1 was deny, would be allow: git log",
        "#2 was allow, would be deny: git push",
        "4 requests in the journal:",
        "       1 were allow     would be allow",
        "       1 were allow     would be ask",
        "       1 were allow     would be deny",
        "       1 were deny      would be allow",
    ]


def test_rules_are_tried_on_the_sessions_of_all_agents(
    home: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("claude", "codex", "gemini"):
        shutil.copytree(EXCERPTS / name, home / f".{name}")
    user_policy_file().write_text(
        '[[rule]]\ndecision = "deny"\ntool = "shell"\ncommand = "sleep *"\n'
    )

    policy.main("test", cwd=str(folder), json=True)

    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["source"] for row in rows} == {"past sessions"}
    assert {row["place"].split()[0] for row in rows} == {"claude", "codex", "gemini"}
    assert {row["was"] for row in rows} <= {"ran", "deny"}
    assert all(row["decision"] in ("ask", "deny") for row in rows)
    policy.main("test", cwd=str(folder))
    printed = capsys.readouterr()
    assert f"{len(rows)} tool calls in past sessions:" in printed.out
    assert (" ran, would be deny: " in printed.out, printed.err) == (True, "")


def test_sessions_that_nobody_can_read_are_told(
    home: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(EXCERPTS / "claude", home / ".claude")
    broken = next((home / ".claude").rglob("*.jsonl")).parent
    for number in (1, 2):
        os.mkfifo(broken / f"00000000-0000-4000-8000-00000000000{number}.jsonl")

    assert policy.main("test", cwd=str(folder)) == 0
    assert capsys.readouterr().err.splitlines() == [
        "parley: 2 sessions were left out, because nobody can read them.",
        "        See which, and why: parley sessions",
    ]
