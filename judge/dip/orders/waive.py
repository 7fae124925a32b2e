"""WAIVE: a build is not used."""

from collections.abc import Sequence
from typing import ClassVar

from judge.dip.ground.board import Board
from judge.dip.orders.base import Order


class Waive(Order, frozen=True):
    """One build is given up; as many as are written (choice 20 of RULES.md)."""

    VERB: ClassVar[str] = "WAIVE"
    PHASES: ClassVar[str] = "A"

    @property
    def key(self) -> str:
        """Waives add up: none replaces another."""
        return ""

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Waive | None":
        """Read "WAIVE"."""
        return cls("WAIVE") if len(words) == 1 else None
