"""Every example of the front door and of the pages is run, and does what stands there."""

import doctest
import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import judge
from judge import api
from judge.keeper import keeping
from tests.game.world import DEADLINE, MINUTE, World
from tests.servers.stack import wait

PROJECT = Path(__file__).parent.parent.parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def test_the_examples_of_the_front_door_do_what_they_say() -> None:
    told = doctest.testmod(api, extraglobs={"judge": judge}, optionflags=FLAGS)
    assert told.attempted > 20
    assert told.failed == 0


def examples(kind: str) -> list[str]:
    """The examples of one kind on the page for programs."""
    text = (PROJECT / "docs/programs.md").read_text()
    return re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)


def assert_does_what_it_says(block: str) -> None:
    """Every line of a session answers as it stands there."""
    page = "docs/programs.md"
    example = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
    assert example.examples
    assert doctest.DocTestRunner(optionflags=FLAGS).run(example).failed == 0


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A PATH on which ``judge`` is ours."""
    script = tmp_path / "bin" / "judge"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n')
    script.chmod(0o755)
    path = f"{script.parent}:{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    return path


def test_the_example_of_python_does_what_it_says() -> None:
    assert_does_what_it_says(examples("pycon")[0])


def test_the_examples_of_a_game_and_of_the_machine_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    world = World(tmp_path / "spool")
    world.begun()
    world.order("France", "A PAR - BUR")
    world.run(DEADLINE + MINUTE)
    keeping.write_site(world.home, tmp_path / "site", "", drawn=False)
    monkeypatch.chdir(tmp_path / "site")
    assert_does_what_it_says(examples("pycon")[1])
    shell = examples("sh")[1].replace("/srv/judge", str(world.home))
    told = subprocess.run(("sh", "-c", shell), capture_output=True, text=True, check=True)
    assert told.stdout == "alpha, Fall 1901 movement, Sun 08 Nov 2026 18:00 UTC\n"


def test_the_lines_of_json_are_answered(command: str) -> None:
    told = subprocess.run(("sh", "-c", examples("sh")[0]), capture_output=True, check=True)
    position, line = map(json.loads, told.stdout.splitlines())
    assert [row["verdict"] for row in position["results"]] == ["fails", "fails"]
    assert line["order"] == "A PAR - BUR"


def test_a_process_that_stays_answers_behind_a_server_of_ones_own(
    command: str, free_port: int
) -> None:
    """Each line at once, and a wrong one as well."""
    (server,) = examples("python")
    code = server.replace("8001", str(free_port))
    asked = {"phase": "S1901M", "units": {"France": ["A PAR"]}, "orders": {"France": ["A PAR H"]}}
    with subprocess.Popen((sys.executable, "-c", code), stderr=subprocess.DEVNULL) as process:
        try:
            wait(lambda: is_open(free_port))
            for request, key in ((asked, "results"), ({}, "error"), (asked, "results")):
                body = json.dumps(request, indent=1).encode()
                url = f"http://127.0.0.1:{free_port}/"
                with urllib.request.urlopen(url, body, timeout=60) as answer:
                    assert key in json.load(answer)
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    """Whether somebody listens."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


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
