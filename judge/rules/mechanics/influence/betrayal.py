"""Betrayal: a controller takes a home centre of its own minor; and minors that lose their last.

Both are settled when a fall's ownership is set, from the centres before and after.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.kernel.engine import Task
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.move import Move, Retreat
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.seams.standard import count_centers
from judge.rules.mechanics.air.bomb import Bomb
from judge.rules.mechanics.influence import terms

Centers = Mapping[str, tuple[str, ...]]


def betrayals(state: State, board: Board, after: Centers) -> list[tuple[str, str]]:
    """Each offender with the minor that it controls and whose home centre it took.

    W40: alone or in a Coalition; the centre was the minor's until then.
    """
    return [
        (power, minor)
        for minor in terms.minors(board)
        for power in terms.control(state, minor)
        if _homes(state, board, minor) & set(after.get(power, ()))
    ]


def _homes(state: State, board: Board, minor: str) -> set[str]:
    """The home centres that a minor owns."""
    return set(board.powers[minor].home) & set(state.centers.get(minor, ()))


def warnings(state: State, board: Board, power: str, tasks: Sequence[Task]) -> Iterator[str]:
    """Own units that would end in a home centre of a minor that their power controls (W40)."""
    minor_of_home = {
        home: minor
        for minor in terms.minors(board)
        if power in terms.control(state, minor)
        for home in _homes(state, board, minor)
    }
    notation = Notation(board)
    for task in tasks if minor_of_home else ():
        # The space where the order leaves an own unit on the ground.
        (line,) = notation.lines(power, (task.order,))
        order = line.order if task.order else None
        if isinstance(order, Retreat) and any(one.unit == task.subject for one in state.dislodged):
            end = order.to
        elif task.subject not in state.units.get(power, ()):
            continue
        elif isinstance(order, Move) and not order.fault:
            end = order.to
        else:
            end = board.unit(task.subject).space
        if minor := minor_of_home.get(board.spaces[end]):
            deed = "to be there after this phase" if state.phase[0] == "F" else "to stay there"
            yield (
                f"{task.order or task.subject}: {board.spaces[end]} is a home centre of {minor}, "
                f"which you control; {deed} is a betrayal: you lose {minor} for good, and all your "
                f"influence elsewhere."
            )


def warn_of_bombs(state: State, board: Board, power: str, tasks: Sequence[Task]) -> Iterator[str]:
    """Bombs on what a minor has that their power controls: it is another's, and is harmed (W55)."""
    minor_of_space = {
        space: minor
        for minor in terms.minors(board)
        if power in terms.control(state, minor)
        for space in (
            *state.centers.get(minor, ()),
            *(board.spaces[board.unit(text).space] for text in state.units.get(minor, ())),
        )
    }
    bombs = [task.order for task in tasks if " BOMB " in task.order] if minor_of_space else []
    for line in Notation(board, (Bomb,)).lines(power, bombs):
        target = board.spaces[line.order.target] if isinstance(line.order, Bomb) else ""
        if minor := minor_of_space.get(target):
            yield f"{line.text}: {minor}, which you control, is harmed by it like any other power."


def settle_betrayals(state: State, board: Board, after: Centers) -> dict[str, Any]:
    """The memory once centres have changed hands: banned powers, boxes, control, net gains."""
    memory = dict(state.memory)
    offences = betrayals(state, board, after)
    for offender, minor in offences:
        # Rules, 2: he loses all influence everywhere and never bids for the minor again.
        shut, claims = memory.get("banned", {}), memory.get("influence", {})
        memory["betrayers"] = sorted({*memory.get("betrayers", ()), offender})
        memory["banned"] = {**shut, minor: sorted({*shut.get(minor, ()), offender})}
        left = {name: terms.without(box, offender) for name, box in claims.items()}
        memory["influence"] = terms.tidy(left)
    for minor in sorted({minor for _, minor in offences}):
        # Control goes to the highest claim left, in a tie to a Coalition; other members stay (W40).
        rulers = [it for it in memory["control"][minor] if (it, minor) not in offences]
        if not rulers:
            box = memory["influence"].get(minor, {})
            rulers = list(terms.highest(box, memory["banned"][minor]))
        memory["control"] = {**memory["control"], minor: rulers}
    held = {minor: count_centers(board, after.get(minor, ())) for minor in terms.minors(board)}
    net = {
        minor: number - count_centers(board, state.centers.get(minor, ()))
        for minor, number in held.items()
    }
    memory["annexed"] = {minor: net[minor] for minor in sorted(net) if net[minor]}
    # W12: with its last centre a minor is out of the game; its box goes, and nobody controls it.
    dead = {minor for minor, number in held.items() if not number}
    for key in {"influence", "control"} & memory.keys():
        memory[key] = {it: value for it, value in memory[key].items() if it not in dead}
    return memory
