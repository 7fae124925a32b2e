"""What a refused sentence may have meant."""

from itertools import product

from msgspec.structs import replace

from judge.dip.orders.move import Move
from judge.dip.reading.parts import path_of, unit_of
from judge.dip.reading.reader import Reader
from judge.dip.seams.sentences import Refused
from judge.kernel.text import Piece, Sentence

_OFFERS = 3
"""Moves of other units that are offered at most."""


def nearly(reader: Reader, sentence: Sentence) -> tuple[str, ...]:
    """Orders that a refused sentence may mean.

    With the arms of the units that stand there, or, where none stands, the same move by each
    unit of one's own that can make it.
    """
    if reader.state is None or sentence.piece is None:
        return ()
    try:
        return tuple(
            one.order.text for one in reader.standard(_restate_for_phase(reader, sentence))
        )
    except Refused as refusal:
        return refusal.suggestions or _offer_other_movers(reader, sentence)


def _restate_for_phase(reader: Reader, sentence: Sentence) -> Sentence:
    """A sentence without arms; a retreat of a unit that is not dislodged is its move."""
    moves = sentence.verb == "retreat" and reader.letter == "M"
    return replace(_drop_arms(sentence), verb="move" if moves else sentence.verb)


def _offer_other_movers(reader: Reader, sentence: Sentence) -> tuple[str, ...]:
    """The moves of one's own units to the goal of a move for a unit that isn't there."""
    if sentence.verb != "move" or reader.letter != "M" or reader.standing(_drop_owner(sentence)):
        return ()
    goals = reader.locs(path_of(sentence)[-1])
    own = [unit for unit, owner in reader.owners.items() if owner in reader.mine]
    moves = [Move.of(unit, goal, reader.board) for unit, goal in product(own, goals)]
    return tuple(sorted(move.text for move in moves if move.walks and not move.fault))[:_OFFERS]


def _drop_arms(sentence: Sentence) -> Sentence:
    """A sentence without the arms and, of its second unit, the nationality that were typed."""
    piece, about = sentence.piece, sentence.about
    if about is not None and about.piece is not None:
        about = replace(about, piece=replace(about.piece, arm="", power=""))
    return replace(sentence, piece=piece and replace(piece, arm=""), about=about)


def _drop_owner(sentence: Sentence) -> Piece:
    """The place of a sentence's unit, whatever stands there."""
    return replace(unit_of(sentence), arm="", power="")
