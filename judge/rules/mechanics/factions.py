"""Factions: powers of their own that a great power's player orders beside his own (1936: Spain)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.rules.dip.ground.board import Board, Power, power_facts
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Names
from judge.rules.dip.seams.scene import Scene
from judge.rules.mechanics import disorder
from judge.rules.mechanics.cast import Cast, WithCast, alive


class Factions(WithCast):
    """``factions`` of the map: separate powers in everything but victory, one seat with another."""

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """The factions; they have no seat of their own."""
        for name, facts in map_data["factions"].items():
            yield power_facts(name, facts, played=False)

    def speaks_for(self, state: State, board: Board, seat: str, answer: Names) -> Names:
        """A sponsor orders its factions as long as they live (1936-R18)."""
        factions = (name for name in self.cast.factions_of(seat) if alive(state, name))
        return (*answer, *factions)

    def standing(
        self, state: State, board: Board, power: str, orders: Sequence[str], answer: Standing
    ) -> Standing:
        """Which of the units in a sponsor's list are its faction's."""
        sentences = (
            f"{name}, which you order too: {', '.join(state.units[name])}."
            for name in self.cast.factions_of(power)
            if state.phase[-1] == "M" and state.units.get(name)
        )
        return replace(answer, facts=(*answer.facts, *sentences))

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """For victory a faction's centres are its sponsor's (1936-R22)."""
        return merge_factions(self.cast, answer)

    def end(self, scene: Scene, board: Board) -> Scene:
        """A faction falls into civil disorder with its sponsor's elimination (1936-R20)."""
        for faction, sponsor in self.cast.sponsors.items():
            if alive(scene.state, faction) and not alive(scene.state, sponsor):
                scene = disorder.collapse(scene, board, self.cast, faction)
        return scene


def merge_factions(cast: Cast, center_counts: Mapping[str, int]) -> Mapping[str, int]:
    """Counted centres with those of factions under their sponsors."""
    totals = {name: count for name, count in center_counts.items() if name not in cast.sponsors}
    for faction, sponsor in cast.sponsors.items():
        if faction in center_counts:
            totals[sponsor] = totals.get(sponsor, 0) + center_counts[faction]
    return totals


build = Factions
"""The mechanic for a map with factions."""
