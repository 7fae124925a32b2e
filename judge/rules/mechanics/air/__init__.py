"""Planes: a second layer over the board (1930s World Diplomacy, rules 5 a to g; option "air").

The air spaces are spaces of the board and planes an arm of their own, so that the contest in the
air is the ordinary one; this mechanic adds what is different. Its companions are ``air.supply``
(what planes cost and bombs destroy) and ``air.desk`` (how orders of the air are typed).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.choice import Example
from judge.kernel.engine import Standing
from judge.rules.dip.contest.explain import Reason
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Border, Reach, Space, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.seams.mechanic import Mechanic, Ruling
from judge.rules.dip.seams.scene import Orders, Scene
from judge.rules.mechanics.air import along, reasons, sky
from judge.rules.mechanics.air.along import Along
from judge.rules.mechanics.air.bomb import Bomb, BombSupport
from judge.rules.mechanics.air.desk import list_deeds
from judge.rules.mechanics.air.sky import guards
from judge.rules.mechanics.air.sweep import Sweep, wins_air_space

FLAK = 1
"""Rules, 5e: what a surface unit's support weighs in the air, in half units (W17)."""


class Air(Mechanic):
    """Flights, supports across the layers, bombs, flak, carriers, half costs."""

    def spaces(self, map_data: Mapping[str, Any]) -> Iterable[Space]:
        """An air space over each space."""
        for entry in map_data["spaces"]:
            yield Space(f"{entry['id']}{sky.SUFFIX}", f"{entry['name']}-Air", sky.KIND)

    def borders(self, map_data: Mapping[str, Any]) -> Iterable[Border]:
        """The ways of planes."""
        return sky.borders(map_data)

    def reaches(self, map_data: Mapping[str, Any]) -> Iterable[Reach]:
        """Supports across the layers."""
        return sky.reaches(map_data)

    def orders(self) -> Iterable[type[Order]]:
        """Bombings, their supports, flights that support."""
        return (Bomb, BombSupport, Sweep)

    def switches(self) -> Mapping[str, Any]:
        """Rules, 5: planes are optional."""
        return {"air": False}

    def meanings(self) -> Mapping[str, str]:
        """There are planes."""
        return {"air": "whether there are planes"}

    def examples(self) -> Iterable[Example]:
        """A flight and a bombing."""
        return (
            Example("P {a}-A - {b}-A", "planes, if your game has them", "move", topic="planes"),
            Example("P {a}-A bomb {near}", "a plane bombs", "bomb"),
        )

    def muster(self, scene: Scene, board: Board, answer: Orders) -> tuple[Scene, Orders]:
        """W56: planes without an order go along with the fleets that they are on."""
        if scene.state.phase[-1] != "M":
            return scene, answer
        return scene, along.follow_fleets(scene.state, board, answer)

    def ruling(self, field: Field, unit: int, answer: Ruling | None) -> Ruling | None:
        """A flight is bound to its carrier, and stopped where all ways are closed."""
        order = field.orders[unit]
        if answer is not None or not isinstance(order, Move) or order.arm != sky.ARM:
            return answer
        # Rules, 5f (W57): above a fleet that is ordered to move, to the fleet's target or to a
        # space that borders both its start and target.
        board = field.board
        above_water = sky.over_water(board, order.space)
        fleet = field.occupant[sky.below(board, order.space)] if above_water else -1
        sails = field.orders[fleet] if fleet >= 0 else None
        if isinstance(sails, Move) and not sails.fault:
            target = sky.above(board, sails.to)
            both = sky.near(board, order.space) & sky.near(board, target)
            if order.to not in {target, *both}:
                rest = "it may follow or go where both ends border"
                return Ruling("illegal", f"{sails.text} takes its carrier away; {rest}")
        closing_planes = guards(field, order.space, order.to, field.powers[unit])
        if closing_planes:
            names = " and ".join(field.name(plane) for plane in closing_planes)
            return Ruling("fails", f"every way is closed by {names}")
        return None

    def force(self, field: Field, unit: int, answer: int) -> int:
        """Flak weighs half a unit."""
        order = field.orders[unit]
        if not isinstance(order, (Support, BombSupport)) or order.arm == sky.ARM:
            return answer
        return FLAK if order.aided.arm == sky.ARM else answer

    def gives_support(self, contest: Contest, unit: int, answer: bool) -> bool:
        """A flying supporter has to win its air space; bombs cut supports on the ground."""
        field = contest.field
        order = field.orders[unit]
        if isinstance(order, Sweep):
            return wins_air_space(contest, unit)
        return answer and not any(
            contest.resolve(bomber) for bomber, _ in reasons.list_bombings(field, unit)
        )

    def completes_move(self, contest: Contest, unit: int, answer: bool) -> bool:
        """W56: over water a flight needs a carrier after the moves, else it bounces.

        So does a plane that goes along with its fleet if the fleet does.
        """
        field = contest.field
        if not answer or field.arms[unit] != sky.ARM:
            return answer
        if isinstance(field.orders[unit], Along):
            fleet = along.carrier(field, unit)
            if field.destination[fleet] < 0 or not contest.resolve(fleet):
                return False
        over_water = sky.over_water(field.board, field.target[unit])
        return not over_water or sky.is_carried(contest, unit)

    def displaced_units(self, outcome: Outcome, answer: Mapping[int, str]) -> Mapping[int, str]:
        """W58: after the moves planes leave enemy ground, and water without a carrier."""
        field = outcome.field
        if sky.ARM not in field.arms:
            return answer
        surface = sky.below_after(outcome)
        reasons = {
            unit: sky.unwelcome(outcome, field.powers[unit], _air(outcome, unit), surface)
            for unit, arm in enumerate(field.arms)
            if arm == sky.ARM and unit not in outcome.dislodged
        }
        return {
            **answer,
            **{unit: f"it may not stay: {why}" for unit, why in reasons.items() if why},
        }

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """W59: planes retreat one step, to where they may be after the moves."""
        field = outcome.field
        if field.arms[unit] != sky.ARM:
            return answer
        near, surface = sky.near(field.board, _air(outcome, unit)), sky.below_after(outcome)
        return tuple(
            loc
            for loc in answer
            if loc in near and not sky.unwelcome(outcome, field.powers[unit], loc, surface)
        )

    def deeds(
        self, state: State, board: Board, unit: Unit, others: Sequence[Unit]
    ) -> Iterable[str]:
        """Bombings, their supports, flights with a support."""
        return list_deeds(board, unit, others)

    def verdict(self, outcome: Outcome, unit: int, answer: str) -> str:
        """The support of a bombing is given or cut like any support; a bomb cuts any support."""
        if isinstance(outcome.field.orders[unit], BombSupport):
            return {"succeeds": "given", "fails": "cut"}.get(answer, answer)
        return "cut" if answer == "given" and reasons.hit_by(outcome, unit) else answer

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """What a player may not have thought of is told before."""
        if state.phase[-1] != "M":
            return answer
        answer = reasons.goes_along(board, answer)
        warnings = tuple(reasons.warnings(state, board, power, answer.tasks))
        return replace(answer, warnings=(*answer.warnings, *warnings))

    def explains(self, outcome: Outcome, unit: int, answer: Reason) -> Reason:
        """Reasons from the air."""
        return reasons.explain(outcome, unit, answer)


def _air(outcome: Outcome, unit: int) -> int:
    return outcome.field.board.space_of[outcome.unit(unit).loc]


build = Air
"""The mechanic; all that it needs stands in the map."""
