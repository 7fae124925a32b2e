"""A mechanic: what a variant plugs into the engine.

variant.toml lists mechanics: ``mechanics = ["minors", "points"]``. For each, in this order,
``judge.rules.mechanics.<name>.build(rules)`` is called with variant.toml as plain data, and
map.toml under its key "map"; what it returns is a subclass of ``Mechanic`` that overrides the
seams it answers differently. Every other seam keeps the standard answer (``Rules``), and a seam
that nobody overrides is not asked at all: the standard game pays nothing for it.

A question with one answer gets the answer so far as its last argument and returns its own: the
standard one comes first, then each mechanic's in the variant's order. Seams that return several
things (``spaces``, ``orders``) are joined. A mechanic keeps nothing in itself: what it remembers of
a game is plain JSON under its own keys in ``State.memory``.

The seams stand in five files by the time at which they are asked: at_start, each_phase,
in_movement, after_moves, at_the_door. "Otherwise" names the mechanics that answer differently.
"""

from collections.abc import Iterator
from types import CodeType, FunctionType

from judge.rules.dip.seams.at_the_door import AtStart, AtTheDoor
from judge.rules.dip.seams.in_play import AfterMoves, EachPhase, InMovement


class Mechanic(AtStart, EachPhase, InMovement, AfterMoves, AtTheDoor):
    """A mechanic that changes nothing: override the seams that you answer differently.

    A subclass with a public method that is no seam, or takes another number of arguments than its
    seam, is refused with a TypeError as soon as it is defined: a misspelt seam is never asked.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for owner in cls.__mro__:
            if not issubclass(Mechanic, owner):
                _check(owner)


def seams() -> Iterator[tuple[str, FunctionType]]:
    """Every seam: its name and the method of a mechanic that changes nothing."""
    for group in Mechanic.__bases__:
        for name, method in vars(group).items():
            if isinstance(method, FunctionType):
                yield name, method


def _check(owner: type) -> None:
    """Raise TypeError for a public method of ``owner`` that nobody will ever ask."""
    seam_of = dict(seams())
    for name, method in vars(owner).items():
        if name.startswith("_") or not isinstance(
            method, FunctionType | classmethod | staticmethod | property
        ):
            continue
        if name not in seam_of:
            raise TypeError(
                f"{owner.__name__}.{name} is not a seam{_nearest(name, list(seam_of))}; "
                "helpers begin with an underscore"
            )
        seam = seam_of[name].__code__
        parameters = seam.co_varnames[: seam.co_argcount]
        if not isinstance(method, FunctionType) or not _fits(method.__code__, parameters):
            arguments = ", ".join(parameters)
            raise TypeError(f"{owner.__name__}.{name} has to be a method of ({arguments})")


def _fits(code: CodeType, parameters: tuple[str, ...]) -> bool:
    """Whether a method takes what its seam gives, and under the seam's own names in its order."""
    own = code.co_varnames[: code.co_argcount]
    return len(own) == len(parameters) and (own == parameters or {*own} != {*parameters})


def _nearest(name: str, names: list[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    near = get_close_matches(name, names, 1, 0.5)
    return f" (did you mean '{near[0]}'?)" if near else ""
