"""Build centres: spaces that change owners like supply centres and feed nobody.

``State.centers`` lists them under whoever owns them; who may build there is the ``sites`` part's.
"""

from collections.abc import Mapping
from typing import Any

from judge.kernel.engine import Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Mechanic, Owners, retell_centers
from judge.rules.dip.seams.scene import Scene
from judge.rules.dip.seams.standard import hand_over

TRAIT = "build-center"
"""The trait of such a space in the map."""


class BuildCentres(Mechanic):
    """Rules, 7: after a fall they go to the unit that stands there."""

    def owners(self, scene: Scene, board: Board, answer: Owners) -> tuple[Scene, Owners]:
        """The spaces by owner, the occupied build centres under their occupants."""
        changing = {space for space, traits in enumerate(board.traits) if TRAIT in traits}
        return scene, hand_over(scene.state, board, answer, changing)

    def can_own(self, board: Board, space: int, answer: bool) -> bool:
        """They stand among a power's centres."""
        return answer or TRAIT in board.traits[space]

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """Owned build centres are told apart from supply centres (``build_centers`` of a row)."""

        def tell(row: Mapping[str, Any]) -> Mapping[str, Any]:
            spaces = row["centers"]
            feeding = [space for space in spaces if space in board.center_ids]
            others = [space for space in spaces if space not in feeding]
            return {**row, "centers": feeding, "build_centers": others}

        return retell_centers(answer, tell)


build = BuildCentres
"""The mechanic; the map marks the spaces."""
