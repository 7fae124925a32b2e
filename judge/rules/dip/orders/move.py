"""A PAR H, A PAR - BUR, A LON - NWY VIA, A MUN R BOH: where a unit stays or goes."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import force_setattr

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import HOLD, MARCH, MOVE, Order, either, place, subject


class Hold(Order, frozen=True):
    """A unit holds; every unit without a legal order does (choices 10 and 17 of RULES.md)."""

    VERB: ClassVar[str] = "H"
    KIND: ClassVar[int] = HOLD

    @classmethod
    def of(cls, unit: Unit) -> "Hold":
        """The hold of ``unit``."""
        return cls(f"{unit.text} H", unit.arm, unit.loc, unit.space)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Hold | None":
        """Read "A PAR H"."""
        return cls.of(subject(words, board)) if len(words) == 3 else None


class Move(Order, frozen=True):
    """A move to the loc ``goal`` in the space ``to``.

    ``walks``: it can be made without a convoy; ``sails``: an army that a convoy could carry.
    ``traits`` are those of the border that it crosses when it walks.
    """

    VERB: ClassVar[str] = "-"
    KIND: ClassVar[int] = MOVE

    goal: int = -1
    to: int = -1
    via: bool = False
    walks: bool = False
    sails: bool = False
    traits: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        super().__post_init__()
        # A move that needs no convoy, and asks for none, is a march.
        if self.duty == MOVE and self.walks and not self.via:
            force_setattr(self, "duty", MARCH)

    @classmethod
    def of(cls, unit: Unit, goal: int, board: Board, *, via: bool = False) -> "Move":
        """The move of ``unit`` to ``goal``; the one coast that it can reach is filled in."""
        goal, fault = target(unit, goal, board)
        to = board.space_of[goal]
        sails = unit.arm == "A" and {unit.space, to} <= board.ports and to != unit.space
        walks = goal in board.steps[unit.arm][unit.loc]
        if not fault and not walks and not sails:
            # Nobody goes where he does not border (DATC 6.A.1), armies not to sea (6.A.2), fleets
            # not inland (6.A.3).
            fault = {
                ("A", "sea"): "an army can't go to sea",
                ("F", "land"): "a fleet can't go inland",
            }.get((unit.arm, board.kinds[to]), f"{unit.text} can't reach {board.locs[goal]}")
        # Only armies are convoyed, from coast to coast (DATC 6.A.7).
        if not fault and via and not sails:
            fault = f"{unit.text} can't be convoyed to {board.locs[goal]}"
        text = f"{unit.text} - {board.locs[goal]}" + (" VIA" if via else "")
        return cls(
            text=text,
            arm=unit.arm,
            loc=unit.loc,
            space=unit.space,
            fault=fault,
            goal=goal,
            to=to,
            via=via,
            walks=walks,
            sails=sails,
            traits=board.border_traits.get((unit.arm, unit.space, to), frozenset()),
        )

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Move | None":
        """Read "A PAR - BUR" and "A LON - NWY VIA"."""
        if len(words) not in (4, 5) or words[4:] not in ([], ["VIA"]):
            return None
        return cls.of(subject(words, board), place(words[3], board), board, via=len(words) == 5)


def target(unit: Unit, goal: int, board: Board) -> tuple[int, str]:
    """Where the move really ends (a coast filled in, an army's dropped), and what is wrong."""
    to = board.space_of[goal]
    # An army knows no coasts (DATC 6.B.12).
    if unit.arm == "A":
        goal = to
    # Nobody moves to where he is (DATC 6.A.4), not to its other coast either (6.B.11).
    if to == unit.space:
        return goal, f"{unit.text} already stands in {board.spaces[to]}"
    if goal != to or not board.coasts[to] or unit.arm != "F":
        return goal, ""
    # The one coast that can be reached is meant (DATC 6.B.2); of two one is named (6.B.1).
    coasts = sorted(board.steps[unit.arm][unit.loc].intersection(board.coasts[to]))
    if len(coasts) == 1:
        return coasts[0], ""
    if coasts:
        return goal, f"the order has to name the coast: {either(board, coasts)}"
    return goal, f"{unit.text} can't reach {board.spaces[to]}"


class Retreat(Order, frozen=True):
    """A retreat to the loc ``goal`` in the space ``to``."""

    VERB: ClassVar[str] = "R"
    PHASES: ClassVar[str] = "R"

    goal: int = -1
    to: int = -1

    @classmethod
    def of(cls, unit: Unit, goal: int, board: Board) -> "Retreat":
        """The retreat of ``unit`` to ``goal``, by the rules of a move as far as places go.

        The one coast that it can reach is filled in, of two one is named (choice 7 of RULES.md);
        nobody sails round a coast (DATC 6.H.15).
        """
        goal, fault = target(unit, goal, board)
        text, to = f"{unit.text} R {board.locs[goal]}", board.space_of[goal]
        return cls(text, unit.arm, unit.loc, unit.space, fault, goal=goal, to=to)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Retreat | None":
        """Read "A MUN R BOH"."""
        if len(words) != 4:
            return None
        return cls.of(subject(words, board), place(words[3], board), board)
