"""Which options of a project's own tools are harmless: testers, linters, builders, containers.

Written as in `flag_tables`. Most of these tools run what the project's own files say, which a rule
for them allows; no option is here that names other code, other settings or another file to write.
"""

_PYTEST = """-xvqsl -k: -m: -r: -n: --lf --ff --sw --tb= --maxfail= --no-header --no-summary --co
 --collect-only --last-failed --failed-first --stepwise --durations= --exitfirst --verbose --quiet
 --cov --cov= --no-cov --color= --disable-warnings --strict-markers --showlocals --version
 --cov-report=term --cov-report=term-missing --fixtures --markers --stepwise-skip --runxfail
 --no-showlocals --setup-plan"""

_MYPY = """-p: -m: --strict --pretty --no-error-summary --show-error-codes --no-incremental
 --ignore-missing-imports --follow-imports= --explicit-package-bases --warn-unreachable"""

_RUFF_CHECK = """-qvs --quiet --verbose --silent --select= --ignore= --extend-select= --diff
 --statistics --output-format= --no-cache --preview --show-files --exit-zero --isolated
 !--fix"""

_RUFF_FORMAT = """-qvs --quiet --verbose --silent --check --diff --no-cache --preview --isolated"""

_BLACK = """-SCqv -l: -t: --check --diff --color --no-color --fast --safe --quiet --verbose
 --preview --line-length= --target-version= --exclude= --include= --extend-exclude= --force-exclude=
 --skip-string-normalization"""

_FLAKE8 = """-qv -j: --count --statistics --show-source --max-line-length= --max-complexity=
 --select= --ignore= --extend-ignore= --extend-select= --exclude= --filename= --per-file-ignores=
 --exit-zero --jobs= --color= --disable-noqa --isolated"""

# Other words of unittest are names of anything that can be called: code.interact runs its input.
_UNITTEST = """-vqfb -k: -s: -p: -t: --verbose --quiet --failfast --buffer --catch --locals
 --start-directory= --pattern= --top-level-directory="""

_JSON_TOOL = "--sort-keys --no-ensure-ascii --json-lines --compact --tab --no-indent --indent="

_PIP_LIST = "-ouleq --outdated --uptodate --editable --local --user --not-required --format= --pre"

_TSC = """-p --noEmit --strict --pretty --listFiles --showConfig --version --skipLibCheck
 --noErrorTruncation --force --dry"""

_ESLINT = """--ext= --quiet --max-warnings= --color --no-color --debug --env-info --cache
 --report-unused-disable-directives --no-error-on-unmatched-pattern --no-warn-ignored
 !--fix"""

# Glued to a letter, some take what follows for further letters: -tc=x is --config=x.
_JEST = """-bio =-t =-w --ci --verbose --silent --runInBand --bail --bail= --passWithNoTests
 --listTests --onlyChanged --onlyFailures --testNamePattern= --testPathPattern= --testPathPatterns=
 --maxWorkers= --forceExit --detectOpenHandles --no-cache --findRelatedTests --lastCommit --expand
 --coverage --coverage=false --no-coverage --color --colors --watch=false --watchAll=false
 !-u !--updateSnapshot"""

_VITEST = """=-t --run --testNamePattern= --bail= --silent --passWithNoTests --no-color --color
 --coverage --changed --watch=false --allowOnly --retry= --maxWorkers= !-u"""

_PRETTIER = "-clwu --check --list-different --write --ignore-unknown --no-color --log-level="

_NPM = """-sw --silent --if-present --workspaces --workspace= --json --depth= --all
 --watch=false --watchAll=false"""

_CARGO = """-qvr -p: -j: --quiet --verbose --release --all --workspace --package= --lib --bins
 --bin= --tests --test= --examples --example= --all-targets --all-features --no-default-features
 --features= --locked --offline --frozen --jobs= --message-format= --no-run --no-fail-fast --check
 --nocapture --exact --ignored --test-threads= --doc --profile="""

_RSPEC = """-e: -t: --example= --tag= --only-failures --next-failure --fail-fast --color --no-color
 --dry-run --backtrace --order= --seed= --profile --format=documentation --format=progress"""

_DOTNET = """=-c =-f =-v --configuration --framework --verbosity --no-build --no-restore --nologo
 --filter= --list-tests"""

