"""Rules put into policy files, so that what is read back is what was meant."""

import json
import os
from pathlib import Path

from tui.errors import ParleyError
from tui.model.identity import new_uuid
from tui.permission.policy_file import parse_policy
from tui.permission.rules import ANY, Rule
from tui.permission.workspace import read_small

_FIELDS = ("decision", "tool", "command", "agent", "path", "host", "mcp", "reason")


class RuleError(ParleyError):
    """A rule could not be written down."""


def rule_text(rule: Rule) -> str:
    """Return a rule as it stands in a policy file."""
    lines = ["[[rule]]"]
    for name in _FIELDS:
        value = getattr(rule, name)
        if value is not None and (name, value) not in (("agent", ANY), ("reason", "")):
            lines.append(f"{name} = {_quoted(str(value))}")
    return "\n".join(lines) + "\n"


def parsed(rule: Rule) -> Rule | str:
    """Return a rule as it would be read from a file, or what is wrong with it."""
    try:
        file = parse_policy(rule_text(rule).encode(), Path(rule.file or "rule"))
    except UnicodeEncodeError:
        return "it has characters that cannot be written to a file"
    if file.faults:
        return file.faults[0].problem
    (found,) = file.rules
    same = all(getattr(found, name) == getattr(rule, name) for name in _FIELDS)
    return found if same else "it would be read back as another rule"


def appended(path: Path, rule: Rule, heading: str = "") -> bytes:
    """Return what a policy file holds with one more rule; nothing is written."""
    try:
        content = read_small(path)
    except OSError as error:
        raise RuleError(f"{path} cannot be read: {error.strerror}", "Mend its rights.") from error
    before = parse_policy(content or b"", path)
    if before.faults:
        raise RuleError(before.faults[0].text, "Mend it first: parley policy check")
    old = content if content is not None else heading.encode()
    gap = b"" if not old else b"\n" if old.endswith(b"\n") else b"\n\n"
    new = old + gap + rule_text(rule).encode()
    after = parse_policy(new, path)
    if after.faults:
        raise RuleError(f"The rule is not understood: {after.faults[0].problem}.", "Change it.")
    if after.rules[:-1] != before.rules:
        raise RuleError(f"{path} would not say the same as before.", "Write the rule by hand.")
    return new


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in the place of another, so that a crash leaves the old one or the new one."""
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if folder.is_symlink() or path.is_symlink():
        raise RuleError(f"{path} is a link.", "parley writes rules only to files of their own.")
    temporary = folder / f".{path.name}.{new_uuid()[:8]}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _quoted(text: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
