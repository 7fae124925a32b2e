"""What is wrong with a map, a sentence each; its keys have been found sound before."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from judge.kernel.text import list_names
from judge.language.fold import words

Entry = Mapping[str, Any]
ARMS = {"army": "armies", "fleet": "fleets"}
_KINDS = {"army": ("land", "coast"), "fleet": ("coast", "sea")}
"""Where each arm may be."""
_TAKEN = frozenset({"all", "everybody", "everyone", "gm", "judge", "master", "nobody", "observer"})
"""Words that mean somebody else wherever a power may be named."""
_ARM = {"A": "army", "F": "fleet"}


def faults(map_data: Entry, engine: str) -> list[str]:
    """What keeps a map from being played as its author means it."""
    spaces = map_data["spaces"]
    all_faults = [*_space_faults(spaces), *_alias_faults(map_data)]
    all_faults += _abbreviation_faults(map_data, engine)
    if engine == "dip":
        all_faults += [*_border_faults(spaces), *_kind_faults(spaces), *_coast_faults(spaces)]
        all_faults += [*_power_faults(map_data), *_owner_faults(map_data)]
        all_faults += _reach_faults(map_data)
    else:  # both ends of a step of 1930! list each other
        ids = {space["id"] for space in spaces}
        for way in ("land", "sea"):
            steps = {(space["id"], there) for space in spaces for there in space[way]}
            for here, there in sorted(steps):
                if there not in ids:
                    all_faults.append(f"{here} borders on {there}, which is not a space.")
                elif (there, here) not in steps:
                    all_faults.append(f"{way} leads from {here} to {there}, but not back.")
    return [f"map.toml: {fault}" for fault in all_faults]


def _space_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Ids and names mean one space each, and no list of a space holds anything twice."""
    for name, count in Counter(space["id"] for space in spaces).items():
        if count > 1:
            yield f"there are {count} spaces {name}."
    space_of: dict[str, str] = {}
    for space in spaces:
        for name in (space["id"], space["name"]):
            there = space_of.setdefault(fold(name), space["id"])
            if there != space["id"]:
                yield f"'{name}' means {there} and {space['id']}."
        for key, value in space.items():
            if key == "aliases" or not isinstance(value, (list, tuple)):
                continue  # aliases have rules of their own
            for item, count in Counter(value).items():
                if count > 1:
                    yield f"spaces.{space['id']}.{key}: {item} is listed {count} times."


def fold(name: str) -> str:
    """A name as the order language knows it: "St. Petersburg" and "st petersburg" are one."""
    return "".join(words(name)) or name.casefold()


def list_people(map_data: Entry) -> Iterator[tuple[str, str, Entry]]:
    """All who have units on a map: the table in which each stands, its name, and what it says."""
    for group in ("powers", "factions", "minors", "dummies"):
        yield from ((group, name, facts) for name, facts in map_data.get(group, {}).items())


def _alias_faults(map_data: Entry) -> Iterator[str]:
    """An alias means one space, unless ``shared_names`` says that the judge shall ask which.

    It may be shared with another's alias or id ("Tyr"), and is never another's name in full.
    """
    spaces = map_data["spaces"]
    shared = {fold(name): name for name in map_data.get("shared_names", ())}
    names = {fold(space["name"]): space["id"] for space in spaces}
    bearers: dict[str, list[str]] = {fold(space["id"]): [space["id"]] for space in spaces}
    for space in spaces:
        key = f"spaces.{space['id']}.aliases"
        for alias, count in Counter(map(str.casefold, space.get("aliases", ()))).items():
            if count > 1:
                yield f"{key}: '{alias}' is listed {count} times."
        for alias in dict.fromkeys(map(fold, space.get("aliases", ()))):
            others = bearers.setdefault(alias, [])
            if names.get(alias, space["id"]) != space["id"]:
                yield f"{key}: '{alias}' is {names[alias]}."
            elif {*others} - {space["id"]} and alias not in shared:
                yield (
                    f"{key}: '{alias}' is {others[0]}'s; if players shall be asked which they "
                    f'mean, write shared_names = ["{alias}"].'
                )
            others.append(space["id"])
    for alias, name in shared.items():
        if len({*bearers.get(alias, ())}) < 2:
            yield f"shared_names: '{name}' is no alias of one space that another bears."


