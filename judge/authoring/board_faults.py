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
    all_faults = [*_name_faults(spaces), *_alias_faults(map_data), *_abbreviation_faults(map_data)]
    all_faults += _double_faults(spaces)
    if engine == "dip":
        all_faults += [*_border_faults(spaces), *_kind_faults(spaces), *_coast_faults(spaces)]
        all_faults += [*_power_faults(map_data), *_victory_faults(map_data)]
        all_faults += [*_reach_faults(map_data), *_home_faults(map_data)]
    else:
        all_faults += _step_faults(spaces)
    return [f"map.toml: {fault}" for fault in all_faults]


def _name_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Ids and names mean one space each."""
    for name, count in Counter(space["id"] for space in spaces).items():
        if count > 1:
            yield f"there are {count} spaces {name}."
    space_of: dict[str, str] = {}
    for space in spaces:
        for name in (space["id"], space["name"]):
            there = space_of.setdefault(fold(name), space["id"])
            if there != space["id"]:
                yield f"'{name}' means {there} and {space['id']}."


def fold(name: str) -> str:
    """A name as the order language knows it: "St. Petersburg" and "st petersburg" are one."""
    return "".join(words(name)) or name.casefold()


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


def _double_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """What the lists of a space hold twice; aliases have been looked at."""
    for space in spaces:
        for key, value in space.items():
            if key == "aliases" or not isinstance(value, (list, tuple)):
                continue
            for item, count in Counter(value).items():
                if count > 1:
                    yield f"spaces.{space['id']}.{key}: {item} is listed {count} times."


def _abbreviation_faults(map_data: Entry) -> Iterator[str]:
    """An abbreviation or adjective of a power means it alone; its name is no word of the judge."""
    bearer_of: dict[str, str] = {}
    for group in ("powers", "factions", "minors", "dummies"):
        for name, power in map_data.get(group, {}).items():
            if name.casefold() in _TAKEN:
                yield f"{group}.{name}: players say '{name}' to the judge and mean no power."
            for key in ("abbrev", "adjective"):
                word = power.get(key)
                other = bearer_of.setdefault(word, name) if word else name
                if other != name:
                    yield f"{group}.{name}.{key}: {word} is {other}'s."


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
    """Homes and what is owned are centres, each of one power; units stand where they can."""
    spaces = {space["id"]: space for space in map_data["spaces"]}
    if not map_data["powers"]:
        yield "powers: there are none."
    owners: dict[tuple[str, str], str] = {}
    unit_in: dict[str, str] = {}
    for group in ("powers", "factions", "minors", "dummies"):
        for name, power in map_data.get(group, {}).items():
            key = f"{group}.{name}"
            for claim in ("home", "owns", "extra_build"):
                claim_ids = power.get(claim, ())
                yield from _claim_faults(f"{key}.{claim}", claim_ids, spaces)
                if group == "powers" and claim == "home":
                    yield from _shared_faults(f"{key}.{claim}", name, claim, claim_ids, owners)
            if group == "powers":
                claim = "owns" if "owns" in power else "home"
                owned = power.get(claim, ())
                yield from _shared_faults(f"{key}.{claim}", name, "owns", owned, owners)
            yield from _unit_faults(f"{key}.units", name, power.get("units", ()), spaces, unit_in)


def _claim_faults(key: str, claim_ids: Iterable[str], spaces: Mapping[str, Entry]) -> Iterator[str]:
    for space, count in Counter(claim_ids).items():
        if space not in spaces:
            yield f"{key}: {space} is not a space."
        elif not _is_centre(spaces[space]):
            yield f"{key}: {space} is not a centre (sc = true)."
        if count > 1:
            yield f"{key}: {space} is listed {count} times."


def _is_centre(space: Entry) -> bool:
    """Whether a space changes hands: it feeds a unit, or its mechanics let a power build there."""
    return bool(space.get("sc")) or "build-center" in space.get("traits", ())


def _shared_faults(
    key: str,
    name: str,
    claim: str,
    claim_ids: Iterable[str],
    owners: dict[tuple[str, str], str],
) -> Iterator[str]:
    for space in dict.fromkeys(claim_ids):
        other = owners.setdefault((claim, space), name)
        if other != name:
            yield f"{key}: {space} is {other}'s."


def _unit_faults(
    key: str,
    name: str,
    units: Iterable[str],
    spaces: Mapping[str, Entry],
    unit_in: dict[str, str],
) -> Iterator[str]:
    for unit in units:
        arm, _, place = unit.partition(" ")
        space, _, coast = place.partition("/")
        if space not in spaces:
            yield f"{key}: '{unit}' stands in no space."
            continue
        if space in unit_in:
            yield f"{key}: '{unit}' stands where {unit_in[space]} stands."
        unit_in[space] = f"{name}'s '{unit}'"
        if wrong := _explain_place(arm, space, coast, spaces[space]):
            yield f"{key}: '{unit}'{wrong}"


def _explain_place(arm: str, space: str, coast: str, about: Entry) -> str:
    """Why a unit can't stand where it does, behind its name; "" if it can."""
    coasts = [one.upper() for one in about.get("coasts", ())]
    if about["kind"] not in _KINDS[_ARM[arm]] and not (arm == "A" and about.get("army")):
        where = "sea" if about["kind"] == "sea" else "space without a coast"
        return f": {ARMS[_ARM[arm]]} can't be in a {where}."
    if arm == "F" and coasts and coast not in coasts:
        places = " or ".join(f"'F {space}/{one}'" for one in coasts)
        return f" needs its coast: {places}."
    if arm == "A" and coast:
        return f": armies stand on no coast: write 'A {space}'."
    return f": {space} has no coast {coast}." if coast and coast not in coasts else ""


def _home_faults(map_data: Entry) -> Iterator[str]:
    """A power's abbreviation is no space's id, since an id means the space."""
    ids = {space["id"] for space in map_data["spaces"]}
    for name, power in map_data["powers"].items():
        short = power.get("abbrev", "")
        if short in ids and fold(name) not in {fold(space["name"]) for space in map_data["spaces"]}:
            yield f"powers.{name}.abbrev: {short} is a space."


def _victory_faults(map_data: Entry) -> Iterator[str]:
    """A solo can be won, and is not won at the start."""
    if map_data["victory"] < 1:
        return  # told of the key
    centres = sum(_is_centre(space) for space in map_data["spaces"])
    if map_data["victory"] > centres:
        yield f"victory: {map_data['victory']} centres win, but there are {centres}."
    for name, power in map_data["powers"].items():
        centre_count = len(power.get("owns", power["home"]))
        if centre_count >= map_data["victory"]:
            yield f"victory: {name} owns {centre_count} centres at the start and has won."


def _step_faults(spaces: Sequence[Entry]) -> Iterator[str]:
    """Both ends of a step of 1930! list each other."""
    ids = {space["id"] for space in spaces}
    for way in ("land", "sea"):
        steps = {(space["id"], there) for space in spaces for there in space[way]}
        for here, there in sorted(steps):
            if there not in ids:
                yield f"{here} borders on {there}, which is not a space."
            elif (there, here) not in steps:
                yield f"{way} leads from {here} to {there}, but not back."
