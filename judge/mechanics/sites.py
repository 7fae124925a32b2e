"""More build sites: centres where a power may build though they are not its homes."""

from collections.abc import Mapping
from typing import Any

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.seams.mechanic import Mechanic


class Sites(Mechanic):
    """``extra_build`` of the map's powers: open to that power alone, while it owns them.

    ``anywhere`` opens every centre to whoever owns it.
    """

    def __init__(self, extra: Mapping[str, tuple[str, ...]], *, anywhere: bool) -> None:
        self.extra, self.anywhere = extra, anywhere

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Its homes, and the extra sites that it owns (1936-R23)."""
        own_spaces = state.centers.get(power, ())
        if self.anywhere:
            return tuple(space for space in own_spaces if board.loc_of[space] in board.centers)
        return (*answer, *(space for space in self.extra.get(power, ()) if space in own_spaces))


def build(rules: Mapping[str, Any]) -> Sites:
    """The mechanic with the map's extra sites and [sites] of variant.toml."""
    powers = rules["map"]["powers"].items()
    extra = {name: tuple(facts.get("extra_build", ())) for name, facts in powers}
    return Sites(extra, anywhere=rules.get("sites", {}).get("anywhere", False))
