# One command each; every target sets up what it needs and works from a fresh clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help install compile unstale pure test-compiled dist deb wheels release lock audit setup demo pictures test test-all campaign lint bench clean

help:
	@echo "make install   the judge alone in .venv: for who keeps one"
	@echo "make compile   the engine and the reader as C, where a compiler is at hand;  make pure   back again"
	@echo "make dist   wheels and sdist in dist/;  make deb   a Debian package there;  make release   all of it"
	@echo "make lock   newer libraries into requirements.txt;  make audit   whether any is known to be unsafe"
	@echo "make demo   run the judge on the sample spool"
	@echo "make pictures   make the pages' pictures anew, out of the demo's mails"
	@echo "make test   the tests that are enough before a change: four minutes on two cores"
	@echo "make test-compiled          the tests of rules and reading, with the engine compiled"
	@echo "make test-all               all tests, within an hour"
	@echo "make campaign PART=kill BUDGET=1h   go on with a campaign (docs/figures.md)"
	@echo "make lint   ruff and mypy"
	@echo "make bench  the benchmarks"

# What runs a judge and nothing else, in the versions of requirements.txt; "make setup" adds what tests
# and lint need. The judge's user must be able to read it, whatever root's umask is.
PIP := $(BIN)/pip --quiet --disable-pip-version-check install
$(VENV)/.installed: requirements.txt setup.cfg pyproject.toml judge/__init__.py
	@$(PYTHON) -m venv $(VENV)
	@echo "The $$(grep -c == requirements.txt) libraries of the judge, into $(VENV):"
	@$(BIN)/pip --disable-pip-version-check install --no-compile --require-hashes --requirement requirements.txt \
		2>$(VENV)/errors >$(VENV)/steps & pip=$$!; tail -n +1 -f --pid=$$pip $(VENV)/steps | \
		sed -nu 's/^Collecting \([^ =]*\).*/  \1/p; s/^Installing collected.*/and now all of them at once/p'; \
		wait $$pip || { cat $(VENV)/errors; exit 1; }
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Compiled here, since the user that runs the judge may have no right to write beside the code.
install: $(VENV)/.installed unstale
	@$(BIN)/python -m compileall -q judge $(VENV)/lib
	@$(BIN)/python -c "from judge.spool import installed; installed.write()"
	@$(BIN)/python -m judge.keeper.install
	@find . -path ./.git -prune -o \( ! -perm -444 -o -type d ! -perm -555 \) -exec chmod a+rX {} +  # no file's ctime without need

$(VENV)/.ready: $(VENV)/.installed
	$(PIP) --no-build-isolation --editable ".[test,lint]"
	@touch $@

setup: $(VENV)/.ready install

# Both are built of what is committed, in a folder of their own: nothing else of this checkout slips in.
build/dist/diplomacy-judge build/deb/diplomacy-judge: FORCE
	@rm -rf $@ && mkdir -p $@ dist
	@git archive HEAD | tar -x -C $@

dist: setup
	$(BIN)/python release.py build

deb: build/deb/diplomacy-judge
	cd build/deb/diplomacy-judge && dpkg-buildpackage -us -uc -b
	mv build/deb/diplomacy-judge_*.deb dist/

# docs/releasing.md says what it refuses, and what comes after it.
release: setup
	@$(PIP) --no-build-isolation --editable ".[release]"
	@$(BIN)/python release.py check
	@rm -rf dist
	$(MAKE) deb
	$(BIN)/python release.py release

# What the container image is made of: this judge and all that it needs, as wheels.
wheels: build/dist/diplomacy-judge
	@rm -rf build/wheels
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --wheel-dir build/wheels "build/dist/diplomacy-judge[hosts]"

# The versions that are installed, with the hashes of all files that PyPI has of them.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock: setup
	@$(PIP) --no-build-isolation --editable ".[release]"
	echo "setuptools >= 68" | $(BIN)/$(LOCK) --upgrade - setup.cfg --output-file requirements.txt
	$(BIN)/$(LOCK) --upgrade setup.cfg --extra hosts --constraint requirements.txt \
		$$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements.txt) --output-file debian/hosts.txt

audit: setup
	@$(PIP) --no-build-isolation --editable ".[release]"
	$(BIN)/pip-audit --strict --disable-pip --requirement requirements.txt --requirement debian/hosts.txt

FORCE:

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
	$(BIN)/python -m pytest -n auto --all tests/dip tests/d100 tests/mechanics tests/catalog tests/door tests/language tests/meaning tests/play tests/players; \
		status=$$?; $(MAKE) --silent pure; exit $$status

# No more than it takes: what is used is compiled and drawn as it comes.
demo: $(VENV)/.installed unstale
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
	@tests/servers/install.sh package
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
