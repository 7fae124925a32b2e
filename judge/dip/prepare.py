"""Preparation: every unit gets exactly one order, and what helps or hinders it is laid beside it.

After this pass the resolver asks nothing about legality: it sees numbered units only.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from judge.dip import routes
from judge.dip.board import Board, Unit
from judge.dip.notation import Notation
from judge.dip.orders.base import CONVOY, HOLD, MOVE, SUPPORT, Order, Written
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support
from judge.dip.position import State

if TYPE_CHECKING:
    from judge.dip.resolve import Resolver
    from judge.dip.rules import Rules

UNIT = 2
"""The force of one unit, in half units."""

Key = tuple[str, int]
"""What a question of a mechanic is about: a word and a unit."""


class Field:
    """A movement phase laid out for the resolver. Units are numbered; lists are indexed by unit.

    Built by ``prepare`` and not changed afterwards.
    """

    __slots__ = (
        "aim", "arms", "at", "backs", "board", "carriers", "faults", "force", "fresh", "goal",
        "into", "locs", "notation", "orders", "powers", "questions", "refused", "rules", "space",
        "state", "verdicts", "via", "written",
    )  # fmt: skip

    def __init__(self, state: State, notation: Notation, rules: "Rules") -> None:
        board = notation.board
        self.state, self.notation, self.board, self.rules = state, notation, board, rules
        self.at: list[int] = [-1] * len(board.spaces)
        """Space -> the unit that stands there, -1 for none."""
        self.into: dict[int, list[int]] = {}
        """Space -> the units that attack it."""
        self.powers: list[str] = []
        self.arms: list[str] = []
        self.locs: list[int] = []
        self.space: list[int] = []
        for power, units in state.units.items():
            for text in units:
                unit = board.unit(text)
                self.at[unit.space] = len(self.powers)
                self.powers.append(power)
                self.arms.append(unit.arm)
                self.locs.append(unit.loc)
                self.space.append(unit.space)
        count = len(self.powers)
        self.orders: list[Order | None] = [None] * count
        """The order that each unit tries to carry out as far as it is legal; None: it holds."""
        self.written: list[Written | None] = [None] * count
        """The line that it came from."""
        self.refused: list[tuple[Written, str]] = []
        """Lines that reached no unit, with the reason."""
        self.verdicts: list[str] = [""] * count
        """The verdict of an order that was not even tried: "illegal", "invalid", "fails"."""
        self.faults: list[str] = [""] * count
        """The reason for that verdict."""
        self.aim: list[int] = [-1] * count
        """The space that a unit attacks, -1 if none."""
        self.goal: list[int] = self.aim
        """The space that it goes to if it wins: ``aim``, but -1 for sorties."""
        self.via: list[bool] = [False] * count
        """Whether it attacks by convoy."""
        self.backs: list[list[int] | None] = [None] * count
        """The units whose support it has, for its move or its hold, as the order is."""
        self.carriers: dict[int, list[int]] = {}
        """Army -> the fleets that convoy it."""
        self.force: list[int] = [UNIT] * count
        """What a unit's move or support weighs, in half units; 0: the rules are asked again."""
        self.fresh: list[int] = []
        """Units with orders of mechanics' own types that take part in the contest."""
        self.questions: dict[Key, Callable[[Resolver, int], bool]] = {}
        """What else is asked while it is resolved, by ``resolver.ask``: its key and its judge."""

    def name(self, unit: int) -> str:
        """The canonical text of a unit."""
        return f"{self.arms[unit]} {self.board.locs[self.locs[unit]]}"

    def label(self, unit: int) -> str:
        """A unit with what it does: "A MUN - BUR", "F NTH" if it stays."""
        order = self.orders[unit]
        return order.text if order is not None and self.aim[unit] >= 0 else self.name(unit)

    def fleets(self) -> int:
        """The mask of the waters that hold a fleet."""
        waters = self.board.waters
        mask = 0
        for arm, space in zip(self.arms, self.space, strict=True):
            if arm == "F" and waters >> space & 1:
                mask |= 1 << space
        return mask

    def rule_out(self, unit: int, verdict: str, reason: str) -> None:
        """The order of ``unit`` is not tried; an illegal one counts as a hold."""
        self.verdicts[unit] = verdict
        self.faults[unit] = reason


