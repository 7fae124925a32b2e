"""Fixtures of the pictures' tests."""

from tests.game.conftest import world

__all__ = ["world"]
