"""More build sites: centres where a power may build though they are not its homes."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.kernel.errors import InputError
from judge.kernel.switches import ANYWHERE, HOME
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.seams.mechanic import Mechanic, Names
from judge.rules.dip.seams.scene import Orders, Scene


class Sites(Mechanic):
    """``extra_build`` of the map's powers: open to that power alone, while it owns them.

    ANYWHERE opens every centre to whoever owns it, HOME none; ``usual`` is which of them holds in
    a game that says nothing. ``first`` is the phase in which each centre raises a unit of the arm
    ``first_unit`` if its owner orders nothing ("": none does).
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        powers, table = rules["map"]["powers"], rules.get("sites", {})
        self.extra = {name: facts.get("extra_build", ()) for name, facts in powers.items()}
        self.usual = ANYWHERE if table.get("anywhere") else HOME
        self.first, self.first_unit = rules["phases"]["first"], table.get("first_unit", "")

    def switches(self) -> Mapping[str, Any]:
        """Where powers build."""
        return {"building": self.usual}

    def meanings(self) -> Mapping[str, str]:
        """Homes, or all that is owned."""
        return {"building": f"where powers build: {HOME} or {ANYWHERE}"}

    def option(self, name: str, value: object, answer: object) -> object:
        """One of the two."""
        if name != "building":
            return answer
        if str(value).lower() not in (HOME, ANYWHERE):
            raise InputError(f"'{value}' must be {HOME} or {ANYWHERE}.")
        return str(value).lower()

    def sites(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """Its homes, and the extra sites that it owns (1936-R23)."""
        own_spaces = state.centers.get(power, ())
        if state.options.get("building", self.usual) == ANYWHERE:
            return tuple(space for space in own_spaces if space in board.center_ids)
        return (*answer, *(space for space in self.extra.get(power, ()) if space in own_spaces))

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """The first units of powers that order nothing (chaos-R1)."""
        state = scene.state
        if not self._raises(state):
            return scene, answer
        notation = Notation(board)
        first_orders = {
            power: notation.lines(power, [f"{self.first_unit} {space} B" for space in spaces])
            for power, spaces in state.centers.items()
            if not answer.get(power)
        }
        return scene, {**answer, **first_orders}

    def standing(
        self, state: State, board: Board, power: str, texts: Sequence[str], answer: Standing
    ) -> Standing:
        """What becomes of a first build that is not ordered."""
        if texts or not self._raises(state):
            return answer
        fate = f"{self.first_unit} {' and '.join(state.centers.get(power, ()))} is built"
        tasks = tuple(replace(one, otherwise=fate) for one in answer.tasks)
        waived = {f"{one.subject}: {one.otherwise}." for one in answer.tasks}
        warnings = tuple(
            f"No build is ordered: {fate}." if one in waived else one for one in answer.warnings
        )
        return replace(answer, tasks=tasks, warnings=tuple(dict.fromkeys(warnings)))

    def _raises(self, state: State) -> bool:
        return bool(self.first_unit) and state.phase == self.first


build = Sites
"""The mechanic with the map's extra sites and [sites] of variant.toml."""
