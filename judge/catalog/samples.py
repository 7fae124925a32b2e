"""A board's own names for examples: what stands in the slots of order examples and help pages."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from judge.catalog import atlas
from judge.catalog.variant import Variant
from judge.kernel import days
from judge.kernel.dice import SecretDice
from judge.language.commands import EXAMPLES

_AHEAD = 4
"""The how many-th phase of moves is the one that lies ahead: in most games a second fall."""
Page = Mapping[str, str | tuple[str, ...]]
_PAGES: dict[Path, Page] = {}
"""What pages of help show of each variant, by its folder."""
_ADJECTIVES = ("an", "ish", "ese")
"""How adjectives of countries end."""
_SHORT = 8
"""Letters of a power's name that leave room for the rest of a line."""
_STRENGTHS = ("most", "more", "less", "least")


def names(variant: Variant) -> Mapping[str, str]:
    """The names that examples on a variant's board are made of, as they are typed, by their slot.

    Places are the slots of ``choose`` ("Par"), ``A`` and ``B`` the names in full
    of those of ``a`` and ``b``. ``power``, ``rival`` and ``third`` are powers, the last maybe one
    of the others, ``adjective`` is the first one's; ``letters`` are theirs where each has one
    ("A F G"), and ``lettered`` whom these mean. ``minor`` is a minor power with its unit
    (``minor_unit``) and a space beside that (``minor_goal``); of 1930! its ``minor_adjective``,
    ``minor_city`` and ``minor_land``. Strengths and amounts are those of 1930!, ``most`` to
    ``least``, ``lot`` and ``price``. What a board does not have is missing.
    """
    of_lands = variant.engine_name == "d100"
    power, rival, places = (choose_lands if of_lands else choose)(variant.map)
    _, start, goal = variant.vocabulary.samples
    places = {"a": start, "b": goal, **places}
    titles = variant.vocabulary.titles
    found = {
        **{slot: _type(place) for slot, place in places.items()},
        **{slot.upper(): titles.get(places[slot], "") for slot in ("a", "b")},
        **_name_minor(variant),
    }
    powers = variant.map["powers"]
    others = [one for one in powers if one not in (power, rival)]
    third = min(others, key=lambda one: len(one) > _SHORT, default=rival)
    found |= {"power": power, "rival": rival, "third": third}
    found["adjective"] = powers[power]["adjective"]
    letter_of = {name: letter for letter, name in variant.vocabulary.letters.items()}
    chosen = sorted({power, rival, third} & {*letter_of}, key=letter_of.__getitem__)
    if len(chosen) > 1 and all(len(letter_of[one]) == 1 for one in chosen):
        found["letters"] = " ".join(letter_of[one] for one in chosen)
        found["lettered"] = ", ".join(chosen)
    if of_lands:
        strengths = sorted(map(int, variant.rules["deployment"]["pieces"]), reverse=True)
        found |= {slot: str(one) for slot, one in zip(_STRENGTHS, strengths, strict=False)}
        found["lot"] = str(2 * variant.rules["rules"]["allocation"])
        found["price"] = str(variant.rules["tables"]["cost"][0])
    return found


def page(variant: Variant) -> Page:
    """What help pages show of a variant's board: its names, and lines made of them.

    ``unit`` is an army of the power, ``order`` its march from ``a`` to ``b``, ``arrived`` the unit
    there, ``support`` another's support of the march, ``fleet`` a fleet of the power, ``foe_order``
    a march of the rival's.
    ``wishes`` are orders with several wishes, ``changed`` units that a master gives the rival and
    takes from him, ``owning`` lines that say who has a centre, ``claims`` those on a minor where
    powers bid.
    ``phase`` is the first phase of moves, ``later`` one that lies ahead, ``later_title`` its name
    without the kind.
    Names, ``unit``, ``order``, ``owning`` and phases never are missing.
    """
    if variant.folder in _PAGES:
        return _PAGES[variant.folder]
    engine = variant.engine
    state = engine.start({}, SecretDice(b"trial", variant.id)).state
    first = engine.phase(state)
    if variant.engine_name == "dip":
        calendar = variant.rules["phases"]
        step, later_by = calendar.get("step", 1), calendar.get("later", {})
        begins = days.year_after(days.year_number(first.id[1:-1]), -later_by.get(first.id[0], 0))
        ids = [
            f"{season}{days.write_year(days.year_after(begins, years))}M"
            for turn in range(_AHEAD)
            for season in atlas.moving_seasons(variant)
            for years in [turn * step + later_by.get(season, 0)]
        ]
    else:
        ids = [f"{first.id.partition('-')[0]}-{month:02}M" for month in range(1, 13)]
    phases = (first if one == first.id else engine.later(state, one) for one in ids)
    moves = [phase for phase in phases if phase is not None][:_AHEAD] or [first]
    title = moves[-1].title.removesuffix(f" {moves[-1].kind}")
    ahead = {"phase": moves[0].id, "later": moves[-1].id, "later_title": title}
    own = names(variant)
    _PAGES[variant.folder] = {**own, **_write_lines(variant, own), **ahead}
    return _PAGES[variant.folder]


