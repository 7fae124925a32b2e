"""Preparation: every unit gets exactly one order, and what helps or hinders it is laid beside it.

After this pass the resolver asks nothing about legality: it sees numbered units only.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from judge.dip import routes
from judge.dip.board import Board, Unit
from judge.dip.notation import Notation
from judge.dip.orders.base import (
    CONVOY,
    FAULTY,
    HOLD,
    MARCH,
    MOVE,
    SUPPORT,
    Order,
    Written,
)
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
        "_arms", "_fleets", "_locs", "aim", "at", "backs", "board", "carriers", "convoys",
        "faults", "force", "fresh", "goal", "into", "notation", "orders", "powers",
        "questions", "refused", "rules", "space", "state", "supports",
        "texts", "units", "verdicts", "via", "written",
    )  # fmt: skip

    def __init__(self, state: State, notation: Notation, rules: "Rules") -> None:
        board = notation.board
        self.state, self.notation, self.board, self.rules = state, notation, board, rules
        self.powers: list[str] = []
        for power, texts in state.units.items():
            self.powers += [power] * len(texts)
        self.texts: list[str] = list(chain.from_iterable(state.units.values()))
        """The units in canonical form."""
        self.units: list[Unit] = list(map(board.units.__getitem__, self.texts))
        self.space: list[int] = [unit.space for unit in self.units]
        self.at: list[int] = [-1] * len(board.spaces)
        """Space -> the unit that stands there, -1 for none."""
        for unit, space in enumerate(self.space):
            self.at[space] = unit
        self._arms: list[str] = []
        self._locs: list[int] = []
        self._fleets = -1
        self.into: dict[int, list[int]] = {}
        """Space -> the units that attack it."""
        count = len(self.units)
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
        self.supports: list[int] = []
        self.convoys: list[int] = []
        """The units with orders of these kinds that are legal in themselves."""
        self.fresh: list[int] = []
        """Units with orders of mechanics' own types that take part in the contest."""
        self.questions: dict[Key, Callable[[Resolver, int], bool]] = {}
        """What else is asked while it is resolved, by ``resolver.ask``: its key and its judge."""

    @property
    def arms(self) -> list[str]:
        """The units' arms."""
        if not self._arms:
            self._arms = [unit.arm for unit in self.units]
        return self._arms

    @property
    def locs(self) -> list[int]:
        """The locs where the units stand."""
        if not self._locs:
            self._locs = [unit.loc for unit in self.units]
        return self._locs

    def name(self, unit: int) -> str:
        """The canonical text of a unit."""
        return self.texts[unit]

    def label(self, unit: int) -> str:
        """A unit with what it does: "A MUN - BUR", "F NTH" if it stays."""
        order = self.orders[unit]
        return order.text if order is not None and self.aim[unit] >= 0 else self.name(unit)

    def fleets(self) -> int:
        """The mask of the waters that hold a fleet."""
        if self._fleets < 0:
            fleets = [1 << unit.space for unit in self.units if unit.arm == "F"]
            self._fleets = sum(fleets) & self.board.waters
        return self._fleets

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
    voyages = _sort(field)
    if field.convoys or voyages:
        _embark(field, voyages)
    _match_supports(field)
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
    at, texts, powers = field.at, field.texts, field.powers
    given, written = field.orders, field.written
    elsewhere = []
    for power, lines in orders.items():
        for line in lines:
            unit = at[line.space]
            if unit < 0 or texts[unit] != line.moved or powers[unit] != power:
                unit = _find(field, line, power)
                if unit < 0:
                    continue
                elsewhere.append(unit)
            former = written[unit]
            if former is not None:
                field.refused.append((former, f"replaced by '{line.text}'"))
            given[unit] = line.order
            written[unit] = line
    for unit in elsewhere:
        _correct_coast(field, unit)


