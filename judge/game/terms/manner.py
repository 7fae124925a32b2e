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
    ``observers`` may write too.
    """

    colours: tuple[str, ...] = (WHITE,)
    postal: bool = False
    fake: bool = False
    partial: bool = True
    copied: bool = False
    observers: bool = False


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
    if manner.fake:
        yield "Press may be signed with another power's name: believe no signature."
    if not manner.partial:
        yield "Press goes to all or to the game master, never to some powers only."
    if manner.postal:
        yield "Press is delivered with the results of the phase in which it was written."
    if manner.copied:
        yield "The game master gets a copy of all press, with its writer's name."
    if manner.observers:
        yield "Observers may broadcast."


_SIGNED = {
    (WHITE,): "Press is white: signed with the power that wrote it.",
    (GREY,): "Press is grey: nobody is told which power wrote it.",
    (WHITE, GREY): "Press is signed with its writer's power, unless it opens with PRESS GREY.",
    (GREY, WHITE): "Press is not signed, unless it opens with PRESS WHITE.",
}
