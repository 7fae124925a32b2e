"""What a mechanic's verbs may ask of the reader, and what they answer."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from judge.kernel.text import Piece, Place, Sentence
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order


class Taken(Struct, frozen=True):
    """An order with the note that goes with it."""

    order: Order
    note: str = ""


class SentenceReader(Protocol):
    """Holds sentences of one power ("": anybody's) against one position (None: no position)."""

    board: Board
    state: State | None
    power: str
    letter: str
    """The letter of the phase's kind, "" without a position."""

    @property
    def now(self) -> str:
        """The title of the phase that waits ("Spring 1901 movement"), "" without a position."""

    def anybody(self) -> "SentenceReader":
        """The same reader for whoever's units."""

    def locs(self, place: Place) -> list[int]:
        """The locs that a place as typed can mean; raises Refused if there are none."""

    def subjects(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that a sentence's piece can mean, of those that the writer may order."""

    def others(self, piece: Piece | None, arm: str = "") -> list[Unit]:
        """The units that an order about another unit can mean."""

    def pick(self, orders: Sequence[Order], places: Sequence[Place]) -> list[Taken]:
        """The one legal order of all that the words can mean; raises Refused if it isn't one."""

    def standard(self, sentence: Sentence) -> list[Taken]:
        """The orders of a sentence by the standard verbs; raises Refused."""


Verb = Callable[[SentenceReader, Sentence], list[Taken]]
"""Reads the sentences of one verb; raises Refused with a sentence for the player."""