def _abbreviation_faults(map_data: Entry, engine: str) -> Iterator[str]:
    """An abbreviation or adjective of a power means it alone; its name is no word of the judge.

    In Diplomacy an id means its space, even where it could abbreviate a power.
    """
    names = {fold(space["name"]) for space in map_data["spaces"]}
    ids = {space["id"] for space in map_data["spaces"]} if engine == "dip" else set[str]()
    bearer_of: dict[str, str] = {}
    for group, name, power in list_people(map_data):
        if name.casefold() in _TAKEN:
            yield f"{group}.{name}: players say '{name}' to the judge and mean no power."
        for key in ("abbrev", "adjective"):
            word = power.get(key)
            other = bearer_of.setdefault(word, name) if word else name
            if other != name:
                yield f"{group}.{name}.{key}: {word} is {other}'s."
        short = power.get("abbrev", "")
        if group == "powers" and short in ids and fold(name) not in names:
            yield f"powers.{name}.abbrev: {short} is a space."


def _list_ways(spaces: Sequence[Entry]) -> Iterator[tuple[str, str, str]]:
    """Every border as it stands in a list: arm, the place that lists it, the other end."""
    for space in spaces:
        for coast in ("", *space.get("coasts", ())):
            here = f"{space['id']}/{coast.upper()}" if coast else space["id"]
            for arm in ARMS:
                neighbours = space.get(f"{arm}_{coast}" if coast else arm, ())
                yield from ((arm, here, there) for there in neighbours)


def _border_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Both ends of a border list each other, coast by coast."""
    ways = set(_list_ways(spaces))
    space_of = {space["id"]: space for space in spaces}
    places = {*space_of, *(here for _, here, _ in ways)}
    borders_on_nothing: dict[str, list[str]] = {}
    for arm, here, there in sorted(ways):
        if there not in places:
            borders_on_nothing.setdefault(there, []).append(here)
        elif arm == "fleet" and (coasts := space_of.get(there, {}).get("coasts")):
            coast_names = " or ".join(f"{there}/{coast.upper()}" for coast in coasts)
            yield f"fleets go from {here} to {there}, which has several coasts: name {coast_names}."
        elif arm == "army" and space_of[there]["kind"] == "sea" and not space_of[there].get("army"):
            yield f"armies go from {here} to {there}, which is a sea."
        elif here == there:
            yield f"{here} borders on itself."
        elif (arm, there, here) not in ways:
            yield f"{ARMS[arm]} go from {here} to {there}, but not back."
    for there, listing in borders_on_nothing.items():
        spaces_listing = dict.fromkeys(listing)
        verb = "border" if len(spaces_listing) > 1 else "borders"
        yield f"{list_names(spaces_listing)} {verb} on {there}, which is not a place."


def _kind_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Fleets need water, land is not sailed to; every space can be reached.

    A sea may list borders of armies: a rock in it holds either ("Gibraltar").
    """
    for space in spaces:
        lists = [key for key in space if key.partition("_")[0] in ARMS and space[key]]
        fleets = [key for key in lists if key.startswith("fleet")]
        if fleets and space["kind"] == "land":
            yield f"spaces.{space['id']}.{fleets[0]}: fleets can't be in a space without a coast."
        if lists and not fleets and space["kind"] == "coast":
            yield f'spaces.{space["id"]}.kind: no fleet can come to this coast: write "land".'
        if space["kind"] == "land" and "port" in space.get("traits", ()):
            yield f"spaces.{space['id']}.traits: a port lies on a coast."
        if not lists:
            yield f"spaces.{space['id']}: it borders on nothing."


def _reach_faults(map_data: Entry) -> Iterator[str]:
    """Every space can be come to, by whatever arm, from where some power begins or builds."""
    ways: dict[str, set[str]] = {space["id"]: set() for space in map_data["spaces"]}
    for _, here, there in _list_ways(map_data["spaces"]):
        ways[here.partition("/")[0]].add(there.partition("/")[0])
    for entry in (*map_data.get("passages", ()), *map_data.get("ferries", ())):
        a, b = (entry[key].partition("/")[0] for key in ("a", "b"))
        ways.setdefault(a, set()).add(b)
        ways.setdefault(b, set()).add(a)
    starts = chain.from_iterable(
        (*power["home"], *(unit[2:5] for unit in power["units"]))
        for power in map_data["powers"].values()
    )
    open_spaces = [space for space in starts if space in ways]
    reached = {*open_spaces}
    while open_spaces:
        fresh = ways.get(open_spaces.pop(), set()) - reached
        reached |= fresh
        open_spaces += fresh
    lost = [space for space in ways if space not in reached and ways[space]]
    if reached and lost:
        yield f"spaces: nobody can come to {list_names(lost)} from where any power begins."


