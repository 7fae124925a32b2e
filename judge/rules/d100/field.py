"""The working board of one month: pieces in motion, who is at peace, what was thrown and told.

A field is made for one month and dropped after it; nothing outside ever sees it change.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from judge.kernel.engine import PUBLIC, Event
from judge.rules.d100.board import ARMS, NAVAL, Board, Force
from judge.rules.d100.orders import ALL, Deed, Order
from judge.rules.d100.rules import Rules
from judge.rules.d100.throws import Throws


class Line(Struct, eq=False):
    """One line of orders and what became of it: a row of the results."""

    power: str
    text: str
    order: Order | None
    unit: str = ""
    verdict: str = ""
    reason: str = ""
    by: tuple[str, ...] = ()

    def refuse(self, verdict: str, reason: str) -> None:
        """Settle the line as "illegal" or "invalid" for ``reason``."""
        self.verdict, self.reason = verdict, reason

    def row(self) -> dict[str, Any]:
        """It as results, events and ``judge adjudicate`` give it."""
        return {
            "power": self.power,
            "unit": self.unit,
            "order": str(self.order) if self.order else self.text,
            "text": self.text,
            "verdict": self.verdict,
            "by": list(self.by),
            "reason": self.reason,
        }


class Troop(Struct, eq=False):
    """A piece during a month; ``number`` is its place in the list of its power.

    ``name`` is that of orders and results, as it was at the start of the month (R1), ``tag`` that
    of event keys, where a second identical piece has "#2" (R70). ``stack`` is the same for pieces
    that march as one. ``made`` are the steps made, ``marching`` says whether there may be more;
    ``aboard``: it is a cargo and not on the board (R40). ``fought``: it was in a combat;
    ``beaten``: on the losing side as a defender.
    """

    force: Force
    name: str
    owner: str
    number: int
    tag: str
    place: str
    strength: int
    deed: Deed
    line: Line | None = None
    path: tuple[str, ...] = ()
    stack: str = ""
    surrenders: bool = False
    choices: Sequence[tuple[int, str]] = ()
    """Spaces to retreat to, each with the number of its line in the power's orders."""
    made: int = 0
    marching: bool = False
    aboard: bool = False
    landed: bool = False
    fought: bool = False
    beaten: bool = False
    alive: bool = True
    reason: str = ""
    by: tuple[str, ...] = ()

    @property
    def arm(self) -> str:
        """Land, naval or air."""
        return self.force.arm

    @property
    def now(self) -> str:
        """The piece as it is now ("L3 ANG")."""
        return f"{self.arm}{self.strength} {self.place}"

    def blame(self, reason: str, by: Iterable[str] = ()) -> None:
        """Remember why its order ended as it did; the last reason counts."""
        self.reason, self.by = reason, tuple(by)


class Peace(Struct, frozen=True):
    """Who does not fight whom this month: friends of minors, and passages given (R5, R44)."""

    friends: Mapping[str, tuple[str, ...]]
    passages: frozenset[tuple[str, str, str]]
    """(giver, guest or ALL, space)."""

    def gives(self, giver: str, guest: str, space: str) -> bool:
        """Whether ``giver`` lets ``guest`` pass through ``space``."""
        return (giver, guest, space) in self.passages or (giver, ALL, space) in self.passages

    def holds(self, one: str, other: str, space: str) -> bool:
        """Whether pieces of two powers are at peace in ``space``."""
        return (
            one == other
            or self.gives(one, other, space)
            or self.gives(other, one, space)
            or other in self.friends.get(one, ())
            or one in self.friends.get(other, ())
        )


class Aid(Struct, eq=False):
    """A legal support: its giver, the pieces that it may mean, the space; ``counted`` once used."""

    giver: Troop
    named: tuple[Troop, ...]
    space: str
    counted: bool = False


class Voyage(Struct, eq=False):
    """A convoy under way: the cargo, its carriers, from port to port."""

    cargo: Troop
    carriers: tuple[Troop, ...]
    origin: str
    target: str
    arm: str


class Field(Struct):
    """All that a month works on."""

    board: Board
    rules: Rules
    throws: Throws
    peace: Peace
    owners: Mapping[str, str]
    """The owner of every space at the start of the month."""
    troops: list[Troop]
    aids: list[Aid] = []
    voyages: list[Voyage] = []
    events: list[Event] = []

    def standing(self, space: str) -> list[Troop]:
        """The pieces in ``space``, cargoes aboard excepted."""
        return [
            troop
            for troop in self.troops
            if troop.place == space and troop.alive and not troop.aboard
        ]

    def places(self) -> dict[str, list[Troop]]:
        """The pieces by the space where they stand, cargoes aboard excepted."""
        places: dict[str, list[Troop]] = {}
        for troop in self.troops:
            if troop.alive and not troop.aboard:
                places.setdefault(troop.place, []).append(troop)
        return places

    def room(self, space: str) -> int:
        """How many more pieces ``space`` takes (R12)."""
        return self.rules.room - len(self.standing(space))

    def hostile(self, one: Troop, other: Troop, space: str) -> bool:
        """Whether two pieces would fight in ``space`` (R5)."""
        return not self.peace.holds(one.owner, other.owner, space)

    def foes(self, troop: Troop, space: str) -> list[Troop]:
        """The pieces standing in ``space`` that are hostile to ``troop``."""
        return [other for other in self.standing(space) if self.hostile(troop, other, space)]

    def crowded_out(self, entrants: Iterable[Troop], room: int, space: str) -> set[Troop]:
        """Those of ``entrants`` for whom ``space`` has no room: the larger go in first (R12).

        A stack counts as the sum of its strengths and goes in whole or not at all.
        """
        groups: dict[tuple[str, int, str], list[Troop]] = {}
        for troop in entrants:
            alone = (troop.owner, troop.number, "")
            groups.setdefault(("", 0, troop.stack) if troop.stack else alone, []).append(troop)

        def rank(group: Sequence[Troop]) -> tuple[int, str, int]:
            strength = sum(troop.strength for troop in group)
            return -strength, group[0].owner, min(troop.number for troop in group)

        shut_out: set[Troop] = set()
        for group in sorted(groups.values(), key=rank):
            if len(group) <= room:
                room -= len(group)
                continue
            shut_out |= set(group)
            for troop in group:
                troop.blame(f"There was no room in {space}.")
        return shut_out

    def tell_of(self, kind: str, segment: int, space: str, **data: Any) -> None:
        """Tell what happened in a space in one of the segments."""
        name = self.board.spaces[space].name
        self.tell(kind, segment=segment, space=space, name=name, **data)

    def tell(self, kind: str, **data: Any) -> None:
        """Add a public event to the month's story."""
        self.events.append(Event(kind, data, PUBLIC))


def all_ships(troops: Iterable[Troop]) -> bool:
    """Whether there are only ships (R20)."""
    return all(troop.arm == NAVAL for troop in troops)


def largest_first(troops: Iterable[Troop]) -> list[Troop]:
    """Pieces by strength; equal ones land, naval, air, then by power and list (R28)."""
    return sorted(
        troops,
        key=lambda troop: (-troop.strength, ARMS.index(troop.arm), troop.owner, troop.number),
    )
