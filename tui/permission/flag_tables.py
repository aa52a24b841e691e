"""Which options of which programs are harmless. Data; `flags.py` reads it.

A key is a program or a program with its command: `git log`. In a table
`-abc` are letters without a value, `-n:` is a letter with one, `-#` is a number such as `-20`,
`--long` stands alone, `--long=` takes a value. What is not listed is not allowed by a rule: no
option that writes, executes, follows the network or reads a list of further options is here.
"""

from tui.permission.programs import named

_GIT_LOOK = """-pusUwbz -U: -G: -S: -O: -# --patch --no-patch --stat --stat= --numstat --shortstat
 --name-only --name-status --raw --color --color= --no-color --word-diff --word-diff= --summary
 --no-ext-diff --no-textconv --ignore-space-change --ignore-all-space --ignore-blank-lines
 --diff-filter= --unified= --minimal --histogram --patience --check --full-index --binary --abbrev
 --abbrev= --no-renames --find-renames --exit-code --quiet --relative --cached --staged
 -WRac -M: -C: --function-context --compact-summary --dirstat --cumulative --no-prefix --text
 --find-copies --color-words --color-moved --no-color-moved --ignore-space-at-eol
 --ignore-cr-at-eol --cc"""

_GIT_LOG = f"""{_GIT_LOOK} -n: -i -E -F -L: --oneline --graph --decorate --decorate= --all
 --branches --tags --remotes --max-count= --skip= --since= --after= --until= --before=
 --author= --committer= --grep=
 --merges --no-merges --first-parent --reverse --follow --pretty --pretty= --format= --date=
 --date-order --topo-order --left-right --cherry-pick --no-walk --no-decorate --abbrev-commit
 --no-pager --show-signature --source --full-history --simplify-merges --all-match --invert-grep
 -m --not --cherry --cherry-mark --left-only --right-only --boundary --ancestry-path --parents
 --simplify-by-decoration --no-abbrev-commit --relative-date --full-diff --no-notes"""

_GREP = """-EFGPivwxcLlqsohHnTZzaIrUbuy -e: -m: -A: -B: -C: -# --extended-regexp --fixed-strings
 --basic-regexp --perl-regexp --regexp= --ignore-case --invert-match --word-regexp --line-regexp
 --count --color --color= --files-without-match --files-with-matches --max-count= --only-matching
 --quiet --silent --no-messages --byte-offset --with-filename --no-filename --line-number --null
 --after-context= --before-context= --context= --text --binary-files= --exclude= --exclude-dir=
 --include= --recursive"""

_PYTEST = """-xvqsl -k: -m: -r: -n: --lf --ff --sw --tb= --maxfail= --no-header --no-summary --co
 --collect-only --last-failed --failed-first --stepwise --durations= --exitfirst --verbose --quiet
 --cov --cov= --no-cov --color= --disable-warnings --strict-markers --showlocals --version
 --cov-report=term --cov-report=term-missing --fixtures --markers --stepwise-skip --runxfail
 --no-showlocals --setup-plan"""

_TSC = """-bp --noEmit --build --strict --pretty --listFiles --showConfig --version --skipLibCheck
 --noErrorTruncation --force --dry"""

_CARGO = """-qvr -p: -j: --quiet --verbose --release --all --workspace --package= --lib --bins
 --bin= --tests --test= --examples --example= --all-targets --all-features --no-default-features
 --features= --locked --offline --frozen --jobs= --message-format= --no-run --no-fail-fast --check
 --nocapture --exact --ignored --test-threads= --doc --profile="""

# Other words of unittest are names of anything that can be called: code.interact runs its input.
_UNITTEST = """-vqfbc -k: -s: -p: -t: --verbose --quiet --failfast --buffer --catch --locals
 --start-directory= --pattern= --top-level-directory="""

_JSON_TOOL = "--sort-keys --no-ensure-ascii --json-lines --compact --tab --no-indent --indent="

_PIP_LIST = "-ouleq --outdated --uptodate --editable --local --user --not-required --format= --pre"

_KUBECTL = "-A -n: -o: -l: --namespace= --all-namespaces --output= --selector= --no-headers"

_DOCKER = "-aq -f: -n: --all --quiet --no-trunc --format= --filter="

_NPM = """-sw --silent --if-present --workspaces --workspace= --json --depth= --all
 --watch=false --watchAll=false"""

