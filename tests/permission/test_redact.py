"""No secret is written down."""

from pathlib import Path

import pytest

from tests.permission.asking import PROJECT
from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.tools import ToolKind
from tui.permission.entry import Origin, entry
from tui.permission.journal import Journal
from tui.permission.redact import REDACTED, redact, redact_text

CANARY = "cAnArY0123456789AbCdEfGhIjKlMnOp"

SECRETS: tuple[object, ...] = (
    f"curl -H 'Authorization: Bearer {CANARY}' https://x",
    f'curl -H "authorization: token {CANARY}" https://x',
    f"curl -u me:{CANARY} https://x",
    f"curl https://me:{CANARY}@host/x",
    f"git clone https://{CANARY}@github.com/x/y",
    f"export API_KEY={CANARY}",
    f"GITHUB_TOKEN={CANARY} gh pr list",
    f"AWS_SECRET_ACCESS_KEY='{CANARY}' aws s3 ls",
    f'DB_PASSWORD="{CANARY}" ./run',
    f"mysql --password={CANARY} db",
    f"mysql --password {CANARY} db",
    f"login --api-key {CANARY}",
    f"login --token={CANARY}",
    f"echo sk-{CANARY}",
    f"echo sk-ant-api03-{CANARY}",
    f"echo ghp_{CANARY}",
    f"echo github_pat_{CANARY}",
    f"echo glpat-{CANARY}",
    f"echo xoxb-{CANARY}",
    f"echo AIza{CANARY}",
    f"echo eyJhbGciOi.{CANARY}.{CANARY}",
    f"echo npm_{CANARY}",
    f"echo hf_{CANARY}",
    f"echo ya29.{CANARY}",
    f"postgres://me:{CANARY}@db/x",
    f"redis://:{CANARY}@db",
    f"-----BEGIN RSA PRIVATE KEY-----\n{CANARY}\n-----END RSA PRIVATE KEY-----",
    f"-----BEGIN OPENSSH PRIVATE KEY-----\n{CANARY}",
    f'{{"password": "{CANARY}"}}',
    f"password: {CANARY}",
    f"secret={CANARY}&x=1",
    f"client_secret = {CANARY}",
    {"token": CANARY},
    {"apiKey": CANARY},
    {"api_key": CANARY},
    {"API-KEY": CANARY},
    {"accessToken": CANARY},
    {"Authorization": CANARY},
    {"headers": {"authorization": f"Bearer {CANARY}"}},
    {"env": {"OPENAI_API_KEY": CANARY}},
    {"credentials": {"user": CANARY}},
    {"secrets": [CANARY]},
    {"private_key": CANARY},
    {"password": CANARY},
    {"passwd": CANARY},
    {"cookie": CANARY},
    {"a": [{"b": {"session_id": CANARY}}]},
    {"content": f"API_TOKEN={CANARY}\nX=1"},
    {"new_string": f"password = '{CANARY}'"},
    {"clientSecret": CANARY},
)


@pytest.mark.parametrize("secret", SECRETS, ids=range(len(SECRETS)))
def test_secrets_are_replaced(secret: object) -> None:
    assert CANARY not in str(redact(secret))


@pytest.mark.parametrize(
    "text",
    [
        "git log --oneline -5",
        "ls -u src",
        "https://example.org/a?b=c",
        "pytest tests/test_tokens.py::test_key",
        "def token(self): return 1",
        "keyboard = 3",
        "me@example.org wrote this",
        "sk-short",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact_text(text) == text


def test_other_values_stay_as_they_are() -> None:
    value = {"max_tokens": 5, "name": "x", "flags": [True, None, 1.5]}

    assert redact(value) == {**value, "max_tokens": REDACTED}


def test_no_canary_reaches_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "state" / "audit.jsonl")
    origin = Origin(agent="claude", project=PROJECT)
    for secret in SECRETS:
        asked = PermissionRequest(
            id=RequestId("r"),
            tool="Bash",
            kind=ToolKind.SHELL,
            title=str(secret) if isinstance(secret, str) else "x",
            input={"command": secret},
        )
        denial = Decision(verdict=Verdict.DENY, message=f"no: token={CANARY}")
        journal.record(entry(asked, origin, decision=denial, by=Decider.USER))

    assert CANARY.encode() not in journal.path.read_bytes()


def test_hostile_text_is_read_in_time() -> None:
    for text in ("a" * 200_000, "-----BEGIN " * 20_000, "http://" * 20_000, "token " * 30_000):
        redact_text(text)
