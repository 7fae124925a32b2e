"""Places for order examples, chosen on a board of the Diplomacy engine so that they make sense."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

MapData = Mapping[str, Any]
Places = Mapping[str, str]
"""Ids of spaces ("PAR"), or of places with a coast ("STP/nc"), by their part in examples."""
_COASTS = ("nc", "sc", "ec", "wc")
_FAR = 99
"""How far apart places are between which no army marches."""
_SHORT = 8
"""Letters of a power's name that leave room for the rest of a line."""


class Board:
    """A map.toml as examples need it.

    ``homes`` are the home centres of the powers that people play, by power; ``armies`` and
    ``fleets`` the spaces where their units of these arms stand at the start.
    """

    def __init__(self, map_data: MapData) -> None:
        self.spaces: MapData = {space["id"]: space for space in map_data["spaces"]}
        powers = map_data["powers"]
        self.homes = {
            name: [home for home in power.get("home", ()) if home in self.spaces]
            for name, power in powers.items()
        }
        self.armies = {name: _stands(power, "A") for name, power in powers.items()}
        self.fleets = {name: _stands(power, "F") for name, power in powers.items()}
        self.every_home = {home for homes in self.homes.values() for home in homes}

    def march(self, space: str) -> list[str]:
        """Where an army goes from a space."""
        return [one for one in self.spaces[space].get("army", ()) if one in self.spaces]

    def sail(self, space: str) -> list[str]:
        """The spaces that a fleet goes to from a space of one coast."""
        near = (place.partition("/")[0] for place in self.spaces[space].get("fleet", ()))
        return [one for one in near if one in self.spaces]

    def is_sea(self, space: str) -> bool:
        """Whether only fleets go there."""
        return bool(self.spaces[space]["kind"] == "sea")

    def is_centre(self, space: str) -> bool:
        """Whether it is a supply centre."""
        return bool(self.spaces[space].get("sc"))

    def marches_apart(self, start: str, goal: str) -> int:
        """How many steps an army takes from one space to another."""
        seen, edge, steps = {start}, [start], 0
        while edge and goal not in seen:
            edge = [near for one in edge for near in self.march(one) if near not in seen]
            seen.update(edge)
            steps += 1
        return steps if goal in seen else _FAR


def _stands(power: MapData, arm: str) -> list[str]:
    """The spaces of a power's units of an arm at the start."""
    units = (str(unit).split() for unit in power.get("units", ()))
    return [place.partition("/")[0] for letter, place in units if letter == arm]


def choose(map_data: MapData) -> tuple[str, str, Places]:
    """A power, a rival of its, and places by their part; parts that the board lacks are missing.

    ``a`` is where an army of the power stands and ``b`` where it goes, ``c`` where another of its
    armies supports that; ``near`` and ``drop`` are further spaces beside ``b``, or ``c`` where
    there are none. ``foe`` is where a rival's army stands and ``foe_goal`` where it goes, at best
    to ``b`` as well. ``ship`` is a water between ``port`` and ``shore``; ``off`` one from which
    fleets go to the ``coast`` of ``split``. ``berth`` is a power's port, ``dock`` a home with
    several coasts, with one of them. Then ``ferry`` and ``landing``, ``passage`` and ``beyond``,
    the ends of a ferry and of a long way.
    """
    board = Board(map_data)
    power, rival, places = _march(board)
    places |= _voyage(board)
    places |= _find_landing(board)
    places |= _find_berth(board, power)
    for table, start, end in (("ferries", "ferry", "landing"), ("passages", "passage", "beyond")):
        for entry in map_data.get(table, ())[:1]:
            places |= {start: entry["a"], end: entry["b"]}
    return power, rival, places


class _Try(NamedTuple):
    """A march as an example: how good it is, and who and what stands in it."""

    weight: tuple[bool, ...]
    power: str
    rival: str
    places: dict[str, str]


