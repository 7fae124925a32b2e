"""An order that may be given in a phase, and which others it leaves room for."""

from msgspec import Struct


def attacking(space: str) -> str:
    """The mark of an order that attacks ``space``, or helps to."""
    return f"attacks {space}"


class Choice(Struct, frozen=True):
    """A legal order: ``subject`` is what it decides ("A PAR", "build 1 of 2"), "" if nothing.

    ``uses`` are things that one order alone may use: a unit, a place to build in. ``price`` is what
    it takes from the purse. ``bars`` are kinds of deeds that must not stand beside it, ``marks``
    those that it is itself (``attacking``).
    """

    order: str
    subject: str = ""
    uses: tuple[str, ...] = ()
    price: int = 0
    marks: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()

    def excludes(self, other: "Choice") -> bool:
        """Whether not both of two orders can be given; what they cost together is not asked."""
        return not (
            {*self.uses}.isdisjoint(other.uses)
            and {*self.bars}.isdisjoint(other.marks)
            and {*self.marks}.isdisjoint(other.bars)
        )

    def names(self, goal: str) -> bool:
        """Whether the order names a space or a power beside the unit's own place."""
        words = self.order.removeprefix(f"{self.subject} ")
        places = (word.partition("/")[0].removesuffix("-A") for word in words.split())
        return goal in places or f" {goal} " in f" {words} "


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
