"""Fixtures of the game's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.seats import lockout
from judge.keeper.audit import audit
from tests.game.world import World


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing a password is made to be slow, so that nobody tries many; tests try many."""
    monkeypatch.setattr(lockout, "SCRYPT_COST", 2)
    monkeypatch.setattr(lockout, "NOBODYS_SEAL", lockout.NOBODYS_SEAL.replace("$16384$", "$2$"))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A judge in a new spool; whatever a test does to it, its books must balance in the end."""
    judge = World(tmp_path / "spool")
    with judge.staying_open():
        yield judge
    assert audit(judge.home).faults == []
