"""Orders as records, one class a kind; ``str`` of each is its canonical form, which is read back.

In a line to be read names of powers may be aliases ("England"); spaces are ids. What is impossible
on the board is read all the same: only the rules know that.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from judge.rules.d100.board import Board, Force, read_force

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
    orders[text] = order = _read_words(text.split(), board)
    return order


def _read_words(words: Words, board: Board) -> Order | None:
    if not words:
        return None
    by_word = _BY_FIRST_WORD.get(words[0])
    return by_word(words[1:], board) if by_word else _read_piece_order(words, board)


def _read_piece_order(words: Words, board: Board) -> Order | None:
    piece = _piece(words[:2], board)
    if not piece or len(words) < 3:
        return None
    verb, rest = words[2], words[3:]
    if verb == "-":
        return _march(piece, words[2:], board)
    if verb in ("H", "SURRENDER") and not rest:
        return Hold(piece) if verb == "H" else Surrender(piece)
    if verb == "R" and len(rest) == 1 and rest[0] in board.spaces:
        return Retreat(piece, rest[0])
    if verb == "S":
        return _support(piece, rest, board)
    return _convoy(piece, rest, board) if verb == "C" else None


def _piece(words: Words, board: Board) -> Force | None:
    piece = read_force(words)
    return piece if piece and piece.space in board.spaces else None


def _path(words: Words, board: Board) -> tuple[str, ...]:
    """The spaces of "- ANG - SCO"; empty if the words are not that."""
    dashes, spaces = words[::2], tuple(words[1::2])
    good = len(dashes) == len(spaces) and set(dashes) == {"-"}
    return spaces if good and all(space in board.spaces for space in spaces) else ()


def _march(piece: Force, words: Words, board: Board) -> Order | None:
    via = words[-1] == "VIA"
    path = _path(words[:-1] if via else words, board)
    if via:
        return Via(piece, path[0]) if len(path) == 1 else None
    return March(piece, path) if path else None


def _support(piece: Force, words: Words, board: Board) -> Order | None:
    about = _piece(words[:2], board)
    if not about:
        return None
    if len(words) == 2:
        return Support(piece, about, about.space, holding=True)
    path = _path(words[2:], board)
    return Support(piece, about, path[0], holding=False) if len(path) == 1 else None


def _convoy(piece: Force, words: Words, board: Board) -> Order | None:
    cargo, path = _piece(words[:2], board), _path(words[2:], board)
    return Convoy(piece, cargo, path[0]) if cargo and len(path) == 1 else None


def _stack(words: Words, board: Board) -> Order | None:
    path = _path(words[1:], board)
    return Stack(words[0], path) if path and words[0] in board.spaces else None


def _split(words: Words, board: Board) -> Order | None:
    return Split(words[0]) if len(words) == 1 and words[0] in board.spaces else None


def _allow(words: Words, board: Board) -> Order | None:
    if len(words) < 3 or words[-2] != "AT" or words[-1] not in board.spaces:
        return None
    name = " ".join(words[:-2])
    guest = name if name == ALL else board.power(name)
    return Allow(guest, words[-1]) if guest else None


def _allocate(words: Words, board: Board) -> Order | None:
    name = board.power(" ".join(words[1:]))
    if not name or not re.fullmatch("[0-9]{1,6}", words[0]):
        return None
    return Allocate(int(words[0]), name)


def _no_roll(words: Words, board: Board) -> Order | None:
    name = board.power(" ".join(words[1:]))
    return NoRoll(name) if words[:1] == ["ROLL"] and name else None


def _make_reader(kind: Callable[[Force], Order]) -> Callable[[Words, Board], Order | None]:
    def read_piece(words: Words, board: Board) -> Order | None:
        piece = _piece(words, board)
        return kind(piece) if piece else None

    return read_piece


def _reduce(words: Words, board: Board) -> Order | None:
    piece = _piece(words[:2], board)
    good = piece and len(words) == 4 and words[2] == "TO" and words[3] in ("1", "2", "3", "4")
    return Reduce(piece, int(words[3])) if piece and good else None


_BY_FIRST_WORD: dict[str, Callable[[Words, Board], Order | None]] = {
    "STACK": _stack,
    "SPLIT": _split,
    "ALLOW": _allow,
    "ALLOCATE": _allocate,
    "NO": _no_roll,
    "DEPLOY": _make_reader(Deploy),
    "BUY": _make_reader(Buy),
    "REMOVE": _make_reader(Remove),
    "REDUCE": _reduce,
}
