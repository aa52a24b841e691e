"""Which options of which programs are harmless. Data; `flags.py` reads it.

A key is a program or a program with its command: `git log`. In a table
`-abc` are letters without a value, `-n:` is a letter with one, `-#` is a number such as `-20`,
`--long` stands alone, `--long=` takes a value, `=-t` is a letter that nothing may be glued to,
`!--long` is for rules that spell it. What is not listed is not allowed by a rule: no option that
writes, executes, follows the network or reads a list of further options is here.
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

OPTIONS: dict[str, str] = {
    "ls": """-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --author
     --color --color= --directory --full-time --group-directories-first --human-readable --inode
     --reverse --recursive --size --sort= --time= --time-style= --classify --format= --ignore=
     --hide= --no-group --numeric-uid-gid""",
    "cat": "-AbeEnstTuv --number --number-nonblank --show-all --squeeze-blank",
    "head": "-qvz -n: -c: -# --lines= --bytes= --quiet --silent --verbose",
    "tail": "-fFqvz -n: -c: -# --follow --lines= --bytes= --quiet --silent --verbose",
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
     --null --trim --vimgrep --iglob= --max-columns= --regexp= --no-config --quiet
     !--hidden !--no-ignore !-u !-uu""",
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
    "diff": "-qsbBwiaNurycdeEtTZ -U: -C: -x: -W: -# --brief --report-identical-files --unified"
    " --unified= --context --context= --recursive --ignore-case --ignore-all-space"
    " --ignore-space-change --ignore-blank-lines --new-file --side-by-side --color --color="
    " --exclude= --suppress-common-lines --width= --strip-trailing-cr --text --minimal",
    "cmp": "-bls -n: -i: --print-bytes --quiet --silent --verbose",
    "comm": "-123z --check-order --nocheck-order --output-delimiter= --total",
    "basename": "-az -s: --multiple --suffix= --zero",
    "dirname": "-z --zero",
    "realpath": "-emLPqsz --canonicalize-existing --canonicalize-missing --relative-to= --strip",
    "readlink": "-femnqsvz --canonicalize --canonicalize-existing --no-newline",
    "date": "-uR =-I =-Idate =-Ihours =-Iminutes =-Iseconds -d: -r: --utc --universal --date="
    " --iso-8601 --iso-8601= --rfc-3339= --rfc-email",
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
    "unzip -l": "-v",
    "lsof": "-alnPtUi -p: -c: -u: -i:",
    "ss": "-ltunaprxsHemio46O --listening --tcp --udp --numeric --all --processes",
    "netstat": "-antulpsrieg46",
    "free": "-bkmghlwt --human --mega --giga --mebi --gibi --total --wide --lohi",
    "uptime": "-ps --pretty --since",
    "nproc": "--all --ignore=",
    **dict.fromkeys(
        ("bat", "batcat"),
        "-npA -l: -r: -H: --plain --number --language= --line-range= --style= --color= --theme="
        " --decorations= --paging=never --wrap=never --show-all",
    ),
    **dict.fromkeys(
        ("exa", "eza"),
        "-1laAdDFGghHirRTuUxm -s: -L: -I: --git --icons --long --all --tree --level= --sort="
        " --group-directories-first --color= --header",
    ),
    "ag": "-ilLcwQsSvnoH -A: -B: -C: -m: -G: --color --nocolor --nogroup --nobreak --literal"
    " --ignore-case --smart-case --case-sensitive --word-regexp --files-with-matches --count"
    " --ignore= --depth= --max-count=",
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
    "git commit": "-avqs -m: --message= --all --verbose --quiet --signoff --dry-run --allow-empty"
    " !--amend !--no-edit",
    "git fetch": "-apqtvn --all --prune --tags --quiet --verbose --dry-run --depth=",
    "git push": "-nquv --dry-run --quiet --verbose --set-upstream --porcelain",
    "git pull": "-qvr --rebase --no-rebase --ff-only --quiet --verbose --prune --autostash",
    "git switch": "-q --quiet --no-guess",
    "git switch -c": "-q --quiet",
    "git switch --create": "-q --quiet",
    "git checkout -b": "-qt --quiet --track --no-track",
    "git restore --staged": "-q --quiet",
    "git --no-pager log": _GIT_LOG,
    "git --no-pager show": _GIT_LOG,
    "git --no-pager diff": _GIT_LOOK,
    "git --no-pager status": "-sb --short --branch --porcelain",
}

FILE_OPTIONS: dict[str, str] = {
    "cp": "-finpuv --force --no-clobber --preserve --update --verbose",
    "mv": "-finuv --force --no-clobber --update --verbose",
    "rm": "-fiIvd --force --verbose --dir",
    "gzip": "-cklqtv123456789 --keep --list --stdout --test --verbose",
}
"""Programs that change files, without a table of their own: a rule may spell further options."""

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
    # Other letters, also those of -aux, make some take -e for the one that shows environments.
    "ps": named("-e -f -ef -eF -A -p -u --sort --pid --ppid --user --forest --no-headers"),
    "test": named("""-b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -G -S -z -n -nt -ot
        -ef"""),
}
"""Programs whose options are whole words behind one dash: program → the harmless ones."""
