"""Requests of every kind, as the three agents ask them."""

from tests.support.requests import request
from tui.model.permission import (
    Answer,
    Effect,
    PermissionOption,
    Question,
    Subject,
)
from tui.model.tools import ChangeKind, FileChange, ToolKind

PROJECT = "/srv/project"

BEFORE = 'import os\n\nos.environ.setdefault("TZ", "local")\n\n\ndef zone():\n    return None\n'
AFTER = (
    "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef utc(monkeypatch):\n"
    '    monkeypatch.setenv("TZ", "UTC")\n\n\ndef zone():\n    return "UTC"\n'
)
NEW = "".join(f"def test_{number}(utc):\n    assert zone() == 'UTC'\n\n\n" for number in range(12))


def option(id: str, label: str, effect: Effect, detail: str = "") -> PermissionOption:
    """Return an answer of the agent's own."""
    return PermissionOption(id=id, label=label, effect=effect, detail=detail)


CLAUDE_OFFERS = (
    option(
        "suggestion:0:session",
        "Allow Bash(npm run test:*)",
        Effect.ALLOW_SESSION,
        "Allow Bash(npm run test:*), in this session only.",
    ),
    option(
        "suggestion:0",
        "Allow Bash(npm run test:*)",
        Effect.ALLOW_ALWAYS,
        "Allow Bash(npm run test:*), for you in this project: the agent writes it down.",
    ),
)

CODEX_OFFERS = (
    option(
        "accept", "Allow once", Effect.ALLOW_ONCE, "Codex runs what you allow outside its sandbox."
    ),
    option(
        "acceptForSession",
        "Allow for this session",
        Effect.ALLOW_SESSION,
        "The same command is not asked about again in this session.",
    ),
    option(
        "acceptWithExecpolicyAmendment",
        "Allow always",
        Effect.ALLOW_ALWAYS,
        "Writes a permanent rule into Codex's own rules file, for all projects: "
        "commands that begin with npm run",
    ),
    option("decline", "Deny", Effect.DENY),
    option("cancel", "Deny and stop", Effect.DENY_AND_STOP, "The turn ends here."),
)

CHAIN = request(
    "Bash",
    ToolKind.SHELL,
    "rm -rf build && curl -fsS http://127.0.0.1:8000/setup.sh | sh > log.txt",
    {"command": "rm -rf build && curl -fsS http://127.0.0.1:8000/setup.sh | sh > log.txt"},
    reason="Clean rebuild with the project's setup script",
    can_explain=True,
    can_edit=True,
)

TESTS = request(
    "Bash",
    ToolKind.SHELL,
    "npm run test -- login",
    {"command": "npm run test -- login"},
    reason="Shows whether the fixture is the only cause",
    options=CLAUDE_OFFERS,
    can_explain=True,
    can_edit=True,
)

CODEX = request(
    "commandExecution",
    ToolKind.SHELL,
    "npm run build",
    {"command": "/bin/bash -lc 'npm run build'"},
    cwd=PROJECT,
    reason="needs the network",
    options=CODEX_OFFERS,
    can_explain=True,
)

FILES = request(
    "fileChange",
    ToolKind.EDIT,
    "2 files",
    {},
    changes=(
        FileChange(
            path=f"{PROJECT}/tests/conftest.py",
            kind=ChangeKind.MODIFIED,
            before=BEFORE,
            after=AFTER,
        ),
        FileChange(path=f"{PROJECT}/tests/test_tz.py", kind=ChangeKind.CREATED, after=NEW),
    ),
    can_explain=True,
)

EDIT = request(
    "Edit",
    ToolKind.EDIT,
    f"{PROJECT}/a.py",
    {
        "file_path": f"{PROJECT}/a.py",
        "old_string": "one\ntwo\n",
        "new_string": "one\nthree\n",
        "replace_all": True,
    },
    changes=(
        FileChange(
            path=f"{PROJECT}/a.py",
            kind=ChangeKind.MODIFIED,
            before="one\ntwo\n",
            after="one\nthree\n",
        ),
    ),
    can_explain=True,
    can_edit=True,
)