def _find(field: Field, line: Written, power: str) -> int:
    """The fleet that a line means though it names another coast; -1, refused, if none."""
    order = line.order
    if order is None or not line.moved:
        field.refused.append((line, line.fault or "it belongs to another phase"))
        return -1
    unit = field.at[order.space]
    if unit < 0 or field.powers[unit] != power or field.units[unit].arm != order.arm:
        field.refused.append((line, _absent(field, order, power, unit)))
        return -1
    return unit


def _absent(field: Field, order: Order, power: str, unit: int) -> str:
    here = field.board.spaces[order.space]
    if unit < 0 or field.units[unit].arm != order.arm:
        there = f"; {field.name(unit)} stands there" if unit >= 0 else ""
        return f"{power} has no {order.arm} {here}{there}"
    return f"{field.name(unit)} is not {power}'s but {field.powers[unit]}'s"


def _correct_coast(field: Field, unit: int) -> None:
    """Read an order for the coast where the fleet really is (DATC 6.B.10)."""
    order = field.orders[unit]
    if order is None or order.loc == field.units[unit].loc:
        return
    real = field.notation.elsewhere(order, field.units[unit])
    named = field.board.locs[order.loc]
    if real.fault and not order.fault and "/" in named:
        field.rule_out(unit, "fails", f"{field.name(unit)} is not at {named}: {real.fault}")
    field.orders[unit] = real


def _sort(field: Field) -> list[int]:
    """Start the marches, note supports and convoys; the armies that have to sail."""
    aim, into, supports = field.aim, field.into, field.supports
    others: list[int] = []
    for unit, order in enumerate(_carried_out(field)):
        if order is None:
            continue
        duty = order.duty
        if duty == MARCH:
            aim[unit] = target = order.to
            if target in into:
                into[target].append(unit)
            else:
                into[target] = [unit]
        elif duty == SUPPORT:
            supports.append(unit)
        elif duty != HOLD:
            others.append(unit)
    return _sort_others(field, others)


def _sort_others(field: Field, units: list[int]) -> list[int]:
    """Note convoys, refuse what is impossible in itself; the armies that have to sail."""
    voyages: list[int] = []
    for unit in units:
        order = field.orders[unit]
        assert order is not None
        if order.duty == CONVOY:
            field.convoys.append(unit)
        elif order.duty == MOVE:
            voyages.append(unit)
        elif order.duty == FAULTY:
            _refuse(field, unit, order)
        else:
            field.fresh.append(unit)
            order.lay(field, unit)
    return voyages


def _refuse(field: Field, unit: int, order: Order) -> None:
    """An order that is impossible in itself: the unit holds."""
    if not field.verdicts[unit]:
        field.rule_out(unit, "illegal", order.fault)
    field.orders[unit] = None


def _carried_out(field: Field) -> list[Order | None]:
    """The units' orders but for those that a mechanic rules out."""
    if field.rules.ruling is None:
        return field.orders
    return [
        None if order and order.duty not in (HOLD, FAULTY) and _overruled(field, unit) else order
        for unit, order in enumerate(field.orders)
    ]


def _overruled(field: Field, unit: int) -> bool:
    """Whether a mechanic keeps a legal order from being carried out."""
    ruling = field.rules.ask("ruling", field, unit, None)
    if ruling is None:
        return False
    field.rule_out(unit, ruling.verdict, ruling.reason)
    if ruling.verdict == "illegal":
        field.orders[unit] = None
    return True


def _embark(field: Field, voyages: list[int]) -> None:
    """Match fleets with armies; an army sails if ordered convoys make a whole route."""
    carriers = field.carriers
    intended: list[int] = []
    for unit in field.convoys:
        army = _convoy(field, unit)
        if army < 0:
            continue
        if army in carriers:
            carriers[army].append(unit)
        else:
            carriers[army] = [unit]
        if field.aim[army] >= 0 and field.powers[army] == field.powers[unit]:
            intended.append(army)
    for army in voyages:
        _voyage(field, army)
    for army in sorted(set(intended)):
        # A convoy by an own fleet shows that the convoy is meant (DATC 4.A.3, 6.G.6).
        if _route_ordered(field, army):
            field.via[army] = True


