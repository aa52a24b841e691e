"""Where paths lead: inside the project or out of it, to secrets, to what steers agents."""

import os
import re
from functools import lru_cache
from typing import NamedTuple

from tui.permission.programs import named

_SECRET_NAMES = named(
    ".env .envrc envrc .netrc .pgpass .npmrc .pypirc .git-credentials .htpasswd credentials secret"
    " secrets authorized_keys known_hosts shadow gshadow sudoers .vault-token .dockercfg kubeconfig"
    " auth.json oauth_creds.json id_rsa id_dsa id_ecdsa id_ed25519"
    " .secret .secrets .dev.vars .my.cnf .s3cfg .boto .terraformrc .yarnrc.yml"
    " .ssh .gnupg .aws .azure .kube .docker .password-store keyrings"
)
"""Files and folders that hold keys, passwords or tokens."""

_SECRET_PATHS = (".config/gh", ".config/gcloud")

_SECRET_STEMS = named("credentials secret secrets id_rsa id_dsa id_ecdsa id_ed25519")
_SECRET_ENDINGS = named("pem key p12 pfx jks keystore kdbx ppk env tfvars tfstate")
_HARMLESS_ENDINGS = named("example sample template dist")
_STEERING_NAMES = frozenset(
    {
        *named(".git .parley .claude .codex .gemini .vscode .idea .husky .devcontainer .agents"),
        *(".github", ".circleci", ".gitlab-ci.yml", "jenkinsfile"),
        *(".mcp.json", ".gitconfig", ".gitmodules", ".gitattributes", ".bashrc", ".bash_profile"),
        *(".profile", ".zshrc", ".zshenv", ".zprofile", ".bash_login", ".bash_logout", ".inputrc"),
        *(".pre-commit-config.yaml", ".envrc", ".npmrc", ".yarnrc", ".yarnrc.yml", "crontab"),
        *("claude.md", "agents.md", "gemini.md", ".vimrc", ".exrc", ".editorconfig"),
        *(".zlogin", ".zlogout", ".bash_aliases", ".cshrc", ".kshrc", ".hg", ".jj", ".cursor"),
        *(".zed", ".dir-locals.el", ".nvim.lua", ".cargo", ".yarn", ".pnpmfile.cjs"),
        *("lefthook.yml", "mise.toml", ".mise.toml", ".tool-versions"),
    }
)
_ORDINARY_NAME = r"[\w*?%][\w*?%+-]*+(?:\.[\w*?%+-]++)*+"
_ORDINARY_PATH = rf"{_ORDINARY_NAME}(?:(?:://|::?|[/,=@]){_ORDINARY_NAME})*+/?+"
_ORDINARY_WORD = rf"(?:(?:\./)?+{_ORDINARY_PATH}|\.|--?[\w-]*+(?:={_ORDINARY_PATH})?+)"
_ORDINARY = re.compile(rf"{_ORDINARY_WORD}(?: {_ORDINARY_WORD})*+", re.ASCII)
"""Words that name nothing hidden, nothing above and nothing from the root, as most words are."""


_DEVICES = ("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr")
_PARTS = re.compile(r"[/:=,@\s]+")
_PIECES = re.compile(r"[=:,@]")
_WILD = re.compile(r"[*?/]+")
_STARS = re.compile(r"(\*\*/|/\*\*$|\*\*|\*|\?)")

MOST_GLOBS = 8
"""Globs that one with `**/` inside names, such as `a**/b`, may stand for."""

LONGEST = 4096
"""Characters of the longest path that any system takes."""

_TOO_LONG_NAME = re.compile(r"[^/]{256}")


class Place(NamedTuple):
    """What a word of a command says about where it leads, by its text alone."""

    secret: bool = False
    steering: bool = False
    """It decides what agents, shells or git will run later."""
    hidden: bool = False
    outside: str = ""
    """The path in it that leads out of the project."""


NOWHERE = Place()
"""What is said of a word that leads nowhere in particular."""

_NAMES_WITHOUT_DOT = frozenset(name for name in _SECRET_NAMES | _STEERING_NAMES if "." not in name)

_WATCHED = _SECRET_ENDINGS.union(
    name.partition(".")[0] or name for name in _SECRET_NAMES | _STEERING_NAMES | _SECRET_STEMS
) | {"config"}
"""Names without their endings: a word with one of them has to be looked at."""


def are_ordinary(text: str, glued: bool) -> bool:
    """Tell at a glance that words, joined by blanks, lead nowhere in particular, as most do."""
    if not _ORDINARY.fullmatch(text):
        return False
    if glued:
        text = _PIECES.sub(" ", text)
    return _WATCHED.isdisjoint(text.lower().replace(".", " ").replace("/", " ").split(" "))


def is_glued(text: str) -> bool:
    """Tell whether a word may be made of several, such as `--file=x` or `a:b`."""
    return "=" in text or ":" in text or "," in text or "@" in text


def place(word: str, project: str) -> Place:
    """Return where a word of a command leads, if it is taken for a path."""
    lower = word.lower()
    secret = steering = hidden = False
    if "." in lower or not _NAMES_WITHOUT_DOT.isdisjoint(_PARTS.split(lower)):
        secret = any(path in lower for path in _SECRET_PATHS)
        for name in _PARTS.split(lower):
            if name[:1] == "." and name.strip("."):
                hidden = True
            secret = secret or _is_secret_name(name)
            steering = steering or name in _STEERING_NAMES
    out = outside(word, project)
    return Place(secret, steering, hidden, out) if secret or steering or hidden or out else NOWHERE


