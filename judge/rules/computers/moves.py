"""Reflex's movement on any board of the Diplomacy kind: values, competition, supports.

After the published description of DumbBot, in our own way: units choose one after the other, in an
order that dice say; whoever finds its goal taken by an own unit helps that one if help is needed.
"""

from random import Random

from judge.rules.computers.view import View
from judge.rules.dip.ground.board import Unit
from judge.rules.mechanics.air import sky


def employ_planes(view: View, side: str, plane: Unit, goals: set[int]) -> str:
    """The order of an idle plane; ``goals`` are the spaces where the side's units will be.

    Bombs on the richest foe's centre in range (W55: it yields half a unit less), else a flight.
    """
    board = view.board
    most = 1 if sky.over_water(board, plane.space) else 2
    targets = [
        (view.size.get(owner, 0.0), board.spaces[center])
        for center, owner in view.owner.items()
        if owner != side
        and owner in view.seats
        and center in board.centers
        and center not in goals
        and 0 < sky.steps(board, plane.space, sky.above(board, center)) <= most
    ]
    if targets:
        return f"{plane.text} BOMB {max(targets)[1]}"
    # Above an own unit on land that foes press most, if that is not here already.
    ways = [
        (view.against(below, side), board.locs[loc])
        for loc in board.steps[sky.ARM][plane.loc]
        if (below := sky.below(board, loc)) in goals
        and not sky.over_water(board, loc)
        and view.at.get(below, -1) >= 0
        and not view.enemy(below, side)
        and loc not in view.at
        and not sky.over_water(board, plane.space)
    ]
    here = view.against(sky.below(board, plane.space), side)
    if ways and max(ways)[0] > here:
        return f"{plane.text} - {max(ways)[1]}"
    return ""


CHANCE = {2: 1.0, 1: 1.0, 0: 0.7, -1: 0.35, -2: 0.15}
"""How much of a goal counts if so many more of us than of them could be there."""
HARD = 0.08
CLOSE, SECOND = 0.88, 0.35
"""The second best is taken with the chance SECOND if it is worth CLOSE of the best."""
VOYAGE = 1.3
"""A voyage takes two units: it has to be worth so much more than what the army could walk to."""

Move = tuple[float, int]
"""(what it is worth, the loc)."""


