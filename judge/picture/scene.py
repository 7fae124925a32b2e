"""What a picture shows, as records: nothing is in a picture that is not here."""

from collections.abc import Mapping

from msgspec import Struct

MOVE, SUPPORT, CONVOY, HOLD, BUILD, REMOVE, RETREAT, BOMB, DROP = (
    "move", "support", "convoy", "hold", "build", "remove", "retreat", "bomb", "drop",
)  # fmt: skip
"""The kinds of deeds."""


class Piece(Struct, frozen=True):
    """A unit: ``arm`` is "army", "fleet" or "plane"; ``strength`` 0 where there is only one.

    ``dislodged``: it has been beaten and must retreat.
    """

    power: str
    arm: str
    place: str
    strength: int = 0
    dislodged: bool = False


class Deed(Struct, frozen=True):
    """An order and what became of it.

    ``path`` are the places that it names after its own: of a move where it goes, step by step; of
    a support whom it helps and, for a move, where that goes. ``done`` are so many steps as were
    made; ``ok`` says whether it worked. ``half``: over a border of half strength.
    """

    kind: str
    power: str
    arm: str
    place: str
    path: tuple[str, ...] = ()
    ok: bool = True
    done: int = 0
    half: bool = False
    beaten: bool = False
    """Its unit was dislodged or destroyed."""
    void: bool = False
    """It matched nothing, and so did nothing at all."""
    helped: str = ""
    """Of a support the unit that it helps: its letter, and its strength where it has one."""
    strength: int = 0
    """Of its unit; 0 where there is only one."""


class Fight(Struct, frozen=True):
    """A combat in a space: its odds and throw in words, and whether the attacker won."""

    place: str
    text: str
    won: bool


class Scene(Struct, frozen=True):
    """A picture before it is drawn: ``owners`` of spaces, ``patrons`` in whose hatching it is.

    ``spheres`` are spaces without a centre that lie among the centres of one power.
    """

    variant: str
    title: str
    pieces: tuple[Piece, ...] = ()
    owners: Mapping[str, str] = {}
    patrons: Mapping[str, str] = {}
    spheres: Mapping[str, str] = {}
    deeds: tuple[Deed, ...] = ()
    fights: tuple[Fight, ...] = ()
    marks: Mapping[str, str] = {}
    """Words at spaces, for small maps: "PAR": "here"."""
    names: bool = False
    """Whether spaces are named in full."""
    region: tuple[str, ...] = ()
    """The spaces that have to be seen; all, if there are none."""
    about: str = ""
    """The picture in words, for who can't see it."""
