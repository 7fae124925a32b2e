"""The answers of a folder's own rules.py held against what their seams have to be answered with.

A wrong one would be told where it breaks something, phases later and in the engine's words, or not
at all: ``return "France"`` of ``winners`` is six letters that win.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from judge.catalog import answer_values
from judge.dip.seams.mechanic import Mechanic, seams

_WORDS = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    Mapping: "a mapping",
    NoneType: "None",
    tuple: "a tuple",
    Iterable: "a tuple",
}
"""What a kind of answer is called."""


def guard(mechanic: Mechanic) -> None:
    """Let ``mechanic`` raise TypeError, which names the seam, instead of giving a wrong answer."""
    for name, seam in seams():
        method = getattr(type(mechanic), name)
        if method is not seam:
            kinds = _kinds(get_type_hints(seam)["return"])
            setattr(mechanic, name, _check_answers(getattr(mechanic, name), name, kinds))


def _check_answers(
    method: Callable[..., Any], name: str, kinds: tuple[Any, ...]
) -> Callable[..., Any]:
    """A method that gives no other answers than of some kinds."""

    @wraps(method)
    def answer(*arguments: Any) -> Any:
        value = method(*arguments)
        if any(_is(value, kind) for kind in kinds):
            complaint = answer_values.explain(name, arguments, value)
        else:
            complaint = f"{type(value).__name__}, not {' or '.join(map(_spell, kinds))}"
        if complaint:
            line = method.__func__.__code__.co_firstlineno  # type: ignore[attr-defined]
            raise TypeError(f"{name} returned {complaint} (rules.py, line {line})")
        return value

    return answer


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The kinds of answers that a type in a seam's signature allows."""
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _is(value: Any, kind: Any) -> bool:
    """Whether an answer is of a kind, as far as its outside shows; a list does for a tuple."""
    plain = get_origin(kind) or kind
    if plain is tuple and Ellipsis not in get_args(kind):
        return isinstance(value, tuple) and len(value) == len(get_args(kind))
    if plain is tuple or (
        plain is not str and issubclass(plain, Iterable) and plain is not Mapping
    ):
        return isinstance(value, Iterable) and not isinstance(value, str | Mapping)
    return isinstance(value, plain)


def _spell(kind: Any) -> str:
    plain = get_origin(kind) or kind
    if plain is tuple and Ellipsis not in get_args(kind):
        return "both of " + " and ".join(map(_spell, get_args(kind)))
    return _WORDS.get(plain, f"the {plain.__name__.lower()}")