def _convoy(field: Field, unit: int) -> int:
    """The army that the fleet ``unit`` carries, -1 if none."""
    order = field.orders[unit]
    assert isinstance(order, Convoy)
    board, cargo, here, to = field.board, order.cargo, order.space, order.to
    army = field.at[cargo.space]
    if army < 0 or field.units[army].arm != "A":
        field.rule_out(unit, "illegal", f"there is no {cargo.text} to convoy")
        return -1
    alone = (board.seas[cargo.space] & board.seas[to]) >> here & 1
    if not alone and not _serves(field, here, cargo.space, to):
        way = f"from {board.spaces[cargo.space]} to {board.spaces[to]}"
        field.rule_out(unit, "illegal", f"{field.name(unit)} is on no route {way}")
        return -1
    move = field.orders[army]
    if isinstance(move, Move) and move.to == to:
        return army
    field.rule_out(unit, "invalid", f"{cargo.text} was not ordered to {board.spaces[to]}")
    return -1


def _serves(field: Field, water: int, start: int, end: int) -> bool:
    """Whether a fleet in ``water`` is needed on one of the ways to land on ``end``."""
    board, fleets = field.board, field.fleets()
    ways = field.rules.ask("landings", board, end, (board.seas[end],))
    return any(routes.serves(board, water, start, landing, fleets) for landing in ways)


def _voyage(field: Field, army: int) -> None:
    """Put an army that can't or won't walk to sea, or say why it stays."""
    order = field.orders[army]
    assert isinstance(order, Move)
    if _route_ordered(field, army):
        field.via[army] = True
        field.aim[army] = order.to
        field.into.setdefault(order.to, []).append(army)
    elif routes.exists(field.board, order.space, order.to, field.fleets()):
        field.rule_out(army, "invalid", "no convoy: no chain of fleets was ordered to carry it")
    else:
        here, there = field.board.spaces[order.space], field.board.spaces[order.to]
        field.rule_out(army, "illegal", f"no fleets stand between {here} and {there}")
        field.orders[army] = None


def _route_ordered(field: Field, army: int) -> bool:
    """Whether the fleets that are to carry an army make a whole route."""
    fleets = field.carriers.get(army)
    if fleets is None:
        return False
    order = field.orders[army]
    assert isinstance(order, Move)
    mask = 0
    for fleet in fleets:
        mask |= 1 << field.space[fleet]
    return routes.exists(field.board, order.space, order.to, mask)


def _match_supports(field: Field) -> None:
    """Lay each support beside the order that it helps, or say why it helps nobody."""
    orders, units, at = field.orders, field.units, field.at
    aim, backs = field.aim, field.backs
    for unit in field.supports:
        order = orders[unit]
        assert isinstance(order, Support)
        meant, to = order.aided, order.to
        aided = at[meant.space]
        if aided < 0 or units[aided].arm != meant.arm:
            field.rule_out(unit, "illegal", f"there is no {meant.text} to support")
            continue
        if not order.moves:
            if isinstance(orders[aided], Move):
                field.rule_out(unit, "invalid", f"{field.name(aided)} was ordered to move")
                continue
        elif aim[aided] != to or (order.goal != to and _other_goal(order, orders[aided])):
            _unmatched(field, unit, aided)
            continue
        mine = backs[aided]
        if mine is None:
            backs[aided] = [unit]
        else:
            mine.append(unit)


def _other_goal(support: Support, move: Order | None) -> bool:
    """A support that names a coast means that coast only (DATC 6.B.9)."""
    return move is None or move.goal != support.goal


def _unmatched(field: Field, unit: int, aided: int) -> None:
    """A support for a move that isn't made: impossible in itself, or just not ordered."""
    order = field.orders[unit]
    assert isinstance(order, Support)
    board = field.board
    real = field.units[aided]
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
