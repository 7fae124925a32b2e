"""Seams asked in a movement phase, by numbered units (see contest.Field, contest.Contest)."""

from collections.abc import Mapping

from msgspec import Struct

from judge.dip.contest.explain import Reason
from judge.dip.contest.field import Field
from judge.dip.contest.outcome import Outcome
from judge.dip.contest.questions import Contest
from judge.dip.ground.board import Board


class Ruling(Struct, frozen=True):
    """An order that is not carried out: its verdict and the reason.

    "illegal": the unit holds; "invalid", "fails": it does nothing, but was ordered to move.
    """

    verdict: str
    reason: str


class InMovement:
    """What a mechanic changes in the contest of a movement phase, and in what is said of it."""

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """Why an order that is legal on the standard board is not carried out; None: it is.

        Otherwise: air, ferries, paratroops.
        """
        return answer

    def force(self, field: Field, unit: int, answer: int) -> int:
        """What a move or support weighs, in half units (2 = a unit); 0: ask ``landing_force``.

        Otherwise: air, passages.
        """
        return answer

    def landing_force(self, contest: Contest, unit: int, answer: int) -> int:
        """What a convoyed army's attack weighs, with ``contest.landings(unit)`` at hand.

        Otherwise: passages.
        """
        return answer

    def landings(self, board: Board, shore: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """Masks of the waters from which armies land on ``shore``; for each its own routes count.

        A fleet that a route to one of them needs convoys, though a route to another passes it by.
        Otherwise: passages.
        """
        return answer

    def sorties(self, field: Field, unit: int, answer: bool) -> bool:
        """Whether a won move stays at home: it cuts, bounces and closes its target, no more.

        Otherwise: sorties.
        """
        return answer

    def cuts(self, field: Field, attacker: int, unit: int, answer: bool) -> bool:
        """Whether an attack cuts the support of ``unit`` without dislodging it.

        Otherwise: passages.
        """
        return answer

    def gives_support(self, contest: Contest, unit: int, answer: bool) -> bool:
        """Whether the support of ``unit`` counts.

        Otherwise: air.
        """
        return answer

    def completes_move(self, contest: Contest, unit: int, answer: bool) -> bool:
        """Whether a move that beat everybody succeeds (a plane needs its carrier).

        Otherwise: air.
        """
        return answer

    def yields(self, contest: Contest, rival: int, unit: int, answer: bool) -> bool:
        """Whether the attack of ``rival``, at least as strong, lets ``unit`` in nevertheless.

        Otherwise: paratroops.
        """
        return answer

    def displaced_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that have to leave after the moves though nobody dislodged them, with the reason.

        Otherwise: air.
        """
        return answer

    def destroyed_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """Units that are gone after the moves, with the reason; their spaces are empty.

        Otherwise: paratroops.
        """
        return answer

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """The locs to which a unit may retreat.

        Otherwise: air, control, dummies, ferries, minors.
        """
        return answer

    def explain_no_retreat(self, outcome: Outcome, unit: int, answer: str) -> str:
        """Why a unit without a retreat is lost: the end of a sentence.

        Otherwise: dummies, minors.
        """
        return answer

    def verdict(self, outcome: Outcome, unit: int, answer: str) -> str:
        """The word for an order's outcome, without " dislodged".

        Otherwise: air, cuts, paratroops.
        """
        return answer

    def fate(self, outcome: Outcome, unit: int, answer: str) -> str:
        """How a verdict ends: "", " dislodged" or " destroyed".

        Otherwise: control.
        """
        return answer

    def explains(self, outcome: Outcome, unit: int, answer: Reason) -> Reason:
        """Why an order ended as it did: a sentence, and the orders that caused it.

        Otherwise: air, cuts, paratroops.
        """
        return answer
