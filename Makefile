# One command each; every target sets up what it needs and works from a fresh clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help install compile unstale pure test-compiled dist deb wheels setup demo pictures test test-all campaign lint bench clean

help:
	@echo "make install   the judge alone in .venv: for who keeps one"
	@echo "make compile   the engine as C, twice as fast, where a compiler is at hand;  make pure   back again"
	@echo "make dist   wheel and sdist in dist/;  make deb   a Debian package there"
	@echo "make demo   run the judge on the sample spool"
	@echo "make pictures   make the pages' pictures anew, out of the demo's mails"
	@echo "make test   the tests that are enough before a change: five minutes on two cores"
	@echo "make test-compiled          the tests of rules and reading, with the engine compiled"
	@echo "make test-all               all tests, within an hour"
	@echo "make campaign PART=kill BUDGET=1h   go on with a campaign (docs/figures.md)"
	@echo "make lint   ruff and mypy"
	@echo "make bench  the benchmarks"

$(VENV)/.ready: setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "setuptools >= 68" wheel
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test,lint]"
	@touch $@

# What runs a judge and nothing else; "make setup" adds what tests and lint need. The judge's user
# must be able to read it, whatever root's umask is.
install: unstale
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "setuptools >= 68"
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q judge
	@$(BIN)/python -m judge.language.table
	@chmod -R a+rX .

# Each comes from a copy of its own of what is tracked: nothing of this checkout slips in, nor of the other.
build/dist/diplomacy-judge build/deb/diplomacy-judge: FORCE
	@rm -rf $@ && mkdir -p $@ dist
	@git ls-files -z | xargs -0 tar -c | tar -x -C $@

dist: setup build/dist/diplomacy-judge
	@$(BIN)/pip install --quiet --disable-pip-version-check "build >= 1.2"
	$(BIN)/python -m build --no-isolation --outdir dist build/dist/diplomacy-judge
	JUDGE_COMPILE=1 $(BIN)/python -m build --wheel --no-isolation --outdir dist build/dist/diplomacy-judge

deb: build/deb/diplomacy-judge
	cd build/deb/diplomacy-judge && dpkg-buildpackage -us -uc -b
	mv build/deb/diplomacy-judge_*.deb dist/

# What the container image is made of: this judge and all that it needs, as wheels.
wheels: build/dist/diplomacy-judge
	@rm -rf build/wheels
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --wheel-dir build/wheels "build/dist/diplomacy-judge[hosts]"

FORCE:

# Compiled here, since the user that runs the judge may have no right to write beside the code.
setup: $(VENV)/.ready unstale
	@$(BIN)/python -m compileall -q judge
	@$(BIN)/python -c "from judge.spool import installed; installed.write()"
	@$(BIN)/python -m judge.language.table

# One source: what is compiled lies beside it, and goes when a module is newer.
unstale:
	@for one in $$(find judge -name '*.so'); do \
		if test $${one%%.*}.py -nt $$one; then $(MAKE) --silent pure; fi; \
	done

compile: setup
	@JUDGE_COMPILE=1 $(BIN)/python setup.py --quiet build_ext --inplace --build-temp build/compile
	@test -e judge/engine__mypyc.* || { echo "no C compiler, or no Python.h: the engine stays Python"; exit 1; }

pure:
	@find judge -name '*.so' -delete

test-compiled: compile
	$(BIN)/python -m pytest -n auto --all tests/dip tests/d100 tests/mechanics tests/catalog tests/door tests/play tests/players; \
		status=$$?; $(MAKE) --silent pure; exit $$status

demo: setup
	@$(BIN)/python -m judge demo

# The pictures that the pages show, out of the demo's mails.
pictures: demo
	@mkdir -p docs/pictures
	cp demo/pictures/alpha--spring-1902-movement-orders.png docs/pictures/results.png
	cp demo/pictures/bids.png docs/pictures/bids.png

# What is enough before a change: tests/conftest.py says what it leaves out.
test: setup
	@tests/servers/install.sh
	$(BIN)/python -m pytest -n auto --dist worksteal

# A campaign keeps its totals in campaign/ and goes on where it stopped.
PART ?= help
BUDGET ?= 10m
campaign: setup
	@tests/servers/install.sh
	@$(BIN)/python -m tests.campaign $(PART) $(BUDGET)

# Everything, within an hour on two cores; what takes longer is a campaign.
test-all: setup
	@tests/servers/install.sh
	@tests/screens/install.sh $(VENV)
	@tests/container/install.sh
	$(BIN)/python -m pytest -n auto --dist worksteal --all

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[bench]"
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) demo build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
