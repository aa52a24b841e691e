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
    "diff a b": "--to-file=x --from-file=x --paginate --exclude-from=x -l -Xx -Dx",
    "date": "--set=x --file=x -sx -fx",
    "hostname": "--file=x --boot -Fx -b",
    "tree": "--fromfile --output=x -ox -R -l -Lo",
    "xxd": "-r -rx",
    "tail x": "--retry --pid=x",
    "mkdir x": "--mode=x --context=x -mx -Z",
    "touch x": "--reference=x --date=x -rx -tx",
    "eslint x": "--fix --config=x --rulesdir=x --plugin=x --parser=x --format=x --output-file=x"
    " --resolve-plugins-relative-to=x --init --cache-location=x -cx -fx -ox",
    "jest x": "--config=x --globalSetup=x --setupFiles=x --reporters=x --testRunner=x --transform=x"
    " --runner=x --env=x --outputFile=x --rootDir=x --projects=x --resolver=x --filter=x -cx -u -f",
    "vitest run": "--config=x --root=x --dir=x --reporter=x --environment=x --outputFile=x -cx -rx"
    " --globals=x --coverage.provider=x -u",
    "prettier x": "--config=x --plugin=x --ignore-path=x --parser=x --config-precedence=x",
    "black x": "--config=x --code=x --stdin-filename=x --workers=x -cx -Wx",
    "pylint x": "--init-hook=x --load-plugins=x --rcfile=x --output=x --output-format=x"
    " --import-graph=x --persistent=x",
    "flake8 x": "--config=x --append-config=x --output-file=x --tee --require-plugins=x",
    "mypy x": "--config-file=x --python-executable=x --any-exprs-report=x --shadow-file=x",
    "pyright x": "--pythonpath=x --venvpath=x --createstub=x --typeshedpath=x --project=x -px -w",
    "isort x": "--settings-path=x --sp=x --settings-file=x --formatter=x",
    "tox -e py": "--override=x --conf=x --workdir=x --root=x --result-json=x --devenv=x -xx -cx",
    "nox -s x": "--noxfile=x --keywords=x --envdir=x --report=x --tags=x -kx -tx -fx",
    "ctest": "--script=x --build-and-test=x --dashboard=x --output-log=x --extra-submit=x -Sx -Dx"
    " -Ox -Mx -Tx",
    "ninja": "-tx -fx -dx",
    "rake x": "--execute=x --rakefile=x --require=x --libdir=x --rakelibdir=x -ex -Ex -px -fx -rx",
    "rspec x": "--require=x --options=x --format=x --out=x --pattern=x -rx -Ox -Ix -fx -ox",
    "dotnet test": "--settings=x --logger=x --output=x --collect=x --test-adapter-path=x -px -sx",
    "gh pr list": "--jq=x --template=x --web --repo=x --app=x -qx -tx -w -Rx",
    "docker images": "--config=x --host=x -Hx",
    "bat x": "--pager=x --map-syntax=x --file-name=x --diff --config-file=x -mx -d",
    "lsof": "-Dx -Fx -Ax -r -kx",
    "ss": "--kill --diag=x --filter=x -K -Dx -Fx -E",
    "ps": "-E -M -qx --context -x -a -oenviron -L -T -m",
    "git checkout -b x": "--force --orphan=x --detach --merge --patch --conflict=x -f -p -m",
    "git restore --staged x": "--worktree --source=x --patch --merge --overlay -W -sx -p -m",
    "git --no-pager log": "--output=x --ext-diff --textconv",
    "uv run pytest": "--rootdir=x --override-ini=x -px -cx -ox --pdbcls=x",
    "python -m mypy x": "--config-file=x --python-executable=x",
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