OPTIONS: dict[str, str] = {
    "ls": """-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --author
     --color --color= --directory --full-time --group-directories-first --human-readable --inode
     --reverse --recursive --size --sort= --time= --time-style= --classify --format= --ignore=
     --hide= --no-group --numeric-uid-gid""",
    "cat": "-AbeEnstTuv --number --number-nonblank --show-all --squeeze-blank",
    "head": "-qvz -n: -c: -# --lines= --bytes= --quiet --silent --verbose",
    "tail": "-qvz -n: -c: -# --lines= --bytes= --quiet --silent --verbose",
    "wc": "-cmlLw --bytes --chars --lines --words --max-line-length",
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "rg": """-FivwxclnNoqsSHUPpa0I -e: -m: -A: -B: -C: -g: -t: -T: -d: -M: --fixed-strings
     --ignore-case --invert-match --word-regexp --line-regexp --count --count-matches --glob=
     --files --files-with-matches --files-without-match --line-number --no-line-number --heading
     --no-heading --only-matching --max-count= --max-depth= --context= --after-context=
     --before-context= --smart-case --case-sensitive --color= --type= --type-not= --type-list
     --json --stats --sort= --sortr= --multiline --pcre2 --column --no-filename --with-filename
     --null --trim --vimgrep --iglob= --max-columns= --regexp= --no-config --quiet""",
    "stat": "-Lft -c: --format= --printf= --terse --dereference --file-system",
    "file": "-bhikLNrv --brief --mime --mime-type --mime-encoding --dereference",
    "du": "-abchHkLlmPsSx0 -d: -t: --all --bytes --human-readable --max-depth= --summarize --total"
    " --apparent-size --exclude= --time --si",
    "df": "-ahHiklPT -t: -x: --human-readable --inodes --local --print-type --total --type=",
    "pwd": "-LP --logical --physical",
    "echo": "-neE",
    "printf": "",
    "sort": "-bdfghiMnRrVcCmsuz -k: -t: --ignore-case --numeric-sort --reverse --unique --key="
    " --field-separator= --human-numeric-sort --version-sort --check --stable"
    " --general-numeric-sort --ignore-leading-blanks --dictionary-order --month-sort",
    "uniq": "-cdDuiz --count --repeated --unique --ignore-case",
    "cut": "-nsz -b: -c: -d: -f: --bytes= --characters= --delimiter= --fields= --complement"
    " --only-delimited --output-delimiter=",
    "tr": "-cCdst --complement --delete --squeeze-repeats --truncate-set1",
    "nl": "-p -b: -h: -f: -i: -l: -n: -s: -v: -w:",
    "tac": "-br -s:",
    "fold": "-bs -w: --width= --spaces --bytes",
    "column": "-tenx -s: -o: -c: --table --separator= --output-separator=",
    "diff": "-qsbBwiaNuycdeEtTZ -U: -C: -x: -W: -# --brief --report-identical-files --unified"
    " --unified= --context --context= --ignore-case --ignore-all-space --ignore-space-change"
    " --ignore-blank-lines --new-file --side-by-side --color --color= --exclude="
    " --suppress-common-lines --width= --strip-trailing-cr --text --minimal",
    "cmp": "-bls -n: -i: --print-bytes --quiet --silent --verbose",
    "comm": "-123z --check-order --nocheck-order --output-delimiter= --total",
    "basename": "-az -s: --multiple --suffix= --zero",
    "dirname": "-z --zero",
    "realpath": "-emLPqsz --canonicalize-existing --canonicalize-missing --relative-to= --strip",
    "readlink": "-femnqsvz --canonicalize --canonicalize-existing --no-newline",
    "date": "-uR -I: -d: -r: --utc --universal --date= --iso-8601 --iso-8601= --rfc-3339="
    " --rfc-email",
    "whoami": "",
    "id": "-agGnruzZ --group --groups --name --real --user --zero",
    "uname": "-asnrvmpio --all --kernel-name --machine --operating-system --kernel-release",
    "hostname": "-fsdiI --fqdn --short --domain --ip-address",
    "which": "-a --all",
    "type": "-atpPf",
    "true": "",
    "false": "",
    "seq": "-w -s: -f: --equal-width --separator= --format=",
    "sleep": "",
    "cd": "",
    "jq": "-rcesnSMCajR --raw-output --compact-output --slurp --null-input --sort-keys --tab"
    " --exit-status --color-output --monochrome-output --raw-input --indent=",
    "md5sum": "-bctz --check --quiet --status --binary --text",
    "sha1sum": "-bctz --check --quiet --status --binary --text",
    "sha256sum": "-bctz --check --quiet --status --binary --text",
    "cksum": "",
    "od": "-abcdfilosxv -A: -j: -N: -t: -w: --address-radix= --format= --skip-bytes= --read-bytes=",
    "xxd": "-abEeipu -c: -g: -l: -s:",
    "hexdump": "-bcCdovx -n: -s:",
    "strings": "-aw -n: -t: -e: --all --bytes= --radix= --encoding=",
    "sed": "-nErsuz --quiet --silent --regexp-extended --null-data --separate",
    "tar": "-tvzjJf --list --verbose --gzip --bzip2 --xz",
    "mkdir": "-pv --parents --verbose",
    "touch": "-acmh --no-create",
    "make": "-ksnBiqwj -j: -l: --jobs --jobs= --keep-going --silent --quiet --dry-run --always-make"
    " --no-print-directory --question",
    "pytest": _PYTEST,
    "python -m pytest": _PYTEST,
    "python3 -m pytest": _PYTEST,
    "python -m unittest discover": _UNITTEST,
    "python3 -m unittest discover": _UNITTEST,
    "python -m json.tool": _JSON_TOOL,
    "python3 -m json.tool": _JSON_TOOL,
    "python -m py_compile": "-q --quiet",
    "python3 -m py_compile": "-q --quiet",
    "pip list": _PIP_LIST,
    "pip3 list": _PIP_LIST,
    "pip show": "-f --files",
    "pip3 show": "-f --files",
    "ruff check": "-qvs --quiet --verbose --silent --select= --ignore= --extend-select= --diff"
    " --statistics --output-format= --no-cache --preview --show-files --exit-zero --isolated",
    "ruff format": "-qvs --quiet --verbose --silent --check --diff --no-cache --preview --isolated",
    "golangci-lint run": "-v --verbose --timeout= --fast --color= --disable= --enable= --tests",
    "mypy": "-p: -m: --strict --pretty --no-error-summary --show-error-codes --no-incremental"
    " --ignore-missing-imports --follow-imports= --explicit-package-bases --warn-unreachable",
    "tsc": _TSC,
    "npm test": _NPM,
    "npm run": _NPM,
    "npm ls": _NPM,
    "npm outdated": _NPM,
    "cargo check": _CARGO,
    "cargo test": _CARGO,
    "cargo build": _CARGO,
    "cargo clippy": f"{_CARGO} -D: -W: -A: -F: --no-deps",
    "cargo bench": _CARGO,
    "cargo metadata": f"{_CARGO} --format-version= --no-deps",
    "cargo fmt": _CARGO,
    "cargo doc": f"{_CARGO} --no-deps",
    "cargo tree": f"{_CARGO} -i: -d -e: --depth= --invert= --edges= --duplicates",
    "git status": "-sbzv -u: --short --branch --porcelain --porcelain= --long --verbose --ignored"
    " --untracked-files --untracked-files= --show-stash --column --no-column --ahead-behind",
    "git log": _GIT_LOG,
    "git show": _GIT_LOG,
    "git diff": f"{_GIT_LOOK} --merge-base --base --ours --theirs",
    "git blame": "-befhlnpstwCM -L: -S: --porcelain --line-porcelain --date= --since= --reverse"
    " --show-email --show-name --show-number --color-lines",
    "git branch": "-avrl --all --remotes --list --verbose --show-current --contains= --merged"
    " --no-merged --sort= --format= --points-at= --column --no-column --color --no-color",
    "git tag": "-ln --list --contains= --merged --no-merged --sort= --format= --points-at=",
    "git remote": "-v --verbose",
    "git remote get-url": "--all --push",
    "git count-objects": "-vH --verbose --human-readable",
    "git diff-tree": f"{_GIT_LOOK} -rtm --root --no-commit-id --always --pretty --pretty="
    " --format=",
    "git for-each-ref": "--count= --sort= --format= --color= --points-at= --merged --no-merged"
    " --contains= --no-contains= --ignore-case --omit-empty",
    "git stash list": _GIT_LOG,
    "git stash show": _GIT_LOOK,
    "git ls-files": "-cdomsiktuvz -x: --cached --deleted --others --modified --stage --ignored"
    " --exclude-standard --exclude= --error-unmatch --full-name --abbrev --eol --deduplicate",
    "git ls-tree": "-drtlz --name-only --name-status --full-name --full-tree --long --abbrev",
    "git rev-parse": "-q --verify --abbrev-ref --short --short= --show-toplevel --git-dir"
    " --is-bare-repository --show-prefix --show-cdup --is-inside-work-tree --symbolic-full-name"
    " --all --quiet",
    "git rev-list": "-n: -# --count --all --max-count= --since= --until= --no-merges --merges"
    " --left-right --first-parent --reverse --author= --branches --tags",
    "git describe": "-# --all --tags --long --always --dirty --abbrev= --match= --exact-match",
    "git shortlog": "-nsec --numbered --summary --email --since= --until= --no-merges --all",
    "git cat-file": "-tspe",
    "git merge-base": "-a --all --is-ancestor --fork-point --octopus --independent",
    "git name-rev": "--tags --all --name-only --refs= --always",
    "git grep": f"{_GREP} -p -W --show-function --function-context --cached --name-only --untracked"
    " --and --or --not --all-match --max-depth= --heading --break --full-name --column",
    "git check-ignore": "-qvnz --quiet --verbose --non-matching --no-index",
    "git reflog": _GIT_LOG,
    "git add": "-AuvnN --all --update --verbose --dry-run --intent-to-add --ignore-errors",
    "git commit": "-avqs -m: --message= --all --verbose --quiet --signoff --dry-run --allow-empty",
    "git fetch": "-apqtvn --all --prune --tags --quiet --verbose --dry-run --depth=",
    "git push": "-nquv --dry-run --quiet --verbose --set-upstream --porcelain",
    "git pull": "-qvr --rebase --no-rebase --ff-only --quiet --verbose --prune --autostash",
    "git switch": "-cq --create --quiet --no-guess --track",
    "docker ps": f"{_DOCKER} -ls --latest --last= --size",
    "docker images": f"{_DOCKER} --digests --tree",
    "docker logs": "-t -n: --timestamps --tail= --since= --until= --details",
    "docker version": "-f: --format=",
    "docker compose ps": f"{_DOCKER} --services --status= --orphans",
    "docker compose logs": "-t -n: --timestamps --tail= --since= --until= --no-color"
    " --no-log-prefix",
    "docker compose ls": _DOCKER,
    "kubectl get": f"{_KUBECTL} -L: --show-labels --sort-by= --field-selector= --show-kind",
    "kubectl describe": _KUBECTL,
    "kubectl logs": f"{_KUBECTL} -p -c: --tail= --since= --previous --timestamps --container="
    " --all-containers --prefix --limit-bytes=",
    "kubectl version": "-o: --client --output=",
}

