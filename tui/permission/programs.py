"""What is known about programs by their names alone. Data, and the few ways to look it up."""

from collections.abc import Iterator, Sequence
from itertools import islice


def named(words: str) -> frozenset[str]:
    """Return a list of names written in one line as a set."""
    return frozenset(words.split())


SHELLS = named(
    "sh bash dash zsh ksh mksh fish csh tcsh ash busybox pwsh powershell rbash yash nu xonsh elvish"
    " osh ysh oil es rc toybox"
)
"""Programs that run what they are given as a command line."""

PRIVILEGE = named(
    "sudo doas su pkexec runuser sudoedit setpriv run0 sudo-rs su-rs gosu su-exec pfexec dzdo"
)

WRAPPERS: dict[str, int] = {
    **dict.fromkeys(named("command builtin exec nohup setsid time nice ionice stdbuf"), 0),
    **dict.fromkeys(named("env xargs parallel sudo doas pkexec watch unbuffer caffeinate"), 0),
    **dict.fromkeys(named("busybox toybox run0 sudo-rs strace ltrace unshare systemd-run"), 0),
    **dict.fromkeys(named("fakeroot eatmydata torsocks proxychains4 rlwrap valgrind chronic"), 0),
    **dict.fromkeys(named("timeout chroot flock taskset gosu su-exec"), 1),
}
"""Programs that run another one → how many words of their own stand before its name."""

MOST_LAYERS = 8
"""Commands inside one another that are looked at one by one; the innermost one always is."""

_SUDO = named("u g p C T h R D r t U --user --group --prompt --chdir --chroot --host --role --type")

_VALUED: dict[str, frozenset[str]] = {
    **dict.fromkeys(("sudo", "sudo-rs", "run0"), _SUDO),
    "doas": named("u C"),
    "pkexec": named("--user"),
    "env": named("u C --unset --chdir"),
    "nice": named("n --adjustment"),
    "ionice": named("c n p --class --classdata"),
    "timeout": named("s k --signal --kill-after"),
    "stdbuf": named("i o e --input --output --error"),
    "time": named("f o --format --output"),
    "flock": named("w E --timeout --wait --conflict-exit-code"),
    "exec": named("a"),
    "watch": named("n --interval"),
    "caffeinate": named("t w"),
    "xargs": named("a d E I L n P s --arg-file --delimiter --max-args --max-procs --max-lines"),
    "parallel": named("j n N L S --jobs --max-args --delay"),
    "strace": named("a b e E I o O p P s S u X --output --trace --user"),
    "ltrace": named("a e l n o p s u x --output --user"),
    "unshare": named("S G R w --setuid --setgid --root --wd"),
    "systemd-run": named("p E H M u --property --setenv --unit --slice"),
}
"""Their options that take the next word, by letter or by name: it is not what runs."""

NEVER = frozenset(
    {
        *SHELLS,
        *PRIVILEGE,
        *WRAPPERS,
        *named("eval source exec trap coproc enable bind complete compgen alias unalias fc"),
        *named("let declare typeset local export readonly read unset mapfile readarray"),
        *named("getopts wait shopt set hash history"),
        *named("if then else elif fi for while until do done case esac select function in"),
        *named("awk gawk mawk nawk ed ex vi vim nvim view emacs m4 dc gdb lldb expect script"),
        *named("ssh scp sftp rsync nc ncat netcat socat telnet ftp"),
        *named("at batch crontab systemctl launchctl systemd-run service osascript"),
        *named("unshare nsenter chroot strace ltrace ptrace ld.so mount umount"),
        *named("dd mkfs shred wipefs fdisk parted reboot shutdown halt poweroff init"),
        *named("podman nix-shell entr inotifywait watchexec run-parts"),
        *named("tmux screen dtach xdg-open open start direnv find2perl logrotate"),
        *named("capsh bwrap firejail fakeroot proot valgrind perf hyperfine concurrently nodemon"),
        *named("gdbserver chronic ifne pee vipe visudo vipw vigr sg newgrp login rlwrap xvfb-run"),
        *named("dbus-run-session torsocks proxychains proxychains4 ccache distcc numactl chrt"),
        *named("prlimit choom cgexec eatmydata faketime catchsegv runcon sponge suspend logout"),
        *named("bg fg jobs disown break continue shift caller"),
        *named("zmodload autoload emulate noglob nocorrect print vared zle sched zstyle zcompile"),
        *named("zformat zparseopts zpty ztcp float integer repeat foreach pushd popd whence where"),
    }
)
"""Programs that no rule allows: they run, evaluate or start whatever stands in their words."""

FILE_PROGRAMS = named(
    "cp mv rm rmdir ln tee less more zcat gunzip gzip zip paste join expand unexpand shuf"
    " split nm size base64 iconv unlink"
)
"""Programs without a table whose words are files and nothing else."""

