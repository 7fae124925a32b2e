"""Drops as they were typed, and those that could be ordered."""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from judge.kernel.text import Piece, Place, Sentence
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.support import Support
from judge.rules.dip.reading.mentions import path_of, pick_aid, place_of
from judge.rules.dip.seams.sentences import Refused, SentenceReader, Taken
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.paratroops.drop import RANGE, Carry, Paratroop

CARRY = "carry"
"""The verb of a convoy whose carrier is a plane."""


def paratroop(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "A London paratroop to Normandy"."""
    goal = _goal(reader, sentence)
    orders = [
        Paratroop.to_space(unit, loc, reader.board)
        for unit, loc in product(reader.subjects(_army(sentence.piece)), reader.locs(goal))
    ]
    return reader.pick(orders, [place_of(sentence.piece), goal])


def carry(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "P LON-A C A LON - NMD"."""
    about = sentence.about
    if about is None:
        raise Refused("The order does not say which army to drop where.")
    return pick_aid(reader, sentence, _army(about.piece), _goal(reader, about), Carry.of)


def support(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read a support; that of a drop is written as of a move ("F ENC S A LON - NMD")."""
    about = sentence.about
    if about is None or about.verb not in ("move", "paratroop") or not about.path:
        return reader.standard(sentence)
    if about.verb == "paratroop":
        return _of_drop(reader, sentence, about)
    try:
        return reader.standard(sentence)
    except Refused:
        if not _has_paratroops(reader):
            raise
        return _of_drop(reader, sentence, about)


def _of_drop(reader: SentenceReader, sentence: Sentence, about: Sentence) -> list[Taken]:
    return pick_aid(reader, sentence, about.piece, _goal(reader, about), _support_drop)


def _support_drop(unit: Unit, aided: Unit, loc: int, board: Board) -> Order:
    """The support, or the fault that no drop could reach so far."""
    order = Support.of(unit, aided, loc, board)
    if order.fault or sky.is_air(board, order.to) or sky.is_air(board, aided.space):
        return order
    there = board.spaces[order.to]
    if sky.steps(board, sky.above(board, aided.space), sky.above(board, order.to)) <= RANGE:
        return order
    fault = f"{aided.text} can reach {there} neither by itself nor in a drop"
    return Order(order.text, order.arm, order.loc, order.space, fault)


def _goal(reader: SentenceReader, sentence: Sentence) -> Place:
    if reader.state is not None and reader.letter != "M":
        raise Refused("Armies are dropped in movement phases only.")
    if not _has_paratroops(reader):
        raise Refused("There are no paratroops in this game.")
    return path_of(sentence)[-1]


def _has_paratroops(reader: SentenceReader) -> bool:
    """Whether the game has paratroops; without a board it may have."""
    if reader.state is None:
        return True
    options = reader.state.options
    return bool(options.get("paratroops") and options.get("air"))


def _army(piece: Piece | None) -> Piece | None:
    return None if piece is None else replace(piece, arm=piece.arm or "A")


def list_drops(board: Board, unit: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """An army's drops for which a plane is there; a plane's, of the armies in its reach."""
    is_army = unit.arm == "A"
    pairs = product(others, (unit,)) if is_army else product((unit,), others)
    drops = [
        Carry.of(plane, army, board.loc_of[space], board)
        for plane, army in pairs
        if plane.arm == sky.ARM and army.arm == "A"
        for space in sorted(sky.grounds(board, sky.above(board, army.space)))
    ]
    texts = (
        f"{unit.text} PARATROOP {board.spaces[drop.to]}" if is_army else drop.text
        for drop in drops
        if not drop.fault
    )
    yield from dict.fromkeys(texts)