def _write_lines(variant: Variant, own: Mapping[str, str]) -> Page:
    """A march, its support, a rival's march, and lines that only games of one engine take."""
    letter = variant.vocabulary.samples[0]
    most, more = own.get("most", ""), own.get("more", "")
    power, rival = own["power"], own["rival"]
    unit, order = f"{letter}{most} {own['a']}", f"{letter}{most} {own['a']} - {own['b']}"
    lines: dict[str, str | tuple[str, ...]] = {"unit": unit, "order": order}
    lines["arrived"] = f"{letter}{most} {own['b']}"
    if helper := own.get("d" if most else "c"):
        lines["support"] = f"{letter}{more} {helper} S {order}"
    if "foe" in own:
        lines["foe_order"] = f"{letter}{most} {own['foe']} - {own['foe_goal']}"
        stands = f"{letter} {own['foe'].upper()}" in variant.map["powers"][rival].get("units", ())
        taken = f", -{letter} {own['foe']}" if stands else ""
        lines["changed"] = f"+{letter}{most} {own['foe_goal']}{taken}"
    if variant.engine_name != "dip":
        lines["owning"] = ("OWNERS", f"{own['A']}: {power}")
        if "c" in own:
            lines["wishes"] = (f"L{own['less']} {own['b']} R {own['c']}, {own['d']}",)
        if "port" in own:
            lines["fleet"] = f"N{more} {own['port']}"
        return lines
    berth = own.get("berth", "")
    homes = [own["A"]]
    if berth.upper() in variant.map["powers"][power].get("home", ()):
        homes.append(variant.vocabulary.titles[berth.upper()])
    lines["owning"] = ("CENTRES", f"{power}: {', '.join(homes)}")
    if berth:
        lines["fleet"] = f"F {berth}"
    if "near" in own and berth:
        retreat = f"A {own['b']} R {own['a']}, {own['near']}, D"
        lines["wishes"] = (retreat, f"Build F {berth} or A {own['a']}")
    if "influence" in variant.mechanics and "minor" in own:
        lines["claims"] = f"{own['minor']}: {rival} 4, {power} 1 for {rival}"
    return lines


def _name_minor(variant: Variant) -> dict[str, str]:
    """A minor power with its unit, at best one whose name is a single word."""
    minors = _minors(variant) if variant.engine_name == "dip" else minor_lands(variant.map)
    found = dict(min(minors, key=lambda one: " " in one["minor"], default={}))
    if not found:
        return {}
    minor = found.pop("minor")
    adjectives = (
        words[0].capitalize()
        for words, power in variant.vocabulary.powers.items()
        if power == minor and len(words) == 1 and words[0].endswith(_ADJECTIVES)
    )
    return {
        "minor": minor,
        "minor_adjective": next(adjectives, minor),
        **{slot: " ".join(map(_type, place.split())) for slot, place in found.items()},
    }


def _type(name: str) -> str:
    """An id as it is typed in examples: "Par"; a coast stays as it is."""
    return name if name.islower() else name.capitalize()


def _minors(variant: Variant) -> Iterator[Mapping[str, str]]:
    """The minors of a map: those of its table, and those that its spaces name."""
    spaces = {space["id"]: space for space in variant.map["spaces"]}
    units = {
        name: tuple(minor.get("units", ())) for name, minor in variant.map.get("minors", {}).items()
    }
    for space_id, space in spaces.items():
        if space.get("minor"):
            units.setdefault(
                space.get("minor_power") or space["name"], (f"{space['minor']} {space_id}",)
            )
    for name, (unit, *_) in ((name, texts) for name, texts in units.items() if texts):
        letter, place = unit.split()
        near = spaces[place.partition("/")[0]].get("army" if letter == "A" else "fleet", ())
        yield {
            "minor": name,
            "minor_unit": unit,
            **({"minor_goal": near[0]} if near else {}),
        }


def suit(variant: Variant, text: str) -> str:
    """A text with the board's own names in the example of a command that it is, or quotes."""
    for example in EXAMPLES.values():
        if text == example:
            return _translate(example, page(variant))
        if f"'{example}'" in text:
            return text.replace(example, _translate(example, page(variant)))
    return text


def _translate(example: str, own: Mapping[str, Any]) -> str:
    """A line of a command, written with names of the standard game, with a board's own."""
    there = f"{own['unit'][0]} {own['b'].upper()}"
    words = {
        "French A BUR": f"{own['adjective']} {there}",
        "A BUR": there,
        "A PAR - BUR": own["order"].upper(),
        "A PAR": own["unit"].upper(),
        "F1902M": own["later"],
        "France": own["power"],
        "Germany": own["rival"],
        "Kiel": own["B"],
    }
    return re.sub("|".join(rf"\b{word}\b" for word in words), lambda one: words[one[0]], example)


