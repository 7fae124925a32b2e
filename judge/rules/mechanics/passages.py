"""Passages: long ways by sea on which a fleet arrives with half its force (1900: round the Cape).

Each is data of the map (``[[passages]]``) and becomes a border whose traits this mechanic knows.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.kernel.choice import Example
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Border
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.ground.routes import bits
from judge.rules.dip.orders.move import Move
from judge.rules.dip.seams.mechanic import Mechanic

HALF = 1
"""The force of a mover that arrives at half strength, in half units."""
ARMS = {"army": "A", "fleet": "F"}
HALF_STRENGTH, HALF_LANDING = "half-strength", "half-landing"
DISLODGING_CUT, YIELDING = "cuts-only-by-dislodging", "yields-in-retreat"
TRAITS = {
    "half_strength": HALF_STRENGTH,
    "convoy_b_to_a_half_strength": HALF_LANDING,
    "cut_support_only_if_dislodging": DISLODGING_CUT,
    "retreat_yields": YIELDING,
}
"""The keys of a passage in map.toml and the border traits that stand for them."""


class Passages(Mechanic):
    """Half force over marked borders: for fleets that pass, and for armies that land by them."""

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """The passages as borders."""
        for entry in map_data["passages"]:
            traits = frozenset(trait for key, trait in TRAITS.items() if entry[key])
            for arm in entry["units"]:
                yield Border(ARMS[arm], entry["a"], entry["b"], traits, entry["support_across"])

    def examples(self) -> Iterable[Example]:
        """A fleet that goes the first of the ways."""
        return (Example("F {passage} - {beyond}", "the long way, at half strength", "move"),)

    def force(self, field: Field, unit: int, answer: int) -> int:
        """A unit that passes has half force (1900-R1); an army at sea, by where it lands (R14)."""
        order = field.orders[unit]
        if not isinstance(order, Move):
            return answer
        if field.by_convoy[unit]:
            ships = (field.space[fleet] for fleet in field.carriers[unit])
            weak = any(_lands_weakly(field.board, ship, order.to) for ship in ships)
            return 0 if weak else answer
        return HALF if HALF_STRENGTH in order.traits else answer

    def landing_force(self, contest: Contest, unit: int, answer: int) -> int:
        """Half force if no surviving route lands the army but by a passage (1900-R14)."""
        field, waters = contest.field, contest.landings(unit)
        weakly = (_lands_weakly(field.board, water, field.target[unit]) for water in bits(waters))
        return HALF if all(weakly) else answer

    def landings(self, board: Board, shore: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """A route that lands with full force is no detour, though a passage is shorter (R14)."""
        full = [
            sum(1 << water for water in bits(mask) if not _lands_weakly(board, water, shore))
            for mask in answer
        ]
        return (*answer, *(mask for mask in full if mask not in answer))

    def cuts(self, field: Field, attacker: int, unit: int, answer: bool) -> bool:
        """A unit that passes cuts no support except by dislodging the supporter (1900-R11)."""
        order = field.orders[attacker]
        passes = DISLODGING_CUT in getattr(order, "traits", ()) and not field.by_convoy[attacker]
        return answer and not passes

    def meets(
        self,
        state: State,
        board: Board,
        units: tuple[Dislodged, ...],
        space: str,
        answer: tuple[Dislodged, ...],
    ) -> tuple[Dislodged, ...]:
        """Retreats by a passage yield; of several others nobody gets there (1900-R18)."""
        ordinary, goal = [], board.loc_of[space]
        for retreater in units:
            unit = board.unit(retreater.unit)
            if YIELDING not in board.border_traits.get((unit.arm, unit.space, goal), ()):
                ordinary.append(retreater)
        return tuple(ordinary) if len(ordinary) == 1 else answer


def _lands_weakly(board: Board, water: int, shore: int) -> bool:
    """Whether a fleet in ``water`` reaches ``shore`` by a passage only."""
    return HALF_LANDING in board.border_traits.get(("F", water, shore), ())


build = Passages
"""The mechanic; all that it needs stands in the map."""