def prepare(
    state: State,
    orders: Mapping[str, Iterable[Written]],
    notation: Notation,
    rules: "Rules",
) -> Field:
    """Lay out a movement phase: ``orders`` by the power whose units they move."""
    field = Field(state, notation, rules)
    _hand_out(field, orders)
    supports, convoys, voyages = _sort(field)
    if convoys or voyages:
        _embark(field, convoys, voyages)
    for unit in supports:
        _back(field, unit)
    for unit in field.fresh:
        order = field.orders[unit]
        assert order is not None
        order.settle(field, unit)
    if rules.force is not None:
        _weigh(field)
    if rules.sorties is not None:
        _keep_home(field)
    return field


def _weigh(field: Field) -> None:
    """Ask what each move and support weighs."""
    for unit, order in enumerate(field.orders):
        if order is not None and not field.verdicts[unit]:
            field.force[unit] = field.rules.ask("force", field, unit, UNIT)


def _keep_home(field: Field) -> None:
    """Ask which moves are sorties."""
    field.goal = [
        -1 if target >= 0 and field.rules.ask("sorties", field, unit, False) else target
        for unit, target in enumerate(field.aim)
    ]


def _hand_out(field: Field, orders: Mapping[str, Iterable[Written]]) -> None:
    """Give each unit its order: the last one written for it."""
    at, powers, arms, locs = field.at, field.powers, field.arms, field.locs
    for power, lines in orders.items():
        for line in lines:
            order = line.order
            if order is None or order.loc < 0 or "M" not in order.PHASES:
                field.refused.append((line, line.fault or "it belongs to another phase"))
                continue
            unit = at[order.space]
            if unit < 0 or powers[unit] != power or arms[unit] != order.arm:
                field.refused.append((line, _absent(field, order, power, unit)))
                continue
            if order.loc != locs[unit]:
                order = _other_coast(field, order, unit)
            former = field.written[unit]
            if former is not None:
                field.refused.append((former, f"replaced by '{line.text}'"))
            field.orders[unit] = order
            field.written[unit] = line


def _absent(field: Field, order: Order, power: str, unit: int) -> str:
    here = field.board.spaces[order.space]
    if unit < 0 or field.arms[unit] != order.arm:
        there = f"; {field.name(unit)} stands there" if unit >= 0 else ""
        return f"{power} has no {order.arm} {here}{there}"
    return f"{field.name(unit)} is not {power}'s but {field.powers[unit]}'s"


def _other_coast(field: Field, order: Order, unit: int) -> Order:
    """The order for the coast where the fleet really is (DATC 6.B.10)."""
    real = field.notation.elsewhere(order, field.board.unit_at(order.arm, field.locs[unit]))
    named = field.board.locs[order.loc]
    if real.fault and not order.fault and "/" in named:
        field.rule_out(unit, "fails", f"{field.name(unit)} is not at {named}: {real.fault}")
    return real


def _sort(field: Field) -> tuple[list[int], list[int], list[int]]:
    """Start the marches, and put supports, convoys and voyages aside."""
    supports: list[int] = []
    convoys: list[int] = []
    voyages: list[int] = []
    aim, into = field.aim, field.into
    for unit, order in enumerate(field.orders):
        if order is None or order.KIND == HOLD:
            continue
        if order.fault:
            if not field.verdicts[unit]:
                field.rule_out(unit, "illegal", order.fault)
            field.orders[unit] = None
            continue
        if field.rules.ruling is not None and _overruled(field, unit):
            continue
        if order.KIND == MOVE:
            assert isinstance(order, Move)
            if order.walks and not order.via:
                aim[unit] = order.to
                into.setdefault(order.to, []).append(unit)
            else:
                voyages.append(unit)
        elif order.KIND == SUPPORT:
            supports.append(unit)
        elif order.KIND == CONVOY:
            convoys.append(unit)
        else:
            field.fresh.append(unit)
            order.lay(field, unit)
    return supports, convoys, voyages


def _overruled(field: Field, unit: int) -> bool:
    """Whether a mechanic keeps a legal order from being carried out."""
    ruling = field.rules.ask("ruling", field, unit, None)
    if ruling is None:
        return False
    field.rule_out(unit, ruling.verdict, ruling.reason)
    if ruling.verdict == "illegal":
        field.orders[unit] = None
    return True


def _embark(field: Field, convoys: list[int], voyages: list[int]) -> None:
    """Match fleets with armies; an army sails if ordered convoys make a whole route."""
    fleets = field.fleets()
    intended: list[int] = []
    for unit in convoys:
        army = _convoy(field, unit, fleets)
        if army >= 0:
            field.carriers.setdefault(army, []).append(unit)
            if army not in voyages and field.powers[army] == field.powers[unit]:
                intended.append(army)
    for army in voyages:
        _voyage(field, army, fleets)
    for army in sorted(set(intended)):
        # A convoy by an own fleet shows that the convoy is meant (DATC 4.A.3, 6.G.6).
        if _route_ordered(field, army):
            field.via[army] = True


