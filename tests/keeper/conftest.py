"""Fixtures of the keeper's tests."""

from pathlib import Path

import pytest

from tests.game.world import DEADLINE, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A judge in a new spool."""
    return World(tmp_path / "spool")


@pytest.fixture
def played(world: World) -> World:
    """A judge whose game has played a phase: mails answered, one silent, a turn, results."""
    world.begun()
    world.order("France", "A Par - Bur")
    world.mail("robot@players.example", "away", headers=["Auto-Submitted: auto-replied"])
    world.run()
    world.run(DEADLINE)
    return world
