"""Permanent civil disorder: a power that nobody plays any more breaks up into minor powers."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.kernel.errors import InputError
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Names, Owners
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics.cast import Cast, WithCast, empty

GIVEN_UP, NEWBORN = "civil_disorder", "minors"
"""The keys of ``State.memory``: the powers in civil disorder, the newly independent minors."""


class Disorder(WithCast):
    """The powers that ``State.memory`` names as given up, and what they leave behind."""

    def memory(self, map_data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nobody is given up when a game starts."""
        return {GIVEN_UP: [], NEWBORN: []}

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """The powers given up and the minors that came of them, as a request names them."""
        for key in (GIVEN_UP, NEWBORN):
            names = answer.memory.get(key, [])
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                raise InputError(f"state.{key}: it has to be a list of powers.")
        for name in answer.memory.get(GIVEN_UP, []):
            if self.cast.is_minor(name):
                raise InputError(f"state.{GIVEN_UP}: '{name}' is not a power that can be given up.")
        for name in answer.memory.get(NEWBORN, []):
            if not self.cast.is_minor(name) or name not in self.cast.minor_names:
                raise InputError(f"state.{NEWBORN}: there is no minor '{name}'.")
        return replace(answer, memory={**self.memory({}), **answer.memory})

    def begin(self, scene: Scene, board: Board) -> Scene:
        """A power given up since the last phase leaves the board before anything else happens."""
        for power in scene.state.memory[GIVEN_UP]:
            has_dislodged_unit = any(unit.power == power for unit in scene.state.dislodged)
            if has_dislodged_unit or scene.state.units.get(power):
                scene = self.give_up(scene, board, power)
        return scene

    def give_up(self, scene: Scene, board: Board, power: str) -> Scene:
        """The game master's declaration: the power breaks up at once (1926-R14)."""
        return collapse(scene, board, self.cast, power)

    def survivors(self, state: State, board: Board, answer: tuple[str, ...]) -> tuple[str, ...]:
        """A power given up is out of the game, whatever is still listed as its own."""
        return tuple(power for power in answer if power not in state.memory[GIVEN_UP])

    def owners(self, scene: Scene, board: Board, answer: Owners) -> tuple[Scene, Owners]:
        """What is still listed under a power given up is empty now: a minor (1926-R14)."""
        scene = scene.with_(replace(scene.state, centers=answer))
        for power in scene.state.memory[GIVEN_UP]:
            centers = scene.state.centers.get(power, ())
            scene = free(scene, board, self.cast, power, centers)
        return scene, scene.state.centers

    def sites(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """A power given up builds nothing."""
        return () if power in state.memory[GIVEN_UP] else answer


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
    # The map has a name for the minor that a space becomes, or it bears the space's own.
    names = {space: board.names[board.loc_of[space]] for space in spaces}
    minor_in = {space: cast.minor_of.get(space, name) for space, name in names.items()}
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
        # Armies stand there by now (1926-R14).
        dislodged=tuple(
            replace(
                unit,
                retreats=tuple(it for it in unit.retreats if it.partition("/")[0] not in minor_in),
            )
            for unit in state.dislodged
        ),
        memory={**state.memory, NEWBORN: newborn},
    )
    rows = [
        {"power": minor, "unit": f"A {space}", "former": power} for space, minor in minor_in.items()
    ]
    return scene.with_(state_after, [Event("independent", {"rows": rows}, PUBLIC)])


build = Disorder
"""The mechanic for a map with minors."""
