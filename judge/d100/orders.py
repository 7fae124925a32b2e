"""Orders as records, one class a kind; ``str`` of each is its canonical form."""

from dataclasses import dataclass
from typing import TypeAlias

from judge.d100.forces import Force

ALL = "ALL"
"""The guest of a passage that is open to everybody."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A piece stays."""

    piece: Force

    def __str__(self) -> str:
        return f"{self.piece} H"


@dataclass(frozen=True, slots=True)
class March:
    """A piece makes one step a segment (R8)."""

    piece: Force
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([str(self.piece), *self.path])


@dataclass(frozen=True, slots=True)
class Via:
    """A piece goes to another port as the cargo of a convoy (R37)."""

    piece: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} - {self.target} VIA"


@dataclass(frozen=True, slots=True)
class Support:
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


@dataclass(frozen=True, slots=True)
class Convoy:
    """A piece helps to carry ``cargo`` to the port ``target`` (R37)."""

    piece: Force
    cargo: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} C {self.cargo} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a piece would go if it is beaten (R33)."""

    piece: Force
    target: str

    def __str__(self) -> str:
        return f"{self.piece} R {self.target}"


@dataclass(frozen=True, slots=True)
class Surrender:
    """A piece does not retreat if it is beaten (R35)."""

    piece: Force

    def __str__(self) -> str:
        return f"{self.piece} SURRENDER"


@dataclass(frozen=True, slots=True)
class Stack:
    """All own pieces in a space make one march together (R10)."""

    start: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([f"STACK {self.start}", *self.path])


@dataclass(frozen=True, slots=True)
class Split:
    """A stack takes a month to fall apart into pieces that march singly (R11)."""

    space: str

    def __str__(self) -> str:
        return f"SPLIT {self.space}"


@dataclass(frozen=True, slots=True)
class Allow:
    """Passage for ``guest``, or ALL, through a space this month (R44)."""

    guest: str
    space: str

    def __str__(self) -> str:
        return f"ALLOW {self.guest} AT {self.space}"


@dataclass(frozen=True, slots=True)
class Allocate:
    """Political points for a minor (R53)."""

    points: int
    minor: str

    def __str__(self) -> str:
        return f"ALLOCATE {self.points} {self.minor}"


@dataclass(frozen=True, slots=True)
class NoRoll:
    """The roll in a minor is held back this month (R55)."""

    minor: str

    def __str__(self) -> str:
        return f"NO ROLL {self.minor}"


@dataclass(frozen=True, slots=True)
class Deploy:
    """A piece is placed before the game begins (R65, R68)."""

    piece: Force

    def __str__(self) -> str:
        return f"DEPLOY {self.piece}"


@dataclass(frozen=True, slots=True)
class Buy:
    """A new piece is paid for out of a gain (R60)."""

    piece: Force

    def __str__(self) -> str:
        return f"BUY {self.piece}"


@dataclass(frozen=True, slots=True)
class Remove:
    """A piece pays for a loss (R61)."""

    piece: Force

    def __str__(self) -> str:
        return f"REMOVE {self.piece}"


@dataclass(frozen=True, slots=True)
class Reduce:
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
