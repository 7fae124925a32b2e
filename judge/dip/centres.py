"""Supply centres: who owns them after a fall, and what a power can feed."""

from collections.abc import Mapping
from typing import Any

from judge.dip.board import Board
from judge.dip.position import State, tidy
from judge.dip.rules import Rules, Scene
from judge.kernel.engine import Event

WHOLE = 2
"""What a centre feeds and a unit costs, in half units."""


def occupied(state: State, board: Board) -> dict[str, tuple[str, ...]]:
    """The centres by owner if every occupied centre goes to the unit that stands there."""
    holders = {
        board.spaces[unit.space]: power
        for power, texts in state.units.items()
        for unit in map(board.unit, texts)
        if unit.space in board.centers
    }
    groups: dict[str, list[str]] = {}
    for power, ids in state.centers.items():
        groups.setdefault(power, []).extend(space for space in ids if space not in holders)
    for space, power in holders.items():
        groups.setdefault(power, []).append(space)
    return tidy(groups)


def count(state: State, board: Board, power: str) -> int:
    """How many supply centres a power owns."""
    return sum(board.loc_of[space] in board.centers for space in state.centers.get(power, ()))


def balance(state: State, board: Board, rules: Rules, power: str) -> int:
    """What a power may still raise (or, below 0, has to remove), in half units."""
    supply: int = rules.ask("supply", state, board, power, WHOLE * count(state, board, power))
    return supply - sum(cost(rules, text) for text in state.units.get(power, ()))


def cost(rules: Rules, unit: str) -> int:
    """What a unit costs, in half units."""
    return int(rules.ask("cost", unit[0], WHOLE))


def sites(state: State, board: Board, rules: Rules, power: str) -> tuple[str, ...]:
    """The spaces in which a power may build now: its own, by right, and empty."""
    facts = board.powers.get(power)
    owned = state.centers.get(power, ())
    answer = tuple(space for space in (facts.home if facts else ()) if space in owned)
    allowed: tuple[str, ...] = rules.ask("sites", state, board, power, answer)
    taken = {board.unit(text).space for texts in state.units.values() for text in texts}
    return tuple(space for space in allowed if board.loc_of[space] not in taken)


def builds(state: State, board: Board, rules: Rules, power: str) -> int:
    """How many units a power may build (below 0: has to remove), in whole units, as told."""
    spare = balance(state, board, rules, power)
    if spare < 0:
        return -(-spare // WHOLE) if spare % WHOLE == 0 else spare // WHOLE
    return min(spare // WHOLE, len(sites(state, board, rules, power)))


def told(state: State, board: Board, rules: Rules) -> Event:
    """Who owns what and what that means for the winter (``spare`` in half units), as an event."""
    powers = sorted({*state.centers, *state.units})
    rows: list[Mapping[str, Any]] = [
        {
            "power": power,
            "centers": list(state.centers.get(power, ())),
            "units": len(state.units.get(power, ())),
            "builds": builds(state, board, rules, power),
            "spare": balance(state, board, rules, power),
        }
        for power in powers
    ]
    owned = {space for ids in state.centers.values() for space in ids}
    unowned = sorted(board.spaces[space] for space in board.centers)
    free = [space for space in unowned if space not in owned]
    return Event("centers", {"rows": rows, "unowned": free})


def settle(scene: Scene, board: Board, rules: Rules) -> Scene:
    """The scene after a fall: centres change hands."""
    scene, owned = rules.owners(scene, board, occupied(scene.state, board))
    state = scene.state
    settled = State(
        phase=state.phase,
        units=state.units,
        centers=tidy(owned),
        dislodged=state.dislodged,
        options=state.options,
        memory=state.memory,
    )
    return scene.with_(settled, [told(settled, board, rules)])
