"""A LON PARATROOP NMD, and its plane's order P LON-A C A LON - NMD: as orders and as typed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from msgspec.structs import replace

from judge.kernel.text import Piece, Place, Refused, Sentence
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.questions import Contender, Contest
from judge.rules.dip.ground.board import NO_UNIT, Board, Unit
from judge.rules.dip.orders.base import OTHER, Order, OrdersBySpace, place, subject
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.reading.mentions import path_of, pick_aid, place_of
from judge.rules.dip.seams.sentences import SentenceReader, Taken
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.air.sky import guards, is_hostile

RANGE = 2
"""Rules, 5h v: how far the target may be from the plane and from the army."""


class Paratroop(Move, Contender, frozen=True):
    """An army is dropped on ``to`` by a plane that carries it; it attacks like a convoyed army."""

    VERB: ClassVar[str] = "PARATROOP"
    KIND: ClassVar[int] = OTHER

    @classmethod
    def to_space(cls, unit: Unit, goal: int, board: Board) -> "Paratroop":
        """The drop of ``unit`` on the space of ``goal``."""
        to = board.space_of[goal]
        text, fault = f"{unit.text} PARATROOP {board.spaces[to]}", _no_target(unit, to, board)
        return cls(text, unit.arm, unit.loc, unit.space, fault, goal=to, to=to, walks=True)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Paratroop | None":
        """Read "A LON PARATROOP NMD"."""
        if len(words) != 4:
            return None
        return cls.to_space(subject(words, board), place(words[3], board), board)

    def void(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """No plane drops an army farther than it flies."""
        if not self._is_too_far(board):
            return ""
        return f"{board.spaces[self.to]} is more than {RANGE} spaces away, out of its reach"

    def _is_too_far(self, board: Board) -> bool:
        over, start = sky.above(board, self.to), sky.above(board, self.space)
        return sky.steps(board, start, over) > RANGE

    def doubt(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """None of the player's own planes may be ordered to drop the army, which is in reach."""
        if self.void(own_units, own_orders, board):
            return ""
        carriers = [order for order in own_orders.values() if isinstance(order, Carry)]
        if any((order.cargo.space, order.to) == (self.space, self.to) for order in carriers):
            return ""
        return "none of your planes was ordered to drop it there"

    def lay(self, field: Field, unit: int) -> None:
        """The attack of a drop that gets there: supports for it are matched with this."""
        field.target[unit] = self.to
        field.attackers.setdefault(self.to, []).append(unit)

    def settle(self, field: Field, unit: int) -> None:
        """The army takes off if a plane brings it there, else it stays as if it had not tried.

        Whether a plane does is decided by orders and by the positions at the start (W63). An army
        that takes off leaves its space empty from the start (W62).
        """
        planes = [
            plane
            for plane in field.contenders
            if isinstance(order := field.orders[plane], Carry)
            and (order.cargo.space, order.to) == (self.space, self.to)
        ]
        ready = [plane for plane in planes if not obstacle(field, plane)]
        if ready:
            field.by_convoy[unit] = True
            field.carriers[unit] = ready[:1]
            field.occupant[self.space] = -1
            return
        field.target[unit] = -1
        field.attackers[self.to].remove(unit)
        field.supporters[unit] = None
        why = [obstacle(field, plane) for plane in planes]
        absent = "no plane was ordered to drop it there"
        if self._is_too_far(field.board):
            absent = f"{field.board.spaces[self.to]} is out of its reach"
        field.rule_out(unit, "fails", "; ".join(why) or absent)

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether the drop gets through; one that stayed on the ground does not."""
        return contest.field.target[unit] >= 0 and contest.gets_through(unit)


def _no_target(unit: Unit, to: int, board: Board) -> str:
    if unit.arm != "A" or not board.can_stand("A", unit.loc):
        return "only armies that stand on land are dropped"
    if to == unit.space:
        return f"{unit.text} already stands in {board.spaces[to]}"
    if board.kinds[to] not in ("land", "coast"):
        return "an army is dropped on land"
    return ""


class Carry(Order, Contender, frozen=True):
    """The plane that drops the army ``cargo`` on ``to``; it stays where it is."""

    VERB: ClassVar[str] = "C"

    cargo: Unit = NO_UNIT
    to: int = -1

    @classmethod
    def of(cls, unit: Unit, cargo: Unit, goal: int, board: Board) -> "Carry":
        """The drop by ``unit`` of ``cargo`` on the space of ``goal``."""
        to = board.space_of[goal]
        text = f"{unit.text} C {cargo.text} - {board.spaces[to]}"
        fault = _no_target(cargo, to, board) or _is_too_far(unit, cargo, to, board)
        return cls(text, unit.arm, unit.loc, unit.space, fault, cargo=cargo, to=to)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Carry | None":
        """Read "P LON-A C A LON - NMD"."""
        if len(words) != 7 or words[0] != sky.ARM or words[5] != "-":
            return None
        cargo = subject(words[3:5], board)
        return cls.of(subject(words, board), cargo, place(words[6], board), board)

    def void(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """An own army that is not to be dropped there is not carried."""
        order = own_orders.get(self.cargo.space)
        drops = isinstance(order, Paratroop) and order.to == self.to
        if self.cargo.space not in own_units or drops:
            return ""
        return f"you did not order {self.cargo.text} to drop on {board.spaces[self.to]}"

    def settle(self, field: Field, unit: int) -> None:
        """A drop that its army was not ordered to make is none."""
        army = field.occupant[self.cargo.space]
        matching_drops = [one for one in field.contenders if _is_cargo(field, one, self)]
        if not matching_drops and (army < 0 or field.arms[army] != "A"):
            field.rule_out(unit, "illegal", f"there is no {self.cargo.text} to drop")
        elif not matching_drops:
            there = field.board.spaces[self.to]
            field.rule_out(unit, "invalid", f"{self.cargo.text} was not ordered to drop on {there}")

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether nobody attacks the plane."""
        return attacker(contest.field, unit) < 0