_GO = "v race run count short json cover bench benchmem timeout failfast parallel list m u f n x"

WORDS: dict[str, frozenset[str]] = {
    "find": named("""-H -P -name -iname -path -ipath -wholename -iwholename -regex -iregex
        -regextype -type -xtype -maxdepth -mindepth -depth -size -empty -mtime -mmin -newer
        -newermt -atime
        -amin -ctime -cmin -perm -user -group -uid -gid -readable -writable -executable -not -and
        -or -o -a -true -false -print -print0 -printf -prune -xdev -mount -ls -links -inum
        -samefile -daystart -noleaf -ignore_readdir_race -warn -nowarn -quit"""),
    "tree": named("""-a -d -f -i -q -N -p -s -u -g -h -D -F -v -t -c -r -n -C -A -S -L -P -I
        --dirsfirst --noreport --filelimit --prune"""),
    "fd": named("""-t -e -d -a -l -p -s -i -g -F -1 -0 --type --extension --max-depth --min-depth
        --absolute-path --list-details --full-path --case-sensitive --ignore-case --glob
        --fixed-strings --exclude -E --max-results --changed-within --color --size -S"""),
    "test": named("""-b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -G -S -z -n -nt -ot
        -ef"""),
    **dict.fromkeys(
        ("go test", "go build", "go vet", "go list", "go version", "go doc"),
        frozenset(f"-{word}" for word in _GO.split()),
    ),
    "go fmt": frozenset({"-n", "-x"}),
    "terraform plan": frozenset({"-no-color", "-input=false", "-detailed-exitcode"}),
    "terraform fmt": frozenset({"-check", "-diff", "-recursive", "-no-color"}),
    "terraform validate": frozenset({"-json", "-no-color"}),
    "node --version": frozenset({"--version"}),
    "python --version": frozenset({"--version"}),
    "python3 --version": frozenset({"--version"}),
    "npm --version": frozenset({"--version"}),
    "git --version": frozenset({"--version"}),
    "cargo --version": frozenset({"--version"}),
    "go version": frozenset({"-m", "-v"}),
}
"""Programs whose options are whole words behind one dash: program → the harmless ones."""
