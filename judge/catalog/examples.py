"""Examples in what is told of a wrong line, made of the writer's own units."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from judge.catalog.variant import Variant
from judge.kernel.text import Problem

T = TypeVar("T")
_BORDERS = {"A": ("army",), "F": ("fleet",), "L": ("land",), "N": ("sea",)}
"""The borders of a space that an arm's units go over."""
_EXAMPLES = re.compile(r"\b(?:for example|as in) '.*")
"""The examples that a message ends with; what it says before them is of units as they stand."""


def in_own_units(
    answers: Sequence[T], variant: Variant, units: Mapping[str, Sequence[str]], power: str
) -> tuple[T | Problem, ...]:
    """What lines came to, where examples name a unit of ``power`` instead of the map's first one.

    ``units`` are all on the board.
    """
    has_examples = [isinstance(one, Problem) and _EXAMPLES.search(one.message) for one in answers]
    own = _find_own_sample(variant, units.get(power, ())) if any(has_examples) else None
    if own is None:
        return tuple(answers)
    return tuple(
        _exchange(one, variant, *own) if isinstance(one, Problem) else one for one in answers
    )


def _exchange(problem: Problem, variant: Variant, own_unit: str, goal: str) -> Problem:
    """A problem whose examples are of the unit ``own_unit`` that can go to ``goal``."""
    arm, place, neighbour = variant.vocabulary.samples
    unit = f"{arm} {place}"

    def exchange(examples: re.Match[str]) -> str:
        text = examples[0].replace(f"{arm} {neighbour}", f"{own_unit.partition(' ')[0]} {goal}")
        return text.replace(f"{unit} - {neighbour}", f"{own_unit} - {goal}").replace(unit, own_unit)

    return replace(problem, message=_EXAMPLES.sub(exchange, problem.message))


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
