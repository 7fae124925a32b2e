"""Fixtures of the game's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.keeper.audit import audit
from tests.game.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A judge in a new spool; whatever a test does to it, its books must balance in the end."""
    judge = World(tmp_path / "spool")
    yield judge
    assert audit(judge.home).faults == []
