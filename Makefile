# Forge. `make run` and `make test` set up everything they need by themselves: see README.md.

SHELL := /bin/bash
# Without stored byte code every process would compile all libraries again, seconds each time.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# The main job: make run SKILLS='calc.formulas.*' COUNT=4 SEED=1
SKILLS := calc.*
COUNT := 2
SEED := 7

# The readers of exports that `make test-readers` installs and tries; the last ones are gigabytes.
READERS := datasets harbor verifiers osworld nemo-gym trl verl

.PHONY: help run test test-readers lint types check setup system lock clean
.DELETE_ON_ERROR:

help:
	@echo "make run     set up, then make tasks with the skills '$(SKILLS)' (SKILLS=, COUNT=, SEED=)"
	@echo "make test    set up, then lint, types and every test"
	@echo "make test-readers   let real readers read exports, each in an environment of its own (READERS=datasets)"
	@echo "make lock    resolve the dependencies again and write requirements.lock"
	@echo "make clean   remove the environment and everything that tools left behind"

run: setup
	$(BIN)/forge run --skills '$(SKILLS)' --count $(COUNT) --seed $(SEED)

test: lint types check

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# One worker for each test module, so that a module starts its applications once; in the order of tests/conftest.py.
# Three, because two often wait for an application or a server.
check: setup
	$(BIN)/pytest -n 3 --dist loadscope --no-loadscope-reorder

test-readers: setup
	FORGE_READERS='$(READERS)' $(BIN)/pytest tests/readers

setup: system $(VENV)/.installed

system:
	@scripts/system-packages

# Byte code is made by all processors at once. Libraries hold files for newer Pythons; pip, too, passes over them.
# The stamps below are newer than what they were made from, so a second call does nothing.
$(VENV)/.requirements: requirements.lock scripts/python-environment | system
	@scripts/python-environment $(VENV)
	@echo "Installing the locked requirements into $(VENV) …" >&2
	@$(PIP) install --no-compile --require-hashes --requirement requirements.lock
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

$(VENV)/.installed: $(VENV)/.requirements pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

lock: setup
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --all-extras \
		--no-header --output-file requirements.lock

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
