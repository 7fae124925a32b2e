# One command each; every target sets up what it needs and works from a fresh clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help setup demo test lint bench clean

help:
	@echo "make demo   run the judge on the sample spool"
	@echo "make test   run all tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  the benchmarks"

$(VENV)/.ready: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "setuptools >= 68" wheel
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test,lint]"
	@touch $@

# Compiled here, since the user that runs the judge may have no right to write beside the code.
setup: $(VENV)/.ready
	@$(BIN)/python -m compileall -q judge

demo: setup
	@$(BIN)/python -m judge demo

test: setup
	@tests/servers/install.sh
	$(BIN)/python -m pytest -n auto --dist loadgroup

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[bench]"
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) demo build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
