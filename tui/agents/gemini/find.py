"""Where Gemini CLI is, and whether it could answer. It is never started for that."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from tui.agents.dialect import Finding, Readiness
from tui.agents.gemini.chats import gemini_folder
from tui.agents.gemini.ends import INSTALL, SIGN_IN

TESTED = frozenset({"0.61.0"})
_PACKAGE = "gemini-cli"
_KEYS = (
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_GENAI_USE_GCA",
)
_CHOSEN = re.compile(r'"selected(?:Auth)?Type"\s*:\s*"[^"]')


class _Package(msgspec.Struct):
    name: str = ""
    version: str | None = None


def find(environ: Mapping[str, str], cwd: Path) -> Finding:
    """Look for the program, its version and a sign-in."""
    executable = shutil.which("gemini", path=environ.get("PATH", ""))
    if executable is None:
        return Finding(
            readiness=Readiness.MISSING,
            problem="Gemini CLI is not installed.",
            remedy=INSTALL,
        )
    version = version_of(Path(executable))
    signed_in = is_signed_in(environ)
    finding = Finding(
        readiness=Readiness.READY,
        executable=executable,
        version=version,
        tested=version in TESTED,
        signed_in=signed_in,
    )
    if signed_in is False:
        return msgspec.structs.replace(
            finding,
            readiness=Readiness.NOT_SIGNED_IN,
            problem="Gemini CLI is not signed in.",
            remedy=SIGN_IN,
        )
    return finding


def version_of(executable: Path) -> str | None:
    """Return the version in the `package.json` above the program."""
    for folder in executable.resolve().parents[:5]:
        try:
            package = msgspec.json.decode((folder / "package.json").read_bytes(), type=_Package)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue
        if package.name.endswith(_PACKAGE):
            return package.version
    return None


def is_signed_in(environ: Mapping[str, str]) -> bool | None:
    """Judge by what exists, never by what is in it; None where only Gemini itself can tell."""
    folder = gemini_folder(environ)
    if any(environ.get(key) for key in _KEYS) or (folder / "oauth_creds.json").exists():
        return True
    in_files = (folder / ".env").exists() or (folder.parent / ".env").exists()
    return None if in_files or _method_is_chosen(folder) else False


def key_in_reach(environ: Mapping[str, str], cwd: Path) -> str | None:
    """Return the sign-in method that a key in the environment stands for.

    None where a method is chosen already: choosing another would delete that login.
    """
    chosen = _method_is_chosen(gemini_folder(environ)) or _method_is_chosen(cwd / ".gemini")
    return "gemini-api-key" if environ.get("GEMINI_API_KEY") and not chosen else None


def _method_is_chosen(folder: Path) -> bool:
    return _CHOSEN.search(_text(folder / "settings.json")) is not None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
