"""Phases: deployment, then months with a recalculation every half-year (R7)."""

import re

from msgspec import Struct

from judge.kernel.days import MONTHS
from judge.kernel.engine import Phase
from judge.kernel.errors import InputError
from judge.rules.d100.rules import Rules

MOVEMENT, RECALCULATION, DEPLOYMENT, MINORS = "M", "A", "D", "N"
KINDS = {
    MOVEMENT: "movement",
    RECALCULATION: "adjustment",
    DEPLOYMENT: "deployment",
    MINORS: "deployment",
}
YEARS = 5
"""How far ahead of the present phase another may be spoken of."""
_ORDER = (DEPLOYMENT, MINORS, MOVEMENT, RECALCULATION)
"""The kinds in the order in which they come in a month."""

_ID = re.compile(r"(\d{4})-(\d\d)([MADN])")


class Date(Struct, frozen=True):
    """A phase taken apart: year, month (0: deployment) and kind."""

    year: int
    month: int
    kind: str

    def __str__(self) -> str:
        return f"{self.year}-{self.month:02}{self.kind}"


def date(phase: str, rules: Rules) -> Date:
    """Take a phase id apart ("1930-06A"); raises InputError if the game has no such phase."""
    if match := _ID.fullmatch(phase):
        year, month, kind = int(match[1]), int(match[2]), match[3]
        if kind in (DEPLOYMENT, MINORS):
            exists = month == 0 and year == rules.first_year
        else:
            is_due = kind == MOVEMENT or month % rules.recalculation == 0
            exists = 1 <= month <= 12 and year >= rules.first_year and is_due
        if exists:
            return Date(year, month, kind)
    raise InputError(f"phase: '{phase}' is not a phase of this game; the first is {first(rules)}.")


def first(rules: Rules) -> str:
    """The id of the game's first phase."""
    return str(Date(rules.first_year, 0, DEPLOYMENT))


def following(phase: str, rules: Rules) -> str:
    """The id of the phase after ``phase``."""
    now = date(phase, rules)
    if now.kind == DEPLOYMENT:
        return str(Date(now.year, 0, MINORS))
    if now.kind == MOVEMENT and now.month % rules.recalculation == 0:
        return str(Date(now.year, now.month, RECALCULATION))
    if now.month == 12:
        return str(Date(now.year + 1, 1, MOVEMENT))
    return str(Date(now.year, now.month + 1, MOVEMENT))


def later(now: str, phase: str, rules: Rules) -> Phase | None:
    """The phase of the id ``phase`` if it lies within YEARS after ``now``, else None."""
    try:
        then = date(phase, rules)
    except InputError:
        return None
    present = date(now, rules)
    in_time = _sort_key(present) < _sort_key(then) and then.year - present.year <= YEARS
    return describe(phase, rules) if in_time else None


def _sort_key(phase_date: Date) -> tuple[int, int, int]:
    """What phases are sorted by."""
    return phase_date.year, phase_date.month, _ORDER.index(phase_date.kind)


def describe(phase: str, rules: Rules) -> Phase:
    """The phase with its title in words and the kind that chooses its clock."""
    now = date(phase, rules)
    month = f"{MONTHS[now.month - 1]} {now.year}"
    title = {
        DEPLOYMENT: "Deployment of the majors",
        MINORS: "Deployment of the minors",
        MOVEMENT: month,
        RECALCULATION: f"Recalculation after {month}",
    }[now.kind]
    return Phase(phase, title, KINDS[now.kind])
