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
