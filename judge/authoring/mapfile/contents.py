"""What the lines of a .map file add up to, as the format has it, and what is told of them."""

import re
import unicodedata
from dataclasses import dataclass, field

from msgspec import Struct

SHUT = "SHUT"
LAND, COAST, PORT, WATER = "LAND", "COAST", "PORT", "WATER"
TERRAIN = (LAND, COAST, PORT, WATER, SHUT)
RENAMED = re.compile(r"\s*(\S+)\s*->\s*(\S.*)")
"""Something that gets another name: "WAR -> Poland"."""


def code(text: str) -> str:
    """An abbreviation without case and accents: "stp/sc" is "STP/SC", "sÉb" is "SEB"."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).upper()


def space_of(place: str) -> str:
    """The space of a place: "STP" of "STP/SC"."""
    return place.partition("/")[0]


def is_place(place: str) -> bool:
    """Whether something can be a place's abbreviation: letters, digits, and a coast."""
    return re.fullmatch(r"\w+(/\w+)?", place) is not None


def key(name: str) -> str:
    """A power's name as other lines may write it: letters and digits alone."""
    return re.sub(r"[\W_]", "", code(name))


class Spot(Struct, frozen=True, order=True):
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}"


class Line(Struct, frozen=True):
    """A line that says something, and its words."""

    spot: Spot
    text: str

    @property
    def words(self) -> list[str]:
        """The words, the first of which mostly says what the line is about."""
        return self.text.split()

    def __str__(self) -> str:
        return f"'{' '.join(self.words)}'"


class Notes:
    """The sentences about a map, each with the file and line that it is about."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, str], list[int]] = {}

    def add(self, spot: Spot, sentence: str) -> None:
        """Tell of a line."""
        lines = self._told.setdefault((spot.file, sentence), [])
        if spot.line not in lines:
            lines.append(spot.line)

    def all(self) -> list[str]:
        """Everything told, as it was found; the same of several lines once."""
        told = []
        for (file, sentence), lines in self._told.items():
            numbers = ", ".join(map(str, sorted(lines)))
            told += [f"{file}, {'lines' if len(lines) > 1 else 'line'} {numbers}: {sentence}"]
        return told


@dataclass(slots=True)
class Named:
    """A place's name with its aliases, as written."""

    name: str
    aliases: list[str]
    spot: Spot


@dataclass(slots=True)
class Ground:
    """A place on the board: a space, or one coast of it.

    ``borders`` stand as written, since their case says who may cross them. ``small`` is a space
    written in small letters: fleets are at its coasts only.
    """

    kind: str
    small: bool
    spot: Spot
    borders: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Country:
    """A power: ``owns`` is None where it starts with its homes, ``dummy`` if nobody plays it."""

    name: str
    spot: Spot
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    inherits: bool = False
    """Whether its next list of homes takes the place of those it has."""
    owns: list[str] | None = None
    units: list[str] = field(default_factory=list)
    dummy: bool = False

    def rename(self, old: str, new: str) -> None:
        """Give a place another abbreviation wherever it is the power's."""
        self.homes = [new if one == old else one for one in self.homes]
        self.units = [one[:2] + new if one[2:] == old else one for one in self.units]
        if self.owns is not None:
            self.owns = [new if one == old else one for one in self.owns]


@dataclass(slots=True)
class Atlas:
    """A whole map. Places and powers go by their ``code`` and ``key``."""

    title: str
    names: dict[str, Named] = field(default_factory=dict)
    grounds: dict[str, Ground] = field(default_factory=dict)
    countries: dict[str, Country] = field(default_factory=dict)
    unowned: dict[str, Spot] = field(default_factory=dict)
    flow: list[tuple[Spot, str]] = field(default_factory=list)
    begin: tuple[Spot, str] | None = None
    victory: tuple[Spot, int] | None = None
    anywhere: bool = False
    """Whether powers build in every centre that they own."""

    def coasts(self, space: str) -> list[str]:
        """The places that are coasts of a space."""
        return [place for place in self.grounds if place.startswith(f"{space}/")]

    def drop(self, place: str) -> None:
        """Take a space away, or one coast of it, with all that is said of it."""
        places = {place} | ({*self.coasts(place)} if "/" not in place else set())
        for one in places:
            self.names.pop(one, None)
            self.grounds.pop(one, None)
        for ground in self.grounds.values():
            ground.borders = [one for one in ground.borders if code(one) not in places]
        if "/" not in place:
            self.unowned.pop(place, None)
            for country in self.countries.values():
                country.homes = [one for one in country.homes if one != place]
                country.units = [one for one in country.units if space_of(one[2:]) != place]
                if country.owns is not None:
                    country.owns = [one for one in country.owns if one != place]

    def join_coasts(self, space: str) -> None:
        """Make one coast of several: who bordered on one of them borders on the space."""
        coasts = {*self.coasts(space)}
        for ground in self.grounds.values():
            if any(code(one) in coasts for one in ground.borders):
                rest = [one for one in ground.borders if code(one) not in coasts]
                there = any(code(one) == space for one in rest)
                ground.borders = rest if there else [*rest, space]
        for one in coasts:
            self.names.pop(one, None)
            self.grounds.pop(one, None)

    def rename(self, old: str, new: str) -> None:
        """Give a place another abbreviation, wherever it stands; its name goes."""
        self.names.pop(old, None)
        if old == new:
            return
        if old in self.grounds:
            grounds = self.grounds.items()
            self.grounds = {new if place == old else place: ground for place, ground in grounds}
        for ground in self.grounds.values():
            for index, one in enumerate(ground.borders):
                if code(one) == old:  # the case says who may cross: it stays
                    small = new.lower() if one.islower() else new.capitalize()
                    ground.borders[index] = new if one.isupper() else small
        for country in self.countries.values():
            country.rename(old, new)
        if old in self.unowned:
            self.unowned[new] = self.unowned.pop(old)
