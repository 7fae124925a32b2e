"""An atlas as the spaces and powers of map.toml."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from judge.authoring.mapfile.contents import (
    COAST,
    LAND,
    PORT,
    SHUT,
    WATER,
    Atlas,
    Country,
    Ground,
    Notes,
    Spot,
    code,
    key,
    space_of,
)

KINDS = {LAND: "land", COAST: "coast", PORT: "coast", WATER: "sea"}
COASTS = ("NC", "SC", "EC", "WC")
_FOREIGN = {
    **dict.fromkeys(("NK", "CN"), "NC"),
    **dict.fromkeys(("SK", "ZK", "CS"), "SC"),
    **dict.fromkeys(("OK", "CE"), "EC"),
    **dict.fromkeys(("WK", "CO"), "WC"),
}
"""Coasts in Dutch, German and French."""
_CAPITALS = 3
"""So many capital letters stay capitals: USA."""

Ways = dict[str, dict[str, None]]
"""Place -> the places one step away, in the map's order."""


@dataclass(slots=True)
class Board:
    """Spaces and powers as map.toml has them, by id and name; spots say where they stand."""

    spaces: dict[str, dict[str, Any]] = field(default_factory=dict)
    powers: dict[str, dict[str, Any]] = field(default_factory=dict)
    dummies: dict[str, dict[str, Any]] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)


def build(atlas: Atlas, notes: Notes) -> Board:
    """The board of an atlas; what can't be on it goes into ``notes``."""
    land = _Land(atlas, notes)
    board = Board()
    for space in land.settle():
        board.spaces[space] = land.describe(space)
        board.spots[space] = atlas.grounds[space].spot
    people = _People(atlas, land, board, notes)
    people.settle()
    return board


