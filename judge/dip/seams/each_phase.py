"""Seams asked in every phase; a ``Scene`` is the state with the events and facts so far."""

from collections.abc import Mapping

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.seams.scene import Orders, Scene
from judge.kernel.engine import Event

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
