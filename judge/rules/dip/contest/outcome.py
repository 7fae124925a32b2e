"""What came of a movement phase: who won, who was dislodged by whom, who has to leave."""

from collections.abc import Mapping
from itertools import compress

from msgspec.structs import replace

from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.orders.support import Support


class Outcome:
    """The result of one movement phase, unit by unit. Built by ``movement.conclude``."""

    def __init__(self, contest: Contest, wins: list[bool]) -> None:
        self.field, self.contest = contest.field, contest
        self.won = wins
        """Unit -> whether its attack, or its order of a mechanic's own type, got through."""
        goal = self.field.destination
        self.movers = [unit for unit in compress(range(len(wins)), wins) if goal[unit] >= 0]
        """The units that leave their spaces for those that they attacked."""
        self.dislodged: dict[int, int] = {}
        """Dislodged unit -> the attacker that took the place where it stays (DATC 6.D.1)."""
        for unit in self.movers:
            defender = self.field.occupant[goal[unit]]
            if defender >= 0 and not self.moves(defender):
                self.dislodged[defender] = unit
        self.displaced_units: Mapping[int, str] = {}
        """Units that have to leave though nobody dislodged them, with the reason."""
        self.destroyed_units: Mapping[int, str] = {}
        """Units that are gone though nobody dislodged them, with the reason."""
        self.leaving: Mapping[int, tuple[str, ...]] = {}
        """Every unit that has to leave, with its retreats; () means that it is destroyed."""

    def moves(self, unit: int) -> bool:
        """Whether a unit leaves its space for the one that it attacked."""
        return self.won[unit] and self.field.destination[unit] >= 0

    def unit(self, unit: int) -> Unit:
        """A unit where it is after the moves, or was when it was dislodged."""
        before, order = self.field.units[unit], self.field.orders[unit]
        if order is None or not self.moves(unit):
            return before
        return self.field.board.at[before.arm][order.goal]

    def stands(self, unit: int) -> str:
        """A unit by the place where it is after the moves, or was when it was dislodged."""
        return self.unit(unit).text

    @property
    def loc(self) -> list[int]:
        """Unit -> the loc where it stands afterwards, or stood when it was dislodged."""
        return [self.unit(unit).loc for unit in range(len(self.won))]

    def supports(self, unit: int) -> bool:
        """Whether a support was given: not cut, or to hold for a unit that nobody attacked."""
        # Dislodgement cuts every support (DATC 6.D.17).
        if unit in self.dislodged:
            return False
        if self.contest.is_given(unit):
            return True
        # Attacked or not, nothing tested a support for whom nobody attacks (choice 13).
        order = self.field.orders[unit]
        return (
            isinstance(order, Support) and not order.moves and order.to not in self.field.attackers
        )

    def convoys(self, unit: int) -> bool:
        """Whether a convoying fleet was spared, by attackers and by paradoxes (choice 1)."""
        return unit not in self.dislodged and unit not in self.contest.disrupted_convoys

    # --- where those that have to leave may go ---

    def open_locs(self, unit: int) -> tuple[int, ...]:
        """The locs to which a unit that has to leave may retreat, sorted by name.

        It goes on its own, without convoy or support (DATC 6.H.13, 6.H.14).
        """
        board, here = self.field.board, self.unit(unit)
        attacker = self.dislodged.get(unit, -1)
        # Nor to where its attacker came from (DATC 6.H.5), unless that was by convoy (6.H.11).
        is_closed = attacker >= 0 and not self.field.by_convoy[attacker]
        origin = self.field.space[attacker] if is_closed else -1
        gone, free = self.destroyed_units, []
        for loc in board.steps[here.arm][here.loc]:
            space = board.space_of[loc]
            # Nobody retreats to where a unit is after the moves (DATC 6.H.17).
            occupant = self.field.occupant[space]
            stays = occupant >= 0 and not self.moves(occupant) and occupant not in gone
            attackers = self.field.attackers.get(space, ())
            if space == origin or stays:
                continue
            if any(self.moves(one) and one not in gone for one in attackers):
                continue
            # A stand-off closes a space (DATC 6.H.6), and so does a sortie (1936-S1).
            stayed = (one for one in attackers if not self.moves(one))
            if not any(map(self.contest.prevent_strength, stayed)):
                free.append(loc)
        return tuple(sorted(free, key=board.locs.__getitem__))

    # --- the position afterwards ---

    def state(self, phase: str) -> State:
        """The position after the moves; who has no retreat is gone (choice 21 of RULES.md)."""
        field, units_at, old_state = self.field, self.field.board.at, self.field.state
        texts = list(field.texts)
        for unit in self.movers:
            order = field.orders[unit]
            assert order is not None
            texts[unit] = units_at[field.units[unit].arm][order.goal].text
        for unit in (*self.leaving, *self.destroyed_units):
            texts[unit] = ""
        units: dict[str, tuple[str, ...]] = {}
        end = 0
        for power, before in old_state.units.items():
            start, end = end, end + len(before)
            unit_texts = sorted(filter(None, texts[start:end]))
            if unit_texts:
                units[power] = tuple(unit_texts)
        dislodged = tuple(
            Dislodged(field.powers[unit], self.stands(unit), retreats)
            for unit, retreats in self.leaving.items()
            if retreats
        )
        return replace(old_state, phase=phase, units=units, dislodged=dislodged)
