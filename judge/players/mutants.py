"""Mutants of orders: one unit does what it would do by other orders, or helps a move of its own."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from judge.dip.orders.base import Order
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support
from judge.players.view import View

Candidate = tuple[str, ...]


def breed(view: View, parents: Sequence[Candidate], dice: Random, most: int) -> list[Candidate]:
    """At most so many sound mutants of some orders, none twice and none a parent."""
    found: dict[Candidate, None] = {}
    for parent in parents:
        ideas = [*_exchanges(parent, parents), *_helps(view, parent)]
        dice.shuffle(ideas)
        sound = (one for one in ideas if one not in parents and is_sound(view, one))
        found.update(dict.fromkeys([one for one, _ in zip(sound, range(2), strict=False)]))
    young = [*found]
    dice.shuffle(young)
    return young[:most]


def _exchanges(parent: Candidate, others: Sequence[Candidate]) -> Iterator[Candidate]:
    """One unit's order is taken from other orders."""
    for other in others:
        for at, (mine, its) in enumerate(zip(parent, other, strict=False)):
            if mine != its and mine.split(" ")[:2] == its.split(" ")[:2]:
                yield (*parent[:at], its, *parent[at + 1 :])


def _helps(view: View, parent: Candidate) -> Iterator[Candidate]:
    """One unit that stays supports an own move."""
    board, read = view.board, _read(view, parent)
    moves = [one for one in read.values() if isinstance(one, Move) and not one.via]
    for at, order in read.items():
        if order.arm not in view.terrain.fall or isinstance(order, Move):
            continue
        for move in moves:
            if move.to in board.reach[order.arm][order.loc] and move.to != order.space:
                aided = board.unit_at(move.arm, move.loc)
                support = Support.of(board.unit_at(order.arm, order.loc), aided, move.goal, board)
                if not support.fault:
                    yield (*parent[:at], support.text, *parent[at + 1 :])


def is_sound(view: View, candidate: Candidate) -> bool:
    """Whether no unit works against its own side.

    None goes where another goes or stays, none helps what nobody does, and none cuts.
    """
    own = {order.space: order for order in _read(view, candidate).values() if order.space >= 0}
    units = {space: view.board.unit_at(one.arm, one.loc) for space, one in own.items()}
    goals = [order.to for order in own.values() if isinstance(order, Move)]
    stay = {space for space, order in own.items() if not isinstance(order, Move)}
    if len({*goals}) < len(goals) or not stay.isdisjoint(goals):
        return False
    return not any(order.doubt(units, own, view.board) for order in own.values())


def _read(view: View, candidate: Candidate) -> Mapping[int, Order]:
    """The orders that units have, by their places in a candidate."""
    lines = enumerate(view.game.notation.orders(candidate))
    return {at: order for at, order in lines if order.loc >= 0}
