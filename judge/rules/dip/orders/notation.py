"""The strict reader of canonical orders: each text is read once and remembered."""

from collections.abc import Callable, Iterable, Sequence

from judge.rules.dip.ground.board import Board, Unit, example_move
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Hold, Move, Retreat
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Build, Disband, Waive

STANDARD: tuple[type[Order], ...] = (Hold, Move, Support, Convoy, Retreat, Disband, Build, Waive)
_LIMIT = 100_000
"""Texts remembered: a map has some ten thousand possible orders; more are somebody's game."""


class Notation:
    """Reads canonical orders for one board; the order types in ``more`` are tried first."""

    def __init__(self, board: Board, more: Iterable[type[Order]] = ()) -> None:
        self.board = board
        self.kinds = (*more, *STANDARD)
        """The order types that it knows."""
        self._types: dict[str, list[type[Order]]] = {}
        for kind in self.kinds:
            self._types.setdefault(kind.VERB, []).append(kind)
        self._read: dict[str, Order] = {}
        self._lines: dict[str, Callable[[str], Written]] = {}

    def order(self, text: str) -> Order:
        """The order of ``text`` ("A PAR - BUR"); raises ValueError with a sentence otherwise."""
        order = self._read.get(text)
        if order is not None:
            return order
        words = text.split(" ")
        # The verb stands behind the unit, or in front.
        for verb in (words[2] if len(words) > 2 else "", words[0]):
            for kind in self._types.get(verb, ()):
                order = kind.read(words, self.board)
                if order is not None:
                    if len(self._read) >= _LIMIT:
                        self._read.clear()
                    self._read[text] = order
                    return order
        raise ValueError(
            f"'{text}' is not an order; write for example '{example_move(self.board)}'"
        )

    def lines(self, power: str, texts: Iterable[str]) -> tuple[Written, ...]:
        """The lines that a power wrote; what can't be read keeps its fault."""
        line = self._lines.get(power)
        if line is None:
            line = self._lines[power] = _Lines(self, power).__getitem__
        return tuple(map(line, texts))

    def elsewhere(self, order: Order, unit: Unit) -> Order:
        """The same order for ``unit``, which stands on another coast than ``order`` says."""
        words = order.text.split(" ")
        return self.order(" ".join((unit.text, *words[2:])))

    def orders(self, texts: Sequence[str]) -> tuple[Order, ...]:
        """Several texts read."""
        return tuple(self.order(text) for text in texts)


class _Lines(dict[str, Written]):
    """One power's lines, each read when it is asked for the first time."""

    def __init__(self, notation: Notation, power: str) -> None:
        super().__init__()
        self._notation, self._power = notation, power

    def __missing__(self, text: str) -> Written:
        if len(self) >= _LIMIT:
            self.clear()
        try:
            line = self[text] = Written(self._power, text, self._notation.order(text))
        except ValueError as error:
            return Written(self._power, text, None, str(error))
        return line
