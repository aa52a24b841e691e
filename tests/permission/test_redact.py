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
    {f"api_key={CANARY}": 1},
    f"xapp-1-A123-456-{CANARY}",
    f"curl https://hooks.slack.com/services/T00000000/B00000000/{CANARY}",
    f"curl https://discord.com/api/webhooks/123456789012345678/{CANARY}",
    f"curl https://api.telegram.org/bot123456789:AA{CANARY}/sendMessage",
    f"curl -b 'sid={CANARY}; a=b' https://x",
    f"curl -H 'Cookie: a=b; sid={CANARY}' https://x",
    f"curl -H 'Authorization: {CANARY}' https://x",
    f"curl --user me:{CANARY} https://x",
    f"https://s3/x?X-Amz-Signature={CANARY}&z",
    f"https://x.blob.core.windows.net/c?sv=2020&sig={CANARY}%3D",
    f"amqp://me:a/{CANARY}@h/",
    f"DB_PASS='{CANARY} with spaces {CANARY}' ./run",
    f'export MY_SECRET="a \\" {CANARY} b" && ls',
    f"PGPASSWORD={CANARY} psql",
    f"mysql -uroot -p{CANARY} db",
    f"sshpass -p {CANARY} ssh h",
    f"docker login -u me -p {CANARY} registry",
    f"//registry.npmjs.org/:_authToken={CANARY}",
    f"GOCSPX-{CANARY}",
    f"whsec_{CANARY}",
    f"hvs.{CANARY}",
    f"lin_api_{CANARY}",
    f"AccountName=x;AccountKey={CANARY}==;EndpointSuffix=core",
    f'{{\\"password\\": \\"{CANARY}\\"}}',
    f"clientSecret={CANARY}",
    f"machine x login y password {CANARY}",
    f"set -gx GITHUB_TOKEN {CANARY}",
    f"setenv MY_TOKEN {CANARY}",
    f"openssl enc -pass pass:{CANARY}",
    f"htpasswd -bc file me {CANARY}",
    f"htpasswd -nb me {CANARY}",
    f"keytool -storepass {CANARY}",
    f"ansible -e ansible_become_pass={CANARY}",
    f"kubectl create secret generic x --from-literal=a={CANARY}",
    f"echo {CANARY} | sudo -S ls",
    f"echo '{CANARY}' | docker login --password-stdin",
    f'ssh-keygen -N "{CANARY}" -f x',
    f"otp={CANARY}",
    f"A=1\nDB_PASSWORD=a;{CANARY}&b\nB=2",
    f"cache_key = {CANARY}",
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
        "git commit -m 'auth: fix login'",
        "sort -k 2 --key 3",
        "primary key: id",
        "cache_key=build",
        "max_tokens=4096, tokens: 1200",
        "git checkout feature/sk-refactor-the-whole-thing",
        "Basic understanding of the token bucket",
        "docker run -u 1000:1000 -p 8080:80 image",
        "git push -u origin:main",
        "mysql -uroot -p db",
        "monkey: banana, bypass: none",
        "http://localhost:4873/@scope/package",
        "commit 0123456789abcdef0123456789abcdef01234567",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact_text(text) == text


def test_other_values_stay_as_they_are() -> None:
    value = {"max_tokens": 5, "name": "x", "flags": [True, None, 1.5]}

    assert redact(value) == {**value, "max_tokens": REDACTED}


def test_what_no_file_takes_is_spelled_out() -> None:
    assert redact({"a\ud800": ["b\udfff"]}) == {"a\\ud800": ["b\\udfff"]}


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
    for text in (
        *("a", "-----BEGIN ", "http://", "token ", "a-", "--a-", "key=", "token='", "://a:"),
        *("curl ", "curl -u ", "mysql ", "login a ", "echo a | ", "sk-", "\\", " ", "\n", "1"),
    ):
        redact_text(text * (200_000 // len(text)))