def _is_too_far(unit: Unit, cargo: Unit, to: int, board: Board) -> str:
    """Rules, 5h v: the plane above or beside the army, the target within range of both."""
    over, start = sky.above(board, to), sky.above(board, cargo.space)
    if sky.steps(board, unit.space, start) > 1:
        return f"{unit.text} is not above or beside {cargo.text}"
    for name, place_ in ((unit.text, unit.space), (cargo.text, start)):
        if sky.steps(board, place_, over) > RANGE:
            return f"{board.spaces[to]} is more than {RANGE} spaces from {name}"
    return ""


def _is_cargo(field: Field, army: int, carry: Carry) -> bool:
    """Whether ``army`` was ordered to make the drop of ``carry``."""
    order = field.orders[army]
    return isinstance(order, Paratroop) and (order.space, order.to) == (
        carry.cargo.space,
        carry.to,
    )


def attacker(field: Field, plane: int) -> int:
    """The flight of another power against a carrier plane, -1 without one."""
    flights = field.attackers.get(field.space[plane], ())
    return next((one for one in flights if field.powers[one] != field.powers[plane]), -1)


def obstacle(field: Field, plane: int) -> str:
    """Why a plane can't make its drop, "" if it can (W63)."""
    order = field.orders[plane]
    assert isinstance(order, Carry)
    foe = attacker(field, plane)
    if foe >= 0:
        return f"{field.name(plane)} was attacked by {field.label(foe)}"
    army = next(one for one in field.contenders if _is_cargo(field, one, order))
    powers = (field.powers[plane], field.powers[army])
    over = sky.above(field.board, order.to)
    enemy = is_hostile(field, over, *powers)
    if enemy >= 0:
        return f"{field.name(enemy)} above the target turned the drop back"
    closing_planes = guards(field, order.space, over, *powers)
    if closing_planes:
        names = " and ".join(field.name(guard) for guard in closing_planes)
        return f"every way to the target is closed by {names}"
    return ""


CARRY = "carry"
"""The verb of a convoy whose carrier is a plane."""


def read_paratroop(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "A London paratroop to Normandy"."""
    goal = _read_goal(reader, sentence)
    orders = [
        Paratroop.to_space(unit, loc, reader.board)
        for unit, loc in product(reader.subjects(_army(sentence.piece)), reader.locs(goal))
    ]
    return reader.pick(orders, [place_of(sentence.piece), goal])


def read_carry(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read "P LON-A C A LON - NMD"."""
    about = sentence.about
    if about is None:
        raise Refused("The order does not say which army to drop where.")
    return pick_aid(reader, sentence, _army(about.piece), _read_goal(reader, about), Carry.of)


def read_support(reader: SentenceReader, sentence: Sentence) -> list[Taken]:
    """Read a support; that of a drop is written as of a move ("F ENC S A LON - NMD")."""
    about = sentence.about
    if about is None or about.verb not in ("move", "paratroop") or not about.path:
        return reader.standard(sentence)
    if about.verb == "paratroop":
        return _of_drop(reader, sentence, about)
    try:
        return reader.standard(sentence)
    except Refused:
        if not _has_paratroops(reader):
            raise
        return _of_drop(reader, sentence, about)


def _of_drop(reader: SentenceReader, sentence: Sentence, about: Sentence) -> list[Taken]:
    return pick_aid(reader, sentence, about.piece, _read_goal(reader, about), _support_drop)


def _support_drop(unit: Unit, aided: Unit, loc: int, board: Board) -> Order:
    """The support, or the fault that no drop could reach so far."""
    order = Support.of(unit, aided, loc, board)
    if order.fault or sky.is_air(board, order.to) or sky.is_air(board, aided.space):
        return order
    there = board.spaces[order.to]
    if sky.steps(board, sky.above(board, aided.space), sky.above(board, order.to)) <= RANGE:
        return order
    fault = f"{aided.text} can reach {there} neither by itself nor in a drop"
    return Order(order.text, order.arm, order.loc, order.space, fault)


def _read_goal(reader: SentenceReader, sentence: Sentence) -> Place:
    if reader.state is not None and reader.letter != "M":
        raise Refused("Armies are dropped in movement phases only.")
    if not _has_paratroops(reader):
        raise Refused("There are no paratroops in this game.")
    return path_of(sentence)[-1]


def _has_paratroops(reader: SentenceReader) -> bool:
    """Whether the game has paratroops; without a board it may have."""
    if reader.state is None:
        return True
    options = reader.state.options
    return bool(options.get("paratroops") and options.get("air"))


def _army(piece: Piece | None) -> Piece | None:
    return None if piece is None else replace(piece, arm=piece.arm or "A")


def list_drops(board: Board, unit: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """An army's drops for which a plane is there; a plane's, of the armies in its reach."""
    is_army = unit.arm == "A"
    pairs = product(others, (unit,)) if is_army else product((unit,), others)
    drops = [
        Carry.of(plane, army, board.loc_of[space], board)
        for plane, army in pairs
        if plane.arm == sky.ARM and army.arm == "A"
        for space in sorted(sky.grounds(board, sky.above(board, army.space)))
    ]
    texts = (
        f"{unit.text} PARATROOP {board.spaces[drop.to]}" if is_army else drop.text
        for drop in drops
        if not drop.fault
    )
    yield from dict.fromkeys(texts)