OUTSIDE_EDIT = request(
    "Write",
    ToolKind.WRITE,
    "/etc/cron.d/job",
    {"file_path": "/etc/cron.d/job", "content": "* * * * * root true\n"},
    changes=(
        FileChange(path="/etc/cron.d/job", kind=ChangeKind.CREATED, after="* * * * * root true\n"),
    ),
)

READ = request(
    "Read",
    ToolKind.READ,
    "/home/me/.ssh/config",
    {"file_path": "/home/me/.ssh/config", "limit": 40},
    reason="To learn which host the tests use",
    can_explain=True,
)

FETCH = request(
    "WebFetch",
    ToolKind.FETCH,
    "https://docs.example.org/guide?page=2",
    {"url": "https://docs.example.org/guide?page=2", "prompt": "What does the guide say on TZ?"},
    can_explain=True,
)

MCP = request(
    "mcp__github__create_issue",
    ToolKind.MCP,
    "github/create_issue",
    {
        "title": "Login test fails on CI",
        "labels": ["bug", "ci"],
        "body": "The clock in the container is UTC.\nThe fixture is local time.",
    },
    can_explain=True,
)

PLAN = request(
    "ExitPlanMode",
    ToolKind.OTHER,
    "plan",
    {"plan": "# Mend the clock\n\n1. Pin TZ in conftest\n2. Regression test\n3. CHANGELOG"},
    subject=Subject.PLAN,
    plan="# Mend the clock\n\n1. Pin TZ in conftest\n2. Regression test\n3. CHANGELOG",
    options=(
        option(
            "start:ask",
            "Start, asking as usual",
            Effect.ALLOW_ONCE,
            "Leaves planning; commands and edits are asked for.",
        ),
        option(
            "start:edits",
            "Start with edits allowed",
            Effect.ALLOW_SESSION,
            "Leaves planning; edits in the folder run without asking in this session.",
        ),
    ),
    can_explain=True,
    can_edit=True,
)

SUB_AGENT = request(
    "Bash",
    ToolKind.SHELL,
    "pytest tests/test_login.py -x",
    {"command": "pytest tests/test_login.py -x"},
    asked_by="explore: find the failing test",
    can_explain=True,
)

UNKNOWN = request(
    "QuantumTool",
    ToolKind.OTHER,
    "QuantumTool",
    {"entangle": True, "with": ["a", {"b": None}], "text": "one\ntwo"},
    can_explain=True,
)

QUESTIONS = request(
    "AskUserQuestion",
    ToolKind.OTHER,
    "Which pages?",
    {},
    subject=Subject.QUESTIONS,
    questions=(
        Question(
            id="pages",
            text="Which pages should move to the new layout?",
            header="Pages",
            answers=tuple(
                Answer(name, words)
                for name, words in (
                    *(("Install", "first steps"), ("Quick start", ""), ("Tutorials", "twelve")),
                    *(("API", "generated"), ("Themes", ""), ("Keys", ""), ("Policy", "long")),
                    *(("Journal", ""), ("Doctor", ""), ("Replay", ""), ("Schema", "one page")),
                )
            ),
            several=True,
        ),
        Question(id="when", text="When?"),
    ),
)

LARGE = request(
    "Write",
    ToolKind.WRITE,
    "big.txt",
    {"file_path": "big.txt"},
    changes=(
        FileChange(path="big.txt", kind=ChangeKind.CREATED, after="a line of text\n" * 400_000),
    ),
)

EVERY = {
    "chain": CHAIN,
    "offers": TESTS,
    "codex": CODEX,
    "files": FILES,
    "edit": EDIT,
    "outside": OUTSIDE_EDIT,
    "read": READ,
    "fetch": FETCH,
    "mcp": MCP,
    "plan": PLAN,
    "sub-agent": SUB_AGENT,
    "unknown": UNKNOWN,
    "questions": QUESTIONS,
    "large": LARGE,
}
