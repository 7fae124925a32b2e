"""Seams asked in every phase; a ``Scene`` is the state with the events and facts so far."""

from collections.abc import Mapping

from msgspec import Struct

from judge.kernel.engine import Event
from judge.rules.dip.contest.explain import Reason
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.seams.scene import Orders, Scene

Owners = Mapping[str, tuple[str, ...]]
"""Centres by owner."""


class EachPhase:
    """What a mechanic does as a phase begins and ends."""

    def begin(self, scene: Scene, board: Board) -> Scene:
        """The phase's orders are about to be looked at: minors are rebuilt.

        Otherwise: disorder, minors.
        """
        return scene

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """Whose order a unit follows: orders by writer in, by the power *that owns the units* out.

        Orders for units of powers that the writer ``speaks_for`` have gone to these already.
        Otherwise: air, control, passage, points, sites.
        """
        return scene, answer

    def play(self, scene: Scene, board: Board, orders: Orders) -> Scene | None:
        """A whole phase of another kind (None: not mine); the engine then moves on to the next.

        Otherwise: influence.
        """
        return None

    def end(self, scene: Scene, board: Board) -> Scene:
        """The phase is over; ``scene.state.phase`` still names it.

        Otherwise: air.supply, factions, paratroops, passage, points.
        """
        return scene

    def owners(self, scene: Scene, board: Board, answer: Owners) -> tuple[Scene, Owners]:
        """The centres by owner, when a fall is over.

        Otherwise: build_centres, disorder, influence.
        """
        return scene, answer

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """The centres that count for victory, by power.

        Otherwise: clients, dummies, factions, lead, minors.
        """
        return answer

    def winners(
        self, state: State, board: Board, totals: Mapping[str, int], answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Who has won when a fall is over; () while the game goes on.

        Otherwise: ending, lead.
        """
        return answer

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events of a turn as they are told, and to whom.

        Otherwise: air.supply, build_centres, clients, dummies, influence, lead, minors.
        """
        return answer


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


class AfterMoves:
    """What a mechanic changes in retreats, builds and removals."""

    def meets(
        self,
        state: State,
        board: Board,
        units: tuple[Dislodged, ...],
        space: str,
        answer: tuple[Dislodged, ...],
    ) -> tuple[Dislodged, ...]:
        """Which of several units that retreat to one space get there.

        Otherwise: passages.
        """
        return answer

    def supply(self, state: State, board: Board, power: str, answer: int) -> int:
        """What a power can feed, in half units.

        Otherwise: air.supply.
        """
        return answer

    def cost(self, arm: str, answer: int) -> int:
        """What a unit of an arm costs, in half units.

        Otherwise: air.supply.
        """
        return answer

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The spaces where a power may build if they are free.

        Otherwise: air.supply, disorder, dummies, sites.
        """
        return answer

    def removals(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A power's units in the order in which they are removed if it does not say.

        Otherwise: air.supply, minors.
        """
        return answer