def _convoy(field: Field, unit: int, fleets: int) -> int:
    """The army that the fleet ``unit`` carries, -1 if none."""
    order = field.orders[unit]
    assert isinstance(order, Convoy)
    board, cargo = field.board, order.cargo
    army = field.at[cargo.space]
    if army < 0 or field.arms[army] != "A":
        field.rule_out(unit, "illegal", f"there is no {cargo.text} to convoy")
        return -1
    if not routes.serves(board, order.space, cargo.space, order.to, fleets):
        way = f"from {board.spaces[cargo.space]} to {board.spaces[order.to]}"
        field.rule_out(unit, "illegal", f"{field.name(unit)} is on no route {way}")
        return -1
    move = field.orders[army]
    if isinstance(move, Move) and move.to == order.to:
        return army
    field.rule_out(unit, "invalid", f"{cargo.text} was not ordered to {board.spaces[order.to]}")
    return -1


def _voyage(field: Field, army: int, fleets: int) -> None:
    """Put an army that can't or won't walk to sea, or say why it stays."""
    order = field.orders[army]
    assert isinstance(order, Move)
    if _route_ordered(field, army):
        field.via[army] = True
        field.aim[army] = order.to
        field.into.setdefault(order.to, []).append(army)
    elif routes.exists(field.board, order.space, order.to, fleets):
        field.rule_out(army, "invalid", "no convoy: no chain of fleets was ordered to carry it")
    else:
        here, there = field.board.spaces[order.space], field.board.spaces[order.to]
        field.rule_out(army, "illegal", f"no fleets stand between {here} and {there}")
        field.orders[army] = None


def _route_ordered(field: Field, army: int) -> bool:
    order = field.orders[army]
    assert isinstance(order, Move)
    mask = 0
    for fleet in field.carriers.get(army, ()):
        mask |= 1 << field.space[fleet]
    return routes.exists(field.board, order.space, order.to, mask)


def _back(field: Field, unit: int) -> None:
    """Lay a support beside the order that it helps, or say why it helps nobody."""
    order = field.orders[unit]
    assert isinstance(order, Support)
    aided = field.at[order.aided.space]
    if aided < 0 or field.arms[aided] != order.aided.arm:
        field.rule_out(unit, "illegal", f"there is no {order.aided.text} to support")
        return
    wanted = field.orders[aided]
    if not order.moves:
        if isinstance(wanted, Move):
            field.rule_out(unit, "invalid", f"{field.name(aided)} was ordered to move")
            return
    elif field.aim[aided] != order.to or not _same_coast(field, wanted, order):
        _unmatched(field, unit, aided)
        return
    backs = field.backs[aided]
    if backs is None:
        field.backs[aided] = [unit]
    else:
        backs.append(unit)


def _same_coast(field: Field, move: Order | None, support: Support) -> bool:
    """A support that names a coast means that coast only (DATC 6.B.9); one that doesn't, any."""
    assert isinstance(move, Move)
    return support.goal in (support.to, move.goal)


def _unmatched(field: Field, unit: int, aided: int) -> None:
    """A support for a move that isn't made: impossible in itself, or just not ordered."""
    order = field.orders[unit]
    assert isinstance(order, Support)
    board = field.board
    real = board.unit_at(field.arms[aided], field.locs[aided])
    there = board.locs[order.goal]
    without_me = field.fleets() & ~(1 << order.space)
    afloat = (
        real.arm == "A"
        and {real.space, order.to} <= board.ports
        and routes.exists(board, real.space, order.to, without_me)
    )
    wanted = field.orders[aided]
    if order.to == real.space or not (afloat or _can_step(board, real, order.goal)):
        field.rule_out(unit, "illegal", f"{real.text} can't move to {there}")
    elif isinstance(wanted, Move) and wanted.to == order.to and field.aim[aided] < 0:
        field.rule_out(unit, "invalid", f"{wanted.text} never got under way")
    else:
        field.rule_out(unit, "invalid", f"{real.text} was not ordered to {there}")


def _can_step(board: Board, unit: Unit, goal: int) -> bool:
    """Whether ``unit`` could go to ``goal`` on its own; a space stands for any of its coasts."""
    return any(goal in (step, board.space_of[step]) for step in board.steps[unit.arm][unit.loc])
