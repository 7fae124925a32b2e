"""Ferries: land borders across water, closed while others' fleets hold all of that water.

The map lists them under ``[[ferries]]`` with the waters of each; they become borders whose traits
name the waters. Whether one is open is judged by the positions at the start of the phase (W15).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.kernel.choice import Example
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board, Border, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.seams.mechanic import Mechanic, Ruling
from judge.rules.mechanics.passage import allows

OVER = "ferry over "
"""What the trait of a ferry border begins with; the water's id follows."""

Fleets = Mapping[str, tuple[str, str]]
"""The fleets at sea by water: owner and text."""


class Ferries(Mechanic):
    """Rules, 3: armies and fleets cross where no power holds all the water against them."""

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """A border for each arm; a fleet uses the coast that the ferry lands on (W16)."""
        for entry in map_data["ferries"]:
            traits = frozenset(f"{OVER}{water}" for water in entry["water"])
            yield Border("A", entry["a"], entry["b"], traits)
            coasts = ((entry[side], entry.get(f"{side}_coast")) for side in ("a", "b"))
            ends = [f"{space}/{coast}" if coast else space for space, coast in coasts]
            yield Border("F", ends[0], ends[1], traits)

    def examples(self) -> Iterable[Example]:
        """An army that crosses."""
        return (Example("A {ferry} - {landing}", "over water by ferry", "move"),)

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """A closed ferry stops a move, and no support reaches across it (W44)."""
        order = field.orders[unit]
        if isinstance(order, Move) and order.walks and not order.via:
            waters, verdict = order.traits, "fails"
        elif isinstance(order, Support):
            key = (order.arm, order.space, order.to)
            waters, verdict = field.board.border_traits.get(key, frozenset()), "cut"
        else:
            return answer
        if not waters:
            return answer
        fleets = _fleets(field.board, zip(field.powers, field.units, strict=True))
        holders = blockers(field.state, fleets, waters, field.powers[unit])
        return Ruling(verdict, f"the ferry is closed by {holders}") if holders else answer

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """W44: for a retreat the fleets after the moves decide."""
        field, board = outcome.field, outcome.field.board
        arm, space, power = field.units[unit].arm, field.space[unit], field.powers[unit]
        traits = {loc: board.border_traits.get((arm, space, board.space_of[loc])) for loc in answer}
        units = [one for one in range(len(field.units)) if one not in outcome.dislodged]
        standing = ((field.powers[one], outcome.unit(one)) for one in units)
        fleets = _fleets(board, standing) if any(traits.values()) else {}
        return tuple(
            loc
            for loc, there in traits.items()
            if not there or not blockers(field.state, fleets, there, power)
        )


def blockers(state: State, fleets: Fleets, traits: frozenset[str], power: str) -> str:
    """The fleets that close a ferry to ``power``, "" if it is open or no ferry at all.

    It is closed if every water holds a fleet of another power that gave no permission there.
    """
    waters = sorted(trait.removeprefix(OVER) for trait in traits if trait.startswith(OVER))
    holders = [fleets.get(water) for water in waters]
    if not waters or any(
        holder is None or allows(state, holder[0], power, water)
        for holder, water in zip(holders, waters, strict=True)
    ):
        return ""
    return " and ".join(holder[1] for holder in holders if holder is not None)


def _fleets(board: Board, units: Iterable[tuple[str, Unit]]) -> Fleets:
    return {
        board.locs[unit.loc]: (power, unit.text)
        for power, unit in units
        if unit.arm == "F" and board.waters >> unit.space & 1
    }


build = Ferries
"""The mechanic; all that it needs stands in the map."""