# --- places that make sense beside each other


MapData = Mapping[str, Any]
Places = Mapping[str, str]
"""Ids of spaces ("PAR"), or of places with a coast ("STP/nc"), by their part in examples."""
_FAR = 99
"""How far apart places are between which no army marches."""


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
    homes = board.every_home
    voyages = [  # at best a home's and a neutral centre's without a way by land
        (
            (port in homes, board.is_centre(shore), shore not in homes),
            board.marches_apart(port, shore),
            {"ship": ship, "port": port, "shore": shore},
        )
        for ship in board.spaces
        if board.is_sea(ship)
        for port in _ports(board, ship)
        for shore in _ports(board, ship)
        if shore != port and shore not in board.march(port)
    ]
    if voyages:
        places |= max(voyages, key=lambda one: one[:2])[2]
    landings = [
        (split, coast, water)
        for split, space in board.spaces.items()
        for coast in atlas.COASTS
        for water in space.get(f"fleet_{coast}", ())
        if water in board.spaces and board.is_sea(water)
    ]
    if landings:  # at best a water that touches more of its coasts
        touches = Counter((split, water) for split, _, water in landings)
        split, coast, off = max(landings, key=lambda one: touches[one[0], one[2]])
        places |= {"off": off, "split": split, "coast": coast}
    places |= _find_berth(board, power)
    for table, start, end in (("ferries", "ferry", "landing"), ("passages", "passage", "beyond")):
        for entry in map_data.get(table, ())[:1]:
            places |= {start: entry["a"], end: entry["b"]}
    return power, rival, places


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
    _, power, rival, places = max(tries, key=lambda one: one[0])
    if rival:
        return power, rival, places
    rival = _other(board, power)
    marches = [
        {"foe": space, "foe_goal": goal}
        for space in (*board.armies[rival], *board.homes[rival])
        for goal in board.march(space)
    ]
    foe = min(marches, key=lambda one: one["foe_goal"] in board.every_home, default={})
    return power, rival, {**foe, **places}


def _weigh_march(
    board: Board, power: str, a: str, b: str, c: str
) -> tuple[tuple[bool, ...], str, str, dict[str, str]]:
    """How good a march from ``a`` to ``b`` is as an example, with support from ``c`` or "" without.

    Behind that the power, a rival beside the goal, and the places by their part.
    """
    armies = board.armies[power]
    foes = (  # beside the goal, where a rival has an army, or else a home
        (rival, space)
        for standing in (board.armies, board.homes)
        for rival, spaces in standing.items()
        for space in spaces
        if rival != power and space not in (a, c) and space in board.march(b)
    )
    rival, foe = next(foes, ("", ""))
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
    return weight, power, rival, {part: place for part, place in places.items() if place}


def _other(board: Board, power: str) -> str:
    """The first power beside one, or itself where there is no other."""
    return next((name for name in board.homes if name != power), power)


def _ports(board: Board, ship: str) -> list[str]:
    """The coasts beside a water where armies board and land."""
    return [
        one for one in board.sail(ship) if board.spaces[one]["kind"] == "coast" and board.march(one)
    ]


def _find_berth(board: Board, power: str) -> dict[str, str]:
    """A home where a fleet is built, of the power if it has one; and one with several coasts."""
    by_rank = (board.fleets.get(power, ()), board.homes.get(power, ()), sorted(board.every_home))
    ports = (one for spaces in by_rank for one in spaces if one in board.every_home)
    berths = [one for one in ports if board.sail(one) and not board.is_sea(one)]
    docks = [
        f"{home}/{coast}"
        for homes in board.homes.values()
        for home in homes
        for coast in atlas.COASTS
        if f"fleet_{coast}" in board.spaces[home]
    ]
    return {part: found[0] for part, found in (("berth", berths), ("dock", docks)) if found}


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
    marches.sort(key=lambda one: len(one[0]) > _SHORT)
    power, march = marches[0]
    cities = map_data["powers"][power]["cities"]
    # Two cities on one sea, at best without a region between them.
    ports = [
        (bool({*spaces[port]["land"]} & {*spaces[shore]["land"]}), port, shore)
        for port in cities
        for shore in cities
        if port != shore and {*spaces[port]["sea"]} & {*spaces[shore]["sea"]}
    ]
    _, port, shore = min(ports, key=lambda one: one[0], default=(False, "", ""))
    voyage = {"port": port, "shore": shore} if ports else {}
    rivals = [(name, one) for name, one in marches if name != power]
    rival, theirs = next(iter(rivals), (power, march))
    foe = {"foe": theirs["a"], "foe_goal": theirs["b"]}
    return power, rival, {**march, **voyage, **foe}


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
