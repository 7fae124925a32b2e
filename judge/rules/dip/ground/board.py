"""The board: spaces, coasts and borders as small integers, read once from a map."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct

from judge.kernel.engine import Ground, Place

ARMS = ("A", "F")
"""Armies and fleets."""
PORT = "port"
"""The trait of a coast in which fleets convoy as at sea."""


class Space(Struct, frozen=True):
    """A space as a map tells it: ``kind`` is "land", "coast", "sea" or a mechanic's own ("air").

    ``coasts`` are its separate coasts ("NC"), empty where a fleet needs to name none.
    """

    id: str
    name: str
    kind: str
    center: bool = False
    coasts: tuple[str, ...] = ()
    traits: frozenset[str] = frozenset()


class Border(Struct, frozen=True):
    """A way for one arm between two places ("EGY", "SPA/NC"), both directions.

    ``traits`` are words that mechanics ask for ("half-strength", "ferry"); ``support`` says
    whether a unit at one end may also support into the other.
    """

    arm: str
    a: str
    b: str
    traits: frozenset[str] = frozenset()
    support: bool = True


class Reach(Struct, frozen=True):
    """A place from which one arm may support into a space that it can't move to."""

    arm: str
    place: str
    space: str


class Power(Struct, frozen=True):
    """A power's facts: ``home`` are its build sites, ``owns`` and ``units`` what it starts with.

    ``played`` is False for minors and factions that have no seat of their own.
    """

    name: str
    adjective: str = ""
    home: tuple[str, ...] = ()
    owns: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    played: bool = True


class Unit(Struct, frozen=True):
    """A unit's arm and place; ``text`` is its canonical form ("F STP/SC")."""

    text: str
    arm: str
    loc: int
    space: int


NO_UNIT = Unit("", "", -1, -1)
"""Where there is no unit."""


