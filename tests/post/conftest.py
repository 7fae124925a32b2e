"""Fixtures of the post's tests."""

from tests.game.conftest import world

__all__ = ["world"]
