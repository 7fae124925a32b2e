"""What a position after the moves promises a side: how many centres it will own, and its reach.

The chances are counts: of 110 games of ten years in which all seats played by reflex (60 of
standard, the others of 1900, 1926 and 1936) in how many a side owned a centre at the next fall that
counts and at the one after it, by who owns it, who stands there, and how many units reach it.
"""

from random import Random

from judge.rules.computers.view import View
from judge.rules.dip.contest.outcome import Outcome

CHANCES = {
    "000": "00 00 00 00 32 10 04 03 66 39 34 08 66 41 41 33",
    "001": "85 72 26 26 85 83 48 36 88 83 83 53 99 84 84 84",
    "002": "00 00 00 00 10 01 01 01 27 21 04 04 38 29 29 07",
    "010": "95 43 25 25 97 74 31 25 98 92 69 25 99 98 91 73",
    "011": "92 89 43 11 99 95 75 22 99 99 93 72 99 99 98 95",
    "012": "11 11 06 00 30 22 08 04 70 47 19 04 88 70 33 09",
    "020": "01 00 00 00 71 26 07 02 84 65 29 07 84 81 81 26",
    "021": "83 63 34 06 83 81 56 28 94 94 83 75 99 96 96 86",
    "022": "01 00 00 00 05 04 01 00 30 23 07 01 54 54 32 05",
    "100": "01 01 00 00 18 10 07 07 46 41 32 08 64 64 64 15",
    "110": "88 70 43 25 92 77 43 25 97 89 65 36 99 96 85 51",
    "111": "79 76 48 18 94 91 72 24 98 96 90 68 99 99 97 89",
    "120": "02 01 01 00 33 20 11 02 43 43 31 12 56 56 56 46",
    "122": "03 01 00 00 14 07 03 01 31 27 10 02 58 58 34 10",
}
"""Per cent. The key: whether a fall's moves are over (1), who owns the centre (0 nobody, 1 the
side, 2 another), who stands there. The columns: with none to three units of the side that reach it
from elsewhere four numbers each, for none to three of the one other side that has most."""
MOST = 3
PULL = 0.3
"""What a unit is worth in the place that View.value finds the best, half more or less by taste."""
LOSS = 0.3
"""A unit that has to retreat costs this much, one that is destroyed twice."""


def _tabulate(last: int) -> list[tuple[float, ...]]:
    keys = (f"{last}{owner}{stands}" for owner in range(3) for stands in range(3))
    return [tuple(int(chance) / 100 for chance in CHANCES.get(key, "").split()) for key in keys]


class Prospect:
    """What the outcomes of one position's movement phase are worth to a side."""

    def __init__(self, view: View, side: str, dice: Random) -> None:
        board = view.board
        number_of = {name: number for number, name in enumerate(view.seats)}
        self.me, self.side_count, self.last = number_of[side], len(number_of), view.last
        self.sides = [number_of.get(name, self.side_count) for name in view.sides]
        """Unit -> the number of its side; minors that nobody runs share the last one, and stay."""
        self.near = view.terrain.near
        self.chances = _tabulate(int(view.last))
        centers = view.terrain.centers
        index_of = {center: index for index, center in enumerate(centers)}
        self.center_at = [index_of.get(space, -1) for space in board.space_of]
        """Loc -> the number of its centre, -1 if it is none."""
        self.owners = [
            number_of.get(view.owner[center], self.side_count) if center in view.owner else -1
            for center in centers
        ]
        worth = view.worth(side)
        prices = {
            arm: [view.value(arm, loc, worth, last=False) for loc in range(len(board.locs))]
            for arm in view.terrain.near
        }
        best = max(map(max, prices.values()))
        self.pull = {
            arm: [PULL * (0.5 + dice.random()) * price / best for price in row]
            for arm, row in prices.items()
        }

    def value(self, outcome: Outcome) -> float:
        """How many centres the side may expect, and a little for where its units are."""
        me, near, center_at = self.me, self.near, self.center_at
        pressure = [0] * (self.side_count * len(self.owners))
        standing = [-1] * len(self.owners)
        concerns = {center for center, owner in enumerate(self.owners) if owner == me}
        total = 0.0
        for number, retreats in outcome.leaving.items():
            if self.sides[number] == me:
                total -= LOSS if retreats else 2 * LOSS
        for arm, side, loc in zip(outcome.field.arms, self.sides, _place(outcome), strict=True):
            if loc < 0 or arm not in near:
                continue
            if center_at[loc] >= 0:
                standing[center_at[loc]] = side
            if side < self.side_count:
                for center in near[arm][loc]:
                    pressure[center * self.side_count + side] += 1
            if side == me:
                total += self.pull[arm][loc]
                concerns.update(near[arm][loc])
                if center_at[loc] >= 0:
                    concerns.add(center_at[loc])
        return total + sum(self._chance(center, standing[center], pressure) for center in concerns)

    def _chance(self, center: int, occupant: int, pressure: list[int]) -> float:
        """The chance to own a centre, by who will stand there and who will reach it."""
        me, first = self.me, center * self.side_count
        there = pressure[first : first + self.side_count]
        keeper = occupant if self.last and occupant >= 0 else self.owners[center]
        row = 0 if keeper < 0 else 3 if keeper == me else 6
        if occupant >= 0:
            row += 1 if occupant == me else 2
        mine = there[me]
        there[me] = 0
        return self.chances[row][(MOST + 1) * min(mine, MOST) + min(max(there), MOST)]


def _place(outcome: Outcome) -> list[int]:
    """Unit -> the loc where it is after the moves, -1 if it has to leave."""
    field = outcome.field
    locs = [unit.loc for unit in field.units]
    for number in outcome.movers:
        order = field.orders[number]
        assert order is not None
        locs[number] = order.goal
    for number in outcome.leaving:
        locs[number] = -1
    return locs
