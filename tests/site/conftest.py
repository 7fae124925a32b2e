"""Fixtures of the site."""

from pathlib import Path

import pytest

from tests.game.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A judge in a new spool."""
    return World(tmp_path / "spool")
