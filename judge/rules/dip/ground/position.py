"""The position between two phases, as text that anybody can read and JSON can carry."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from judge.kernel import days
from judge.kernel.engine import Phase
from judge.rules.dip.ground.board import Board, Unit

STANDARD_YEAR = ("SM", "SR", "FM", "FR", "WA")
"""Season and kind of each phase: spring and fall moves with their retreats, winter adjustments."""
STANDARD_KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
SEASONS = {"S": "Spring", "U": "Summer", "F": "Fall", "W": "Winter"}
TITLES = {"M": "movement", "R": "retreats", "A": "adjustments"}
YEARS = 5
"""How far ahead of the present phase another may be spoken of."""

_FORM = re.compile(r"([SUFW])([1-9][0-9]{0,3}(?:BC)?)([A-Z])")


class Calendar(Struct, frozen=True):
    """The phases of a year in order ("SM") and the kinds behind their letters.

    ``step`` is how many years one round of them takes, ``later_by`` by how many years a season
    comes after the first of its round, ``names`` what seasons are called where it is not as usual.
    """

    year: tuple[str, ...] = STANDARD_YEAR
    kinds: Mapping[str, str] = field(default_factory=lambda: STANDARD_KINDS)
    step: int = 1
    later_by: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def owning(self) -> str:
        """The season after which centres change hands: the last one with moves."""
        return [phase[0] for phase in self.year if phase[1] == "M"][-1]

    def phase(self, name: str) -> Phase:
        """The phase of an id ("S1901M"); raises ValueError where the year has no such phase."""
        season, year, letter = self._split(name)
        kind = self.kinds[letter]
        season_name = self.names.get(season, SEASONS[season])
        return Phase(name, f"{season_name} {days.say_year(year)} {TITLES.get(letter, kind)}", kind)

    def after(self, name: str, *, retreats: bool) -> str:
        """The id of the phase that follows; retreat phases only if there are ``retreats``."""
        season, year, letter = self._split(name)
        index = self.year.index(season + letter)
        for step in range(1, len(self.year) + 1):
            turn, place = divmod(index + step, len(self.year))
            next_phase = self.year[place]
            if next_phase[1] != "R" or (retreats and step == 1):
                years_apart = turn * self.step + self._lag(next_phase[0]) - self._lag(season)
                next_year = days.year_after(year, years_apart)
                return f"{next_phase[0]}{days.write_year(next_year)}{next_phase[1]}"
        raise ValueError("a year of nothing but retreats")

    def later(self, now: str, name: str) -> Phase | None:
        """The phase ``name`` if it lies ahead of ``now`` and not more than YEARS; else None."""
        try:
            ahead = self._place(name)[0] - self._place(now)[0]
        except ValueError:
            return None
        in_time = self._place(now) < self._place(name) and ahead <= YEARS * self.step
        return self.phase(name) if in_time else None

    def _place(self, name: str) -> tuple[int, int]:
        """The year of a phase and its place in it."""
        season, year, letter = self._split(name)
        return year - self._lag(season), self.year.index(season + letter)

    def _lag(self, season: str) -> int:
        """By how many years a season comes after the first of its round."""
        return self.later_by.get(season, 0)

    def _split(self, name: str) -> tuple[str, int, str]:
        """Season, year and kind of a phase's id; raises ValueError where there is no such phase."""
        match = _FORM.fullmatch(name)
        if match is None or match[1] + match[3] not in self.year:
            like = f"{self.year[0][0]}1901{self.year[0][1]}"
            raise ValueError(f"'{name}' is not a phase of this game; it should look like '{like}'")
        return match[1], days.year_number(match[2]), match[3]


class Dislodged(Struct, frozen=True):
    """A unit that has to retreat: its power ("" while nobody claims it) and where it may go."""

    power: str
    unit: str
    retreats: tuple[str, ...]


class State(Struct, frozen=True):
    """A game between two phases: who stands where, who owns what, who has to retreat.

    ``units`` and ``centers`` are canonical ids by power, sorted; ``units`` are the standing ones.
    ``options`` are the game's switches. ``memory`` is what mechanics remember beside the position
    (plain JSON, each under its own keys). ``winners`` is empty while the game goes on.
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: tuple[Dislodged, ...] = ()
    options: Mapping[str, Any] = {}
    memory: Mapping[str, Any] = {}
    winners: tuple[str, ...] = ()

    def owner(self, space: str) -> str:
        """The power that owns the centre ``space``, "" if nobody does."""
        return next((power for power, ids in self.centers.items() if space in ids), "")


def standing_units(state: State, board: Board) -> list[Unit]:
    """All units that stand on the board, whoever's they are."""
    return [board.unit(text) for texts in state.units.values() for text in texts]


def is_ordered(state: State, board: Board, power: str, arm: str, space: int) -> bool:
    """Whether the phase's orders are for a unit of ``power`` of this arm in this space.

    In retreats they are for those dislodged: who dislodged one may stand in the same space with a
    unit of the same arm.
    """
    texts: Iterable[str] = state.units.get(power, ())
    if state.phase[-1] == "R":
        texts = (entry.unit for entry in state.dislodged if entry.power == power)
    return any((unit.arm, unit.space) == (arm, space) for unit in map(board.unit, texts))
