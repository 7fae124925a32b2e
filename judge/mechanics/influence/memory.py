"""Whether a state given from outside makes sense; raises InputError naming the key that doesn't."""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.dip.ground.board import Board
from judge.kernel.errors import InputError


def check(memory: Mapping[str, Any], board: Board) -> None:
    """Check the keys of the influence mechanic in ``memory``."""
    for minor, box in _minors(memory, "influence", board):
        for claimant, stacks in _object(box, f"state.influence.{minor}").items():
            path = f"state.influence.{minor}.{claimant}"
            _majors([claimant], path, board)
            for giver, points in _object(stacks, path).items():
                _majors([giver], f"{path}.{giver}", board)
                if not _whole(points) or points < 0:
                    raise InputError(f"{path}.{giver}: it has to be a whole number, 0 or more.")
    for key in ("control", "banned"):
        for minor, powers in _minors(memory, key, board):
            _majors(powers, f"state.{key}.{minor}", board)
    _majors(memory.get("betrayers", []), "state.betrayers", board)
    for minor, net in _minors(memory, "annexed", board):
        if not _whole(net):
            raise InputError(f"state.annexed.{minor}: it has to be a whole number.")


def of(memory: Mapping[str, Any], power: str) -> dict[str, Any]:
    """What ``power`` knows of a table that is secret: its own points, the minors it controls.

    Who else is in a Coalition and who else betrayed a minor is no part of it.
    """
    influence: dict[str, dict[str, dict[str, int]]] = {}
    for minor, box in memory["influence"].items():
        own_claims = {
            name: {power: stacks[power]} for name, stacks in box.items() if power in stacks
        }
        if own_claims:
            influence[minor] = own_claims
    control = {minor: [power] for minor, rulers in memory["control"].items() if power in rulers}
    own_bans = {
        minor: [power]
        for minor, banned_powers in memory.get("banned", {}).items()
        if power in banned_powers
    }
    betrayers = [power] if power in memory.get("betrayers", ()) else []
    return {"influence": influence, "control": control, "banned": own_bans, "betrayers": betrayers}


def _minors(memory: Mapping[str, Any], key: str, board: Board) -> Iterable[tuple[str, Any]]:
    """The entries of a mapping by minor."""
    entries = _object(memory.get(key, {}), f"state.{key}")
    for minor in entries:
        if minor not in board.powers or board.powers[minor].played:
            names = ", ".join(name for name, power in board.powers.items() if not power.played)
            raise InputError(f"state.{key}.{minor}: there is no such minor; there are {names}.")
    return entries.items()


def _majors(powers: Any, path: str, board: Board) -> None:
    if not isinstance(powers, list) or not all(isinstance(power, str) for power in powers):
        raise InputError(f"{path}: it has to be a list of powers.")
    for power in powers:
        if power not in board.powers or not board.powers[power].played:
            raise InputError(f"{path}: '{power}' is not a major power.")


def _object(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{path}: it has to be an object.")
    return value


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