def _march(board: Board) -> tuple[str, str, dict[str, str]]:
    """A power with two armies that reach one space, at best a rival's army beside it, too."""
    tries = [
        _weigh_march(board, power, a, b, c)
        for power, homes in board.homes.items()
        for a in homes
        for b in board.march(a)
        for c in (*board.march(b), "")
        if c != a
    ]
    if not tries:
        power = next(iter(board.homes))
        return power, _other(board, power), {}
    best = max(tries, key=lambda one: one.weight)
    if best.rival:
        return best.power, best.rival, best.places
    rival = _other(board, best.power)
    return best.power, rival, {**_march_of(board, rival), **best.places}


def _march_of(board: Board, power: str) -> dict[str, str]:
    """A march of a power's army, or from one of its homes, as a rival's; at best to no home."""
    marches = [
        (space, goal)
        for space in (*board.armies[power], *board.homes[power])
        for goal in board.march(space)
    ]
    if not marches:
        return {}
    space, goal = min(marches, key=lambda one: one[1] in board.every_home)
    return {"foe": space, "foe_goal": goal}


def _weigh_march(board: Board, power: str, a: str, b: str, c: str) -> _Try:
    """A march from ``a`` to ``b`` with support from ``c`` ("": without one), and how good it is."""
    armies = board.armies[power]
    rival, foe = _find_foe(board, power, b, (a, c))
    weight = (
        bool(c),
        a in armies,
        c in armies,
        not board.is_centre(b),
        b not in board.every_home,
        bool(foe),
        foe in board.armies.get(rival, ()),
        len(power) <= _SHORT,
        len(power) <= _SHORT - 2,
        board.spaces[a]["kind"] == "land",
        c in board.homes[power],
    )
    around = sorted((one for one in board.march(b) if one not in (a, c)), key=foe.__ne__)
    near, drop = (*around, *around, c, c)[:2]
    places = {"a": a, "b": b, "c": c, "near": near, "drop": drop}
    if foe:
        places |= {"foe": foe, "foe_goal": b}
    return _Try(weight, power, rival, {part: place for part, place in places.items() if place})


def _find_foe(board: Board, power: str, goal: str, own_spaces: tuple[str, ...]) -> tuple[str, str]:
    """A rival, and a space of his beside a goal where he has an army, or else a home."""
    for standing in (board.armies, board.homes):
        for rival, spaces in standing.items():
            for space in spaces:
                if rival != power and space not in own_spaces and space in board.march(goal):
                    return rival, space
    return "", ""


def _other(board: Board, power: str) -> str:
    """The first power beside one, or itself where there is no other."""
    return next((name for name in board.homes if name != power), power)


def _voyage(board: Board) -> dict[str, str]:
    """A water between two coasts, at best a home's and a neutral centre's without a way by land."""
    tries = [
        (_weigh_voyage(board, port, shore), {"ship": ship, "port": port, "shore": shore})
        for ship in board.spaces
        if board.is_sea(ship)
        for port in _ports(board, ship)
        for shore in _ports(board, ship)
        if shore != port and shore not in board.march(port)
    ]
    return max(tries, key=lambda one: one[0])[1] if tries else {}


def _weigh_voyage(board: Board, port: str, shore: str) -> tuple[bool, bool, bool, int]:
    home, goal = port in board.every_home, board.is_centre(shore)
    return home, goal, shore not in board.every_home, board.marches_apart(port, shore)


def _ports(board: Board, ship: str) -> list[str]:
    """The coasts beside a water where armies board and land."""
    return [
        one for one in board.sail(ship) if board.spaces[one]["kind"] == "coast" and board.march(one)
    ]


def _find_landing(board: Board) -> dict[str, str]:
    """A space with several coasts and a water beside it, at best one that touches more of them."""
    tries = [
        (len({coast for coast, water in ways if water == off}), split, coast, off)
        for split, space in board.spaces.items()
        for ways in (list(_waters(board, space)),)
        for coast, off in ways
    ]
    if not tries:
        return {}
    _, split, coast, off = max(tries, key=lambda one: one[0])
    return {"off": off, "split": split, "coast": coast}


