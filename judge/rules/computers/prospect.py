"""What a side may hope for: centres of nobody's that are its to take, those that it will own.

The chances are counts: in games of eight years in which Steady had all seats (standard and 1936),
in how many a side owned a centre at the next fall that counts and at the one after it, by who owns
it, who stands there, and how many units reach it. What was rare is as in games of reflex.

Two who want a centre of nobody's keep each other out of it, or both make way, unless both know
whose it is: that of the nearest unit, of several as near of the side with most units there, then of
the smallest. Who has taken nothing while others did is content: a novice, who would be waited for
in vain.
"""

from collections.abc import Collection, Iterable, Sequence
from random import Random

from judge.rules.computers.view import FAR, View
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.move import Move

CHANCES = {
    "000": "00 00 00 00 51 28 13 03 70 36 36 08 66 45 41 33",
    "001": "93 67 33 26 86 94 51 34 88 84 79 53 99 84 84 84",
    "002": "00 00 00 00 19 04 02 01 32 25 14 04 38 33 29 07",
    "010": "88 37 25 23 91 67 24 21 95 82 60 18 95 85 81 69",
    "011": "92 79 39 16 95 89 59 23 97 92 79 60 98 95 85 91",
    "012": "12 11 05 04 27 20 12 02 76 50 23 03 90 76 45 12",
    "020": "01 00 00 00 59 25 12 11 81 70 36 17 85 80 83 30",
    "021": "75 65 23 06 76 81 55 27 87 86 76 57 94 98 97 84",
    "022": "01 00 00 00 13 08 05 03 51 41 22 14 58 65 43 13",
    "100": "01 01 00 00 20 09 07 07 43 35 31 08 64 64 64 15",
    "110": "90 81 62 27 93 85 65 35 96 88 76 50 93 92 87 56",
    "111": "90 84 67 54 96 93 80 62 99 95 89 77 96 99 88 90",
    "120": "02 01 01 00 16 11 07 05 30 30 22 11 56 50 43 41",
    "122": "03 01 00 00 10 05 02 01 25 20 11 11 37 35 21 09",
}
"""Per cent. The key: whether a fall's moves are over (1), who owns the centre (0 nobody, 1 the
side, 2 another), who stands there. The columns: with none to three units of the side that reach it
from elsewhere four numbers each, for none to three of the one other side that has most."""
MOST = 3
PULL = 0.3
"""What a unit is worth in the place that View.value finds the best, half more or less by taste."""
LOSS = 0.3
"""A unit that has to retreat costs this much, one that is destroyed twice."""
LYING, WAY, LOST = 9.0, 3.0, 24.0
"""What a centre costs that stays nobody's, and each move that the next idle unit has to it, shared
among all there are: the last of them cost most. LOST if another takes what is one's own to take;
what is not, half of LYING, as two who keep each other out of it for years both lose.
"""


