"""What is risky about a command line."""

import re
from collections.abc import Callable, Iterator

from tui.permission import places
from tui.permission.flags import objection
from tui.permission.footprint import footprint
from tui.permission.outline_walk import Outline
from tui.permission.programs import (
    BUILDERS,
    NETWORK,
    NETWORK_COMMANDS,
    PRIVILEGE,
    READERS,
    SHELLS,
    WRAPPERS,
    git_words,
    inner_words,
    named,
    program_name,
)
from tui.permission.reading import Reading
from tui.permission.risk_words import Level, Reason

LONG = 2048
"""Characters from which a command is hard to read in one go."""

MOST_COMMANDS = 200
"""Commands of one line that are assessed one by one; more are a risk by themselves."""

_TO_DESCRIPTOR = re.compile(r"\d*>&\s*(?:\d+|-)")
"""`2>&1` and the like: nothing is written to a file."""

_DELETING = named("rm rmdir unlink shred srm trash truncate")
_WRITING = named("cp mv ln tee touch mkdir install rsync dd patch sponge chmod chown tar unzip rm")
_INTERPRETERS = SHELLS | named("python python3 perl ruby node php deno bun lua osascript")
_SYSTEM = named(
    "mkfs dd mount umount fdisk parted wipefs reboot shutdown halt poweroff systemctl iptables"
    " crontab dropdb"
)
_KNOWN = BUILDERS | SHELLS | PRIVILEGE | NETWORK | _SYSTEM | _DELETING
_STEERING_VARIABLES = named(
    "PATH LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES BASH_ENV ENV IFS PROMPT_COMMAND"
    " SHELLOPTS NODE_OPTIONS PYTHONPATH PYTHONSTARTUP PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS"
    " GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PAGER PAGER EDITOR VISUAL GIT_DIR"
    " GIT_CONFIG_GLOBAL"
    " LESSOPEN HOME"
)
_GIT_READING = named(
    "status log diff show blame ls-files ls-tree rev-parse rev-list describe shortlog cat-file grep"
    " merge-base name-rev check-ignore reflog --version"
)
_GIT_SETTING = ("-c", "--config-env", "--exec-path=")
_GIT_RUNNING = ("--upload-pack", "--receive-pack")
"""Options of git itself and of its commands by which it is told what to run."""

_CONTAINERS = named("docker podman nerdctl")
_ELSEWHERE = {
    "kubectl": named("delete drain"),
    "terraform": named("apply destroy"),
    "tofu": named("apply destroy"),
    "gh": named("delete"),
    "aws": named("rb rm"),
    "docker": named("prune rm rmi"),
    "podman": named("prune rm rmi"),
    "npm": named("publish unpublish"),
    "cargo": named("publish yank"),
    "redis-cli": named("flushall flushdb FLUSHALL FLUSHDB"),
}
"""Programs with the words by which they delete or change what lies elsewhere."""

_WHOLE_MACHINE = re.compile(
    r"--privileged|/:|.*=/:|--(?:pid|net|network|ipc|userns)=host|.*docker\.sock"
)
_GIT_REWRITING: dict[str, Callable[[tuple[str, ...]], bool]] = {
    "push": lambda words: any(
        word.startswith(("--force", "-f", "+", "--delete", "-d", ":", "--mirror")) for word in words
    ),
    "reset": lambda words: not {"--hard", "--merge", "--keep"}.isdisjoint(words),
    "commit": lambda words: "--amend" in words,
    "branch": lambda words: not {"-D", "-d", "-M", "-f", "--delete", "--force"}.isdisjoint(words),
    "tag": lambda words: not {"-d", "-f", "--delete", "--force"}.isdisjoint(words),
    "stash": lambda words: not {"drop", "clear"}.isdisjoint(words),
    "checkout": lambda words: not {"-f", "--force", "--", "."}.isdisjoint(words),
    "reflog": lambda words: not {"expire", "delete"}.isdisjoint(words),
    "update-ref": lambda words: True,
    "rebase": lambda words: True,
    "filter-branch": lambda words: True,
    "filter-repo": lambda words: True,
    "clean": lambda words: True,
    "restore": lambda words: True,
    "gc": lambda words: any(word.startswith("--prune") for word in words),
}

