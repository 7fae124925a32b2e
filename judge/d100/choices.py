"""What a major may order: for each thing that it has to decide, the legal orders."""

from collections.abc import Iterator, Sequence

from judge.d100 import calendar, legality, notation, politics, recalculation
from judge.d100.board import ARMS, LAND, Board
from judge.d100.calendar import DEPLOYMENT, MOVEMENT, RECALCULATION
from judge.d100.field import Troop
from judge.d100.forces import Force
from judge.d100.muster import troops
from judge.d100.orders import Convoy, Deed, Deploy, Hold, Support, Via
from judge.d100.rules import Rules
from judge.d100.standing import standing
from judge.d100.state import State, is_out, values
from judge.kernel.ground import Purse

Choices = dict[str, tuple[str, ...]]


def list_choices(board: Board, rules: Rules, state: State, power: str) -> Choices:
    """The orders that may answer each task of ``power``, as ``Engine.legal_orders`` says.

    Pieces of one name share an entry.
    """
    kind = calendar.date(state.phase, rules).kind
    found: dict[str, dict[str, None]] = {}
    for task in standing(board, rules, state, power, ()).tasks:
        offered = _deployments(board, power, task.form) if kind == DEPLOYMENT else task.options
        found.setdefault(task.subject, {}).update(dict.fromkeys(offered))
    if kind == MOVEMENT:
        every = troops(state)
        for troop in every:
            if troop.owner == power:
                more = _list_more(board, rules, troop, every)
                found[troop.name].update(dict.fromkeys(more))
    return {subject: tuple(options) for subject, options in found.items()}


def find_purse(board: Board, rules: Rules, state: State, power: str) -> Purse | None:
    """R53: half a value a month, in lots, to minors that stand alone; R60: a half-year's gain."""
    kind = calendar.date(state.phase, rules).kind
    if kind == MOVEMENT:
        points = politics.allowance(rules, values(state, board, rules).get(power, 0))
        closed = [
            name for name in board.minors if name in state.allies or is_out(state, board, name)
        ]
        return Purse("ALLOCATE", points, lot=rules.allocation, closed=tuple(closed))
    if kind == RECALCULATION:
        return Purse("BUY", max(0, recalculation.nets(board, rules, state).get(power, 0)))
    return None


def _deployments(board: Board, power: str, form: str) -> Iterator[str]:
    """R65: pieces of the strength that a form asks for, of each arm, in each home city."""
    order = notation.read(form, board)
    if not isinstance(order, Deploy):
        return
    for city in board.countries[power].cities:
        for arm in ARMS:
            if board.can_stand(arm, city):
                yield str(Deploy(Force(arm, order.piece.strength, city)))


def _list_more(board: Board, rules: Rules, troop: Troop, every: Sequence[Troop]) -> Iterator[str]:
    """The supports, voyages and convoys of a piece that are possible in themselves."""
    carriers = [one for one in every if one.force.arm != LAND]
    ideas: list[Deed] = [
        Hold(troop.force),
        *_supports(board, troop, every),
        *_voyages(board, troop, carriers),
        *_convoys(board, troop, every),
    ]
    for deed in ideas:
        if not legality.fault(deed, troop.owner, board, rules):
            yield str(deed)


def _supports(board: Board, troop: Troop, every: Sequence[Troop]) -> Iterator[Support]:
    """R23: of pieces that stay, or step, where the giver could step itself."""
    reach = board.steps[troop.force.arm][troop.place]
    for other in every:
        if other.tag == troop.tag:
            continue
        if other.place in reach:
            yield Support(troop.force, other.force, other.place, holding=True)
        for space in sorted(reach & board.steps[other.force.arm][other.place]):
            yield Support(troop.force, other.force, space, holding=False)


def _voyages(board: Board, troop: Troop, carriers: Sequence[Troop]) -> Iterator[Via]:
    """R37: to every port for which a carrier stands in the port of origin."""
    for carrier in carriers:
        if carrier.place == troop.place and carrier.tag != troop.tag:
            yield from (Via(troop.force, port) for port in _ends(board, carrier, troop))


def _convoys(board: Board, troop: Troop, every: Sequence[Troop]) -> Iterator[Convoy]:
    """R37: of pieces in the port where the carrier stands."""
    for other in every:
        if other.place == troop.place and other.tag != troop.tag:
            yield from (
                Convoy(troop.force, other.force, port) for port in _ends(board, troop, other)
            )


def _ends(board: Board, carrier: Troop, cargo: Troop) -> Iterator[str]:
    """Where a carrier might bring a cargo: to ports by sea, to cities by air."""
    for space in sorted(board.spaces):
        deed = Convoy(carrier.force, cargo.force, space)
        if not legality.carrier(deed, carrier.owner, board):
            yield space
