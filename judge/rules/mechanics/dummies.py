"""Dummies: powers that nobody plays; their units hold, and disband when they are dislodged."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board, Power, power_facts
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import Names
from judge.rules.mechanics.cast import WithCast, apart


class Unplayed(WithCast):
    """What is so of all powers that nobody plays, dummies and minors."""

    def request(self, request: Mapping[str, Any], board: Board, answer: State) -> State:
        """Nobody gives orders in such a power's own name."""
        for name in request.get("orders", {}):
            if self.cast.is_minor(name):
                raise InputError(f"orders.{name}: no power of that name gives orders.")
        return answer

    def retreats(self, outcome: Outcome, unit: int, answer: tuple[int, ...]) -> tuple[int, ...]:
        """Nobody says where its unit goes: it disbands at once (1926-R4)."""
        return () if self.cast.is_minor(outcome.field.powers[unit]) else answer

    def decides(self, state: State, board: Board, power: str, answer: bool) -> bool:
        """Nobody is waited for on its behalf."""
        return answer and not self.cast.is_minor(power)

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """It does not win (1926-R15)."""
        return {name: count for name, count in answer.items() if not self.cast.is_minor(name)}

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """What it did is told apart from the powers' results, and briefly."""
        return tuple(part for event in answer for part in apart(event, self.cast))


class Dummies(Unplayed):
    """``dummies`` of the map: powers without a seat, with centres and units like any other."""

    def powers(self, map_data: Mapping[str, Any]) -> Iterable[Power]:
        """The dummies of the map."""
        for name, facts in map_data["dummies"].items():
            yield power_facts(name, facts, played=False)

    def explain_no_retreat(self, outcome: Outcome, unit: int, answer: str) -> str:
        """It is not that its neighbours were taken."""
        is_dummy = self.cast.is_minor(outcome.field.powers[unit])
        return "nobody plays its power" if is_dummy else answer

    def sites(self, state: State, board: Board, power: str, answer: Names) -> Names:
        """A dummy builds nothing."""
        return () if self.cast.is_minor(power) else answer


build = Dummies
"""The mechanic for a map with dummies."""