def _is_secret_name(name: str) -> bool:
    if name in _SECRET_NAMES:
        return True
    stem, dot, ending = name.partition(".")
    if not dot:
        return False
    if stem in _SECRET_STEMS:
        return "." not in ending
    if name.startswith((".env.", ".env-", ".env_")):
        return name[5:] not in _HARMLESS_ENDINGS
    return name.rpartition(".")[2] in _SECRET_ENDINGS


def normal(path: str, project: str) -> str:
    """Return a path absolute and without dots; relative ones stand below the project."""
    if path and path[0] not in "/." and "/." not in path and "//" not in path and path[-1] != "/":
        return f"{project}/{path}" if project != "/" else f"/{path}"
    full = os.path.normpath(os.path.join(project, path))  # noqa: PTH118 - text only, no disk
    # Two slashes at the beginning are left as they are, though they mean one.
    return full[1:] if full.startswith("//") else full


def is_inside(path: str, project: str) -> bool:
    """Tell whether a normal path is the project or lies below it."""
    if path.startswith(project):
        return len(path) == len(project) or project == "/" or path[len(project)] == "/"
    return False


def is_secret(path: str) -> bool:
    """Tell whether a path by its names holds keys, passwords or tokens."""
    lower = path.lower()
    return any(map(_is_secret_name, _PARTS.split(lower))) or any(
        one in lower for one in _SECRET_PATHS
    )


def is_steering(path: str) -> bool:
    """Tell whether a path by its names decides what agents, shells or git will run later."""
    return any(name in _STEERING_NAMES for name in _PARTS.split(path.lower()))


def is_dot_file(path: str) -> bool:
    """Tell whether a path has a hidden part."""
    return "." in path and any(part.startswith(".") and part.strip(".") for part in path.split("/"))


def outside(word: str, project: str) -> str:
    """Return the path in a word of a command that leads out of the project, or nothing."""
    if word[:1] == "~" or word.startswith(("$HOME", "${HOME")):
        return word
    if "/" not in word and ".." not in word:
        return ""
    for path in pieces(word):
        rooted = path[:1] == "/" and "://" not in word
        if not rooted and ".." not in path:
            continue
        full = normal(path, project)
        if full not in _DEVICES and not is_inside(full, project):
            return path if rooted else word
    return ""


def pieces(word: str) -> list[str]:
    """Return everything in a word that a program may take for a path."""
    found = [word]
    if is_glued(word):
        found += _PIECES.split(word)
    if word[:1] == "-" and word[1:2] != "-":
        found.append(word[2:])
    return found


@lru_cache(maxsize=512)
def glob(pattern: str, project: str) -> re.Pattern[str]:
    """Return the expression for a path glob: `*` within a part, `**` over parts, `?` one sign.

    It fits normal paths; a relative glob stands below the project.
    """
    return re.compile("|".join(_expression(one, project) for one in _unglued(pattern)), re.DOTALL)


def glob_problem(pattern: str) -> str:
    """Return why a path glob could take too long to compare, or nothing."""
    return "" if _unglued(pattern) else "**/ stands inside names too often; begin a name with it"


def _unglued(pattern: str) -> list[tuple[str, ...]]:
    """Return globs in which every `**/` begins a name, that together fit what this one fits.

    `a**/b` fits what `ab` or `a?*/**/b` fit. None are returned where they would be too many.
    """
    found: list[tuple[str, ...]] = [()]
    for part in filter(None, _STARS.split(pattern)):
        longer: list[tuple[str, ...]] = []
        for before in found:
            if part == "**/" and before and before[-1][-1] != "/":
                longer += (before, (*before, "?", "*", "/", "**/"))
            else:
                longer.append((*before, part))
        if len(longer) > MOST_GLOBS:
            return []
        found = longer
    return found


def _expression(parts: tuple[str, ...], project: str) -> str:
    """Return the expression for a glob in which every `**/` begins a name.

    What stands before a `**`, and in a name before a `*`, is looked for once, from the left: going
    back could not help, and takes years on a long path.
    """
    groups: list[str] = []
    rooted = bool(parts) and parts[0][0] == "/"
    within = ["" if rooted else re.escape(project.rstrip("/")) + r"(?:/|\Z)"]
    for part in parts:
        if part in ("**/", "**"):
            groups.append(_committed(within, last=False))
            within = [r"(?:[^/]+/)*?" if part == "**/" else r".*?"]
        elif part == "*":
            within.append(r"[^/]*?")
        else:
            within[-1] += {"/**": r"(?:/.*)?", "?": r"[^/]"}.get(part) or re.escape(part)
    return "".join((*groups, _committed(within, last=True)))


def _committed(pieces: list[str], *, last: bool) -> str:
    """Join what is looked for piece by piece; there is no way back but to the beginning."""
    *before, end = pieces
    whole = "".join((*before[:1], *(f"(?>{piece})" for piece in before[1:]), end))
    return whole if last else f"(?>{whole})"


@lru_cache(maxsize=512)
def needle(pattern: str) -> str:
    """Return a piece of a name that every path has which fits a glob; nothing if there is none."""
    return max(_WILD.split(pattern), key=len)


def matches(pattern: str, path: str, project: str) -> bool:
    """Tell whether a normal path fits a glob; one that no system takes fits none."""
    if len(path) > LONGEST or _TOO_LONG_NAME.search(path):
        return False
    return glob(pattern, project).fullmatch(path) is not None


def real(path: str, base: str) -> str:
    """Return where a path leads when all its links are followed."""
    if len(path) > LONGEST:
        return "\0"
    try:
        return os.path.realpath(os.path.join(base, path))  # noqa: PTH118 - pathlib tidies first
    except (OSError, ValueError):
        return "\0"  # inside nothing: a path no system call takes
