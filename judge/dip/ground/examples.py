"""Orders as examples in refusals, made of a board's own places; "" where it has none for one."""

from collections.abc import Iterator
from itertools import chain

from judge.dip.ground.board import Board, Unit


def move(board: Board) -> str:
    """An army that moves: "A PAR - BUR"."""
    return next((f"{army.text} - {goal.text[2:]}" for army, goal in _marches(board)), "")


def support(board: Board) -> str:
    """An army that supports another: "A BUR S A PAR"."""
    return next((f"{goal.text} S {army.text}" for army, goal in _marches(board)), "")


def convoy(board: Board) -> str:
    """A fleet that carries an army: "F NTH C A LON - NWY"."""
    for sea, place in enumerate(board.spaces):
        around = board.steps["F"][sea] if board.waters >> sea & 1 else frozenset()
        start, goal, *_ = (*(board.locs[port] for port in sorted(board.ports & around)), "", "")
        if goal:
            return f"F {place} C A {start} - {goal}"
    return ""


def _marches(board: Board) -> Iterator[tuple[Unit, Unit]]:
    """Armies of the start, then of homes and anywhere, each with itself where it may go."""
    powers = board.powers.values()
    homes = (f"A {home}" for power in powers for home in power.home)
    texts = chain(chain.from_iterable(power.units for power in powers), homes, board.fit)
    for army in (board.fit[text] for text in texts if text in board.fit):
        for goal in sorted(board.steps["A"][army.loc]) if army.arm == "A" else ():
            yield army, board.unit_at("A", goal)
