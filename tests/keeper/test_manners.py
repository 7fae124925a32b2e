"""How the commands behave: on a terminal and in a pipe, where nobody listens, with few options."""

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge.cli import main
from tests.game.world import World

LONG_ONES = (
    ("audit", ("audit", "--all"), "Reading the archive"),
    ("backup", ("backup", "{aside}/other.tar.gz"), "Saving archive"),
    ("restore", ("restore", "{aside}/b.tar.gz", "{aside}/again"), "Unpacking"),
    ("verify", ("verify", "alpha"), "Playing alpha again"),
    ("export", ("export", "alpha"), "Writing alpha"),
    ("import", ("import", "{aside}/alpha.json"), "Taking alpha in"),
    ("check", ("check", "{aside}/broken"), "Trying broken"),
)
SPOOLED = {"audit", "backup", "verify", "export"}
FEW = "import sys, judge.progress as p; p.FEW = 0; from judge.cli import main; main()"
"""The judge with a bar for whatever is done, however little it is."""


def words(world: World, name: str, typed: tuple[str, ...], aside: Path) -> list[str]:
    """A command as it is typed."""
    command = [word.format(aside=aside) for word in typed]
    if name == "import":
        command += ["--spool", str(aside / "other")]
    return [*command, "--spool", str(world.home)] if name in SPOOLED else command


class Terminal(StringIO):
    """Standard error as a terminal is seen."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def on_terminal(*typed: str, **more: str) -> str:
    """What a command writes to standard error where that is a real terminal."""
    ours, its = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    env |= {"TERM": "xterm-256color", "COLUMNS": "100", **more}
    told = b""
    with subprocess.Popen(
        (sys.executable, "-c", FEW, *typed), stdout=subprocess.DEVNULL, stderr=its, env=env
    ):
        os.close(its)
        with suppress(OSError):  # how a terminal says that nobody writes to it any more
            while part := os.read(ours, 4096):
                told += part
    os.close(ours)
    return told.decode()


@pytest.fixture
def aside(played: World, tmp_path: Path) -> Path:
    """A folder with what the long commands need."""
    folder = tmp_path / "aside"
    (folder / "broken").mkdir(parents=True)
    for command in (
        ("backup", f"{folder}/b.tar.gz", "--spool", str(played.home)),
        ("init", f"{folder}/other"),
    ):
        assert CliRunner().invoke(main, command).exit_code == 0
    asked = ("export", "alpha", "--secret", "--spool", str(played.home))
    (folder / "alpha.json").write_bytes(CliRunner().invoke(main, asked).stdout_bytes)
    return folder


def test_what_takes_long_shows_a_bar_on_a_terminal_and_nothing_elsewhere(
    played: World, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.progress.FEW", 0)
    for name, typed, bar in LONG_ONES:
        for screen in (StringIO(), Terminal()):
            monkeypatch.setattr(sys, "stderr", screen)
            with suppress(SystemExit):
                main(words(played, name, typed, aside))
            assert (bar in screen.getvalue()) == screen.isatty(), name
            for made in ("again", "other.tar.gz"):
                shutil.rmtree(aside / made, ignore_errors=True)


def test_with_no_color_the_bars_have_no_colour(played: World) -> None:
    command = ("audit", "--all", "--spool", str(played.home))
    colour = re.compile(r"\x1b\[[\d;]*(?:3[0-7]|38;[\d;]+|9[0-7])m")
    assert colour.search(on_terminal(*command))
    assert not colour.search(on_terminal(*command, NO_COLOR="1"))


def commands(
    group: click.Group = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command, with how it is typed."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        yield (*path, name), command


def test_the_spool_may_be_named_behind_every_command_that_has_one() -> None:
    for path, command in commands():
        named = {parameter.name: parameter.opts for parameter in command.params}
        if "spool" in named:
            assert named["spool"] == ["--spool"], path
        if "as_json" in named:
            assert named["as_json"] == ["--json"], path


@pytest.mark.parametrize("group", ["shunt", "outbox"])
def test_options_of_a_group_may_stand_before_or_behind_its_command(
    played: World, group: str
) -> None:
    spool = ("--spool", str(played.home))
    typed = (
        (group, "--json", *spool),
        (group, "--json", *spool, "list"),
        (group, *spool, "list", "--json"),
        (group, "--json", "list", *spool),
        (group, "list", "--json", *spool),
    )
    told = {CliRunner().invoke(main, command).output for command in typed}
    assert len(told) == 1
    assert told.pop().startswith(("[", "{"))


@pytest.mark.parametrize("command", ["status", "log"])
def test_a_full_device_or_a_closed_pipe_is_one_sentence_at_most(
    played: World, command: str
) -> None:
    line = f"{sys.executable} -m judge {command} --spool {played.home}"
    full = subprocess.run(
        ("sh", "-c", f"{line} >/dev/full"), check=False, capture_output=True, text=True
    )
    assert full.returncode == (2 if command == "status" else 74), full.stderr
    assert full.stderr.count("\n") == 1
    closed = subprocess.run(
        ("sh", "-c", f"{line} | true"), check=False, capture_output=True, text=True
    )
    assert (closed.returncode, closed.stderr) == (0, "")


def test_no_command_wants_an_editor(tmp_path: Path) -> None:
    """The handbook's line takes vi where none is named; the judge itself opens none."""
    nobody = {"EDITOR": None, "VISUAL": None}
    for command in (("init", f"{tmp_path}/new"), ("doctor", "--spool", f"{tmp_path}/new")):
        done = CliRunner().invoke(main, command, env=nobody)
        assert done.exit_code in (0, 1), done.output
        assert "EDITOR" not in done.output
