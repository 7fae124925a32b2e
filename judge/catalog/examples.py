"""Examples in what is told of a wrong line: orders that its writer may give as things stand."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from judge.catalog import atlas
from judge.catalog.variant import Variant
from judge.kernel.text import Problem

T = TypeVar("T")
_MOST = 4
"""Examples that are given at most."""
_EXAMPLES = re.compile(r"(?:\.? Write for example|, as in|; write for example) '[^']*'.*")
"""The examples that a message ends with."""
_FORMS = (" S ", " C ", " R ", "DP ", "BID ", " B ", " D ", " - ", " H ")
"""What orders of one kind have in common, the most telling first."""


def in_legal_orders(
    answers: Sequence[T], variant: Variant, state: Any, power: str
) -> tuple[T | Problem, ...]:
    """What lines came to, where examples are orders that ``power`` may give at ``state``.

    Of a unit of its own that the line names, its own; where there is nothing to order, none.
    """

    @cache
    def list_legal(unit: str) -> tuple[str, ...]:
        choices = variant.engine.legal_orders(state, power, unit)
        return tuple(dict.fromkeys(one.order for one in choices))

    def exchange(problem: Problem) -> Problem:
        match = _EXAMPLES.search(problem.message)
        if match is None:
            return problem
        own = variant.engine.units(state).get(power, ())
        spaces = atlas.find_named(variant, problem.text)
        named = [unit for space in spaces for unit in own if unit.split()[1][:3] == space]
        unit = named[0].removesuffix(" dislodged") if named else ""
        form = _find_form(problem.text) or _find_form(match[0].split("'")[1])
        orders = list_legal(unit) or list_legal("")
        examples = _choose_alike(orders, form) if unit else _choose_various(orders)
        before = problem.message[: match.start()].rstrip(".")
        told = f" Write for example {_list(examples)}." if examples else ""
        return replace(problem, message=f"{before}.{told}")

    return tuple(
        exchange(one) if isinstance(one, Problem) and one.ordered else one for one in answers
    )


def _find_form(text: str) -> str:
    """What kind of order a text is, or seems to be."""
    return next((form for form in _FORMS if form in f"{text.upper()} "), "")


def _choose_alike(orders: Sequence[str], form: str) -> list[str]:
    """Orders of one unit, those of a form before others."""
    return sorted(orders, key=lambda one: _find_form(one) != form)[:_MOST]


def _choose_various(orders: Sequence[str]) -> list[str]:
    """Orders of the first unit, one of each form."""
    first = [one for one in orders if one.split()[:2] == orders[0].split()[:2]]
    return list({_find_form(one): one for one in reversed(first)}.values())[::-1][:_MOST]


def _list(orders: Sequence[str]) -> str:
    """Orders in words: "'A PAR H' or 'A PAR - BUR'"."""
    *before, last = (f"'{one}'" for one in orders)
    return f"{', '.join(before)} or {last}" if before else last
