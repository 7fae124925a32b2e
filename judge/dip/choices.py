"""What a power may order in a phase, and what excludes what."""

from collections.abc import Iterator

from judge.dip.ground.board import Unit
from judge.dip.ground.position import State
from judge.dip.orders.base import Order, Written
from judge.dip.orders.move import Move
from judge.dip.orders.possible import Possible
from judge.dip.orders.support import Support
from judge.dip.play import centres
from judge.dip.play.prepare import prepare
from judge.dip.seams.game import Game
from judge.dip.seams.standard import WHOLE
from judge.dip.standing import standing
from judge.kernel.choice import Choice, attacking


def list_choices(game: Game, state: State, power: str, only: str = "") -> Iterator[Choice]:
    """Every order that ``power`` may give, or those of the unit ``only``; builds by the tasks."""
    kind = state.phase[-1]
    if kind == "M":
        yield from _list_movement(game, state, power, only)
    elif kind in "RA":
        yield from (it for it in _list_tasks(game, state, power) if not only or only in it.uses)
    if not only:
        yield from game.rules.extras(state, game.board, power)


def _list_tasks(game: Game, state: State, power: str) -> Iterator[Choice]:
    """Retreats, builds and removals: what the tasks offer and the power can pay."""
    builds = _list_builds(game, state, power) if state.phase[-1] == "A" else frozenset()
    for task in standing(game, state, power, ()).tasks:
        for text in task.options:
            if text in builds or text.endswith(" D") or " R " in text:
                yield Choice(text, task.subject, (task.subject, *_name_place(text)))


def _name_place(text: str) -> tuple[str, ...]:
    """The unit that retreats or is removed, or the space to build in; a waive has none."""
    words = text.split(" ")
    if len(words) < 3:
        return ()
    return (words[1].partition("/")[0] if words[2] == "B" else f"{words[0]} {words[1]}",)


def _list_builds(game: Game, state: State, power: str) -> frozenset[str]:
    """The builds that a seat can pay for, and a waive if it has any of its own."""
    board, rules = game.board, game.rules
    found = set()
    for owner in rules.speaks_for(state, board, power):
        spare = centres.balance(state, board, rules, owner)
        for site in centres.free_sites(state, board, rules, owner) if spare > 0 else ():
            space = board.loc_of[site]
            found |= {
                f"{board.unit_at(arm, loc).text} B"
                for arm in board.arms
                if rules.cost(arm) <= spare
                for loc in board.places(arm, space)
            }
        # A waive stands for the seat's own builds, not for those of a power that it runs.
        if owner == power and spare >= WHOLE:
            found.add("WAIVE")
    return frozenset(found)


def _list_movement(game: Game, state: State, power: str, only: str) -> Iterator[Choice]:
    """The orders of each unit that the seat orders."""
    field = _Pieces(game, state)
    for owner in game.rules.speaks_for(state, game.board, power):
        for text in state.units.get(owner, ()):
            if only in ("", text):
                yield from field.choices(owner, game.board.unit(text))


class _Pieces:
    """The units on the board, and what one of them may be ordered to do."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state, self.board = game, state, game.board
        self.units = [game.board.unit(text) for texts in state.units.values() for text in texts]
        self.possible = Possible(self.units, game.board)

    def choices(self, owner: str, unit: Unit) -> Iterator[Choice]:
        """The orders for a unit of ``owner``, each once."""
        said: set[str] = set()
        for order in self._ideas(unit):
            if order.text not in said and self._is_legal(owner, order):
                said.add(order.text)
                yield Choice(order.text, unit.text, (unit.text,), marks=self._marks(order))

    def _ideas(self, unit: Unit) -> Iterator[Order]:
        """Orders that a unit might be given, possible or not."""
        yield from self.possible.orders(unit)
        for text in self.game.rules.deeds(self.state, self.board, unit, self.units):
            yield self.game.notation.order(text)

    def _is_legal(self, owner: str, order: Order) -> bool:
        """Whether an order of a unit of ``owner`` is one that a movement phase carries out."""
        if order.fault or self.game.rules.ruling is None:
            return not order.fault
        lines = {owner: (Written(owner, order.text, order),)}
        field = prepare(self.state, lines, self.game.notation, self.game.rules)
        return "illegal" not in field.verdicts

    def _marks(self, order: Order) -> tuple[str, ...]:
        """What kind of deed an order is."""
        attacks = isinstance(order, Move) or (isinstance(order, Support) and order.moves)
        return (attacking(self.board.spaces[order.to]),) if attacks else ()
