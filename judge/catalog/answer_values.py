"""What a folder's own rules.py answers, looked into: spaces, powers and units that there are."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.seams.scene import Scene
from judge.kernel.engine import Event

_VERDICTS = ("illegal", "invalid", "fails")
"""The verdicts of a ruling, see Ruling."""
_ON_THE_GROUND = ("A", "F")
"""Arms of which a space holds one unit."""


def explain(seam: str, arguments: tuple[Any, ...], value: Any) -> str:
    """What is wrong with an answer of the right kind, behind "returned"; "" if nothing is."""
    look = _LOOKS.get(seam)
    return look(arguments, value) if look else ""


def _look_at_sites(arguments: tuple[Any, ...], value: Any) -> str:
    board = arguments[1]
    return next((_no_space(board, space) for space in value if space not in board.spaces), "")


def _no_space(board: Board, space: Any) -> str:
    return f"'{space}', which is not a space: spaces go by their ids, as {board.spaces[0]}"


def _look_at_supply(_: tuple[Any, ...], value: int) -> str:
    return f"{value}, which is less than nothing" if value < 0 else ""


def _look_at_removals(arguments: tuple[Any, ...], value: Any) -> str:
    state, _, power, _ = arguments
    units = state.units.get(power, ())
    strange = next((unit for unit in value if unit not in units), None)
    if strange is None:
        return ""
    example = f", as {units[0]}" if units else ""
    return f"'{strange}', which is not a unit of {power}'s: they go by their texts{example}"


def _look_at_retreats(arguments: tuple[Any, ...], value: Any) -> str:
    count = len(arguments[0].field.board.locs)
    strange = next((loc for loc in value if not isinstance(loc, int) or loc >= count), None)
    if strange is None:
        return ""
    return f"'{strange}', which is not a number of a place: board.loc_of[\"ABC\"] is one"


def _look_at_ruling(_: tuple[Any, ...], value: Any) -> str:
    if value is None or value.verdict in _VERDICTS:
        return ""
    return f"the verdict '{value.verdict}': there are {', '.join(_VERDICTS)}"


def _look_at_winners(arguments: tuple[Any, ...], value: Any) -> str:
    board = arguments[1]
    strange = [power for power in value if power not in board.powers]
    return f"'{strange[0]}', which is not a power" if strange else ""


def _look_at_memory(_: tuple[Any, ...], value: Any) -> str:
    return next(_find_unkept(value, ""), "")


def _find_unkept(value: Any, key: str) -> Iterator[str]:
    """What of remembered data is no plain JSON."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not isinstance(name, str):
                yield f"{key or 'a table'} with the key {name!r}: keys have to be text"
            yield from _find_unkept(item, f"'{name}'")
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _find_unkept(item, key)
    elif not isinstance(value, (str, int, float, bool)) and value is not None:
        yield f"{key}: a {type(value).__name__}, which can't be kept: use lists and tables"


def _look_at_scene(arguments: tuple[Any, ...], scene: Scene) -> str:
    board = arguments[1]
    strange = [event for event in scene.events if not isinstance(event, Event)]
    if strange:
        return f"a {type(strange[0]).__name__} among its events: they are Event(kind, data, PUBLIC)"
    return next(_find_misplaced(scene.state, board), "") or _look_at_memory((), scene.state.memory)


def _find_misplaced(state: State, board: Board) -> Iterator[str]:
    """Units of nobody, at no place, or of two in one space."""
    spaces: Counter[str] = Counter()
    for power, texts in state.units.items():
        meant = get_close_matches(power, board.powers, n=1)
        if power not in board.powers and meant:
            yield f"units of '{power}', which is not a power; did you mean '{meant[0]}'?"
        if not isinstance(texts, tuple):
            yield f"the units of {power} as a {type(texts).__name__}: they are a tuple"
        for text in texts:
            try:
                unit = board.unit(text)
            except (KeyError, ValueError, AttributeError):
                yield f"the unit '{text}' of {power}, which stands at no place of the map"
                continue
            if unit.arm in _ON_THE_GROUND:
                spaces[board.spaces[unit.space]] += 1
    crowded = (space for space, count in spaces.items() if count > 1)
    yield from (f"several units in {space}: a space holds one" for space in crowded)


def _look_at_owners(arguments: tuple[Any, ...], value: Any) -> str:
    scene, centers = value
    board = arguments[1]
    strange = (space for owned in centers.values() for space in owned if space not in board.spaces)
    return next((_no_space(board, space) for space in strange), "") or _look_at_scene(
        arguments, scene
    )


_LOOKS: Mapping[str, Callable[[tuple[Any, ...], Any], str]] = {
    "begin": _look_at_scene,
    "end": _look_at_scene,
    "memory": _look_at_memory,
    "owners": _look_at_owners,
    "removals": _look_at_removals,
    "retreats": _look_at_retreats,
    "ruling": _look_at_ruling,
    "sites": _look_at_sites,
    "supply": _look_at_supply,
    "winners": _look_at_winners,
}
"""Who looks at the answers of a seam."""
