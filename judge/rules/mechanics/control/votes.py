"""A Coalition's orders: for each unit the one that most members sent (W10, W42)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from judge.rules.dip.ground import routes
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.retreat import Retreat
from judge.rules.dip.orders.support import Support

Ballot = Mapping[str, tuple[Written, ...]]
"""The lines that count for one decision by member; a member without one has no vote."""


def decide(state: State, board: Board, minor: str, lines: Iterable[Written]) -> list[Written]:
    """The lines of ``minor`` that its Coalition carries out.

    Each unit is a decision of its own; in winter all builds or removals together are one.
    """
    ballots: dict[tuple[str, int], dict[str, tuple[Written, ...]]] = {}
    winter = state.phase[-1] == "A"
    for line in lines:
        order = line.order
        if order is None or not possible(order, state, board, minor):
            continue
        ballot = ballots.setdefault(("", 0) if winter else (order.arm, order.space), {})
        ballot[line.writer] = (*ballot.get(line.writer, ()), line) if winter else (line,)
    return [line for ballot in ballots.values() for line in _winner(ballot)]


def _winner(ballot: Ballot) -> tuple[Written, ...]:
    """What most members sent; () in a tie."""
    counts = Counter(_mark(lines) for lines in ballot.values()).most_common(2)
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        return ()
    return next(
        ballot[member] for member in sorted(ballot) if _mark(ballot[member]) == counts[0][0]
    )


def _mark(lines: Sequence[Written]) -> tuple[str, ...]:
    """Lines compared in canonical form, in whatever sequence they were written."""
    return tuple(sorted(line.order.text for line in lines if line.order is not None))


def possible(order: Order, state: State, board: Board, minor: str) -> bool:
    """Whether an order could be carried out at all; an impossible one is no vote."""
    if order.fault or state.phase[-1] not in order.PHASES:
        return False
    if isinstance(order, Move):
        return order.walks or _has_fleets(order, state, board)
    if isinstance(order, Support):
        return _stands(order.aided.arm, order.aided.space, state, board)
    if isinstance(order, Convoy):
        return _stands(order.cargo.arm, order.cargo.space, state, board)
    if isinstance(order, Retreat):
        return any(
            entry.power == minor
            and board.unit(entry.unit).space == order.space
            and any(board.space_of[board.loc_of[place]] == order.to for place in entry.retreats)
            for entry in state.dislodged
        )
    return True


def _stands(arm: str, space: int, state: State, board: Board) -> bool:
    units = (board.unit(text) for texts in state.units.values() for text in texts)
    return any((unit.arm, unit.space) == (arm, space) for unit in units)


def _has_fleets(order: Move, state: State, board: Board) -> bool:
    """Whether fleets stand where they could carry the army."""
    units = (board.unit(text) for texts in state.units.values() for text in texts)
    fleets = sum(
        1 << unit.space for unit in units if unit.arm == "F" and board.waters >> unit.space & 1
    )
    return order.sails and routes.exists(board, order.space, order.to, fleets)


def at_home(line: Written, state: State, board: Board, minor: str) -> Written:
    """The line with the unit as it really stands: a wrong coast doesn't divide votes."""
    order = line.order
    if order is None:
        return line
    for text in state.units.get(minor, ()):
        unit = board.unit(text)
        if unit.space == order.space and unit.loc != order.loc:
            words = order.text.split(" ")[2:]
            return replace(line, order=type(order).read([*text.split(" "), *words], board))
    return line
