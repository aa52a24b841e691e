# parley: `make run` starts it, `make test` checks everything that needs no agent.
# Needs python3 (3.11 or newer) and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WORKERS ?= 4  # on two cores: tests wait for screens and processes more than they compute

.PHONY: run test check e2e bench soak mutation screenshots clean

run: $(STAMP)  ## start parley; the demo agent where no CLI is found
	@$(BIN)/parley $(ARGS)

test: check  ## lint, types and all tests that need no real CLI
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

e2e: $(STAMP)  ## the real CLIs, pinned, against model stubs on loopback
	PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/e2e/run.sh -n 2

bench: $(STAMP)  ## the benchmarks' ratios
	$(BIN)/python -m tests.benchmarks $(ARGS)

soak: $(STAMP)  ## the full counts that CI samples
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m soak

mutation: $(STAMP)  ## changes of what decides about permissions that no test notices
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutation]'
	$(BIN)/mutmut run $(ARGS)
	$(BIN)/mutmut results

screenshots: $(STAMP)  ## take the pictures anew; the only way to accept another look
	$(BIN)/python -m pytest tests/ui --snapshot-update -W ignore::UserWarning

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis mutants snapshot_report.html

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "parley needs Python 3.11 or newer; name one with PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
