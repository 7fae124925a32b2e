"""What comes of one sentence: orders that are taken, or a refusal; and the parts it has to have."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from judge.dip.orders.base import Order
from judge.kernel.text import Piece, Place, Sentence


class Refused(Exception):  # noqa: N818 - it carries an answer for the player
    """A sentence that can't be taken: the message, and lines that would work."""

    def __init__(self, message: str, suggestions: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class Taken(Struct, frozen=True):
    """An order with the note that goes with it."""

    order: Order
    note: str = ""


def unit_of(sentence: Sentence) -> Piece:
    """The unit that a sentence is about; raises Refused if it names none."""
    if sentence.piece is None:
        raise Refused("The order names no unit.")
    return sentence.piece


def place_of(piece: Piece | None) -> Place:
    """Where a unit stands; raises Refused if none is named."""
    if piece is None:
        raise Refused("The order names no unit.")
    return piece.place


def path_of(sentence: Sentence) -> tuple[Place, ...]:
    """The places on the way, the destination last; raises Refused if none is named."""
    if not sentence.path:
        raise Refused("The order does not say where to.")
    return sentence.path


def both(words: Sequence[str]) -> str:
    """Names in a row: "France and Italy"."""
    return " and ".join(words)