_DOING = frozenset(
    {
        *(PRIVILEGE | _DELETING | _SYSTEM | NETWORK | NETWORK_COMMANDS.keys()),
        *("find", "git", "chmod", "chown", "kill", "pkill", "killall", *_CONTAINERS),
        *_ELSEWHERE,
    }
)
"""Programs of which more can be said than that they run; `mkfs.ext4` and the like are such too."""

_QUIET = READERS - WRAPPERS.keys() - _INTERPRETERS - _DOING
"""Programs of which only their words can be risky."""


def command_reasons(reading: Reading, project: str) -> list[Reason]:
    """Return everything risky about a command line; a reader of files alone gives nothing."""
    found = reading.outline
    reasons: list[Reason] = []
    if reading.harm:
        reasons.append(Reason(Level.HIGH, reading.harm.removeprefix("it ")))
    if reading.proof.why:
        reasons += _unproven(reading, found)
    if len(reading.line) > LONG:
        reasons.append(Reason(Level.MEDIUM, f"is long: {len(reading.line):,} characters"))
    for text in found.assignments:
        name = text.partition("=")[0].rstrip("+")
        if name in _STEERING_VARIABLES:
            reasons.append(Reason(Level.HIGH, f"sets {name}, which decides what programs do"))
    for text in found.redirections:
        reasons += _redirection(text, project)
    commands = found.commands
    if len(commands) > MOST_COMMANDS:
        reasons.append(Reason(Level.HIGH, f"runs more than {MOST_COMMANDS} commands"))
        commands = commands[:MOST_COMMANDS]
    for command in commands:
        if signs := _command(command.words, command.piped, project):
            at = (command.start, command.end) if command.end else None
            reasons += [Reason(level, text, at) for level, text in signs]
    return reasons


def _unproven(reading: Reading, found: Outline) -> Iterator[Reason]:
    yield Reason(Level.MEDIUM, f"parley cannot tell all that it runs: {reading.proof.why}")
    if found.late:
        yield Reason(Level.HIGH, "is too long to be read for certain")
    elif found.broken:
        yield Reason(Level.HIGH, "is not a command line that bash's grammar fits")
    if found.opaque:
        yield Reason(Level.HIGH, f"hides which program it runs: {found.opaque[0]}")
    if found.background:
        yield Reason(Level.MEDIUM, "leaves something running in the background")


def _redirection(text: str, project: str) -> Iterator[Reason]:
    if ">" not in text or _TO_DESCRIPTOR.fullmatch(text):
        return
    target = text.rpartition(">")[2].strip("&| '\"")
    if target in ("/dev/null", "/dev/stdout", "/dev/stderr"):
        return
    place = places.place(target, project)
    if place.outside:
        yield Reason(Level.HIGH, f"writes outside the project: {target}")
    elif place.steering or place.secret:
        yield Reason(Level.HIGH, f"writes a file that decides what runs later: {target}")
    else:
        yield Reason(Level.MEDIUM, f"writes {target}")


def _command(given: tuple[str, ...], piped: bool, project: str) -> list[tuple[Level, str]]:
    """Return what is risky about one simple command."""
    found: list[tuple[Level, str]] = []
    words, program = given, given[0]
    if program in _QUIET:
        trace = footprint(words, project)
        if not trace.marked and trace.look.key is not None and not trace.look.why:
            return found
    if program in WRAPPERS or "/" in program:
        words = inner_words(given)
        program = program_name(words)
        words = (program, *words[1:])
        if program_name(given) in PRIVILEGE:
            found.append((Level.HIGH, "takes the rights of another user"))
    if program in _INTERPRETERS and _runs_its_input(words, piped):
        found.append((Level.HIGH, f"pipes text into {program}, which runs it"))
    if program in _DOING or program[:4] == "mkfs":
        found += _doing(program, words)
    trace = footprint(words, project)
    seen = trace.look
    if program in READERS or (program == "git" and _reads(words)):
        if why := seen.why or (seen.key is None and objection(words, 0)):
            found.append((Level.MEDIUM, f"may do more than read: {why}"))
    elif program not in _KNOWN:
        found.append((Level.MEDIUM, f"runs {program or 'something'}, which parley does not know"))
    elif not found:
        found.append((Level.MEDIUM, f"runs {program}"))
    if trace.marked:
        found += _places(trace.marked, program)
    return found


