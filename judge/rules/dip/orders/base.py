"""What all order types share."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import force_setattr

from judge.rules.dip.ground.board import Board, Unit

HOLD, MOVE, SUPPORT, CONVOY, OTHER = range(5)
"""What an order does in a movement phase; OTHER are orders of mechanics or of other phases."""
MARCH, FAULTY = 5, 6
"""Of moves, those that go on foot or by sea; of all orders, those impossible in themselves."""


class Order(Struct, frozen=True):
    """An order as read: canonical ``text``, and the unit it names (``loc`` -1: it names none).

    ``fault`` says why it is impossible in itself, whatever else stands on the board; "" if it
    isn't. ``VERB`` is the word that makes it this type: behind the unit, or in front ("WAIVE").
    """

    VERB: ClassVar[str]
    PHASES: ClassVar[str] = "M"
    """The letters of the phase kinds in which it may be given."""
    KIND: ClassVar[int] = OTHER
    text: str
    arm: str = ""
    loc: int = -1
    space: int = -1
    fault: str = ""
    duty: int = OTHER
    """What it asks for in a movement phase; known once it is made."""
    moved: str = ""
    """The unit that it orders in a movement phase, "" if none; known then, too."""

    def __post_init__(self) -> None:
        force_setattr(self, "duty", FAULTY if self.fault else self.KIND)
        if self.loc >= 0 and "M" in self.PHASES:
            force_setattr(self, "moved", " ".join(self.text.split(" ", 2)[:2]))

    @property
    def to(self) -> int:
        """The space that it moves, convoys or supports into; -1 if none."""
        return -1

    @property
    def goal(self) -> int:
        """The loc of that space that it names or means; -1 if none."""
        return -1

    @property
    def key(self) -> str:
        """Of two orders of one power with the same key the later one counts."""
        return self.text if self.space < 0 else f"unit {self.space} {self.arm == 'P'}"

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Order | None":
        """The order of canonical words, None if they are another type's.

        Raises ValueError with a sentence if a word names nothing.
        """
        raise NotImplementedError

    def void(self, own_units: Mapping[int, Unit], own_orders: "OrdersBySpace", board: Board) -> str:
        """Why the player's own orders let it come to nothing, whatever others do; or "".

        ``own_units`` are his units and ``own_orders`` his orders, both by their spaces.
        """
        return ""

    def doubt(
        self, own_units: Mapping[int, Unit], own_orders: "OrdersBySpace", board: Board
    ) -> str:
        """Why he may not mean it beside his other orders, though it can have an effect; or ""."""
        return ""


OrdersBySpace = Mapping[int, Order]


def subject(words: Sequence[str], board: Board) -> Unit:
    """The unit that the first two words name."""
    return board.unit(f"{words[0]} {words[1]}")


def place(word: str, board: Board) -> int:
    """The loc of an id; raises ValueError if the board has no such place."""
    loc = board.loc_of.get(word, -1)
    if loc < 0:
        raise ValueError(f"there is no space '{word}'")
    return loc


def either(board: Board, locs: Sequence[int]) -> str:
    """Places as a choice: "SPA/NC or SPA/SC"."""
    return " or ".join(board.locs[loc] for loc in locs)


class Written(Struct, frozen=True):
    """An order as a power wrote it; ``order`` is None where the text could not be read.

    ``writer`` is who wrote it where that is not ``power`` itself: the one that runs it.
    """

    power: str
    text: str
    order: Order | None
    fault: str = ""
    writer: str = ""
