"""Looking for Codex and for a login, without reading a secret."""

from pathlib import Path

import pytest

from tests.support.programs import program
from tui.agents.codex.find import INSTALL, LOGIN_WITH_KEY, find
from tui.agents.dialect import Finding, Readiness


def surroundings(tmp_path: Path, **others: str) -> dict[str, str]:
    """Return an environment with a home of its own."""
    home = tmp_path / "home"
    (home / ".codex").mkdir(parents=True, exist_ok=True)
    return {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(home), **others}


@pytest.fixture
def codex(tmp_path: Path) -> str:
    """Install a Codex that answers with its version."""
    return str(program(tmp_path / "bin", "codex", "echo codex-cli 0.166.0"))


def test_a_codex_that_is_not_there_can_be_installed(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()

    assert find({"PATH": str(tmp_path / "bin")}, tmp_path) == Finding(
        readiness=Readiness.MISSING, problem="Codex is not installed.", remedy=INSTALL
    )


def test_a_login_is_known_by_its_file_alone(tmp_path: Path, codex: str) -> None:
    environment = surroundings(tmp_path)
    secret = tmp_path / "home" / ".codex" / "auth.json"
    secret.touch(mode=0o000)

    assert find(environment, tmp_path) == Finding(
        readiness=Readiness.READY, executable=codex, version="0.166.0", signed_in=True
    )


def test_another_home_of_codex_is_looked_into(tmp_path: Path, codex: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "auth.json").touch()

    found = find(surroundings(tmp_path, CODEX_HOME=str(elsewhere)), tmp_path)

    assert (found.readiness, found.signed_in) == (Readiness.READY, True)


def test_no_login_names_the_command_that_makes_one(tmp_path: Path, codex: str) -> None:
    assert find(surroundings(tmp_path), tmp_path) == Finding(
        readiness=Readiness.NOT_SIGNED_IN,
        executable=codex,
        version="0.166.0",
        signed_in=False,
        problem="Codex is not signed in.",
        remedy="codex login",
    )


def test_a_key_in_the_environment_has_to_be_given_to_codex(tmp_path: Path, codex: str) -> None:
    found = find(surroundings(tmp_path, OPENAI_API_KEY="x"), tmp_path)

    assert (found.readiness, found.remedy) == (Readiness.NOT_SIGNED_IN, LOGIN_WITH_KEY)


@pytest.mark.parametrize(
    ("settings", "others", "signed_in"),
    [
        ('[model_providers.stub]\nenv_key = "STUB_KEY"\n', {"STUB_KEY": "x"}, True),
        ('[model_providers.stub]\nenv_key = "STUB_KEY"\n', {}, False),
        ('[model_providers.stub]\nbase_url = "http://127.0.0.1/v1"\n', {}, None),
        ("", {}, None),
    ],
)
def test_another_provider_needs_its_own_key(
    tmp_path: Path, codex: str, settings: str, others: dict[str, str], signed_in: bool | None
) -> None:
    environment = surroundings(tmp_path, **others)
    config = tmp_path / "home" / ".codex" / "config.toml"
    config.write_text(f'model_provider = "stub"\n{settings}')

    found = find(environment, tmp_path)

    assert found.signed_in is signed_in
    assert (found.readiness is Readiness.NOT_SIGNED_IN) is (signed_in is False)


def test_a_login_in_a_keyring_cannot_be_told(tmp_path: Path, codex: str) -> None:
    environment = surroundings(tmp_path)
    config = tmp_path / "home" / ".codex" / "config.toml"
    config.write_text('cli_auth_credentials_store = "keyring"\n')

    found = find(environment, tmp_path)

    assert (found.readiness, found.signed_in) == (Readiness.READY, None)


@pytest.mark.parametrize("text", ["model =\n", "\udcff", "[model_providers]\nstub = 5\n"])
def test_settings_that_cannot_be_read_are_no_obstacle(
    tmp_path: Path, codex: str, text: str
) -> None:
    environment = surroundings(tmp_path)
    config = tmp_path / "home" / ".codex" / "config.toml"
    config.write_bytes(text.encode("utf-8", "surrogateescape"))

    assert find(environment, tmp_path).version == "0.166.0"


@pytest.mark.parametrize(
    ("version", "readiness", "tested"),
    [
        ("0.40.0", Readiness.TOO_OLD, False),
        ("0.60.1", Readiness.NOT_SIGNED_IN, False),
        ("0.96.0", Readiness.NOT_SIGNED_IN, True),
        ("0.166.0", Readiness.NOT_SIGNED_IN, True),
        ("1.2.3", Readiness.NOT_SIGNED_IN, False),
    ],
)
def test_versions_are_judged(
    tmp_path: Path, version: str, readiness: Readiness, tested: bool
) -> None:
    program(tmp_path / "bin", "codex", f"echo codex-cli {version}")

    found = find(surroundings(tmp_path), tmp_path)

    assert (found.readiness, found.version, found.tested) == (readiness, version, tested)


@pytest.mark.parametrize("script", ["exit 1", "echo hello", "echo 1.2.3; exit 3"])
def test_a_codex_that_does_not_answer_is_broken(tmp_path: Path, script: str) -> None:
    program(tmp_path / "bin", "codex", script)

    assert find(surroundings(tmp_path), tmp_path).readiness is Readiness.BROKEN
