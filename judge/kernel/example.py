"""An example of an order for the help: what an engine or a mechanic shows of how it is typed."""

from msgspec import Struct

MOVES, RETREATS, PLACING, BUILDS = "moves", "retreats", "placing", "builds"
"""The kinds of phases that an example may be for; ``PLACING`` comes before the first month."""


class Example(Struct, frozen=True):
    """A pattern of an order, and what it does.

    ``line`` is as players type it, with slots ("A {a} - {b}") that a board's own names fill; a
    board that has none for a slot does not show it. ``verb`` is that of the sentence it has to be
    read as, "" for any; ``topic`` a help topic that says more, where the variant has it.
    """

    line: str
    meaning: str
    verb: str = ""
    part: str = MOVES
    topic: str = ""
