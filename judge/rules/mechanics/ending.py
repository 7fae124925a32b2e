"""Ends of a game: centres that win, targets by power, a last year, victories that several share."""

import re
from collections.abc import Mapping
from typing import Any

from judge.kernel import days
from judge.kernel.errors import InputError
from judge.kernel.switches import NEVER
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams import standard
from judge.rules.dip.seams.mechanic import Mechanic, Names

_YEAR = re.compile(r"[1-9][0-9]{0,3}(BC)?")
_NO_YEAR = (NEVER.upper(), "FALSE", "NEVER")


class Ending(Mechanic):
    """What a game's options say of its end, or else [ending] of variant.toml and the map.

    ``least`` and ``most`` are the centres that may win, ``first_year`` is that of the first phase.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        table, map_data = rules.get("ending", {}), rules["map"]
        self.targets: Mapping[str, int] = table.get("targets", {})
        self.need = int(map_data["victory"])
        self.last_year = str(table.get("last_year", NEVER))
        self.shared = bool(table.get("shared", False))
        owned = [len(one.get("owns", one["home"])) for one in map_data["powers"].values()]
        self.least = max(owned, default=0) + 1
        self.most = sum(bool(space.get("sc")) for space in map_data["spaces"])
        self.first_year = str(rules["phases"]["first"])[1:-1]

    def switches(self) -> Mapping[str, Any]:
        """What ends the game."""
        return {"victory": self.need, "last_year": self.last_year, "shared": self.shared}

    def meanings(self) -> Mapping[str, str]:
        """Who wins, when, and how many."""
        return {
            "victory": f"centres that win: {self.least} to {self.most}",
            "last_year": "its last year, who leads then wins: 1910, or none",
            "shared": "whether several who have enough at once win together",
        }

    def option(self, name: str, value: object, answer: object) -> object:
        """Centres that can be won and are not owned at the start; a year ("300BC"), or NEVER."""
        if name == "victory" and not (type(value) is int and self.least <= value <= self.most):
            raise InputError(f"it has to be a number from {self.least} to {self.most}.")
        if name != "last_year":
            return answer
        word, first = str(value).upper().replace(" ", ""), days.year_number(self.first_year)
        if word in _NO_YEAR:
            return NEVER
        year = days.year_number(word) if _YEAR.fullmatch(word) else first - 1
        if year < first:
            raise InputError(
                f"'{value}' must be {NEVER}, or a year from {days.say_year(first)} on."
            )
        return days.write_year(year)

    def winners(
        self, state: State, board: Board, totals: Mapping[str, int], answer: Names
    ) -> Names:
        """Who reached its own target, or the common one, or leads when the last year is over."""
        shared = state.options.get("shared", self.shared)
        need = state.options.get("victory", self.need)
        # Of the common aim who has most, or where wins are shared all that reached it.
        others = answer if need == self.need else standard.winners(totals, need)
        if shared:
            others = tuple(power for power in sorted(totals) if totals[power] >= need) or others
        winners = (
            *(it for it in sorted(self.targets) if totals.get(it, 0) >= self.targets[it]),
            *(power for power in others if power not in self.targets),
        )
        # Several at once win together where victories are shared; else the game goes on.
        if winners and (shared or len(winners) == 1):
            return winners
        last_year = state.options.get("last_year", self.last_year)
        year = days.year_number(state.phase[1:-1])
        if last_year == NEVER or year < days.year_number(last_year):
            return ()
        # Everybody with the most centres shares the game that time ended.
        most = max(totals.values(), default=0)
        return tuple(power for power in sorted(totals) if totals[power] == most)


build = Ending
"""The mechanic with the numbers of the map and of variant.toml."""