class _Land:
    """The spaces with their coasts and borders."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes
        self.coasts: dict[str, dict[str, str]] = {}
        """Space -> the places of its fleets as written -> as they are here, "" for the space."""
        self.ways: dict[str, Ways] = {"army": {}, "fleet": {}}

    def settle(self) -> list[str]:
        """The spaces that units can be in, with their ways laid."""
        for place, ground in list(self.atlas.grounds.items()):
            if "/" in place and space_of(place) not in self.atlas.grounds:
                text = f"{space_of(place)}, of which {place} is a coast, stands on no line: left"
                self.notes.add(ground.spot, f"{text} out.")
                del self.atlas.grounds[place]
        for space, ground in self.atlas.grounds.items():
            if "/" not in space and ground.kind != SHUT:
                self.coasts[space] = self._name_coasts(space)
        for place, ground in self.atlas.grounds.items():
            if space_of(place) in self.coasts:
                self._lay(place, ground)
        for arm, ways in self.ways.items():
            who = "armies" if arm == "army" else "fleets"
            for here, steps in ways.items():
                for there in [one for one in steps if here not in ways.get(one, {})]:
                    spot = self.atlas.grounds[space_of(here)].spot
                    text = f"{who} go from {here} to {there}, but not back: left out."
                    self.notes.add(spot, text)
                    del steps[there]
        spaces = []
        for space, coasts in self.coasts.items():
            places = (space, *coasts.values())
            if any(ways.get(place) for ways in self.ways.values() for place in places):
                spaces.append(space)
            else:
                spot = self.atlas.grounds[space].spot
                self.notes.add(spot, f"{space} borders on nothing: left out.")
        return spaces

    def _name_coasts(self, space: str) -> dict[str, str]:
        """The places in which fleets can be, and what they are called here."""
        ground = self.atlas.grounds[space]
        coasts = self.atlas.coasts(space)
        if ground.kind == LAND:
            return {}
        if not coasts:
            return {} if ground.small and ground.kind != WATER else {space: space}
        own = coasts if ground.small else [space, *coasts]
        coast_of: dict[str, str] = {}
        for place in sorted(own, key=lambda one: one.rpartition("/")[2] not in COASTS):
            suffix = place.partition("/")[2]
            free = [one for one in COASTS if one not in coast_of.values()]
            likely_coast = suffix if suffix in free else _FOREIGN.get(suffix, "")
            if not free:
                self.notes.add(ground.spot, f"{space} has more than four coasts: without {place}.")
                continue
            coast_of[place] = likely_coast if likely_coast in free else free[0]
            if coast_of[place] != suffix:
                self.notes.add(ground.spot, f"{place} is {space}/{coast_of[place]} here.")
        return {place: f"{space}/{coast}" for place, coast in coast_of.items()}

    def _lay(self, place: str, ground: Ground) -> None:
        """Lay the ways from a place, as the case of its borders says who goes there.

        In small letters for armies, with a capital for fleets, in capitals for both.
        """
        space = space_of(place)
        for border in ground.borders:
            other = code(border)
            goal = self.atlas.grounds.get(space_of(other))
            if goal is None or (other not in self.atlas.grounds and "/" in other):
                self.notes.add(
                    ground.spot, f"{place} borders on {other}, which is not a place: left out."
                )
            elif space_of(other) == space:
                self.notes.add(ground.spot, f"{place} borders on itself: left out.")
            elif goal.kind != SHUT:
                is_mixed_case = not border.isupper() and not border.islower()
                walks = WATER not in (ground.kind, goal.kind) and not is_mixed_case
                if walks and "/" not in place:
                    self.ways["army"].setdefault(space, {})[space_of(other)] = None
                here = self.coasts[space_of(place)].get(place)
                there = self.coasts[space_of(other)].get(other)
                if here and there and not border[0].islower():
                    self.ways["fleet"].setdefault(here, {})[there] = None

    def describe(self, space: str) -> dict[str, Any]:
        """A space as map.toml has it."""
        ways, fleets = self.ways["fleet"], dict[str, list[str]]()
        split = [place for place in self.coasts[space].values() if "/" in place]
        if split:
            fleets = {"coasts": [one.lower() for one in COASTS if f"{space}/{one}" in split]}
            fleets |= {
                f"fleet_{place[-2:].lower()}": sorted(ways.get(place, ())) for place in split
            }
        elif steps := ways.get(space):
            fleets = {"fleet": sorted(steps)}
        kind = self.atlas.grounds[space].kind
        if not fleets and kind != WATER:
            kind = LAND  # a coast that no fleet comes to
        named = self.atlas.names.get(space)
        if named is None:
            spot = self.atlas.grounds[space].spot
            self.notes.add(spot, f"{space} has no name, as in 'Brest = bre'.")
        name = _spell(named.name) if named else space.capitalize()
        entry: dict[str, Any] = {"id": space, "name": name, "kind": KINDS[kind]}
        if kind == PORT:
            entry["traits"] = ["port"]
        if army := sorted(self.ways["army"].get(space, ())):
            entry["army"] = army
        return {**entry, **fleets}


class _People:
    """The powers with their centres and units, and the centres of nobody."""

    def __init__(self, atlas: Atlas, land: _Land, board: Board, notes: Notes) -> None:
        self.atlas, self.land, self.board, self.notes = atlas, land, board, notes
        self.homes: dict[str, str] = {}
        self.owners: dict[str, str] = {}

    def settle(self) -> None:
        """Put all of them on the board; told if there is nothing of a power to put there.

        A home of two is the first one's, and the other builds there.
        """
        for space, spot in self.atlas.unowned.items():
            self._make_centres([space], spot)
        for country in self.atlas.countries.values():
            spot, name = country.spot, country.name
            homes = self._make_centres(country.homes, spot)
            owns = homes if country.owns is None else self._make_centres(country.owns, spot)
            units = [*filter(None, (self._place(unit, country) for unit in country.units))]
            if not (homes + owns + units):
                text = f"{name} has neither centres nor units: is it a power at all?"
                self.notes.add(spot, text)
                continue
            own_homes = [space for space in homes if self.homes.setdefault(space, name) == name]
            facts: dict[str, Any] = {
                "adjective": _spell(country.adjective, 0) or _spell(name),
                "home": own_homes,
                "owns": list[str](),
                "units": units,
            }
            for space in owns:
                owner = self.owners.setdefault(space, name)
                if owner == name:
                    facts["owns"].append(space)
                else:
                    self.notes.add(spot, f"{space} is {_spell(owner)}'s already.")
            if facts["owns"] == own_homes:
                del facts["owns"]
            if own_homes != homes and not country.dummy:
                facts["extra_build"] = [space for space in homes if space not in own_homes]
            group = self.board.dummies if country.dummy else self.board.powers
            group[_spell(re.sub(r"[^\w'+ -]", "", name)).replace(" ", "-")] = facts

    def _make_centres(self, spaces: Iterable[str], spot: Spot) -> list[str]:
        """Those of the spaces that are on the board; they are centres from now on."""
        centres = []
        for space in spaces:
            if space in self.board.spaces:
                centres.append(space)
                self.board.spaces[space]["sc"] = True
            else:
                self.notes.add(spot, f"{space} can't be a centre: there is no such space.")
        return centres

    def _place(self, unit: str, country: Country) -> str:
        """A unit as it is written here; "" if it can't be where it stands, which is told."""
        arm, place = unit.split()
        space = space_of(place)
        ground = self.atlas.grounds.get(space)
        if ground is None or space not in self.board.spaces:
            fault = "there is no such space"
        elif arm == "A" and ground.kind == WATER:
            fault = "armies can't be at sea"
        elif arm == "A":
            return f"A {space}"
        elif place in self.land.coasts[space]:
            return f"{arm} {self.land.coasts[space][place]}"
        elif self.land.coasts[space]:
            fault = f"it needs one of the coasts {', '.join(self.land.coasts[space])}"
        else:
            fault = "fleets can't be there"
        self.notes.add(country.spot, f"{unit} of {_spell(country.name)}: {fault}: left out.")
        return ""


def add_letters(board: Board, atlas: Atlas, notes: Notes) -> None:
    """The letter of each power that has one for itself: its own word, else its first.

    Powers choose before those that nobody plays. Told where a letter of the map's is not taken.
    """
    taken: set[str] = set()
    for group in (board.powers, board.dummies):
        countries = {name: atlas.countries[key(name)] for name in group}
        wanted = {name: one.letter or code(name)[0] for name, one in countries.items()}
        all_letters = list(wanted.values())
        for name, letter in wanted.items():
            if all_letters.count(letter) == 1 and letter not in taken and "A" <= letter <= "Z":
                group[name]["abbrev"] = letter
            elif countries[name].letter:
                why = f"{letter} does not stand for {name}: it would be another power's, too."
                notes.add(countries[name].spot, why)
        taken |= {*all_letters}


def _spell(name: str, capitals: int = _CAPITALS) -> str:
    """A name that is written in capitals, or in none, as people write it: "FROZEN-ANTARCTICA".

    One of up to ``capitals`` letters keeps them.
    """
    plain = " ".join(name.strip("_").replace("+", " ").replace("_", " ").split())
    if not (plain.isupper() or plain.islower()) or (plain.isupper() and len(plain) <= capitals):
        return plain
    return "-".join(" ".join(map(str.capitalize, one.split(" "))) for one in plain.split("-"))
