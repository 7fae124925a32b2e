"""Other ends of a game: targets by power, a last year, victories that several share."""

from collections.abc import Mapping
from typing import Any

from judge.kernel import days
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Mechanic


class Ending(Mechanic):
    """[ending] of variant.toml; what it does not say is as in the standard game."""

    def __init__(self, targets: Mapping[str, int], last_year: int | None, *, shared: bool) -> None:
        self.targets, self.last_year, self.shared = targets, last_year, shared

    def winners(
        self, state: State, board: Board, totals: Mapping[str, int], answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Who reached its own target, or the standard one, or leads when the last year is over."""
        own_target_winners = tuple(
            power for power in sorted(self.targets) if totals.get(power, 0) >= self.targets[power]
        )
        winners = (*own_target_winners, *(power for power in answer if power not in self.targets))
        # Several at once win together where victories are shared; else the game goes on.
        if winners and (self.shared or len(winners) == 1):
            return winners
        if self.last_year is None or days.year_number(state.phase[1:-1]) < self.last_year:
            return ()
        # Everybody with the most centres shares the game that time ended.
        most = max(totals.values(), default=0)
        return tuple(power for power in sorted(totals) if totals[power] == most)


def build(rules: Mapping[str, Any]) -> Ending:
    """The mechanic with the numbers of variant.toml."""
    settings = rules.get("ending", {})
    last_year = settings.get("last_year")
    return Ending(
        settings.get("targets", {}),
        None if last_year is None else days.year_number(last_year),
        shared=settings.get("shared", False),
    )