DOING = {
    "git": named(
        "config bisect submodule filter-branch difftool mergetool hook send-email instaweb gui"
        " daemon web--browse credential for-each-repo upload-pack receive-pack shell maintenance"
        " remote-ext remote-fd archive help clone worktree rebase am stash checkout restore reset"
        " clean apply update-index update-ref ls-remote fetch-pack send-pack http-push request-pull"
    ),
    "pre-commit": named("try-repo"),
    "npm": named(
        "run-script rum urn exec x explore config set edit init create innit install i add link"
        " rebuild"
    ),
    "pnpm": named("exec dlx config set init create install i add link"),
    "yarn": named("exec dlx config set init create add link node"),
    "cargo": named("install run"),
    "go": named("run generate tool install get env"),
    "pip": named("install download wheel config"),
    "pip3": named("install download wheel config"),
    "gem": named("install exec"),
    "uv": named("run tool pip add"),
    "poetry": named("run add config"),
    "bundle": named("exec config"),
    "deno": named("run eval task install compile"),
    "bun": named("x exec create add install"),
    **dict.fromkeys(named("pdm hatch rye pixi pipx volta flatpak snap"), named("run install")),
    **dict.fromkeys(named("conda mamba micromamba"), named("run install create config")),
    **dict.fromkeys(named("mise asdf pyenv rbenv nodenv"), named("exec x run install")),
    "nix": named("run shell develop build eval"),
    "rustup": named("run default override"),
    "swift": named("run"),
    "dotnet": named("run exec tool"),
    "composer": named("exec global require run-script config"),
    "mix": named("run eval"),
    "rails": named("runner console r c dbconsole db"),
    "celery": named("call shell"),
    "terraform": named("apply destroy import console"),
}
"""Commands of programs whose further words are code, addresses or settings that run later."""

READERS = frozenset(
    {
        *named("ls cat head tail wc grep egrep fgrep rg find fd stat file du df tree pwd echo"),
        *named("printf sort uniq cut tr nl diff cmp comm basename dirname realpath readlink"),
        *named("date whoami id uname hostname which type true false test seq jq column md5sum"),
        *named("sha1sum sha256sum cksum od xxd hexdump strings less more sed cd sleep fold tac"),
    }
)
"""Programs that only read, with the options of their tables."""

BUILDERS = frozenset(
    {
        *named("make cmake ninja cargo go npm pnpm yarn npx node deno bun python python3 pip pip3"),
        *named("pytest tox nox uv poetry ruff mypy pyright black isort flake8 eslint prettier"),
        *named("tsc jest vitest gradle mvn java javac gcc g++ cc c++ clang clang++ rustc"),
        *named("ruby bundle rake gem php composer dotnet swift perl git tar zip unzip gzip"),
        *named("gunzip touch mkdir cp mv ln tee patch rm rmdir chmod chown install"),
        *named("curl wget brew apt apt-get dnf yum pacman kill pkill killall"),
    }
)
"""Further programs whose dangers are known; any other name is an unknown program."""

LINK_PROOF = named("git make which type")
"""Programs that do not open what a link of the project leads to when a word names the link.

Git keeps links as such and refuses paths beyond them; the words of the others are no paths. What
npm, cargo and the like start may take theirs for paths.
"""

NETWORK = frozenset(
    {
        *named("curl wget ssh scp sftp rsync nc ncat netcat socat telnet ftp ping dig nslookup"),
        *named("host whois nmap aria2c http https gh glab aws gcloud az kubectl brew apt"),
        *named("apt-get dnf yum pacman npx"),
    }
)

NETWORK_COMMANDS = {
    "git": named("push pull fetch clone ls-remote submodule"),
    "npm": named("install i ci add publish update exec audit view"),
    "pnpm": named("install i add publish update dlx"),
    "yarn": named("install add publish upgrade dlx"),
    "pip": named("install download"),
    "pip3": named("install download"),
    "uv": named("pip sync add run tool"),
    "cargo": named("install publish update fetch add search"),
    "go": named("get install mod"),
    "docker": named("pull push run build"),
    "gem": named("install push update"),
    "bundle": named("install update"),
    "poetry": named("install add update publish"),
    "composer": named("install require update"),
}
"""Programs that reach the network with some of their commands."""


def program_name(words: Sequence[str]) -> str:
    """Return the name of a program without its folder; nothing for no words."""
    if not words:
        return ""
    return words[0].rpartition("/")[2] if "/" in words[0] else words[0]


def inner_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command inside `sudo`, `env A=b`, `timeout 5` and the like."""
    if not words or (words[0] not in WRAPPERS and "/" not in words[0]):
        return words
    *_, at = (0, *_inner(words))
    return words[at:]


def layers(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a command and the commands inside it: `nice sudo ls`, `sudo ls`, `ls`."""
    return [words, *(words[at:] for at in islice(_inner(words), MOST_LAYERS)), inner_words(words)]


def _inner(words: tuple[str, ...]) -> Iterator[int]:
    """Return where commands begin that are run by what stands before them."""
    at = 0
    while (own := WRAPPERS.get(name := words[at].rpartition("/")[2])) is not None:
        inner = at + 1
        valued = _VALUED.get(name, frozenset())
        while inner < len(words) and (words[inner].startswith("-") or "=" in words[inner]):
            inner += 2 if _takes_next(words[inner], valued) else 1
        inner += own
        if inner >= len(words):
            break
        at = inner
        yield at


def _takes_next(option: str, valued: frozenset[str]) -> bool:
    """Tell whether the word behind an option belongs to it: `-u root`, but not `-uroot`."""
    if option.startswith("--"):
        return option in valued
    letters = option[1:]
    first = next((at for at, letter in enumerate(letters) if letter in valued), None)
    return first is not None and first == len(letters) - 1


_GIT_VALUES = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env"})


def git_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command of git with its words, without the options of git itself."""
    at = 1
    while at < len(words) and words[at][:1] == "-":
        at += 2 if words[at] in _GIT_VALUES else 1
    return words[at:]
