"""Permanent civil disorder: a power that nobody plays any more breaks up into minor powers."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from judge.kernel.errors import InputError
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics import independence
from judge.rules.mechanics.cast import Cast
from judge.rules.mechanics.independence import GIVEN_UP, NEWBORN


class Disorder(Mechanic):
    """The powers that ``State.memory`` names as given up, and what they leave behind."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast

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
        return independence.collapse(scene, board, self.cast, power)

    def survivors(self, state: State, board: Board, answer: tuple[str, ...]) -> tuple[str, ...]:
        """A power given up is out of the game, whatever is still listed as its own."""
        return tuple(power for power in answer if power not in state.memory[GIVEN_UP])

    def owners(
        self, scene: Scene, board: Board, answer: Mapping[str, tuple[str, ...]]
    ) -> tuple[Scene, Mapping[str, tuple[str, ...]]]:
        """What is still listed under a power given up is empty now: a minor (1926-R14)."""
        scene = scene.with_(replace(scene.state, centers=answer))
        for power in scene.state.memory[GIVEN_UP]:
            centers = scene.state.centers.get(power, ())
            scene = independence.free(scene, board, self.cast, power, centers)
        return scene, scene.state.centers

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A power given up builds nothing."""
        return () if power in state.memory[GIVEN_UP] else answer


def build(rules: Mapping[str, Any]) -> Disorder:
    """The mechanic for a map with minors."""
    return Disorder(Cast.of(rules["map"]))
