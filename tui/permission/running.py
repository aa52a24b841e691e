"""Where words or input are code: what the * of a rule must never stand for."""

from collections.abc import Sequence

from tui.permission.programs import DOING, FILE_PROGRAMS, SHELLS, named

_WHOLE = frozenset(
    {
        *named("curl wget http https xh aria2c ftp ping dig nslookup whois"),
        *named("sqlite3 psql mysql mariadb redis-cli mongo mongosh duckdb"),
        *named("unzip patch 7z 7za cpio pax unar bsdtar"),
        *named("mvn sbt lein openssl gpg gpg2 ssh-keygen ansible ansible-playbook vagrant"),
        *named("code subl emacsclient crontab docker kubectl"),
    }
)
"""Programs whose words are addresses or code, or archives with whatever files in them.

Some of their commands have a table; those alone may have a *."""

_NESTED = named("aws gcloud az gh glab doctl heroku flyctl")
"""Programs whose commands have commands: `gh pr` alone says neither view nor merge."""

_ADDING = named("install i add get require download wheel pack")
_ADDERS = frozenset({*DOING, *named("brew apt apt-get dnf yum pacman apk zypper")}) - {"git"}
"""What brings packages in, each with code that runs at once or later, and who does it."""

_GIT_SETTING = named(
    "config bisect submodule hook for-each-repo filter-branch credential"
    " checkout restore reset clean"
)
_GIT_HARMLESS = frozenset({"--get", "--get-all", "--list", "-l", "-b", "log", "status"})
"""What makes a use of them harmless, if a rule spells it."""

_RUNNING = named("exec foreach eval dlx runner console shell tinker repl x call")
_SCRIPTS = named(
    "npm pnpm vitest jest turbo nx lerna flask pre-commit cypress playwright just task"
)
"""Programs whose `run` is followed by the name of something that the project itself describes.

Yarn's is not one of them: it starts every program that is installed."""

_CODE_LETTERS = frozenset("ceEfpPrxXC")
_CODE_OPTIONS = (
    *("eval", "exec", "command", "run", "script", "require", "import", "preload", "plugin"),
    *("config", "pager", "shell", "init", "file", "load"),
)

_INTERPRETERS = frozenset(
    {
        *named("python python2 python3 pypy pypy3 ipython node nodejs deno bun ts-node tsx perl"),
        *named("ruby irb php lua luajit Rscript R julia octave gnuplot bc tclsh wish elixir iex"),
        *named("erl ghci jshell scala groovy clojure bb swift ocaml guile racket sbcl java"),
        *named("sqlite3 psql mysql mariadb redis-cli mongo mongosh duckdb patch cpio pax gcc cc"),
        *named("clang g++ c++ as ld openssl gpg ftp telnet gdb lldb npx rails flask django-admin"),
        *named("docker kubectl terraform"),
    }
)
"""Programs that run, apply or compile what they read, unless a word says what else to run."""

_ALWAYS = named(
    "patch cpio pax sqlite3 psql mysql mariadb redis-cli mongo mongosh duckdb gpg docker kubectl"
    " terraform"
)
_GIT_APPLYING = named(
    "apply am fast-import update-index update-ref hash-object mktree unpack-objects"
)
_STANDARD_INPUT = frozenset(
    {"-", "-i", "--stdin", "/dev/stdin", "/dev/fd/0", "shell", "console", "tinker", "repl"}
    | {"dbshell", "dbconsole", "runner", "--interactive", "code", "pdb", "asyncio", "IPython"}
)
_LAUNCHERS = frozenset({*DOING, "pipenv"}) - {"git"}
"""Programs that may start an interpreter, which their words name: `uv run python`."""


def stands_for_code(words: Sequence[str], spelled: int) -> str:
    """Return why a rule with * must spell out more of a command without a table, or nothing."""
    program, rest = words[0], words[max(spelled, 1) :]
    if not rest:
        return ""
    if program in _WHOLE:
        return f"the words of {program} are addresses, code or archives; a rule must spell them out"
    second = words[1]
    if program in _ADDERS and not _ADDING.isdisjoint(words[1:3]):
        return f"{program} brings in code by the names that follow; a rule must spell them out"
    if spelled < 3 and (program in _NESTED or second in DOING.get(program, ())):
        return f"{program} {second} runs or sets what its words say; a rule must spell them out"
    given = words[1:spelled]
    if program == "git" and second in _GIT_SETTING and _GIT_HARMLESS.isdisjoint(given):
        return f"git {second} runs or sets what its words say; a rule must spell them out"
    if given and (given[-1] in _RUNNING or (given[-1] == "run" and program not in _SCRIPTS)):
        return f"{' '.join(words[:spelled])} runs what follows; a rule must spell it out"
    if program in FILE_PROGRAMS:
        return ""
    if given and _takes_code(given[-1]):
        return f"{given[-1]} may run or read what follows; a rule must spell it out"
    if odd := next((word for word in rest if "=" in word and word[0] != "-"), ""):
        return f"{odd} may set something; a rule must spell it out"
    return ""


def _takes_code(option: str) -> bool:
    """Tell whether what follows an option may be code, or a file with code or settings."""
    if option.startswith("--"):
        return option == "--" or any(part in option for part in _CODE_OPTIONS)
    return len(option) > 1 and option[0] == "-" and option[-1] in _CODE_LETTERS


def runs_its_input(words: Sequence[str]) -> str:
    """Return why what is piped into a command would be run or applied, or nothing."""
    program, rest = words[0], words[1:]
    if program in _LAUNCHERS:
        for at, word in enumerate(rest, 1):
            if word in SHELLS or (word in _INTERPRETERS and runs_its_input(words[at:])):
                return f"{word} may run what is piped into it"
    if program == "git":
        runs = bool(rest) and rest[0] in _GIT_APPLYING
    elif program in _INTERPRETERS or program == "make":
        named = not _STANDARD_INPUT.isdisjoint(rest)
        alone = program != "make" and all(word[:1] == "-" for word in rest)
        runs = named or alone or program in _ALWAYS
    else:
        runs = False
    return f"{program} may run what is piped into it" if runs else ""
