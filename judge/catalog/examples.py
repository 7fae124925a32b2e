"""Examples in what is told of a wrong line, made of the writer's own units."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from judge.catalog.variant import Variant
from judge.kernel.text import Problem

_BORDERS = {"A": ("army",), "F": ("fleet",), "L": ("land",), "N": ("sea",)}
"""The borders of a space that an arm's units go over."""


def with_own_units(problem: Problem, variant: Variant, state: Any, power: str) -> Problem:
    """A problem whose example names a unit of ``power`` instead of the map's first one."""
    arm, place, neighbour = variant.vocabulary.samples
    unit = f"{arm} {place}"
    if unit not in problem.message:
        return problem
    own = _own_sample(variant, state, power)
    if own is None:
        return problem
    mine, goal = own
    said = problem.message.replace(f"{arm} {neighbour}", f"{mine.partition(' ')[0]} {goal}")
    said = said.replace(f"{unit} - {neighbour}", f"{mine} - {goal}").replace(unit, mine)
    return replace(problem, message=said)


def _own_sample(variant: Variant, state: Any, power: str) -> tuple[str, str] | None:
    """The first unit of ``power`` that can go somewhere, and where to; None if there is none."""
    borders: Mapping[str, Mapping[str, Any]] = {one["id"]: one for one in variant.map["spaces"]}
    for text in variant.engine.units(state).get(power, ()):
        typed, _, place = text.partition(" ")
        around = borders.get(place, {})
        for kind in _BORDERS.get(typed[:1], ()):
            goal = next((one for one in around.get(kind, ()) if one in borders), None)
            if goal:
                return f"{typed[:1]} {place}", goal
    return None
