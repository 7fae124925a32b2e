"""The parts that a sentence has to have."""

from collections.abc import Sequence

from judge.dip.seams.sentences import Refused
from judge.kernel.text import Piece, Place, Sentence


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


def capitalise(sentence: str) -> str:
    """A sentence with a capital at its start, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]


def join_names(words: Sequence[str]) -> str:
    """Names in a row: "France, Italy and Turkey"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
