"""Minor powers: units of nobody's that hold, never retreat, and come back in the winter."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board, Power
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Names
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics.cast import empty
from judge.rules.mechanics.dummies import Unplayed


class Minors(Unplayed):
    """Powers without a player, one for each ``minor_power`` of the map."""

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """The minors with their centres and units; they have no build sites."""
        spaces: dict[str, list[str]] = {}
        for space, name in self.cast.minor_of.items():
            spaces.setdefault(name, []).append(space)
        for name, owns in spaces.items():
            units = tuple(f"{self.cast.arm_of[space]} {space}" for space in owns)
            yield Power(name, adjective=name, owns=tuple(owns), units=units, played=False)

    def knows(self, name: str, answer: bool) -> bool:
        """Newly independent minors bear their spaces' names."""
        return answer or name in self.cast.minor_names

    def begin(self, scene: Scene, board: Board) -> Scene:
        """In winter a minor's missing unit is rebuilt, before anybody builds (1926-R12)."""
        state = scene.state
        if state.phase[-1] != "A":
            return scene
        fresh: dict[str, list[str]] = {}
        for name, spaces in state.centers.items():
            for space in spaces if self.cast.is_minor(name) else ():
                if empty(state, board, space):
                    arm = self.cast.arm_of.get(space, "A")
                    (loc, *_) = board.places(arm, board.loc_of[space])
                    fresh.setdefault(name, []).append(board.unit_at(arm, loc).text)
        rows = [{"power": name, "unit": unit} for name in sorted(fresh) for unit in fresh[name]]
        if not rows:
            return scene
        names = {*state.units, *fresh}
        units = {name: (*state.units.get(name, ()), *fresh.get(name, ())) for name in names}
        news = Event("rebuilt", {"rows": rows}, PUBLIC)
        return scene.with_(replace(state, units=tidy(units)), [news])

    def explain_no_retreat(self, outcome: Outcome, unit: int, answer: str) -> str:
        """It is not that its neighbours were taken: none ever retreats (1926-R4)."""
        is_minor = self.cast.is_minor(outcome.field.powers[unit])
        return "" if is_minor else answer

    def removals(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """A minor's units are never removed for want of centres."""
        return () if self.cast.is_minor(power) else answer

    def answer(self, scene: Scene, board: Board, answer: Mapping[str, Any]) -> Mapping[str, Any]:
        """The order that each minor's unit carried out."""
        was_movement = scene.facts.get("outcome") is not None
        rows = answer["results"] if was_movement else ()
        deeds = {row["unit"]: row["order"] for row in rows if self.cast.is_minor(row["power"])}
        return {**answer, "minors": deeds}


build = Minors
"""The mechanic for a map whose spaces name their minors."""