class Prospect:
    """What the outcomes of one position's movement phase are worth to a side."""

    def __init__(self, view: View, side: str, dice: Random, claims: Collection[int]) -> None:
        board = view.board
        number_of = {name: number for number, name in enumerate(view.seats)}
        self.me, self.side_count, self.last = number_of[side], len(number_of), view.last
        self.sides = [number_of.get(name, self.side_count) for name in view.sides]
        """Unit -> the number of its side; minors that nobody runs share the last one, and stay."""
        self.near = view.terrain.near
        self.chances = [
            [int(chance) / 100 for chance in CHANCES.get(f"{view.last:d}{key:02}", "").split()]
            for key in (0, 1, 2, 10, 11, 12, 20, 21, 22)
        ]
        centers = view.terrain.centers
        index_of = {center: index for index, center in enumerate(centers)}
        self.center_at = [index_of.get(space, -1) for space in board.space_of]
        """Loc -> the number of its centre, -1 if it is none."""
        self.owners = [
            number_of.get(view.owner[center], self.side_count) if center in view.owner else -1
            for center in centers
        ]
        self.unowned = view.unowned
        self.claims = claims
        """The numbers of those that are the side's to take."""
        self.far = view.terrain.far
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
        """How many centres the side may expect, less what lies about, and a little for places."""
        me, near, center_at = self.me, self.near, self.center_at
        pressure = [0] * (self.side_count * len(self.owners))
        standing = [-1] * len(self.owners)
        concerns = {center for center, owner in enumerate(self.owners) if owner == me}
        ways: list[tuple[int, ...]] = []
        total = 0.0
        # Where each unit is after the moves, -1 if it has to leave.
        field = outcome.field
        locs = [unit.loc for unit in field.units]
        for number in outcome.movers:
            order = field.orders[number]
            assert order is not None
            locs[number] = order.goal
        for number, retreats in outcome.leaving.items():
            locs[number] = -1
            if self.sides[number] == me:
                total -= LOSS if retreats else 2 * LOSS
        for arm, side, loc in zip(field.arms, self.sides, locs, strict=True):
            if loc < 0 or arm not in near:
                continue
            if center_at[loc] >= 0:
                standing[center_at[loc]] = side
            if side < self.side_count:
                for center in near[arm][loc]:
                    pressure[center * self.side_count + side] += 1
            if side == me:
                total += self.pull[arm][loc]
                ways.append(self.far[arm][loc])
                concerns.update(near[arm][loc])
                if center_at[loc] >= 0:
                    concerns.add(center_at[loc])
        total -= self._count_neglect(ways, standing)
        return total + sum(self._chance(center, standing[center], pressure) for center in concerns)

    def _count_neglect(self, ways: Sequence[tuple[int, ...]], standing: Sequence[int]) -> float:
        """What it costs that nobody's centres are not taken; each unit is on its way to one."""
        unit_to = send_units(
            ((way[center],), center, number)
            for number, way in enumerate(ways)
            for center in self.unowned
        )
        cost = 0.0
        for center in self.unowned:
            if not self.last or standing[center] < 0:
                moves = ways[unit_to[center]][center] if center in unit_to else FAR
                cost += LYING + WAY * moves
            elif standing[center] != self.me:
                cost += LOST if center in self.claims else LYING / 2
        return cost / (len(self.unowned) or 1)

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


Offer = tuple[tuple[float, ...], int, int]
"""How near a unit is, least first; the number of the centre, the number of the unit."""


def send_units(offers: Iterable[Offer]) -> dict[int, int]:
    """Centre -> the unit that goes there: the nearest first, and each to one."""
    unit_to: dict[int, int] = {}
    sent = set[int]()
    for _, center, unit in sorted(offers):
        if center not in unit_to and unit not in sent:
            unit_to[center] = unit
            sent.add(unit)
    return unit_to


class Claims:
    """Whose unit is to take each of nobody's centres in a position."""

    def __init__(self, view: View) -> None:
        self.view = view
        board, centers, far = view.board, view.terrain.centers, view.terrain.far
        owned_by = view.state.centers
        content = frozenset(
            one for one in view.seats if {*owned_by.get(one, ())} <= {*board.powers[one].owns}
        )
        if not view.unowned or len(content) == len(view.seats):
            content = frozenset()
        self.content = content
        """The seats that have taken nothing, while others did and something is left."""
        rank = {seat: place for place, seat in enumerate(view.seats) if seat not in content}

        def near(unit: Unit, side: str, center: int) -> tuple[float, ...]:
            there = view.pressure[centers[center]].get(side, 0)
            moves = far[unit.arm][unit.loc][center]
            return moves, -there, view.size.get(side, 0), rank[side]

        self.unit_to = send_units(
            (near(unit, side, center), center, number)
            for number, (unit, side) in enumerate(zip(view.units, view.sides, strict=True))
            if side in rank and unit.arm in far
            for center in view.unowned
        )
        """The number of a centre -> the unit that is to take it; the content have none."""
        self._spaces = {centers[center] for center in self.unit_to}
        self._takes = {
            number: Move.of(view.units[number], loc, board)
            for center, number in self.unit_to.items()
            for loc in sorted(board.steps[view.units[number].arm][view.units[number].loc])
            if board.space_of[loc] == centers[center]
        }

    def of(self, side: str) -> frozenset[int]:
        """The numbers of the centres that are a side's to take."""
        sides = self.view.sides
        return frozenset(center for center, unit in self.unit_to.items() if sides[unit] == side)

    def respect(self, number: int, order: Order | None) -> Order | None:
        """What a unit does that would be ordered so: who is to take a centre goes, nobody else."""
        goes_there = isinstance(order, Move) and order.to in self._spaces
        return self._takes.get(number, None if goes_there else order)
