"""Newly independent minors: what becomes of the centres of a power in civil disorder."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import Dislodged, tidy
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics.cast import Cast, empty

GIVEN_UP, NEWBORN = "civil_disorder", "minors"
"""The keys of ``State.memory``: the powers in civil disorder, the newly independent minors."""


def collapse(scene: Scene, board: Board, cast: Cast, power: str) -> Scene:
    """A power falls into civil disorder: units off, empty centres minors with armies.

    A centre under another power's unit stays listed under the power; see ``free``.
    """
    state = scene.state
    unit_texts = [*state.units.get(power, ())]
    unit_texts += [unit.unit for unit in state.dislodged if unit.power == power]
    fallen_powers = sorted({*state.memory[GIVEN_UP], power})
    state_after = replace(
        state,
        units={name: texts for name, texts in state.units.items() if name != power},
        dislodged=tuple(unit for unit in state.dislodged if unit.power != power),
        memory={**state.memory, GIVEN_UP: fallen_powers},
    )
    rows = [{"power": power, "unit": unit} for unit in unit_texts]
    news = Event("disorder", {"power": power, "rows": rows}, PUBLIC)
    centers = state_after.centers.get(power, ())
    spaces = [space for space in centers if empty(state_after, board, space)]
    return free(scene.with_(state_after, [news]), board, cast, power, spaces)


def free(scene: Scene, board: Board, cast: Cast, power: str, spaces: Iterable[str]) -> Scene:
    """Centres of ``power`` become minors, each with an army; nobody retreats there any more."""
    state = scene.state
    minor_in = {space: cast.minor_in(space, board) for space in spaces}
    if not minor_in:
        return scene
    units = {name: [*texts] for name, texts in state.units.items()}
    centers = {name: [*ids] for name, ids in state.centers.items()}
    for space, minor in minor_in.items():
        units.setdefault(minor, []).append(f"A {space}")
        centers.setdefault(minor, []).append(space)
        centers[power].remove(space)
    newborn = sorted({*state.memory[NEWBORN], *minor_in.values()})
    state_after = replace(
        state,
        units=tidy(units),
        centers=tidy(centers),
        dislodged=tuple(_close_retreats(unit, minor_in) for unit in state.dislodged),
        memory={**state.memory, NEWBORN: newborn},
    )
    rows = [
        {"power": minor, "unit": f"A {space}", "former": power} for space, minor in minor_in.items()
    ]
    return scene.with_(state_after, [Event("independent", {"rows": rows}, PUBLIC)])


def _close_retreats(unit: Dislodged, spaces: Collection[str]) -> Dislodged:
    """A dislodged unit without the retreats to spaces where armies stand by now (1926-R14)."""
    open_places = (place for place in unit.retreats if place.partition("/")[0] not in spaces)
    return replace(unit, retreats=tuple(open_places))
