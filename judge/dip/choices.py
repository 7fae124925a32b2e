"""What a power may order: for each thing that it has to decide, the legal orders."""

from collections.abc import Iterator

from judge.dip.ground import routes
from judge.dip.ground.board import Unit
from judge.dip.ground.position import State
from judge.dip.orders.base import Order, Written
from judge.dip.orders.notation import Notation
from judge.dip.play import centres
from judge.dip.play.prepare import prepare
from judge.dip.seams.game import Game
from judge.dip.standing import standing

Choices = dict[str, tuple[str, ...]]


def list_choices(game: Game, state: State, power: str) -> Choices:
    """The orders that may answer each task of ``power``, as ``Engine.legal_orders`` says."""
    tasks = standing(game, state, power, ()).tasks
    if state.phase[-1] == "M":
        return _list_movement(game, state, power)
    if state.phase[-1] != "A":
        return {task.subject: task.options for task in tasks}
    builds = _list_builds(game, state, power)
    return {
        task.subject: tuple(text for text in task.options if text in builds or text.endswith(" D"))
        for task in tasks
    }


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
        if owner == power and spare > 0:
            found.add("WAIVE")
    return frozenset(found)


def _list_movement(game: Game, state: State, power: str) -> Choices:
    """The orders of each unit that the seat orders."""
    field = _Pieces(game, state)
    choices: Choices = {}
    for owner in game.rules.speaks_for(state, game.board, power):
        for text in state.units.get(owner, ()):
            unit = game.board.unit(text)
            found = (*field.stay_or_go(unit), *field.support(unit), *field.carry(unit))
            legal = (order.text for order in found if field.is_legal(owner, order))
            choices[text] = tuple(dict.fromkeys(legal))
    return choices


class _Pieces:
    """The units on the board, and what one of them may be ordered to do."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state, self.board = game, state, game.board
        self.notation: Notation = game.notation
        self.units = [game.board.unit(text) for texts in state.units.values() for text in texts]
        afloat = {1 << unit.space for unit in self.units if unit.arm == "F"}
        self.fleets = sum(afloat) & game.board.waters

    def stay_or_go(self, unit: Unit) -> Iterator[Order]:
        """To hold, to move, and an army's voyages where fleets stand on the whole way."""
        yield self.notation.order(f"{unit.text} H")
        for goal in sorted(self._steps(unit)):
            yield self.notation.order(f"{unit.text} - {goal}")
        for goal in self._voyages(unit, self.fleets):
            yield self.notation.order(f"{unit.text} - {goal} VIA")

    def support(self, unit: Unit) -> Iterator[Order]:
        """The supports of other units, whoever's, to stay or to go where they could."""
        reach = self.board.reach[unit.arm][unit.loc]
        for other in self.units:
            if other.space in reach:
                yield self.notation.order(f"{unit.text} S {other.text}")
            # A fleet that supports carries nobody.
            goals = {*self._steps(other), *self._voyages(other, self.fleets & ~(1 << unit.space))}
            for goal in sorted(goals):
                if self.board.space_of[self.board.loc_of[goal]] in reach:
                    yield self.notation.order(f"{unit.text} S {other.text} - {goal}")

    def carry(self, unit: Unit) -> Iterator[Order]:
        """The convoys for which a fleet is of use."""
        if unit.arm != "F" or not self.board.waters >> unit.space & 1:
            return
        for army in self.units:
            for goal in self._voyages(army, self.fleets):
                landing = self.board.seas[self.board.loc_of[goal]]
                if routes.serves(self.board, unit.space, army.space, landing, self.fleets):
                    yield self.notation.order(f"{unit.text} C {army.text} - {goal}")

    def _steps(self, unit: Unit) -> list[str]:
        """Where a unit can go by itself."""
        return [self.board.locs[loc] for loc in self.board.steps[unit.arm][unit.loc]]

    def _voyages(self, unit: Unit, fleets: int) -> list[str]:
        """Where the mask of waters ``fleets`` could carry an army."""
        board = self.board
        if unit.arm != "A" or unit.space not in board.ports:
            return []
        ends = sorted(board.ports - {unit.space})
        return [board.spaces[end] for end in ends if routes.exists(board, unit.space, end, fleets)]

    def is_legal(self, owner: str, order: Order) -> bool:
        """Whether an order of a unit of ``owner`` is one that a movement phase carries out."""
        if order.fault or self.game.rules.ruling is None:
            return not order.fault
        lines = {owner: (Written(owner, order.text, order),)}
        field = prepare(self.state, lines, self.notation, self.game.rules)
        return "illegal" not in field.verdicts
