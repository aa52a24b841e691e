"""Options that write or execute, in every spelling that programs take for them."""

from collections.abc import Iterator

DANGEROUS: dict[str, str] = {
    "git log": "--output=x --ext-diff --textconv --open-files-in-pager=x",
    "git diff": "--output=x --ext-diff --textconv --no-index -Ox/../../../y",
    "git show": "--output=x --ext-diff --textconv",
    "git grep": "--open-files-in-pager=x -Ox --textconv --no-index --recurse-submodules",
    "git blame": "--contents=x --textconv --ignore-revs-file=/x",
    "git fetch": "--upload-pack=x --force --recurse-submodules --server-option=x -f -jx -ox",
    "git pull": "--upload-pack=x --strategy=x --force --edit --no-verify -sx -Xx -f -e",
    "git push": "--receive-pack=x --exec=x --force --mirror --delete --prune --no-verify -f -d -ox",
    "git commit": "--amend --no-verify --file=x --template=x --edit --interactive -Fx -n -e -p",
    "git branch": "--delete --force --move --edit-description --copy -D -M -f -m -ux",
    "git tag": "--delete --force --sign --file=x --edit -d -f -s -Fx",
    "git add": "--force --edit --interactive --patch --pathspec-from-file=x -f -e -i -p",
    "git switch": "--force --discard-changes --orphan=x --force-create=x -f -C",
    "git ls-files": "--exclude-from=x -Xx",
    "git cat-file": "--textconv --filters --batch --batch-check=x",
    "find .": "-exec -execdir -ok -okdir -delete -fprint -fprintf -fls -fprint0 -files0-from"
    " -follow",
    "sort a.txt": "--output=x --compress-program=x --files0-from=x --temporary-directory=x -ox -Tx",
    "tar -tf a.tar": "--to-command=x --checkpoint-action=x --use-compress-program=x --rsh-command=x"
    " --rmt-command=x --info-script=x --files-from=x --index-file=x -Ix -Fx -Tx -Cx -x -c -gx",
    "sed -n p": "--in-place --in-place=x --file=x --expression=x -i -ix -fx -ex",
    "grep -n x": "--file=x --dereference-recursive --exclude-from=x -fx -R",
    "rg x": "--pre=x --pre-glob=x --hostname-bin=x --file=x --search-zip --follow --hidden"
    " -z -fx -L",
    "fd x": "--exec --exec-batch --exec=x --base-directory=x --search-path=x -x -X -L -H",
    "make test": "--file=x --makefile=x --directory=x --eval=x --include-dir=x -fx -Cx -Ix -e -ox",
    "pytest -q": "--rootdir=x --override-ini=x --basetemp=x --junitxml=x --log-file=x --pdb"
    " --confcutdir=x --pdbcls=x --import-mode=x -px -cx -ox",
    "npm run x": "--prefix=x --script-shell=x --userconfig=x --globalconfig=x --node-options=x -C",
    "cargo build": "--config=x --manifest-path=x --target-dir=x --artifact-dir=x -Zx -C",
    "go test": "-exec -exec=x -toolexec -toolexec=x -o -overlay=x -modfile=x -C -ldflags=x -c",
    "go build": "-o -toolexec=x -overlay=x -buildmode=x -pkgdir=x",
    "ruff check": "--fix --config=x --output-file=x --cache-dir=x --add-noqa --watch -ox -w",
    "mypy": "--config-file=x --python-executable=x --install-types --cache-dir=x --junit-xml=x -cx",
    "tsc": "--outDir --outFile --init --watch --generateTrace --plugins -w",
    "file x": "--magic-file=x --compile --files-from=x --uncompress -mx -C -fx -z",
    "jq . x": "--from-file=x --library-path=x --rawfile=x --slurpfile=x -fx -Lx",
    "du .": "--files0-from=x --exclude-from=x -Xx",
    "wc x": "--files0-from=x",
    "diff a b": "--to-file=x --from-file=x --paginate --recursive --exclude-from=x -l -r -Xx -Dx",
    "date": "--set=x --file=x -sx -fx",
    "hostname": "--file=x --boot -Fx -b",
    "tree": "--fromfile --output=x -ox -R -l -Lo",
    "xxd": "-r -rx",
    "tail x": "--follow --follow=x --retry --pid=x -f -F",
    "mkdir x": "--mode=x --context=x -mx -Z",
    "touch x": "--reference=x --date=x -rx -tx",
    "ls": "--unknown --dired --hyperlink --zero",
}


_HARMLESS = ("--text", "--exclude=x")
"""Beginnings that are options of their own, and harmless ones."""


def variants() -> Iterator[str]:
    """Return each option whole, cut short, glued, before and after the words, and behind `--`."""
    for command, options in DANGEROUS.items():
        for option in options.split():
            for spelling in dict.fromkeys(_spellings(option)):
                if spelling in _HARMLESS:
                    continue
                yield f"{command} {spelling}"
                yield f"{command} {spelling} y"
                yield f"{command} a {spelling} y"
                yield f"{command} -- {spelling}"
                yield f"{command} '{spelling}'"


def _spellings(option: str) -> Iterator[str]:
    name, equals, value = option.partition("=")
    yield option
    if equals:
        yield f"{name} {value}"
        yield f"{name}={value}/../y"
    if name.startswith("--"):
        # Programs take a long option by any beginning that only it has.
        yield from (f"{name[:length]}{equals}{value}" for length in range(5, len(name)))
