"""What changed between two texts, in the spellings the CLIs use."""

import difflib
from dataclasses import dataclass
from hashlib import sha1

CONTEXT = 3


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that changed together, with their surroundings."""

    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: tuple[str, ...]
    """Each with a leading blank, minus or plus."""

    def __str__(self) -> str:
        header = f"@@ -{_span(self.old_start, self.old_lines)}"
        header += f" +{_span(self.new_start, self.new_lines)} @@\n"
        return header + "".join(line + "\n" for line in self.lines)


def _span(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"


def hunks(old: str, new: str) -> list[Hunk]:
    """Return the differences between two texts."""
    before, after = old.splitlines(), new.splitlines()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    found = []
    for group in matcher.get_grouped_opcodes(CONTEXT):
        rows: list[str] = []
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                rows += [" " + line for line in before[i1:i2]]
            else:
                rows += ["-" + line for line in before[i1:i2]]
                rows += ["+" + line for line in after[j1:j2]]
        i1, i2, j1, j2 = group[0][1], group[-1][2], group[0][3], group[-1][4]
        old_start, new_start = i1 + (i2 > i1), j1 + (j2 > j1)
        found.append(Hunk(old_start, i2 - i1, new_start, j2 - j1, tuple(rows)))
    return found


def unified(old: str, new: str) -> str:
    """Return the differences as hunks without a file header."""
    return "".join(map(str, hunks(old, new)))


def git_diff(path: str, old: str | None, new: str) -> str:
    """Return the differences as git prints them."""
    head = f"diff --git a/{path} b/{path}\n"
    if old is None:
        head += f"new file mode 100644\nindex {'0' * 40}..{_blob(new)}\n--- /dev/null\n"
    else:
        head += f"index {_blob(old)}..{_blob(new)}\n--- a/{path}\n"
    return f"{head}+++ b/{path}\n{unified(old or '', new)}"


def _blob(text: str) -> str:
    data = text.encode(errors="replace")
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
