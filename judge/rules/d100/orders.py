"""Orders as records, one class a kind; ``str`` of each is its canonical form."""

from typing import TypeAlias

from msgspec import Struct

from judge.rules.d100.board import Force

ALL = "ALL"
"""The guest of a passage that is open to everybody."""


class Hold(Struct, frozen=True):
    """A piece stays."""

    piece: Force

    def __str__(self) -> str:
        return f"{self.piece} H"


class March(Struct, frozen=True):
    """A piece makes one step a segment (R8)."""

    piece: Force
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([str(self.piece), *self.path])


class Via(Struct, frozen=True):
    """A piece goes to another port as the cargo of a convoy (R37)."""

    piece: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} - {self.target} VIA"


class Support(Struct, frozen=True):
    """A piece supports ``about`` in every combat in ``space`` (R23).

    ``holding``: the supported piece stands there; otherwise it marches there.
    """

    piece: Force
    about: Force
    space: str
    holding: bool

    def __str__(self) -> str:
        aim = "" if self.holding else f" - {self.space}"
        return f"{self.piece} S {self.about}{aim}"


class Convoy(Struct, frozen=True):
    """A piece helps to carry ``cargo`` to the port ``target`` (R37)."""

    piece: Force
    cargo: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} C {self.cargo} - {self.target}"


class Retreat(Struct, frozen=True):
    """Where a piece would go if it is beaten (R33)."""

    piece: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} R {self.target}"


class Surrender(Struct, frozen=True):
    """A piece does not retreat if it is beaten (R35)."""

    piece: Force

    def __str__(self) -> str:
        return f"{self.piece} SURRENDER"


class Stack(Struct, frozen=True):
    """All own pieces in a space make one march together (R10)."""

    start: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([f"STACK {self.start}", *self.path])


class Split(Struct, frozen=True):
    """A stack takes a month to fall apart into pieces that march singly (R11)."""

    space: str

    def __str__(self) -> str:
        return f"SPLIT {self.space}"


class Allow(Struct, frozen=True):
    """Passage for ``guest``, or ALL, through a space this month (R44)."""

    guest: str
    space: str

    def __str__(self) -> str:
        return f"ALLOW {self.guest} AT {self.space}"


class Allocate(Struct, frozen=True):
    """Political points for a minor (R53)."""

    points: int
    minor: str

    def __str__(self) -> str:
        return f"ALLOCATE {self.points} {self.minor}"


class NoRoll(Struct, frozen=True):
    """The roll in a minor is held back this month (R55)."""

    minor: str

    def __str__(self) -> str:
        return f"NO ROLL {self.minor}"


class Deploy(Struct, frozen=True):
    """A piece is placed before the game begins (R65, R68)."""

    piece: Force

    def __str__(self) -> str:
        return f"DEPLOY {self.piece}"


class Buy(Struct, frozen=True):
    """A new piece is paid for out of a gain (R60)."""

    piece: Force

    def __str__(self) -> str:
        return f"BUY {self.piece}"


class Remove(Struct, frozen=True):
    """A piece pays for a loss (R61)."""

    piece: Force

    def __str__(self) -> str:
        return f"REMOVE {self.piece}"


class Reduce(Struct, frozen=True):
    """Part of a piece's strength pays for a loss: ``left`` is what remains (R61)."""

    piece: Force
    left: int

    def __str__(self) -> str:
        return f"REDUCE {self.piece} TO {self.left}"


Deed: TypeAlias = Hold | March | Via | Support | Convoy
"""What one piece does for a month: it has one of these."""

Order: TypeAlias = (
    Deed
    | Retreat
    | Surrender
    | Stack
    | Split
    | Allow
    | Allocate
    | NoRoll
    | Deploy
    | Buy
    | Remove
    | Reduce
)