class Board(Struct, frozen=True, dict=True):
    """Everything about a map that never changes during a game.

    A *space* is numbered 0..n-1 in the order of its id; a *loc* is a place where a unit can be:
    loc i < n is space i itself, the locs behind them are coasts. Sets of waters are bit masks.
    """

    spaces: tuple[str, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    traits: tuple[frozenset[str], ...]
    locs: tuple[str, ...]
    space_of: tuple[int, ...]
    coasts: tuple[tuple[int, ...], ...]
    """Space -> the locs of its coasts, () where it has none."""
    loc_of: Mapping[str, int]
    steps: Mapping[str, tuple[frozenset[int], ...]]
    """Arm -> loc -> locs one move away, convoys apart."""
    reach: Mapping[str, tuple[frozenset[int], ...]]
    """Arm -> loc -> spaces that it may support into."""
    waters: int
    """The spaces from which a fleet convoys."""
    ports: frozenset[int]
    """The spaces where convoyed armies embark and land."""
    seas: tuple[int, ...]
    """Space -> the waters that touch it."""
    centers: frozenset[int]
    powers: Mapping[str, Power]
    border_traits: Mapping[tuple[str, int, int], frozenset[str]]
    """(arm, space, space) -> the traits of that border, where it has any."""
    at: Mapping[str, tuple[Unit, ...]]
    """Arm -> loc -> the unit there."""
    articles: frozenset[str] = frozenset()
    """The powers whose names have the article in a sentence."""

    def the(self, power: str) -> str:
        """A power as a sentence names it: "France", "the Soviet Union"."""
        return f"the {power}" if power in self.articles else power

    @property
    def arms(self) -> tuple[str, ...]:
        """The letters of the arms that move on this board."""
        return tuple(sorted(self.steps))

    @cached_property
    def played(self) -> tuple[str, ...]:
        """The powers that people play."""
        return tuple(name for name, power in self.powers.items() if power.played)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Canonical text -> the unit; an army's coast is dropped ("A SPA/NC" is "A SPA")."""
        return {
            f"{arm} {place}": unit
            for arm, units in self.at.items()
            for place, unit in zip(self.locs, units, strict=True)
        }

    @cached_property
    def fit(self) -> Mapping[str, Unit]:
        """Canonical text -> the unit, where such a unit can stand."""
        units = self.units.items()
        return {text: unit for text, unit in units if self.can_stand(unit.arm, unit.loc)}

    @cached_property
    def center_ids(self) -> frozenset[str]:
        """The supply centres by their ids."""
        return frozenset(self.spaces[space] for space in self.centers)

    def unit(self, text: str) -> Unit:
        """The unit of a canonical text ("A PAR"); raises ValueError where there is no such unit."""
        unit = self.units.get(text)
        if unit is not None:
            return unit
        arm, _, place = text.partition(" ")
        if arm not in self.steps:
            arms = " or ".join(self.arms)
            raise ValueError(f"'{text}' is not a unit: it has to begin with {arms}")
        raise ValueError(f"'{text}': there is no space '{place}'")

    def unit_at(self, arm: str, loc: int) -> Unit:
        """The unit of ``arm`` in ``loc``."""
        return self.at[arm][loc]

    def can_stand(self, arm: str, loc: int) -> bool:
        """Whether a unit of ``arm`` may be in ``loc`` at all (a fleet names one of two coasts)."""
        kind = self.kinds[self.space_of[loc]]
        if arm == "A":
            walks = kind in ("land", "coast") or bool(self.steps["A"][loc])
            return loc < len(self.spaces) and walks
        if arm == "F":
            return kind in ("coast", "sea") and not (loc < len(self.spaces) and self.coasts[loc])
        return bool(self.steps[arm][loc])

    def places(self, arm: str, space: int) -> tuple[int, ...]:
        """The locs of ``space`` in which a unit of ``arm`` may stand."""
        return tuple(loc for loc in (space, *self.coasts[space]) if self.can_stand(arm, loc))


def build(
    map_data: Mapping[str, Any],
    spaces: Iterable[Space] = (),
    borders: Iterable[Border] = (),
    reaches: Iterable[Reach] = (),
    powers: Iterable[Power] = (),
) -> Board:
    """The board of a map.toml with what mechanics add to it; raises ValueError for a broken map."""
    everything = sorted(
        (*map(_read_space, map_data["spaces"]), *spaces), key=lambda space: space.id
    )
    places = _Places.of(everything)
    steps, reach, traits = _read_ways(map_data["spaces"], borders, reaches, places)
    waters = [
        places.loc_of[space.id]
        for space in everything
        if space.kind == "sea" or PORT in space.traits
    ]
    at = {arm: _make_units(arm, places) for arm in steps}
    of_map = [power_facts(name, facts) for name, facts in map_data["powers"].items()]
    return Board(
        spaces=tuple(space.id for space in everything),
        names=tuple(space.name for space in everything),
        kinds=tuple(space.kind for space in everything),
        traits=tuple(space.traits for space in everything),
        locs=places.locs,
        space_of=places.space_of,
        coasts=places.coasts(),
        loc_of=places.loc_of,
        steps=steps,
        reach=reach,
        waters=sum(1 << water for water in waters),
        ports=frozenset(places.of_kind("coast")),
        seas=_find_seas(steps["F"], places, waters),
        centers=frozenset(places.loc_of[space.id] for space in everything if space.center),
        powers={power.name: power for power in (*of_map, *powers)},
        border_traits=traits,
        at=at,
        articles=frozenset(map_data.get("articles", ())),
    )


def distances(board: Board, starts: Iterable[int]) -> dict[int, int]:
    """How many steps every space is from the nearest of ``starts``, over land and sea alike.

    A coast counts from each of its places (DATC 6.J.9 to 11).
    """
    steps_to = dict.fromkeys(starts, 0)
    frontier = set(steps_to)
    while frontier:
        around = {
            board.space_of[step]
            for steps in board.steps.values()
            for space in frontier
            for loc in (space, *board.coasts[space])
            for step in steps[loc]
        }
        frontier = around - steps_to.keys()
        steps_to.update(dict.fromkeys(frontier, max(steps_to.values()) + 1))
    return steps_to


def describe_ground(board: Board) -> Ground:
    """The board as plain data."""
    places = {
        place: Place(
            place,
            board.spaces[space],
            board.names[space],
            board.kinds[space],
            int(space in board.centers),
        )
        for place, space in zip(board.locs, board.space_of, strict=True)
    }
    steps = {
        arm: {
            board.locs[loc]: tuple(sorted(board.locs[step] for step in there))
            for loc, there in enumerate(rows)
            if there
        }
        for arm, rows in board.steps.items()
    }
    return Ground(places, steps, {name: facts.home for name, facts in board.powers.items()})


class _Places(Struct, frozen=True):
    """The spaces of a map, sorted, and the numbers of their locs; see Board."""

    spaces: Sequence[Space]
    locs: tuple[str, ...]
    loc_of: Mapping[str, int]
    space_of: tuple[int, ...]

    @classmethod
    def of(cls, spaces: Sequence[Space]) -> "_Places":
        """Number the spaces, and behind them their coasts."""
        coasts = (f"{space.id}/{coast}" for space in spaces for coast in space.coasts)
        locs = (*(space.id for space in spaces), *coasts)
        loc_of = {place: loc for loc, place in enumerate(locs)}
        return cls(spaces, locs, loc_of, tuple(loc_of[place.partition("/")[0]] for place in locs))

    def of_kind(self, kind: str) -> list[int]:
        """The spaces of a kind."""
        return [self.loc_of[space.id] for space in self.spaces if space.kind == kind]

    def coasts(self) -> tuple[tuple[int, ...], ...]:
        """Space -> the locs of its coasts."""
        return tuple(
            tuple(self.loc_of[f"{space.id}/{coast}"] for coast in space.coasts)
            for space in self.spaces
        )


def _make_units(arm: str, places: _Places) -> tuple[Unit, ...]:
    """A unit for every loc; armies know no coasts."""
    locs, space_of = places.locs, places.space_of
    stands = space_of if arm == "A" else range(len(locs))
    return tuple(Unit(f"{arm} {locs[loc]}", arm, loc, space_of[loc]) for loc in stands)


def _read_space(entry: Mapping[str, Any]) -> Space:
    """A space as map.toml tells it."""
    return Space(
        id=entry["id"],
        name=entry["name"],
        kind=entry["kind"],
        center=bool(entry.get("sc")),
        coasts=tuple(coast.upper() for coast in entry.get("coasts", ())),
        traits=frozenset(entry.get("traits", ())),
    )


def power_facts(name: str, facts: Mapping[str, Any], *, played: bool = True) -> Power:
    """A power as map.toml tells it; without ``owns`` it starts with its homes."""
    home = tuple(facts.get("home", ()))
    return Power(
        name=name,
        adjective=facts.get("adjective", name),
        home=home,
        owns=tuple(facts.get("owns", home)),
        units=tuple(facts.get("units", ())),
        played=played,
    )


Ways = Mapping[str, tuple[frozenset[int], ...]]


def _read_ways(
    entries: Iterable[Mapping[str, Any]],
    mechanics_borders: Iterable[Border],
    reaches: Iterable[Reach],
    places: _Places,
) -> tuple[Ways, Ways, Mapping[tuple[str, int, int], frozenset[str]]]:
    """Arm -> loc -> steps, and supports; the traits of borders."""
    loc_of, space_of = places.loc_of, places.space_of
    # In the spaces' own lists each border stands twice, once at either end.
    borders: list[Border] = []
    for entry in entries:
        borders += (Border("A", entry["id"], other) for other in entry.get("army", ()))
        borders += (Border("F", entry["id"], other) for other in entry.get("fleet", ()))
        for coast in entry.get("coasts", ()):
            berth = f"{entry['id']}/{coast.upper()}"
            borders += (Border("F", berth, other) for other in entry.get(f"fleet_{coast}", ()))
    borders += mechanics_borders
    # Armies and fleets are there on every board, be it all land or all water.
    steps: dict[str, list[set[int]]] = {arm: [set() for _ in loc_of] for arm in ARMS}
    reach: dict[str, list[set[int]]] = {arm: [set() for _ in loc_of] for arm in ARMS}
    traits: dict[tuple[str, int, int], frozenset[str]] = {}
    for border in borders:
        if border.arm not in steps:
            steps[border.arm] = [set() for _ in loc_of]
            reach[border.arm] = [set() for _ in loc_of]
        for here, there in ((border.a, border.b), (border.b, border.a)):
            a, b = loc_of[here], loc_of[there]
            steps[border.arm][a].add(b)
            if border.support:
                reach[border.arm][a].add(space_of[b])
            if border.traits:
                key = (border.arm, space_of[a], space_of[b])
                traits[key] = traits.get(key, frozenset()) | border.traits
    for extra in reaches:
        reach[extra.arm][loc_of[extra.place]].add(loc_of[extra.space])
    return _freeze(steps), _freeze(reach), traits


def _freeze(table: Mapping[str, list[set[int]]]) -> Ways:
    """The same ways, for good."""
    return {arm: tuple(frozenset(there) for there in rows) for arm, rows in table.items()}


def _find_seas(
    steps: Sequence[frozenset[int]], places: _Places, waters: Iterable[int]
) -> tuple[int, ...]:
    """Space -> the waters that touch it."""
    masks = [0] * len(places.spaces)
    for water in waters:
        for loc in steps[water]:
            masks[places.space_of[loc]] |= 1 << water
    return tuple(masks)


def example_move(board: Board) -> str:
    """An army that moves: "A PAR - BUR"."""
    return next((f"{army.text} - {goal.text[2:]}" for army, goal in _marches(board)), "")


def example_support(board: Board) -> str:
    """An army that supports another: "A BUR S A PAR"."""
    return next((f"{goal.text} S {army.text}" for army, goal in _marches(board)), "")


def example_convoy(board: Board) -> str:
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
