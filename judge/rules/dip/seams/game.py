"""What stays the same in all games of a variant."""

from msgspec import Struct

from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import Calendar
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.seams.rules import Rules


class Game(Struct, frozen=True):
    """The notation with its board, the rules, the year; ``need`` are the centres of a solo."""

    notation: Notation
    rules: Rules
    calendar: Calendar
    need: int

    @property
    def board(self) -> Board:
        """The board that the notation reads for."""
        return self.notation.board
