"""What a keeper has on his terminal: players' help, completion, pages of the manual."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge import __version__, cli
from tests.game.world import World

PROJECT = Path(__file__).parents[2]


def judge(*words: object) -> str:
    """What a command says."""
    return CliRunner().invoke(cli.main, [str(word) for word in words]).output


def test_help_prints_what_players_are_mailed(world: World) -> None:
    for topic in ("voting", "version", "orders", "dice"):
        page = judge("help", topic, "--spool", world.home)
        mailed = world.say("new@players.example", f"HELP {topic}").flat
        assert " ".join(page.split()) in mailed
    assert f"VERSION {__version__}" in judge("help", "version")
    assert "Spanish faction" in judge("help", "orders", "--variant", "1936")
    assert "Players have no help on 'nonsense'" in judge("help", "nonsense")


def test_players_are_told_what_is_new_in_five_lines() -> None:
    title, version, *lines = judge("help", "version").splitlines()
    assert (title, version) == ("WHAT IS NEW", f"VERSION {__version__}")
    assert 1 <= len(lines) <= 5


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_completed(shell: str) -> None:
    source = judge("completion", shell)
    assert f"_JUDGE_COMPLETE={shell}_complete" in source
    typed = {"COMP_WORDS": "judge person er", "COMP_CWORD": "2" if shell != "fish" else "er"}
    env = os.environ | typed | {"_JUDGE_COMPLETE": f"{shell}_complete"}
    command = (sys.executable, "-m", "judge")
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert "erase" in done.stdout


def test_every_group_of_commands_has_a_page_of_the_manual(tmp_path: Path) -> None:
    command = (sys.executable, PROJECT / "debian" / "manual.py", tmp_path)
    subprocess.run(command, cwd=PROJECT, env=os.environ | {"PYTHONPATH": str(PROJECT)}, check=True)
    groups = {name for name, one in cli.main.commands.items() if isinstance(one, click.Group)}
    assert {path.stem for path in tmp_path.glob("*.1")} == {
        "judge",
        *(f"judge-{name}" for name in groups),
    }
    whole = (tmp_path / "judge.1").read_text()
    for name in cli.main.commands:
        assert f".SS judge {name.replace('-', chr(92) + '-')} " in whole
    assert ".SS judge person erase " in (tmp_path / "judge-person.1").read_text()
