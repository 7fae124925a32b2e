"""The manner of a game's press: how it is signed, to whom it may go, when it is delivered."""

from collections.abc import Iterator
from dataclasses import dataclass

WHITE, GREY = "white", "grey"
"""Signed with its writer's power; not signed at all."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What a game's options say of press.

    ``colours`` are those that its writer may choose from, the usual one first; none: no press.
    ``postal``: it is delivered with the results. ``fake``: it may be signed with another's name.
    ``partial``: it may go to some powers only. ``copied``: the game master gets all of it.
    ``observers`` may write too. ``touch``: what goes to some only goes to neighbours only.
    ``late``: it may be written after the deadline, too. ``ordered``: only by who has given his
    orders. ``minors``: it may go to minors, and be answered as them. ``listed``: its readers are
    told who else gets it. ``answers``: a reply to unsigned press goes back to who wrote it.
    """

    colours: tuple[str, ...] = (WHITE,)
    postal: bool = False
    fake: bool = False
    partial: bool = True
    copied: bool = False
    observers: bool = False
    touch: bool = False
    late: bool = True
    ordered: bool = False
    minors: bool = True
    listed: bool = True
    answers: bool = False


KINDS = {
    "white": (WHITE,),
    "grey": (GREY,),
    "white/grey": (WHITE, GREY),
    "grey/white": (GREY, WHITE),
    "none": (),
}
"""The values of the option ``press``, with the colours that they allow."""
ALIASES = {"gray": "grey", "both": "white/grey", "no": "none", "off": "none", "postal": "white"}


def colours(kind: str) -> tuple[str, ...] | None:
    """The colours of a value of the option ``press``; None: there is no such value."""
    plain = kind.lower().replace("gray", "grey").replace("-", "/")
    return KINDS.get(ALIASES.get(plain, plain))


def sentences(manner: Manner) -> Iterator[str]:
    """The manner in sentences, for everybody in the game to read."""
    if not manner.colours:
        yield "There is no press but between a player and the game master."
        return
    yield _SIGNED[manner.colours]
    for name, value, sentence in _SENTENCES:
        if getattr(manner, name) is value:
            yield sentence


_SENTENCES = (
    (
        "fake",
        True,
        "Press may be signed with another power's name: believe no signature.",
    ),
    (
        "partial",
        False,
        "Press goes to all or to the game master, never to some powers only.",
    ),
    (
        "touch",
        True,
        "Press to some powers goes to neighbours only: powers whose units could meet in one step.",
    ),
    ("late", False, "After a deadline there is no press until the results are out."),
    ("ordered", True, "Only those who have given orders for all their units may write press."),
    ("minors", False, "Nobody writes to minors, or as one."),
    ("listed", False, "Readers of press are not told who else gets it."),
    (
        "answers",
        True,
        "A reply to unsigned press goes back to who wrote it, unsigned as well.",
    ),
    (
        "postal",
        True,
        "Press is delivered with the results of the phase in which it was written.",
    ),
    ("copied", True, "The game master gets a copy of all press, with its writer's name."),
    ("observers", True, "Observers may broadcast."),
)
"""What is said of each part of a manner that has a value."""
_SIGNED = {
    (WHITE,): "Press is signed with the power that wrote it (white press).",
    (GREY,): "Press is not signed: nobody is told which power wrote it (grey press).",
    (WHITE, GREY): "Press is signed with its writer's power, unless it opens with PRESS GREY.",
    (GREY, WHITE): "Press is not signed, unless it opens with PRESS WHITE.",
}
