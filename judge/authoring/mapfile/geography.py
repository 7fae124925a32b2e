"""The lines of a .map file about places: their names, their kinds, their borders."""

import re
from collections.abc import Sequence

from judge.authoring.mapfile.atlas import (
    COAST,
    LAND,
    PORT,
    SHUT,
    WATER,
    Atlas,
    Ground,
    Named,
    code,
    is_place,
    space_of,
)
from judge.authoring.mapfile.notes import Line, Notes, Spot

TERRAIN = (LAND, COAST, PORT, WATER, SHUT)
RENAMED = re.compile(r"\s*(\S+)\s*->\s*(\S.*)")
"""Something that gets another name: "WAR -> Poland"."""


class Geography:
    """The places so far."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes

    def name(self, line: Line) -> None:
        """Take [old ->] name = abbreviation alias..."""
        left_side, _, rest = line.text.partition("=")
        words = rest.split()
        renaming = RENAMED.fullmatch(left_side)
        name = " ".join((renaming[2] if renaming else left_side).replace("+", " ").split())
        place = code(words[0]) if words else ""
        if not name or not words or not is_place(place):
            self.notes.add(
                line.spot, "a name needs its abbreviation, as in 'Brest = bre': not understood."
            )
            return
        if renaming:
            old = code(renaming[1])
            place = _keep_coast(old, place)
            if not self._rename(old, place, line):
                return
        if place in self.atlas.names and not renaming:
            old_name = self.atlas.names[place].name
            self.notes.add(line.spot, f"{place} is {old_name} already: '{name}' is one more alias.")
            self.atlas.names[place].aliases += [name.replace(" ", "+"), *words[1:]]
            return
        self.atlas.names[place] = Named(name, words[1:], line.spot)

    def _rename(self, old: str, new: str, line: Line) -> bool:
        """Give a place another abbreviation; whether that can be done."""
        if old not in self.atlas.grounds and old not in self.atlas.names:
            self.notes.add(line.spot, f"there is no {old} that could be renamed: left out.")
            return False
        if new != old and new in self.atlas.grounds:
            self.notes.add(line.spot, f"{old} can't become {new}, which is another: left out.")
            return False
        self.atlas.rename(old, new)
        return True

    def drop(self, line: Line) -> None:
        """Take DROP place..."""
        for word in line.words[1:]:
            place = code(word)
            if place not in self.atlas.grounds and place not in self.atlas.names:
                self.notes.add(line.spot, f"there is no {place} that could be dropped.")
            self.atlas.drop(place)

    def ground(self, line: Line) -> None:
        """Take LAND, COAST, WATER, PORT, SHUT or AMEND with a place [ABUTS place...]."""
        words, word = line.words, line.words[0].upper()
        if fault := self._ground_fault(words, word):
            self.notes.add(line.spot, fault)
            return
        place, small = code(words[1]), words[1].islower()
        before = self.atlas.grounds.pop(place, None)
        kind, borders = word, list[str]()
        if before is not None:
            if before.small and not small:
                self.atlas.join_coasts(place)
            kind = before.kind if word == "AMEND" else word
            borders = list(before.borders) if word == "AMEND" or len(words) == 2 else []
        self.atlas.grounds[place] = Ground(kind, small, line.spot, borders)
        for other in words[3:]:
            self._add_border(self.atlas.grounds[place], place, other, line.spot)

    def _ground_fault(self, words: Sequence[str], word: str) -> str:
        """Why a line that begins with LAND, AMEND or the like can't be taken, "" if it can."""
        if len(words) < 2 or not is_place(code(words[1])):
            return f"{word} needs a place, as in COAST BRE."
        if len(words) > 2 and words[2].upper() != "ABUTS":
            return f"'{words[2]}' stands where ABUTS should: left out."
        if word == "AMEND" and code(words[1]) not in self.atlas.grounds:
            return f"there is no {code(words[1])} to amend: left out."
        return ""

    def _add_border(self, ground: Ground, place: str, text: str, spot: Spot) -> None:
        """Add a border; "-BUD" takes one away, with its coasts."""
        if text.startswith("-"):
            code_to_drop = code(text[1:])
            borders_left = [one for one in ground.borders if not code(one).startswith(code_to_drop)]
            if len(borders_left) == len(ground.borders):
                self.notes.add(spot, f"{place} does not border on {code_to_drop}.")
            ground.borders = borders_left
            return
        name = re.sub(r"\(.*\)|^[^:]*:|^\W+|\W+$", "", text)
        if name != text:
            what = f"{place} borders on {code(name)} under a condition ('{text}')"
            self.notes.add(spot, f"{what}, which has no counterpart: taken without it.")
        if not is_place(code(name)):
            self.notes.add(spot, f"'{text}' is not a place: left out.")
            return
        ground.borders = [one for one in ground.borders if one != name] + [name]


def _keep_coast(old: str, new: str) -> str:
    """A coast's new place, with the letters of its coast: BUL/EC is not BUL/OK in Dutch."""
    have_coasts = "/" in old and "/" in new
    return f"{space_of(new)}/{old.partition('/')[2]}" if have_coasts else new
