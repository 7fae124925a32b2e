"""The lines of a .map file about powers: their homes, centres and units."""

import re
from collections.abc import Callable, Iterable, Mapping

from judge.authoring.mapfile.contents import (
    RENAMED,
    TERRAIN,
    Atlas,
    Country,
    Line,
    Notes,
    Spot,
    code,
    is_place,
    key,
    space_of,
)

_NOBODY = ("UNOWNED", "NEUTRAL")
_MARKS = {
    "*": "a site for partisans",
    "+": "a factory",
    "~": "a hidden home",
    "@": "a home that takes the place of another one",
}
_POWER = re.compile(r"(?P<name>\S+)\s*(?:\((?P<word>[^()]*)\))?(?P<homes>.*)")


class Politics:
    """The powers so far."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes
        self.power: Country | None = None
        """Whose units and centres the next lines are about."""
        self._of_power: Mapping[str, Callable[[Line, Country], None]] = {
            **dict.fromkeys(("A", "F"), self._unit),
            **dict.fromkeys(("CENTERS", "OWNS"), self._take_owns),
            **dict.fromkeys(("HOME", "HOMES", "INHABITS"), self._inhabits),
            "UNITS": self._units,
        }
        """Who takes a line about the power above it, by its first word."""
        self.takers: Mapping[str, Callable[[Line], None]] = {
            **dict.fromkeys(self._of_power, self._take_of_power),
            **dict.fromkeys(("DUMMIES", "DUMMY"), self._dummy),
            "UNPLAYED": self._leave_unplayed,
        }
        """Who takes a line, by its first word."""

    def name_power(self, line: Line) -> None:
        """Take [old ->] name [([adjective][:letter])] [home...]."""
        text = line.text
        if "ABUTS" in text.upper().split():
            kinds = ", ".join(TERRAIN)
            self.notes.add(
                line.spot, f"'{line.words[0]}' is not a kind of space ({kinds}): left out."
            )
            return
        renaming = RENAMED.fullmatch(text)
        if renaming:
            old, text = self.atlas.countries.pop(key(renaming[1]), None), renaming[2]
            if old is None:
                self.notes.add(line.spot, f"there is no power {renaming[1]} to rename: left out.")
                return
            old.name, old.adjective, old.letter = text.split()[0], "", ""
            self.atlas.countries[key(old.name)] = old
        match = _POWER.fullmatch(text)
        if match is None or any(home.startswith("(") for home in match["homes"].split()):
            self.notes.add(line.spot, "this line is not understood.")
            return
        name = match["name"]
        self.power = None
        if name.upper() not in _NOBODY:
            fresh = Country(name, line.spot)
            self.power = self.atlas.countries.setdefault(key(name), fresh)
        if match["word"] and self.power:
            adjective, colon, letter = (one.strip() for one in match["word"].partition(":"))
            self.power.adjective = adjective
            if colon and not letter[:1].isalpha():
                self.notes.add(line.spot, "only a letter can stand for a power: it goes without.")
            elif colon:
                self.power.letter = code(letter[0])
        self._add_homes(match["homes"].split(), line.spot)

    def _add_homes(self, texts: Iterable[str], spot: Spot) -> None:
        """Homes of the present power, or centres of nobody's; "-BUD" takes one away."""
        power = self.power
        if power and power.inherits:
            power.inherits, power.homes = False, []
        for text in texts:
            name = text.lstrip("-*+~@")
            marks = text[: len(text) - len(name)]
            home = code(name.partition("(")[0])
            if home == "&SC":
                who = power.name if power else "nobody"
                self.notes.add(spot, f"{who} would choose a home when a game begins: left out.")
            elif any(mark in _MARKS for mark in marks):
                what = " and ".join(_MARKS[mark] for mark in marks if mark in _MARKS)
                self.notes.add(spot, f"{home} would be {what}, which has no counterpart: left out.")
            elif home:
                self._add_home(home, spot, is_taken_away="-" in marks)

    def _add_home(self, home: str, spot: Spot, *, is_taken_away: bool) -> None:
        if self.power is None:
            self.atlas.unowned.pop(home, None)
            if not is_taken_away:
                self.atlas.unowned[home] = spot
        elif not is_taken_away:
            self.power.homes = [*(one for one in self.power.homes if one != home), home]
        elif home in self.power.homes:
            self.power.homes.remove(home)
            self.atlas.unowned[home] = spot

    def _take_of_power(self, line: Line) -> None:
        """Take a line about the power above it."""
        if power := self._require_power(line):
            self._of_power[line.words[0].upper()](line, power)

    def _require_power(self, line: Line) -> Country | None:
        """The power that a line is about; told if there is none."""
        if self.power is None:
            self.notes.add(line.spot, f"no power stands above this {line.words[0].upper()}.")
        return self.power

    def _take_owns(self, line: Line, power: Country) -> None:
        """OWNS adds centres that a power has at the start, CENTERS names them all."""
        places = [code(word) for word in line.words[1:]]
        odd = [one for one in places if not is_place(one)]
        if odd:
            self.notes.add(line.spot, f"{', '.join(odd)} has no counterpart here: left out.")
        before = power.owns or [] if line.words[0].upper() == "OWNS" else []
        power.owns = list(dict.fromkeys([*before, *(one for one in places if one not in odd)]))

    def _inhabits(self, line: Line, power: Country) -> None:
        """INHABITS and HOMES: instead of the homes on the power's own line."""
        power.inherits = line.words[0].upper() != "INHABITS" or not power.inherits
        self._add_homes(line.words[1:], line.spot)
        power.inherits = True

    def _units(self, _: Line, power: Country) -> None:
        power.units = []

    def _unit(self, line: Line, power: Country) -> None:
        """A BUD: the unit that stands there, and no other one."""
        words = line.words
        if len(words) != 2 or not is_place(code(words[1])):
            self.notes.add(line.spot, f"{line} is not a unit, as 'A BUD' is one.")
            return
        place = code(words[1])
        for country in self.atlas.countries.values():
            country.units = [one for one in country.units if space_of(one[2:]) != space_of(place)]
        power.units.append(f"{words[0].upper()} {place}")

    def _dummy(self, line: Line) -> None:
        """DUMMY below a power, or DUMMIES [ALL EXCEPT] power..."""
        if len(line.words) == 1:
            power = self._require_power(line)
            if power is not None:
                power.dummy = True
            return
        for name in self._list_powers(line):
            self.atlas.countries[name].dummy = True
        self.power = None

    def _leave_unplayed(self, line: Line) -> None:
        """UNPLAYED below a power, or UNPLAYED [ALL EXCEPT] power...: they are not there."""
        if len(line.words) == 1:
            power = self._require_power(line)
            power_keys = [key(power.name)] if power is not None else []
        else:
            power_keys = self._list_powers(line)
        for name in power_keys:
            del self.atlas.countries[name]
        self.power = None

    def _list_powers(self, line: Line) -> list[str]:
        """The powers of "ENGLAND FRANCE", "ALL", "ALL EXCEPT ITALY"."""
        words = [word.strip(",") for word in line.words[1:]]
        everybody = words[0].upper() == "ALL"
        if everybody and words[1:2] and words[1].upper() != "EXCEPT":
            self.notes.add(line.spot, f"behind ALL stands EXCEPT or nothing, not '{words[1]}'.")
            return []
        power_keys = [key(word) for word in (words[2:] if everybody else words) if key(word)]
        for name in power_keys:
            if name not in self.atlas.countries:
                self.notes.add(line.spot, f"there is no power {name}.")
        if everybody:
            return [name for name in self.atlas.countries if name not in power_keys]
        return [name for name in dict.fromkeys(power_keys) if name in self.atlas.countries]