def _coast_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Each of several coasts has its own list, and no list is without its coast."""
    for space in spaces:
        coasts = space.get("coasts", ())
        for coast in coasts:
            if f"fleet_{coast}" not in space:
                yield f"{space['id']}/{coast.upper()} lists no borders (fleet_{coast})."
        for key in space:
            arm, _, coast = key.partition("_")
            if arm == "fleet" and coast and coast not in coasts:
                yield f"spaces.{space['id']}.{key}: its coasts do not list '{coast}'."
        if coasts and space.get("fleet"):
            yield f"spaces.{space['id']}.fleet: it has coasts, which list the borders of fleets."


def _power_faults(map_data: Entry) -> Iterator[str]:
    """Homes and what is owned are centres; units stand where they can, each in a space alone."""
    spaces = {space["id"]: space for space in map_data["spaces"]}
    unit_in: dict[str, str] = {}
    for group, name, power in list_people(map_data):
        for claim in ("home", "owns", "extra_build"):
            key = f"{group}.{name}.{claim}"
            claimed: Iterable[str] = power.get(claim, ())
            for space, count in Counter(claimed).items():
                if space not in spaces:
                    yield f"{key}: {space} is not a space."
                elif not _is_centre(spaces[space]):
                    yield f"{key}: {space} is not a centre (sc = true)."
                if count > 1:
                    yield f"{key}: {space} is listed {count} times."
        for unit in power.get("units", ()):
            key = f"{group}.{name}.units: '{unit}'"
            space = unit[2:].partition("/")[0]
            other = unit_in.get(space)
            unit_in[space] = f"{name}'s '{unit}'"
            if other and space in spaces:
                yield f"{key} stands where {other} stands."
            if wrong := _explain_place(unit, spaces.get(space)):
                yield f"{key}{wrong}"


def _owner_faults(map_data: Entry) -> Iterator[str]:
    """Homes and what is owned are of one power each; a solo can be won, and is not at the start."""
    if not map_data["powers"]:
        yield "powers: there are none."
    victory = map_data["victory"]
    centres = sum(_is_centre(space) for space in map_data["spaces"])
    if victory > centres:
        yield f"victory: {victory} centres win, but there are {centres}."
    owners: dict[tuple[str, str], str] = {}
    for name, power in map_data["powers"].items():
        owned = "owns" if "owns" in power else "home"
        for claim, key in (("home", "home"), ("owns", owned)):
            for space in dict.fromkeys(power.get(key, ())):
                other = owners.setdefault((claim, space), name)
                if other != name:
                    yield f"powers.{name}.{key}: {space} is {other}'s."
        if 0 < victory <= len(power[owned]):
            yield f"victory: {name} owns {len(power[owned])} centres at the start and has won."


def _is_centre(space: Entry) -> bool:
    """Whether a space changes hands: it feeds a unit, or its mechanics let a power build there."""
    return bool(space.get("sc")) or "build-center" in space.get("traits", ())


def _explain_place(unit: str, space: Entry | None) -> str:
    """Why a unit can't stand where it does, behind its name; "" if it can."""
    if space is None:
        return " stands in no space."
    arm, coast = _ARM[unit[0]], unit.partition("/")[2]
    coasts = [one.upper() for one in space.get("coasts", ())]
    if space["kind"] not in _KINDS[arm] and not (arm == "army" and space.get("army")):
        where = "sea" if space["kind"] == "sea" else "space without a coast"
        return f": {ARMS[arm]} can't be in a {where}."
    if arm == "fleet" and coasts and coast not in coasts:
        places = " or ".join(f"'F {space['id']}/{one}'" for one in coasts)
        return f" needs its coast: {places}."
    if arm == "army" and coast:
        return f": armies stand on no coast: write 'A {space['id']}'."
    return f": {space['id']} has no coast {coast}." if coast and coast not in coasts else ""