def _doing(program: str, words: tuple[str, ...]) -> Iterator[tuple[Level, str]]:
    if program in PRIVILEGE:
        yield Level.HIGH, "takes the rights of another user"
    if why := _destruction(program, words):
        yield Level.HIGH, why
    if why := _network(program, words):
        yield Level.MEDIUM, why


def _runs_its_input(words: tuple[str, ...], piped: bool) -> bool:
    """Tell whether an interpreter runs what it reads, having no program of its own."""
    first = next((word for word in words[1:] if word[:1] != "-"), "")
    return first.startswith("<(") or (piped and (not first or "-" in words or "-s" in words))


def _reads(words: tuple[str, ...]) -> bool:
    return len(words) > 1 and words[1] in _GIT_READING


def _destruction(program: str, words: tuple[str, ...]) -> str:
    rest = words[1:]
    if program in _DELETING or program.startswith("mkfs"):
        folder = any(w.startswith("-") and not {"r", "R"}.isdisjoint(w) for w in rest)
        return "deletes a folder with all in it" if folder else "deletes files"
    if program in _SYSTEM:
        return f"{program} changes the system"
    if program == "find" and (risky := {"-delete", "-exec", "-execdir", "-ok"} & set(rest)):
        return f"find runs or deletes what it finds: {min(risky)}"
    if program == "git":
        return _git_destruction(words)
    if lost := _ELSEWHERE.get(program, frozenset()).intersection(rest):
        return f"deletes or changes what lies elsewhere: {program} {min(lost)}"
    if program in _CONTAINERS and (odd := next(filter(_WHOLE_MACHINE.match, rest), "")):
        return f"gives a container the rights or the disk of this machine: {odd}"
    if program in ("chmod", "chown") and any(w in ("-R", "--recursive", "777") for w in rest):
        return f"{program} changes who may read and write, widely"
    return "ends other programs" if program in ("kill", "pkill", "killall") else ""


def _git_destruction(words: tuple[str, ...]) -> str:
    command = git_words(words)
    own = words[1 : len(words) - len(command)]
    if any(word.startswith(_GIT_SETTING) for word in own):
        return f"tells git what to run or to obey: {' '.join(own)}"
    if odd := next((word for word in command if word.startswith(_GIT_RUNNING)), ""):
        return f"tells git what to run: {odd}"
    sub, *rest = command or ("",)
    if sub in _GIT_REWRITING and _GIT_REWRITING[sub](tuple(rest)):
        return f"git {sub} can lose work or rewrite history"
    return ""


def _network(program: str, words: tuple[str, ...]) -> str:
    commands = NETWORK_COMMANDS.get(program, frozenset())
    if program not in NETWORK and not (len(words) > 1 and words[1] in commands):
        return ""
    address = next((word for word in words[1:] if "://" in word or "@" in word), "")
    return f"reaches the network: {address or ' '.join(words[:2])}"


def _places(
    marked: tuple[tuple[str, places.Place], ...], program: str
) -> Iterator[tuple[Level, str]]:
    writes = program in _WRITING
    for word, place in marked:
        if place.secret:
            yield Level.HIGH, f"touches a place for secrets: {word}"
        elif place.steering and program != "git":
            level = Level.HIGH if writes else Level.MEDIUM
            yield level, f"touches a file that decides what runs later: {word}"
        if place.outside:
            level = Level.HIGH if writes else Level.MEDIUM
            yield level, f"leads outside the project: {place.outside}"
        elif place.hidden and not place.steering:
            yield Level.MEDIUM, f"touches a hidden file: {word}"
