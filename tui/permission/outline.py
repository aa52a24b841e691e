"""What a command line seems to run, proven or not. Good for warnings and denials, never for allows.

Where a proof stops at the first thing it does not know, an outline goes on: it looks into loops,
substitutions, `bash -c` texts and broken lines, and says where it had to guess.
"""

import re
from itertools import pairwise

import msgspec

from tui.permission.grammar import MOST_PIPES, SHORT, Patience, parse
from tui.permission.outline_walk import MOST_GUESSED, Outline, Walk, guessed
from tui.permission.programs import SHELLS, WRAPPERS, inner_words, program_name
from tui.permission.shell import LONGEST, Proof, Simple

DEEPEST = 3
"""How many `bash -c` inside one another are looked into."""

MOST_TEXTS = 8
"""How many `<<EOF` of a long line are looked for."""

_TEXT_OPTIONS = {"su": "-c", "runuser": "-c", "script": "-c", "env": "-S"}
"""Programs that hand the word behind an option to a shell."""

_STARTERS = SHELLS | WRAPPERS.keys() | _TEXT_OPTIONS.keys() | {"eval"}
_HEREDOC = re.compile(
    r"(?P<start><<-?[ \t]*(?P<quote>['\"\\]?)(?P<word>\w+)['\"]?[^\n]*\n)"
    r"(?P<body>.*?)(?P<end>^[ \t]*(?P=word)$)",
    re.DOTALL | re.MULTILINE,
)


def outline(line: str, proof: Proof, patience: Patience | None = None, depth: int = 0) -> Outline:
    """Return what a command line seems to run."""
    if patience is None and len(line) > SHORT:
        patience = Patience()
    if not proof.why:
        found = Outline(proof.commands)
    else:
        found = _walked(line, patience) if len(line) <= LONGEST else _long(line, patience)
    for command in found.commands:
        if command.words[0] in _STARTERS or "/" in command.words[0]:
            return _with_inner_shells(found, patience, depth)
    return found


def _walked(line: str, patience: Patience | None) -> Outline:
    """Return what the grammar of bash finds in a line; a guess where that takes too long."""
    root = parse(line, patience) if line.count("|") <= MOST_PIPES else None
    found = None if root is None else Walk(line).outline(root, patience)
    return found or _guess(line)


def _guess(line: str) -> Outline:
    return Outline(tuple(guessed(line)), broken=True, late=True)


def _long(line: str, patience: Patience | None) -> Outline:
    """Return what a long line seems to run; most are long because of a text for a file."""
    fed: list[str] = []

    def taken(match: re.Match[str]) -> str:
        body = match["body"]
        if not match["quote"] and ("$(" in body or "`" in body):
            return match[0]
        fed.append(body)
        return match["start"] + match["end"]

    few = len(line) <= MOST_GUESSED and line.count("<<") <= MOST_TEXTS
    short = _HEREDOC.sub(taken, line) if few else line
    if len(short) > LONGEST:
        return _guess(line)
    found = _walked(short, patience)
    commands = tuple(Simple(one.words, piped=one.piped) for one in found.commands)
    return msgspec.structs.replace(found, commands=commands, fed=(*found.fed, *fed))


def _with_inner_shells(found: Outline, patience: Patience | None, depth: int) -> Outline:
    """Add what the texts for other shells seem to run. Those of a short line need no patience."""
    texts: list[str] = []
    for command in found.commands:
        texts += _shell_texts(command.words, found.fed)
    if not texts:
        return found
    if depth >= DEEPEST:
        return msgspec.structs.replace(found, broken=True)
    for text in dict.fromkeys(texts):
        if patience is not None and patience.over:
            inner = _guess(text)
        else:
            inner = outline(text, Proof(why="inner"), patience, depth + 1)
        found = Outline(
            # Where the inner ones stand is counted in another text.
            commands=found.commands + tuple(Simple(one.words) for one in inner.commands),
            assignments=found.assignments + inner.assignments,
            redirections=found.redirections + inner.redirections,
            opaque=found.opaque + inner.opaque,
            substitutes=found.substitutes or inner.substitutes,
            background=found.background or inner.background,
            broken=found.broken or inner.broken,
            late=found.late or inner.late,
        )
    return found


def _shell_texts(given: tuple[str, ...], fed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command lines that a command hands to another shell."""
    words = inner_words(given)
    options = {_TEXT_OPTIONS.get(program_name(one)) for one in (given, words)}
    for before, text in pairwise(given[1:]):
        if before in options:
            return (text,)
    if words and " " in words[0]:
        return (" ".join(words),)  # watch 'make test'
    if program_name(words) == "eval":
        return (" ".join(words[1:]),)
    if program_name(words) not in SHELLS:
        return ()
    for option, text in pairwise(words[1:]):
        if option.startswith("-") and not option.startswith("--") and option.endswith("c"):
            return (text,)
    return fed