def _waters(board: Board, space: MapData) -> Iterator[tuple[str, str]]:
    """The coasts of a space, each with the waters beside it."""
    for coast in _COASTS:
        for place in space.get(f"fleet_{coast}", ()):
            if place in board.spaces and board.is_sea(place):
                yield coast, place


def _find_berth(board: Board, power: str) -> dict[str, str]:
    """A home where a fleet is built, of the power if it has one; and one with several coasts."""
    by_rank = (board.fleets.get(power, ()), board.homes.get(power, ()), sorted(board.every_home))
    ports = (one for spaces in by_rank for one in spaces if one in board.every_home)
    berths = [one for one in ports if board.sail(one) and not board.is_sea(one)]
    docks = [
        f"{home}/{coast}"
        for homes in board.homes.values()
        for home in homes
        for coast in _COASTS
        if f"fleet_{coast}" in board.spaces[home]
    ]
    return {part: found[0] for part, found in (("berth", berths), ("dock", docks)) if found}


_SHORT_LAND = 8
"""Letters of a power's name that leave room for the rest of a line."""


def choose_lands(map_data: MapData) -> tuple[str, str, Mapping[str, str]]:
    """A power, a rival of its, and places by their part; parts that the board lacks are missing.

    ``a`` is a city of the power, ``b`` a region of its beside it, ``c`` the next one on the way and
    ``d`` a city beside ``b``, which are ``near`` and ``drop`` as well; ``port`` and ``shore`` are
    cities of its on one sea. ``foe`` is a rival's city, ``foe_goal`` a region beside it.
    """
    spaces = {space["id"]: space for space in map_data["spaces"]}
    marches = [
        (power, march)
        for power, country in map_data["powers"].items()
        for march in _marches(spaces, country)
    ]
    if not marches:
        power, *others = map_data["powers"]
        return power, next(iter(others), power), {}
    marches.sort(key=lambda one: len(one[0]) > _SHORT_LAND)
    power, march = marches[0]
    voyages = _voyages(spaces, map_data["powers"][power]["cities"])
    rivals = [(name, one) for name, one in marches if name != power]
    rival, theirs = next(iter(rivals), (power, march))
    foe = {"foe": theirs["a"], "foe_goal": theirs["b"]}
    return power, rival, {**march, **next(voyages, {}), **foe}


def minor_lands(map_data: MapData) -> Iterator[Mapping[str, str]]:
    """Minors with a capital and a region beside it, each with these two."""
    spaces = {space["id"]: space for space in map_data["spaces"]}
    for name, country in map_data["minors"].items():
        city = country["capital"]
        near = [one for one in country["regions"] if city and one in spaces[city]["land"]]
        if near:
            yield {"minor": name, "minor_city": city, "minor_land": near[0]}


def _marches(spaces: MapData, country: MapData) -> Iterator[Mapping[str, str]]:
    """From a city over a region to another, with a second city beside the first region."""
    for a in country["cities"]:
        for b in (one for one in country["regions"] if one in spaces[a]["land"]):
            beside = [one for one in spaces[b]["land"] if one != a]
            c = next((one for one in country["regions"] if one in beside), "")
            d = next((one for one in country["cities"] if one in beside), "")
            if c and d:
                yield {"a": a, "b": b, "c": c, "d": d, "near": c, "drop": d}


def _voyages(spaces: MapData, cities: list[str]) -> Iterator[Mapping[str, str]]:
    """Two cities on one sea; those without a region between them first."""
    ports = [
        (bool({*spaces[port]["land"]} & {*spaces[shore]["land"]}), port, shore)
        for port in cities
        for shore in cities
        if port != shore and {*spaces[port]["sea"]} & {*spaces[shore]["sea"]}
    ]
    for _, port, shore in sorted(ports, key=lambda one: one[0]):
        yield {"port": port, "shore": shore}
