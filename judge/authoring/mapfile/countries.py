"""The lines of a .map file about powers: their homes, centres and units."""

import re
from collections.abc import Iterable

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
_OF_SEVERAL = ("DUMMIES", "DUMMY", "UNPLAYED")
WORDS = ("A", "F", "CENTERS", "OWNS", "HOME", "HOMES", "INHABITS", "UNITS", *_OF_SEVERAL)
"""With which lines begin that are about a power named before."""
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
        who = power.name if power else "nobody"
        for text in texts:
            name = text.lstrip("-*+~@")
            marks = text[: len(text) - len(name)]
            home = code(name.partition("(")[0])
            marked = " and ".join(filter(None, map(_MARKS.get, marks)))
            if home == "&SC":
                self.notes.add(spot, f"{who} would choose a home when a game begins: left out.")
            elif marked:
                why = f"{home} would be {marked}, which has no counterpart: left out."
                self.notes.add(spot, why)
            elif not home:
                continue
            elif power is None:
                self.atlas.unowned.pop(home, None)
                if "-" not in marks:
                    self.atlas.unowned[home] = spot
            elif "-" not in marks:
                power.homes = [*(one for one in power.homes if one != home), home]
            elif home in power.homes:
                power.homes.remove(home)
                self.atlas.unowned[home] = spot

    def take(self, line: Line) -> None:
        """Take a line that begins with one of WORDS: about the power above it, or those it names.

        A and F add the unit that stands there, and no other one, UNITS takes all away. OWNS adds
        centres that a power has at the start, CENTERS names them all. INHABITS and HOMES are
        instead of the homes on the power's own line. Who is UNPLAYED is not there.
        """
        word, power = line.words[0].upper(), self.power
        if word in _OF_SEVERAL and len(line.words) > 1:
            self._take_several(line)
            self.power = None
        elif power is None:
            self.notes.add(line.spot, f"no power stands above this {word}.")
        elif word == "UNPLAYED":
            del self.atlas.countries[key(power.name)]
            self.power = None
        elif word in _OF_SEVERAL:
            power.dummy = True
        elif word == "UNITS":
            power.units = []
        elif word in ("CENTERS", "OWNS"):
            places = list(map(code, line.words[1:]))
            odd = [place for place in places if not is_place(place)]
            if odd:
                self.notes.add(line.spot, f"{', '.join(odd)} has no counterpart here: left out.")
            before = power.owns or [] if word == "OWNS" else []
            power.owns = list(dict.fromkeys([*before, *filter(is_place, places)]))
        elif word not in ("A", "F"):
            power.inherits = word != "INHABITS" or not power.inherits
            self._add_homes(line.words[1:], line.spot)
            power.inherits = True
        elif len(line.words) != 2 or not is_place(place := code(line.words[1])):
            self.notes.add(line.spot, f"{line} is not a unit, as 'A BUD' is one.")
        else:
            for country in self.atlas.countries.values():
                others = (one for one in country.units if space_of(one[2:]) != space_of(place))
                country.units = list(others)
            power.units.append(f"{word} {place}")

    def _take_several(self, line: Line) -> None:
        """Take "DUMMIES ENGLAND FRANCE", "UNPLAYED ALL", "... ALL EXCEPT ITALY"."""
        countries = self.atlas.countries
        words = [word.strip(",") for word in line.words[1:]]
        everybody = words[0].upper() == "ALL"
        if everybody and words[1:2] and words[1].upper() != "EXCEPT":
            self.notes.add(line.spot, f"behind ALL stands EXCEPT or nothing, not '{words[1]}'.")
            return
        named = dict.fromkeys(map(key, words[2:] if everybody else words))
        named.pop("", None)
        for name in named:
            if name not in countries:
                self.notes.add(line.spot, f"there is no power {name}.")
        for name in [one for one in countries if (one in named) != everybody]:
            if line.words[0].upper() == "UNPLAYED":
                del countries[name]
            else:
                countries[name].dummy = True
