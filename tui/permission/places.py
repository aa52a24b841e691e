"""Where paths lead: inside the project or out of it, to secrets, to what steers agents."""

import os
import re
import stat
from functools import lru_cache

from tui.permission.programs import named

_SECRET_NAMES = re.compile(
    r"\.env(\.(?!example$|sample$|template$|dist$).*)?|\.?envrc|\.netrc|\.pgpass|\.npmrc|\.pypirc"
    r"|\.git-credentials|\.htpasswd|credentials(\.\w+)?|secrets?(\.\w+)?|id_(rsa|dsa|ecdsa|ed25519)"
    r"(\.pub)?|.+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)|authorized_keys|known_hosts|shadow"
    r"|gshadow|sudoers|\.vault-token|\.dockercfg|kubeconfig|auth\.json|oauth_creds\.json"
)
_SECRET_FOLDERS = named(
    ".ssh .gnupg .aws .azure .kube .docker .password-store gcloud .config/gh keyrings"
)
_STEERING_FOLDERS = named(
    ".git .parley .claude .codex .gemini .vscode .idea .husky .devcontainer .agents"
)
_STEERING_NAMES = frozenset(
    {
        *(".mcp.json", ".gitconfig", ".gitmodules", ".gitattributes", ".bashrc", ".bash_profile"),
        *(".profile", ".zshrc", ".zshenv", ".zprofile", ".bash_login", ".bash_logout", ".inputrc"),
        *(".pre-commit-config.yaml", ".envrc", ".npmrc", ".yarnrc", ".yarnrc.yml", "crontab"),
        *("claude.md", "agents.md", "gemini.md", ".vimrc", ".exrc", ".editorconfig"),
    }
)
_PLAIN = re.compile(r"[A-Za-z0-9_=-]*+")
"""Words that name nothing hidden, nothing above and no folder; most words are like that."""

_DEVICES = ("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty")
_SEPARATORS = re.compile(r"[/:=,@\s]+")
_ROOTED = re.compile(r"(?:^|[=:,@]|^-[A-Za-z])(/[^:,=]*)")


def normal(path: str, project: str) -> str:
    """Return a path absolute and without dots; relative ones stand below the project."""
    return os.path.normpath(os.path.join(project, path))  # noqa: PTH118 - text only, no disk


def is_inside(path: str, project: str) -> bool:
    """Tell whether a normal path is the project or lies below it."""
    return path == project or path.startswith(project.rstrip("/") + "/")


@lru_cache(maxsize=2048)
def is_secret(path: str) -> bool:
    """Tell whether a path by its names holds keys, passwords or tokens."""
    parts = [part for part in _SEPARATORS.split(path.lower()) if part]
    return any(part in _SECRET_FOLDERS or _SECRET_NAMES.fullmatch(part) for part in parts)


@lru_cache(maxsize=2048)
def is_steering(path: str) -> bool:
    """Tell whether a path by its names decides what agents, shells or git will run later."""
    parts = [part for part in _SEPARATORS.split(path.lower()) if part]
    return any(part in _STEERING_FOLDERS or part in _STEERING_NAMES for part in parts)


def is_dot_file(path: str) -> bool:
    """Tell whether a path has a hidden part."""
    return "." in path and any(part.startswith(".") and part.strip(".") for part in path.split("/"))


@lru_cache(maxsize=2048)
def outside(word: str, project: str) -> str:
    """Return the path in a word of a command that leads out of the project, or nothing."""
    if _PLAIN.fullmatch(word):
        return ""
    if ".." in word and any(
        ".." in part and not is_inside(normal(part, project), project) for part in _parts(word)
    ):
        return word
    if "/" in word and "://" not in word:
        for match in _ROOTED.finditer(word):
            path = os.path.normpath(match[1])
            if path not in _DEVICES and not is_inside(path, project):
                return match[1]
    return word if word.startswith(("~", "$HOME", "${HOME")) else ""


def _parts(word: str) -> list[str]:
    """Return everything in a word that a program may take for a path."""
    attached = [word[2:]] if word.startswith("-") else []
    return [word, *re.split(r"[=:,@]", word), *attached]


@lru_cache(maxsize=512)
def glob(pattern: str) -> re.Pattern[str]:
    """Return the expression for a path glob: `*` within a part, `**` over parts, `?` one sign."""
    pieces: list[str] = []
    for part in re.split(r"(\*\*/|/\*\*$|\*\*|\*|\?)", pattern):
        match part:
            case "**/":
                pieces.append(r"(?:[^/]+/)*")
            case "/**":
                pieces.append(r"(?:/.*)?")
            case "**":
                pieces.append(r".*")
            case "*":
                pieces.append(r"[^/]*")
            case "?":
                pieces.append(r"[^/]")
            case _:
                pieces.append(re.escape(part))
    return re.compile("".join(pieces), re.DOTALL)


def matches(pattern: str, path: str, project: str) -> bool:
    """Tell whether a normal path fits a glob; a relative glob stands below the project."""
    if pattern.startswith("/"):
        return glob(pattern).fullmatch(path) is not None
    if not is_inside(path, project):
        return False
    below = path[len(project.rstrip("/")) :].lstrip("/")
    return glob(pattern).fullmatch(below) is not None


def both(path: str, base: str) -> tuple[str, ...]:
    """Return a path as written and as its links lead."""
    return tuple(dict.fromkeys((normal(path, base), real(path, base))))


def real(path: str, base: str) -> str:
    """Return where a path leads when all its links are followed."""
    try:
        return os.path.realpath(os.path.join(base, path))  # noqa: PTH118 - pathlib tidies first
    except (OSError, ValueError):
        return "\0"  # inside nothing: a path no system call takes


def links_out(path: str, base: str, project: str) -> bool:
    """Tell whether a path below a folder leads out of the project by a link."""
    if path.startswith("/") or ".." in path:
        return not is_inside(real(path, base), project)
    here = base
    # Most words are no links: looking at their own parts is several times faster than realpath.
    for part in path.split("/"):
        here = f"{here}/{part}"
        try:
            is_link = stat.S_ISLNK(os.lstat(here).st_mode)
        except PermissionError:
            return True
        except (OSError, ValueError):
            return False
        if is_link:
            return not is_inside(real(path, base), project)
    return False
