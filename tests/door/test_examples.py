"""Every example of the front door and of the pages is run, and does what stands there."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import judge
from judge import api

PROJECT = Path(__file__).parent.parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def test_the_examples_of_the_front_door_do_what_they_say() -> None:
    told = doctest.testmod(api, extraglobs={"judge": judge}, optionflags=FLAGS)
    assert told.attempted > 20
    assert told.failed == 0


def test_the_example_of_the_page_for_programs_does_what_it_says() -> None:
    page = "docs/programs.md"
    (block,) = re.findall(r"```pycon\n(.*?)```", (PROJECT / page).read_text(), re.DOTALL)
    example = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


def test_importing_judge_imports_nothing_else_of_it() -> None:
    """Cron starts the judge every minute, and most passes have nothing to do."""
    code = (
        "import judge, sys, json; print(json.dumps([m for m in sys.modules if m[:6] == 'judge.']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert json.loads(done.stdout) == []


def test_everything_that_is_named_is_there() -> None:
    assert {*judge.__all__} <= {*dir(judge)}
    assert all(getattr(judge, name) is getattr(api, name) for name in judge.__all__)


def test_a_name_that_is_not_there_is_no_door() -> None:
    with pytest.raises(AttributeError, match="module 'judge' has no attribute 'lode'"):
        judge.lode  # type: ignore[attr-defined]  # noqa: B018
