"""Examples in what is told of a wrong line, made of the writer's own units."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from judge.catalog.variant import Variant
from judge.kernel.text import Problem

T = TypeVar("T")
_BORDERS = {"A": ("army",), "F": ("fleet",), "L": ("land",), "N": ("sea",)}
"""The borders of a space that an arm's units go over."""


def in_own_units(
    answers: Sequence[T], variant: Variant, units: Mapping[str, Sequence[str]], power: str
) -> tuple[T | Problem, ...]:
    """What lines came to, where examples name a unit of ``power`` instead of the map's first one.

    ``units`` are all on the board.
    """
    arm, place, _ = variant.vocabulary.samples
    has_sample = [isinstance(one, Problem) and f"{arm} {place}" in one.message for one in answers]
    own = _find_own_sample(variant, units.get(power, ())) if any(has_sample) else None
    if own is None:
        return tuple(answers)
    return tuple(
        _exchange(one, variant, *own) if isinstance(one, Problem) and swap else one
        for one, swap in zip(answers, has_sample, strict=True)
    )


def _exchange(problem: Problem, variant: Variant, own_unit: str, goal: str) -> Problem:
    """A problem whose example is of the unit ``own_unit`` that can go to ``goal``."""
    arm, place, neighbour = variant.vocabulary.samples
    unit = f"{arm} {place}"
    message = problem.message.replace(f"{arm} {neighbour}", f"{own_unit.partition(' ')[0]} {goal}")
    message = message.replace(f"{unit} - {neighbour}", f"{own_unit} - {goal}").replace(
        unit, own_unit
    )
    return replace(problem, message=message)


def _find_own_sample(variant: Variant, units: Sequence[str]) -> tuple[str, str] | None:
    """The first of some units that can go somewhere, and where to; None if there is none."""
    borders: Mapping[str, Mapping[str, Any]] = {one["id"]: one for one in variant.map["spaces"]}
    for text in units:
        arm_text, _, place = text.partition(" ")
        around = borders.get(place, {})
        for kind in _BORDERS.get(arm_text[:1], ()):
            goal = next((one for one in around.get(kind, ()) if one in borders), None)
            if goal:
                return f"{arm_text[:1]} {place}", goal
    return None
