"""Orders as records, one class a kind; ``str`` of each is its canonical form, which is read back.

In a line to be read names of powers may be aliases ("England"); spaces are ids. What is impossible
on the board is read all the same: only the rules know that.
"""

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from judge.rules.d100.board import Board, Force, read_force

ALL = "ALL"
"""The guest of a passage that is open to everybody."""


class Form(Struct, frozen=True):
    """An order whose canonical form has its fields in their places."""

    FORM: ClassVar[str]

    def __str__(self) -> str:
        return self.FORM.format(*astuple(self))


class Hold(Form, frozen=True):
    """A piece stays."""

    FORM = "{} H"
    piece: Force


class March(Struct, frozen=True):
    """A piece makes one step a segment (R8)."""

    piece: Force
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([str(self.piece), *self.path])


class Via(Form, frozen=True):
    """A piece goes to another port as the cargo of a convoy (R37)."""

    FORM = "{} - {} VIA"
    piece: Force
    target: str


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


class Convoy(Form, frozen=True):
    """A piece helps to carry ``cargo`` to the port ``target`` (R37)."""

    FORM = "{} C {} - {}"
    piece: Force
    cargo: Force
    target: str


class Retreat(Form, frozen=True):
    """Where a piece would go if it is beaten (R33)."""

    FORM = "{} R {}"
    piece: Force
    target: str


class Surrender(Form, frozen=True):
    """A piece does not retreat if it is beaten (R35)."""

    FORM = "{} SURRENDER"
    piece: Force


class Stack(Struct, frozen=True):
    """All own pieces in a space make one march together (R10)."""

    start: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return " - ".join([f"STACK {self.start}", *self.path])


class Split(Form, frozen=True):
    """A stack takes a month to fall apart into pieces that march singly (R11)."""

    FORM = "SPLIT {}"
    start: str


class Allow(Form, frozen=True):
    """Passage for ``guest``, or ALL, through a space this month (R44)."""

    FORM = "ALLOW {} AT {}"
    guest: str
    space: str


class Allocate(Form, frozen=True):
    """Political points for a minor (R53)."""

    FORM = "ALLOCATE {} {}"
    points: int
    minor: str


class NoRoll(Form, frozen=True):
    """The roll in a minor is held back this month (R55)."""

    FORM = "NO ROLL {}"
    minor: str


class Deploy(Form, frozen=True):
    """A piece is placed before the game begins (R65, R68)."""

    FORM = "DEPLOY {}"
    piece: Force


class Buy(Form, frozen=True):
    """A new piece is paid for out of a gain (R60)."""

    FORM = "BUY {}"
    piece: Force


class Remove(Form, frozen=True):
    """A piece pays for a loss (R61)."""

    FORM = "REMOVE {}"
    piece: Force


class Reduce(Form, frozen=True):
    """Part of a piece's strength pays for a loss: ``left`` is what remains (R61)."""

    FORM = "REDUCE {} TO {}"
    piece: Force
    left: int


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


Words = Sequence[str]
TEXTS_KEPT = 20_000
"""Texts that are remembered: those of some hundred months."""


def read_order(text: str, board: Board) -> Order | None:
    """The order that ``text`` is, or None if it is none or names a space that does not exist.

    In a month each text is read again and again: orders are immutable, so that one serves all.
    """
    orders = board.orders
    if text in orders:
        order: Order | None = orders[text]
        return order
    if len(orders) >= TEXTS_KEPT:
        orders.clear()
    order, spaces = None, board.spaces
    match text.split():
        case [kind, space, *deed] if piece := _piece(kind, space, board):
            order = _read_deed(piece, deed, board)
        case ["STACK", start, *way] if start in spaces and (path := _path(way, board)):
            order = Stack(start, path)
        case ["SPLIT", space] if space in spaces:
            order = Split(space)
        case ["ALLOW", *name, "AT", space] if space in spaces:
            guest = ALL if name == [ALL] else board.power(" ".join(name))
            order = Allow(guest, space) if guest else None
        case ["ALLOCATE", points, *name] if re.fullmatch("[0-9]{1,6}", points):
            minor = board.power(" ".join(name))
            order = Allocate(int(points), minor) if minor else None
        case ["NO", "ROLL", *name] if minor := board.power(" ".join(name)):
            order = NoRoll(minor)
        case ["DEPLOY" | "BUY" | "REMOVE" as verb, kind, space]:
            piece = _piece(kind, space, board)
            order = _TRADES[verb](piece) if piece else None
        case ["REDUCE", kind, space, "TO", "1" | "2" | "3" | "4" as left]:
            piece = _piece(kind, space, board)
            order = Reduce(piece, int(left)) if piece else None
    orders[text] = order
    return order


_TRADES: dict[str, Callable[[Force], Order]] = {"DEPLOY": Deploy, "BUY": Buy, "REMOVE": Remove}


def _read_deed(piece: Force, words: Words, board: Board) -> Order | None:
    """What stands behind the name of a piece."""
    spaces = board.spaces
    match words:
        case ["H"]:
            return Hold(piece)
        case ["SURRENDER"]:
            return Surrender(piece)
        case ["R", target] if target in spaces:
            return Retreat(piece, target)
        case ["-", target, "VIA"] if target in spaces:
            return Via(piece, target)
        case ["-", *_] if path := _path(words, board):
            return March(piece, path)
        case ["S", kind, space] if about := _piece(kind, space, board):
            return Support(piece, about, space, holding=True)
        case ["S" | "C" as verb, kind, space, "-", target] if target in spaces:
            other = _piece(kind, space, board)
            if other and verb == "S":
                return Support(piece, other, target, holding=False)
            return Convoy(piece, other, target) if other else None
    return None


def _piece(kind: str, space: str, board: Board) -> Force | None:
    return read_force(f"{kind} {space}") if space in board.spaces else None


def _path(words: Words, board: Board) -> tuple[str, ...]:
    """The spaces of "- ANG - SCO"; empty if the words are not that."""
    dashes, spaces = words[::2], tuple(words[1::2])
    good = len(dashes) == len(spaces) and set(dashes) == {"-"}
    return spaces if good and all(space in board.spaces for space in spaces) else ()
