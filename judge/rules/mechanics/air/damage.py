"""What bombs leave behind: damaged centres, and homes where nothing is built this winter.

State.memory: ``bombed`` {space: times}, ``blocked`` [spaces]; both are dropped after the winter.
"""

from collections.abc import Mapping
from typing import Any

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.mechanics.air.bomb import Bomb

DAMAGE = "air-damage"
HALF = 1
"""What a damaged centre yields less, in half units."""


def hits(outcome: Outcome) -> list[tuple[str, str, str]]:
    """Space, owner and bomber's power of each bomb that fell on another power's centre (W55)."""
    field, board = outcome.field, outcome.field.board
    rows = []
    for unit in field.contenders:
        order = field.orders[unit]
        if isinstance(order, Bomb) and outcome.won[unit] and not field.verdicts[unit]:
            space = board.spaces[order.target]
            owner = field.state.owner(space)
            if order.target in board.centers and owner not in ("", field.powers[unit]):
                rows.append((space, owner, field.powers[unit]))
    return rows


def note_damage(state: State, board: Board, outcome: Outcome) -> tuple[dict[str, Any], list[Event]]:
    """The memory with the damage of this phase, and what is told of it."""
    hit_counts = dict(state.memory.get("bombed", {}))
    blocked_sites = set(state.memory.get("blocked", ()))
    rows = []
    for space, owner, power in hits(outcome):
        hit_counts[space] = hit_counts.get(space, 0) + 1
        is_blocked = state.phase[0] == "F" and space in board.powers[owner].home
        blocked_sites |= {space} if is_blocked else set()
        rows.append({"space": space, "owner": owner, "power": power, "blocked": is_blocked})
    if not rows:
        return dict(state.memory), []
    memory = {**state.memory, "bombed": hit_counts, "blocked": sorted(blocked_sites)}
    return memory, [Event(DAMAGE, {"rows": rows}, PUBLIC)]


def clear_damage(state: State) -> dict[str, Any]:
    """The memory without this year's damage."""
    return {key: value for key, value in state.memory.items() if key not in ("bombed", "blocked")}


def count_loss(state: State, board: Board, power: str) -> int:
    """What bombs take from a power's supply, in half units: once a centre, whoever owned it."""
    hit_counts: Mapping[str, int] = state.memory.get("bombed", {})
    return sum(
        HALF
        for space in state.centers.get(power, ())
        if hit_counts.get(space, 0) and board.loc_of[space] in board.centers
    )
