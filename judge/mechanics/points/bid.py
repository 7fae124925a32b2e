"""One line of points as the judge sees it."""

from msgspec import Struct

from judge.dip.orders.base import Order


class Bid(Struct, frozen=True):
    """One line of points: who pays for which order of which minor's unit.

    ``order`` is the order in canonical form as the board has it; ``fault`` says why it backs
    nothing, "" if it counts. ``unit`` and ``minor`` are "" where no minor's unit was meant.
    """

    power: str
    points: int
    line: str
    order: Order
    minor: str = ""
    unit: str = ""
    space: str = ""
    fault: str = ""