_KUBECTL = "-A -n: -o: -l: --namespace= --all-namespaces --output= --selector= --no-headers"

_DOCKER = "-aq -f: -n: --all --quiet --no-trunc --format= --filter="

# --jq and --template reach the environment with the token in it, --web starts a program.
_GH_LIST = """-d -s: -L: -l: -A: -a: -B: -H: -S: --draft --state= --limit= --label= --author=
 --assignee= --base= --head= --search= --json="""

NODE_STARTERS = ("npx", "npx --no-install", "pnpm exec")
"""What starts a program of a Node project, besides yarn, which may be called for it directly."""

_PYTHON = {
    "pytest": _PYTEST,
    "mypy": _MYPY,
    "black": _BLACK,
    "flake8": _FLAKE8,
    "ruff check": _RUFF_CHECK,
    "ruff format": _RUFF_FORMAT,
}

_NODE = {
    "tsc": _TSC,
    "eslint": _ESLINT,
    "jest": _JEST,
    "vitest run": _VITEST,
    "prettier": _PRETTIER,
}


def _started_by(starters: tuple[str, ...], tables: dict[str, str]) -> dict[str, str]:
    """Return the tables of programs for when another one starts them: `uv run pytest`."""
    return {f"{starter} {key}": table for starter in starters for key, table in tables.items()}


_OF_PYTHON = {
    "unittest discover": _UNITTEST,
    "json.tool": _JSON_TOOL,
    "py_compile": "-q --quiet",
    "pip list": _PIP_LIST,
    "pip show": "-f --files",
}

STARTED: dict[str, str] = {
    **_started_by(("uv run", "poetry run"), _PYTHON),
    **_started_by(NODE_STARTERS, _NODE),
    "bundle exec rspec": _RSPEC,
}
"""Started by what starts anything: that these have tables says nothing about others."""

