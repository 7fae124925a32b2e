"""Clients: minors that count for their patrons, and on which a patron's points weigh more."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.kernel.engine import Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.seams.mechanic import tell_counts
from judge.rules.dip.seams.standard import count_centers
from judge.rules.mechanics.cast import WithCast, count_played
from judge.rules.mechanics.factions import merge_factions


class Bonus(Struct, frozen=True):
    """What a patron's points on a client gain: one, and one more after ``every`` move turns."""

    patrons: Mapping[str, tuple[str, ...]]
    every: int

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Bonus":
        """The bonus by variant.toml and the map's ``patrons``; nobody has one without [clients]."""
        if "clients" not in rules:
            return cls({}, 1)
        spaces = rules["map"]["spaces"]
        patrons = {entry["id"]: tuple(entry.get("patrons", ())) for entry in spaces}
        return cls(patrons, rules["clients"]["bonus_grows_every"])

    def on(self, state: State, space: str, power: str) -> int:
        """The bonus of ``power`` on the minor unit in ``space`` (1936-R13)."""
        if power not in self.patrons.get(space, ()):
            return 0
        return 1 + count_played(state) // self.every


class Clients(WithCast):
    """A client's centre counts for each of its patrons as long as a minor controls it."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        super().__init__(rules)
        self.bonus = Bonus.of(rules)

    def totals(self, state: State, board: Board, answer: Mapping[str, int]) -> Mapping[str, int]:
        """The centres that count for victory, clients included (1936-R22)."""
        totals = dict(answer)
        for name, spaces in state.centers.items():
            for space in spaces if self.cast.is_minor(name) else ():
                for patron in self.bonus.patrons.get(space, ()):
                    totals[patron] = totals.get(patron, 0) + 1
        return totals

    def shows(self, state: State, board: Board, answer: tuple[Event, ...]) -> tuple[Event, ...]:
        """Beside a power's centres what it counts for victory, where that is another number."""
        center_counts = {name: count_centers(board, ids) for name, ids in state.centers.items()}
        totals = self.totals(state, board, merge_factions(self.cast, center_counts))
        # A power may have lost its last centre since and still have units: it counts none.
        return tell_counts(answer, {name: totals.get(name, 0) for name in self.cast.great})


build = Clients
"""The mechanic for a map whose spaces name their patrons."""
