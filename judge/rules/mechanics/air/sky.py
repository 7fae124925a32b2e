"""The air board: over every space lies an air space "LON-A"; planes (P) move in these alone.

Two air spaces border each other if an army, a fleet or a ferry goes from one to the other below
(W47). Planes reach two steps, so those borders are on the board too, with the trait ``FAR``.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Contest
from judge.rules.dip.ground.board import Board, Border, Reach
from judge.rules.mechanics.passage import allows

ARM = "P"
SUFFIX = "-A"
KIND = "air"
FAR = "two steps"


def neighbours(map_data: Mapping[str, Any]) -> dict[str, set[str]]:
    """The spaces that border each space in any way, coasts ignored."""
    around: dict[str, set[str]] = {entry["id"]: set() for entry in map_data["spaces"]}
    for entry in map_data["spaces"]:
        keys = ("army", "fleet", *(f"fleet_{coast}" for coast in entry.get("coasts", ())))
        for place in (place for key in keys for place in entry.get(key, ())):
            around[entry["id"]].add(place.partition("/")[0])
    for ferry in map_data.get("ferries", ()):
        around[ferry["a"]].add(ferry["b"])
        around[ferry["b"]].add(ferry["a"])
    return around


def borders(map_data: Mapping[str, Any]) -> Iterable[Border]:
    """The ways of planes: one step, over which they also support, and two."""
    around = neighbours(map_data)
    for here, near in around.items():
        beyond = {there for middle in near for there in around[middle]} - near - {here}
        for there in near | beyond:
            if here < there:
                traits = frozenset({FAR} if there in beyond else ())
                yield Border(ARM, here + SUFFIX, there + SUFFIX, traits, support=not traits)


def reaches(map_data: Mapping[str, Any]) -> Iterable[Reach]:
    """Supports across the layers.

    Rules, 5e: planes into the space below and those that border it; armies in supply centres and
    fleets anywhere into the air space above them (flak).
    """
    around = neighbours(map_data)
    for entry in map_data["spaces"]:
        here = entry["id"]
        for there in sorted({here, *around[here]}):
            yield Reach(ARM, here + SUFFIX, there)
        if entry.get("sc"):
            yield Reach("A", here, here + SUFFIX)
        if entry["kind"] != "land":
            for place in (here, *(f"{here}/{coast.upper()}" for coast in entry.get("coasts", ()))):
                yield Reach("F", place, here + SUFFIX)


def is_air(board: Board, space: int) -> bool:
    """Whether a space is an air space."""
    return board.kinds[space] == KIND


def above(board: Board, space: int) -> int:
    """The air space over a surface space."""
    return board.loc_of[board.spaces[space] + SUFFIX]


def below(board: Board, space: int) -> int:
    """The surface space under an air space."""
    return board.loc_of[board.spaces[space].removesuffix(SUFFIX)]


def over_water(board: Board, space: int) -> bool:
    """Whether an air space lies over water, where a plane needs a carrier."""
    return board.kinds[below(board, space)] == "sea"


def near(board: Board, space: int) -> frozenset[int]:
    """The air spaces one step from an air space."""
    return frozenset(there for there in board.reach[ARM][space] if is_air(board, there))


def grounds(board: Board, start: int) -> set[str]:
    """The surface spaces below all that a plane reaches from an air space."""
    ends = (board.space_of[loc] for loc in board.steps[ARM][start])
    return {board.spaces[below(board, end)] for end in ends}


def steps(board: Board, start: int, end: int) -> int:
    """How many steps lie between two air spaces: 0, 1, 2, or 3 for any more."""
    if start == end:
        return 0
    if end not in board.steps[ARM][start]:
        return 3
    return 2 if FAR in board.border_traits.get((ARM, start, end), ()) else 1


def is_friendly(field: Field, owner: str, guest: str, space: int) -> bool:
    """Whether ``owner`` suffers ``guest`` with a unit that it has in ``space`` or above it.

    Permission at a space covers the air over it; permission at an air space covers no more.
    """
    board = field.board
    places = [board.spaces[space]]
    if is_air(board, space):
        places.append(board.spaces[below(board, space)])
    return allows(field.state, owner, guest, *places)


def is_hostile(field: Field, space: int, *powers: str) -> int:
    """The plane that stood in an air space at the start as an enemy of all ``powers``, or -1."""
    plane = field.occupant[space]
    if plane < 0:
        return -1
    owner = field.powers[plane]
    return -1 if any(is_friendly(field, owner, power, space) for power in powers) else plane


def guards(field: Field, start: int, end: int, *powers: str) -> list[int]:
    """The enemy planes that close every two-step way between two air spaces; [] if one is open.

    W20: judged by the positions at the start of the phase, and at one step there is no way to
    close.
    """
    board = field.board
    if steps(board, start, end) < 2:
        return []
    middles = sorted(near(board, start) & near(board, end))
    planes = [is_hostile(field, middle, *powers) for middle in middles]
    return [] if -1 in planes else planes


def is_carried(contest: Contest, unit: int) -> bool:
    """Whether a fleet that carries the flight ``unit`` will be below its target (W56)."""
    field = contest.field
    water = below(field.board, field.target[unit])
    for fleet in (field.occupant[water], *field.attackers.get(water, ())):
        if fleet < 0 or field.arms[fleet] != "F":
            continue
        if not is_friendly(field, field.powers[fleet], field.powers[unit], water):
            continue
        # Whether it is there after the moves, by the answers so far.
        leaves = field.destination[fleet] >= 0 and contest.resolve(fleet)
        if field.target[fleet] == water:
            is_there = leaves
        else:
            is_there = not leaves and contest.dislodger(fleet) < 0
        if is_there:
            return True
    return False


def below_after(outcome: Outcome) -> dict[int, int]:
    """The surface units by space after the moves, without the dislodged and the lost."""
    field, board = outcome.field, outcome.field.board
    return {
        board.space_of[loc]: unit
        for unit, loc in enumerate(outcome.loc)
        if unit not in outcome.dislodged
        and (outcome.moves(unit) or field.occupant[field.space[unit]] == unit)
        and not is_air(board, board.space_of[loc])
    }


def unwelcome(outcome: Outcome, power: str, air: int, surface: dict[int, int]) -> str:
    """Why a plane of ``power`` may not be in an air space after the moves, "" if it may.

    Rules, 5c and 5f (W58): no enemy on the land below, a friendly fleet on the water below.
    """
    field, board = outcome.field, outcome.field.board
    ground = below(board, air)
    holder = surface.get(ground, -1)
    here = board.spaces[ground]
    if holder >= 0 and not is_friendly(field, field.powers[holder], power, ground):
        return f"{outcome.stands(holder)} of {field.powers[holder]} is below it"
    if over_water(board, air) and holder < 0:
        return f"no fleet is below it in {here}"
    return ""