class Plan:
    """The orders of one side for a movement phase, in the making."""

    def __init__(
        self,
        view: View,
        side: str,
        dice: Random,
        noise: float = 0.0,
        barred_moves: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.view, self.side, self.dice, self.noise = view, side, dice, noise
        self.barred = barred_moves
        """(unit, loc): moves that the variant's rules do not let a unit make now."""
        self.board = view.board
        self.mine = [number for number, one in enumerate(view.sides) if one == side]
        self.worth = view.worth(side)
        self.goal: dict[int, int] = {}
        """Decided unit -> the loc where it goes or stays."""
        self.help: dict[int, int] = {}
        """Unit that stays -> the own unit that it supports."""
        self.helpers: dict[int, int] = {}
        """Unit -> how many support it."""
        self.comer: dict[int, int] = {}
        """Space -> the own unit that goes there."""
        self.said: dict[int, str] = {}
        """Units whose orders are fixed: convoys and voyages first."""
        self.prices: dict[str, dict[int, float]] = {"A": {}, "F": {}}

    def orders(self) -> list[str]:
        """Every unit's order."""
        numbers = list(self.mine)
        self.dice.shuffle(numbers)
        self._sail(numbers)
        for number in numbers:
            self._decide(number, ())
        self._lend_hands()
        goals = {self.board.space_of[loc] for loc in self.goal.values()}
        for number in self.mine:
            # Planes that support nobody.
            plane = self.view.units[number]
            if plane.arm == sky.ARM and number not in self.help:
                order = employ_planes(self.view, self.side, plane, goals)
                if order and order not in self.said.values():
                    self.said[number] = order
        for number in self.mine:
            unit, loc = self.view.units[number], self.goal[number]
            helped_number = self.help.get(number, -1)
            if number in self.said:
                continue
            if loc != unit.loc:
                self.said[number] = f"{unit.text} - {self.board.locs[loc]}"
            elif helped_number < 0:
                self.said[number] = f"{unit.text} H"
            else:
                other, goal = self.view.units[helped_number], self.goal[helped_number]
                step = f" - {self.board.spaces[self.board.space_of[goal]]}"
                helps = f"{unit.text} S {other.text}"
                self.said[number] = helps if goal == other.loc else helps + step
        return [self.said[number] for number in self.mine]

    # --- what places are worth

    def price(self, arm: str, loc: int) -> float:
        """What it is worth to try for a place with a unit of an arm."""
        prices = self.prices[arm]
        price = prices.get(loc)
        if price is None:
            view, space = self.view, self.board.space_of[loc]
            price = view.value(arm, loc, self.worth, last=view.last)
            if self.noise:
                price *= 1 + self.noise * (self.dice.random() - 0.5)
            if opponents := view.against(space, self.side):
                lead = view.pressure[space].get(self.side, 0) - opponents
                price *= CHANCE.get(min(lead, 2), HARD)
            prices[loc] = price
        return price

    def _rank(self, number: int) -> list[Move]:
        """Where a unit may go or stay, the best first; now and then the second best is."""
        unit = self.view.units[number]
        if unit.arm not in self.view.terrain.fall:
            return [(0.0, unit.loc)]
        locs = [unit.loc, *self.board.steps[unit.arm][unit.loc]]
        if self.barred:
            locs = [loc for loc in locs if (number, loc) not in self.barred]
        places_by_price = sorted(((self.price(unit.arm, loc), loc) for loc in locs), reverse=True)
        close = len(places_by_price) > 1 and places_by_price[1][0] >= CLOSE * places_by_price[0][0]
        if close and self.dice.random() < SECOND:
            places_by_price[0], places_by_price[1] = places_by_price[1], places_by_price[0]
        return places_by_price

    # --- voyages

    def _sail(self, numbers: list[int]) -> None:
        """Armies that one own fleet can carry to something better than what they can walk to."""
        view, board = self.view, self.board
        fleets = {
            view.units[number].space: number
            for number in numbers
            if view.units[number].arm == "F" and board.waters >> view.units[number].space & 1
        }
        for number in list(numbers) if fleets else ():
            army = view.units[number]
            if army.arm != "A" or army.space not in board.ports:
                continue
            near = [water for water in fleets if board.seas[army.space] >> water & 1]
            best_voyage = max(
                (
                    (self.price("A", port), port, water)
                    for water in near
                    for port in view.terrain.landings[water]
                    if port not in view.at and port not in self.comer
                ),
                default=(0.0, -1, -1),
            )
            value, port, water = best_voyage
            if value <= max(0.0, VOYAGE * self._rank(number)[0][0]):
                continue
            fleet = fleets.pop(water)
            goal = board.spaces[port]
            self.said[number] = f"{army.text} - {goal} VIA"
            self.said[fleet] = f"{view.units[fleet].text} C {army.text} - {goal}"
            self.goal[number], self.goal[fleet] = port, view.units[fleet].loc
            self.comer[port] = number
            numbers.remove(number)
            numbers.remove(fleet)

    # --- one unit after the other

    def _decide(self, number: int, asking: tuple[int, ...]) -> None:
        """Give a unit its goal; ``asking`` are those that wait for it to leave."""
        if number in self.goal:
            return
        here = self.view.units[number].space
        for _, loc in self._rank(number):
            space = self.board.space_of[loc]
            if space == here:
                break
            # The own unit that will be there, or will not make way in time.
            other = self.view.at.get(space, -1)
            if other < 0 or self.view.sides[other] != self.side:
                other = self.comer.get(space, -1)
            elif other not in asking:
                self._decide(other, (*asking, number))
                if self.board.space_of[self.goal[other]] not in (space, here):
                    other = self.comer.get(space, -1)
            if other < 0:
                self.goal[number], self.comer[space] = loc, number
                return
            if other not in asking and self._is_of_use(number, other):
                self._stay(number, other)
                return
        self._stay(number)

    def _stay(self, number: int, helped_number: int = -1) -> None:
        self.goal[number] = self.view.units[number].loc
        if helped_number >= 0:
            self._assist(number, helped_number)

    def _assist(self, number: int, helped_number: int) -> None:
        self.help[number] = helped_number
        self.helpers[helped_number] = self.helpers.get(helped_number, 0) + 1

    def _is_of_use(self, number: int, other: int) -> bool:
        """Whether one more supporter makes a difference, and a unit could be it."""
        unit = self.view.units[number]
        space = self.board.space_of[self.goal[other]]
        return self.lacks(other) and space in self.board.reach[unit.arm][unit.loc]

    def lacks(self, other: int) -> bool:
        """Whether a unit may be beaten where it stays, or kept out of where it goes."""
        unit, loc = self.view.units[other], self.goal[other]
        opponents = self.view.against(self.board.space_of[loc], self.side)
        strength = 1 + self.helpers.get(other, 0)
        return strength <= opponents if loc != unit.loc else strength < opponents

    def _lend_hands(self) -> None:
        """Units that stay support what needs it most."""
        for number in self.mine:
            unit = self.view.units[number]
            if number in self.help or number in self.said or self.goal[number] != unit.loc:
                continue
            needy = [o for o in self.mine if o != number and self._is_of_use(number, o)]
            if needy:
                self._assist(number, max(needy, key=self.stake))

    def stake(self, other: int) -> float:
        """What is won or kept where a unit goes or stays."""
        unit, loc = self.view.units[other], self.goal[other]
        if unit.arm not in self.view.terrain.fall:
            return 0.0
        value = self.view.value(unit.arm, loc, self.worth, last=self.view.last)
        return value / (1 + self.helpers.get(other, 0))