TOOL_OPTIONS: dict[str, str] = {
    **STARTED,
    "make": "-ksnBiqwj -j: -l: --jobs --jobs= --keep-going --silent --quiet --dry-run --always-make"
    " --no-print-directory --question",
    "cmake --build": "-v -j: =-t --parallel --parallel= --target --config --clean-first --verbose",
    "ctest": "-VQN -j: -R: -E: -L: -C: --output-on-failure --verbose --parallel= --test-dir="
    " --rerun-failed --no-tests= --stop-on-failure --show-only --timeout= --repeat=",
    "ninja": "-nv -C: -j: -k: -l:",
    "rake": "-TPntsqvm -j: --tasks --prereqs --dry-run --trace --silent --quiet --verbose",
    **_PYTHON,
    **_started_by(("python -m", "python3 -m"), _PYTHON),
    **_started_by(("python -m", "python3 -m"), _OF_PYTHON),
    "pip list": _PIP_LIST,
    "pip3 list": _PIP_LIST,
    "pip show": "-f --files",
    "pip3 show": "-f --files",
    "pip freeze": "-l --local --user --exclude= --all",
    "pip check": "",
    "isort": "-cqv -l: --check --check-only --diff --df --quiet --verbose --profile="
    " --line-length=",
    # --init-hook, --load-plugins and --output-format name code.
    "pylint": "-E -d: -e: -j: -r: -s: --errors-only --disable= --enable= --score= --reports="
    " --jobs= --max-line-length= --recursive= --ignore= --ignore-patterns= --ignore-paths="
    " --fail-under=",
    "pyright": "--stats --verbose --outputjson --warnings --level= --skipunannotated --threads",
    "bandit": "-rqvli -s: -t: -x: -n: --severity-level= --confidence-level= --exclude= --skip="
    " --tests= --quiet --recursive --exit-zero",
    "tox": "-qvrl -e: -f: -p: --listenvs --recreate --parallel --skip-missing-interpreters"
    " --notest",
    # -k and -t are evaluated.
    "nox": "-lrRv -s: -e: -p: --list --sessions= --session= --python= --no-install --verbose"
    " --reuse-existing-virtualenvs --error-on-missing-interpreters --stop-on-first-error",
    "coverage report": "-mi --show-missing --skip-covered --skip-empty --fail-under= --include="
    " --omit= --precision= --sort=",
    "coverage html": "-q --skip-covered --skip-empty --show-contexts",
    "pre-commit run": "-av --all-files --files --verbose --hook-stage= --show-diff-on-failure"
    " --color=",
    "sphinx-build": "-WnqQaEvT -b: -j: --keep-going --fail-on-warning --nitpicky --quiet",
    "alembic history": "-vi -r: --verbose --rev-range= --indicate-current",
    "alembic current": "-v --verbose",
    "alembic heads": "-v --verbose",
    "golangci-lint run": "-v --verbose --timeout= --fast --color= --disable= --enable= --tests"
    " !--fix",
    "shellcheck": "-aV -s: -e: -i: -S: -f: -C: --shell= --exclude= --include= --severity= --format="
    " --color --color= --check-sourced",
    "hadolint": "-f: -t: --no-fail --no-color --ignore= --format= --failure-threshold=",
    "yamllint": "-s -f: --strict --format= --no-warnings",
    "markdownlint": "-q --quiet --disable --enable !--fix",
    "stylelint": "-q --quiet --max-warnings= --allow-empty-input --color --no-color !--fix",
    **_NODE,
    **_started_by(("yarn",), _NODE),
    "npm audit": "--json --production --omit= --audit-level=",
    **dict.fromkeys(("npm test", "npm run", "npm ls", "npm outdated"), _NPM),
    # yarn run starts every program that is installed, not only scripts.
    **_started_by(("yarn", "pnpm"), dict.fromkeys(("test", "build", "lint"), _NPM)),
    "pnpm run": _NPM,
    "bun test": "=-t --bail --bail= --timeout= --todo --only --test-name-pattern=",
    "cargo check": _CARGO,
    "cargo test": _CARGO,
    "cargo build": _CARGO,
    "cargo clippy": f"{_CARGO} -D: -W: -A: -F: --no-deps !--fix !--allow-dirty",
    "cargo bench": _CARGO,
    "cargo nextest run": _CARGO,
    "cargo metadata": f"{_CARGO} --format-version= --no-deps",
    "cargo fmt": _CARGO,
    "cargo doc": f"{_CARGO} --no-deps",
    "cargo tree": f"{_CARGO} -i: -d -e: --depth= --invert= --edges= --duplicates",
    "rspec": _RSPEC,
    "rubocop": "-PDlF --parallel --display-cop-names --lint --fail-fast --only= --except="
    " --fail-level= --color --no-color !-a !--autocorrect",
    "phpunit": "-v --filter= --testsuite= --group= --exclude-group= --stop-on-failure --no-coverage"
    " --colors --colors= --testdox --verbose --debug --list-tests",
    **_started_by(("dotnet",), dict.fromkeys(("build", "test"), _DOTNET)),
    "docker ps": f"{_DOCKER} -ls --latest --last= --size",
    "docker images": f"{_DOCKER} --digests --tree",
    "docker logs": "-t -n: --timestamps --tail= --since= --until= --details",
    "docker network ls": _DOCKER,
    "docker volume ls": _DOCKER,
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
    "gh pr list": _GH_LIST,
    "gh issue list": _GH_LIST,
    "gh pr view": "-c --comments --json=",
    "gh issue view": "-c --comments --json=",
    "gh pr status": "-c --conflict-status --json=",
    "gh pr diff": "--name-only --patch --color=",
    "gh pr checks": "--required --json=",
    "gh run list": "-L: -w: -b: -s: -u: -e: -c: --limit= --workflow= --branch= --status= --user="
    " --event= --commit= --json=",
    "gh run view": "-v -j: -a: --log --log-failed --verbose --job= --attempt= --exit-status"
    " --json=",
    "gh release list": "-L: --limit= --json=",
}

_GO = "v race run count short json cover bench benchmem timeout failfast parallel list m u f n x"

TOOL_WORDS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("go test", "go build", "go vet", "go list", "go version", "go doc"),
        frozenset(f"-{word}" for word in _GO.split()),
    ),
    "go version": frozenset({"-m", "-v"}),
    "go fmt": frozenset({"-n", "-x"}),
    "terraform plan": frozenset({"-no-color", "-input=false", "-detailed-exitcode"}),
    "terraform fmt": frozenset({"-check", "-diff", "-recursive", "-no-color"}),
    "terraform validate": frozenset({"-json", "-no-color"}),
}
