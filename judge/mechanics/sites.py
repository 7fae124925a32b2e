"""More build sites: centres where a power may build though they are not its homes."""

from collections.abc import Mapping
from typing import Any

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.seams.mechanic import Mechanic


class Sites(Mechanic):
    """``extra_build`` of the map's powers: open to that power alone, while it owns them."""

    def __init__(self, extra: Mapping[str, tuple[str, ...]]) -> None:
        self.extra = extra

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Its homes, and the extra sites that it owns (1936-R23)."""
        owned = state.centers.get(power, ())
        return (*answer, *(space for space in self.extra.get(power, ()) if space in owned))


def build(rules: Mapping[str, Any]) -> Sites:
    """The mechanic with the map's extra sites."""
    powers = rules["map"]["powers"].items()
    return Sites({name: tuple(facts.get("extra_build", ())) for name, facts in powers})
