"""A slow second resolver: the rules as equations over a guess, all guesses tried one by one.

It shares nothing with the engine but the map. A guess is a set of moves taken to succeed; it is a
solution if the rules, asked with it, say that exactly these moves succeed (DATC, chapter 5.B).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from judge.rules.dip.ground.board import Board

Guess = frozenset[str]
"""Spaces whose units' moves are taken to succeed."""


@dataclass(frozen=True)
class Deed:
    """A unit with its order: ``to`` is where it moves, ``aids`` the unit that it serves there."""

    power: str
    arm: str
    place: str
    kind: str
    to: str = ""
    aids: str = ""
    via: bool = False

    @property
    def space(self) -> str:
        """The space without its coast."""
        return self.place.partition("/")[0]


def deed(power: str, text: str) -> Deed:
    """A canonical order taken to pieces; of coasts only the unit's own is kept."""
    words = text.split()
    arm, place, verb, *rest = words
    if verb == "-":
        return Deed(power, arm, place, "move", _space(rest[0]), via="VIA" in rest)
    if verb in "SC":
        aided = _space(rest[1])
        to = _space(rest[3]) if "-" in rest else ""
        return Deed(power, arm, place, {"S": "support", "C": "convoy"}[verb], to, aided)
    return Deed(power, arm, place, "hold")


def _space(place: str) -> str:
    return place.partition("/")[0]


@dataclass
class Rules:
    """The equations for one set of orders; ``broken`` are armies whose convoys a paradox broke."""

    board: Board
    deeds: Mapping[str, Deed]
    broken: frozenset[str] = frozenset()
    moves: list[Deed] = field(init=False)

    def __post_init__(self) -> None:
        self.moves = [deed for deed in self.deeds.values() if deed.kind == "move"]

    def judged(self) -> list[tuple["Rules", Guess]]:
        """The outcome, with the rules that confirm it; several only where paradoxes meet.

        Of several solutions that agree about the convoys the largest counts: circles go round. If
        they don't agree, or if there is none, as few convoys as can be are broken (Szykman).
        """
        sailors = [move.space for move in self.moves if move.via]
        for count in range(len(sailors) + 1):
            ways = (
                type(self)(self.board, self.deeds, frozenset(c))
                for c in combinations(sailors, count)
            )
            found = [(rules, guess) for rules in ways if (guess := rules.settled()) is not None]
            if found:
                return found
        return []

    def settled(self) -> Guess | None:
        """The largest solution; None if there is none, or if some differ about a convoy."""
        found = self.solutions()
        sailors = [move for move in self.moves if move.via]
        landed = {tuple(self._arrives(move, guess) for move in sailors) for guess in found}
        best = max(found, key=len, default=frozenset())
        return best if len(landed) == 1 and all(guess <= best for guess in found) else None

    def solutions(self) -> list[Guess]:
        """All guesses that the rules confirm."""
        return [guess for guess in self._guesses() if self.outcome(guess) == guess]

    def _guesses(self) -> Iterator[Guess]:
        spaces = [move.space for move in self.moves]
        for count in range(len(spaces) + 1):
            yield from map(frozenset, combinations(spaces, count))

    def outcome(self, guess: Guess) -> Guess:
        """The moves that the rules let succeed if those of ``guess`` do."""
        return frozenset(move.space for move in self.moves if self._succeeds(move, guess))

    def dislodged(self, guess: Guess) -> set[str]:
        """The units that did not leave and whose place another took."""
        taken = {move.to for move in self.moves if move.space in guess}
        return {space for space in self.deeds if space in taken and space not in guess}

    def cut(self, guess: Guess) -> set[str]:
        """The supporters that are cut."""
        helpers = (deed for deed in self.deeds.values() if deed.kind == "support")
        return {helper.space for helper in helpers if self._cut(helper, guess)}

    def _succeeds(self, move: Deed, guess: Guess) -> bool:
        if not self._arrives(move, guess):
            return False
        attack = self._attack(move, guess)
        rivals = [other for other in self.moves if other.to == move.to and other != move]
        stronger = all(attack > self._prevent(rival, guess) for rival in rivals)
        return stronger and attack > self._resistance(move, guess)

    def _arrives(self, move: Deed, guess: Guess) -> bool:
        """An army by sea needs a chain of fleets that carry it and stay."""
        if not move.via:
            return True
        if move.space in self.broken:
            return False
        lost = self.dislodged(guess)
        fleets = {
            deed.space
            for deed in self.deeds.values()
            if (deed.kind, deed.aids, deed.to) == ("convoy", move.space, move.to)
            and deed.space not in lost
        }
        return self.linked(move.space, move.to, fleets)

    def linked(self, start: str, end: str, fleets: Iterable[str]) -> bool:
        """Whether the fleets lead from one coast to another."""
        left, reached = set(fleets), {start}
        while step := {fleet for fleet in left if any(self._touch(fleet, at) for at in reached)}:
            reached |= step
            left -= step
        return any(self._touch(fleet, end) for fleet in reached - {start})

    def _touch(self, one: str, other: str) -> bool:
        board = self.board
        steps = board.steps["F"][board.loc_of[one]]
        return board.loc_of[other] in {board.space_of[loc] for loc in steps}

    def _meets(self, move: Deed) -> Deed | None:
        """The unit that moves head to head against a move."""
        other = self.deeds.get(move.to)
        facing = other is not None and (other.kind, other.to) == ("move", move.space)
        return other if facing and other is not None and not (move.via or other.via) else None

    def _attack(self, move: Deed, guess: Guess) -> int:
        defender = self.deeds.get(move.to)
        if defender is None or (defender.space in guess and self._meets(move) is None):
            return 1 + self._helped(move, guess)
        if defender.power == move.power:
            return 0
        return 1 + self._helped(move, guess, without=defender.power)

    def _prevent(self, move: Deed, guess: Guess) -> int:
        facing = self._meets(move)
        if not self._arrives(move, guess) or (facing is not None and facing.space in guess):
            return 0
        return 1 + self._helped(move, guess)

    def _resistance(self, move: Deed, guess: Guess) -> int:
        defender = self.deeds.get(move.to)
        if defender is None:
            return 0
        if self._meets(move) is not None:
            return 1 + self._helped(defender, guess)
        if defender.kind == "move":
            return 0 if defender.space in guess else 1
        return 1 + self._helped(defender, guess)

    def _helped(self, aided: Deed, guess: Guess, without: str = "") -> int:
        """How many supports a unit has, those of the power ``without`` left out."""
        to = aided.to if aided.kind == "move" else ""
        return sum(
            not self._cut(deed, guess)
            for deed in self.deeds.values()
            if (deed.kind, deed.aids, deed.to) == ("support", aided.space, to)
            and deed.power != without
        )

    def _cut(self, helper: Deed, guess: Guess) -> bool:
        """By an attack of another power that doesn't come from where it helps, or dislodged."""
        return helper.space in self.dislodged(guess) or any(
            move.to == helper.space
            and move.power != helper.power
            and move.space != (helper.to or helper.aids)
            and self._arrives(move, guess)
            for move in self.moves
        )
