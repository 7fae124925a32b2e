"""A .map file read line by line, with the files that it uses, into an atlas."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.authoring.mapfile.contents import (
    RENAMED,
    TERRAIN,
    Atlas,
    Ground,
    Line,
    Named,
    Notes,
    Spot,
    code,
    is_place,
    space_of,
)
from judge.authoring.mapfile.countries import WORDS, Politics
from judge.kernel.errors import InputError


def _read_lines(path: Path, notes: Notes) -> Iterator[Line]:
    """The lines with words, without comments and what stands between "PAYOLA" and "END DIRECTIVES".

    Where no variant of the other judge is named these are for every game: RULE lines are kept.
    Raises InputError where a file can't be read.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    within = ""
    for number, row in enumerate(map(str.strip, text.splitlines()), start=1):
        if not row or row.startswith("#"):
            continue
        line, words = Line(Spot(path.name, number), row), row.upper().split()
        if words[-1] in ("DIRECTIVE", "DIRECTIVES") and len(words) < 3:
            within = {"DIRECTIVE": "ALL", "DIRECTIVES": "ALL", "END": ""}.get(words[0], words[0])
        elif not within or (within == "ALL" and words[0] in ("RULE", "RULES")):
            yield line
        elif within == "ALL":
            notes.add(line.spot, f"{line} is of another judge: left out.")
        else:
            notes.add(line.spot, f"{line} holds for {within} games alone: left out.")


class Geography:
    """The lines about places: their names, their kinds, their borders."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes

    def name(self, line: Line) -> None:
        """Take [old ->] name = abbreviation alias..."""
        left_side, _, rest = line.text.partition("=")
        words = rest.split()
        renaming = RENAMED.fullmatch(left_side)
        name = " ".join((renaming[2] if renaming else left_side).replace("+", " ").split())
        place = code(words[0]) if words else ""
        if not name or not is_place(place):
            self.notes.add(
                line.spot, "a name needs its abbreviation, as in 'Brest = bre': not understood."
            )
            return
        if renaming:
            old = code(renaming[1])
            if "/" in old and "/" in place:  # BUL/EC is not BUL/OK in Dutch
                place = f"{space_of(place)}/{old.partition('/')[2]}"
            if old not in self.atlas.grounds and old not in self.atlas.names:
                self.notes.add(line.spot, f"there is no {old} that could be renamed: left out.")
                return
            if place != old and place in self.atlas.grounds:
                fault = f"{old} can't become {place}, which is another: left out."
                self.notes.add(line.spot, fault)
                return
            self.atlas.rename(old, place)
        if place in self.atlas.names and not renaming:
            old_name = self.atlas.names[place].name
            self.notes.add(line.spot, f"{place} is {old_name} already: '{name}' is one more alias.")
            self.atlas.names[place].aliases += [name.replace(" ", "+"), *words[1:]]
            return
        self.atlas.names[place] = Named(name, words[1:], line.spot)

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
        place = code(words[1]) if len(words) > 1 else ""
        fault = ""
        if not is_place(place):
            fault = f"{word} needs a place, as in COAST BRE."
        elif len(words) > 2 and words[2].upper() != "ABUTS":
            fault = f"'{words[2]}' stands where ABUTS should: left out."
        elif word == "AMEND" and place not in self.atlas.grounds:
            fault = f"there is no {place} to amend: left out."
        if fault:
            self.notes.add(line.spot, fault)
            return
        small = words[1].islower()
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


_LEFT_OUT = {
    "CONTROL": "orders for a power that nobody plays",
    "LEAGUE": "leagues of powers",
    "MILITIA": "militia",
    "NEWHOMES": "homes that change with the years",
    "RESERVES": "reserves",
    "ROTATE": "powers that change hands",
    "TEAM": "teams of powers",
    "TEAMS": "teams of powers",
}
"""What some lines are about that has no counterpart here."""
_TERMS = ("BEGIN", "FLOW", "RULE", "RULES", "VICTORY")
_PICTURES = ("FLAG", "FLAGS", "NOTIFY", "TEXTONLY")
"""Lines about a web site's flags, pictures and its keeper: nothing of the game."""


def read(path: Path, notes: Notes) -> Atlas:
    """The map in ``path`` and in the files that it uses, which lie beside it.

    What is wrong, and what has no counterpart here, goes into ``notes``. Raises InputError for a
    file that is not there.
    """
    reading = _Reading(Atlas(path.stem), notes)
    reading.load(path, path.name)
    return reading.atlas


class _Reading:
    """The lines so far."""

    def __init__(self, atlas: Atlas, notes: Notes) -> None:
        self.atlas, self.notes = atlas, notes
        self.files: list[str] = []
        self.geography = Geography(atlas, notes)
        self.politics = Politics(atlas, notes)

    def load(self, path: Path, file_name: str) -> None:
        """Read a file; the power that its lines are about is none of another file's.

        Names are looked for before units and the like: "A Coruna = aco".
        """
        before, self.politics.power = self.politics.power, None
        self.files.append(file_name.lower())
        later = False  # lines for a phase in the middle of a game: "IN W1939A", "FROM f1905m"
        for line in _read_lines(path, self.notes):
            word = line.words[0].upper()
            begins = word in ("FROM", "IN") and "=" not in line.text
            if begins:
                first_word, colon, _ = line.text.partition(":")
                later = not colon and "START" not in first_word.upper()
            if begins or later:
                why = "a board does not change during a game here: left out."
                self.notes.add(line.spot, f"{line}: {why}")
            elif word in ("USE", "USES", "MAP"):
                self._use(line, path.parent)
            elif word in _TERMS:
                self._take_term(word, line.words[1:], line.spot)
            elif "=" in line.text:
                self.geography.name(line)
            elif word in WORDS:
                self.politics.take(line)
            elif word in (*TERRAIN, "AMEND"):
                self.geography.ground(line)
            elif word == "DROP":
                self.geography.drop(line)
            elif word in _LEFT_OUT:
                what = f"{line}: {_LEFT_OUT[word]} have no counterpart here: left out."
                self.notes.add(line.spot, what)
            elif word not in _PICTURES:
                self.politics.name_power(line)
        self.politics.power = before

    def _take_term(self, word: str, rest: Sequence[str], spot: Spot) -> None:
        """What holds for the whole game: its calendar, its rules, and how many centres win."""
        if word == "BEGIN":
            self.atlas.begin = (spot, " ".join(rest).upper())
        elif word == "FLOW":
            items = [(spot, code(one)) for one in rest]
            self.atlas.flow = [*self.atlas.flow, *items] if items else []
        elif word in ("RULE", "RULES"):
            for rule in rest:
                name = rule.upper().lstrip("!")
                if name == "BUILD_ANY":
                    self.atlas.anywhere = not rule.startswith("!")
                elif not rule.startswith("!"):
                    self.notes.add(spot, f"the rule {name} is of another judge: left out.")
        elif not rest or not all(number.isdigit() and int(number) for number in rest):
            self.notes.add(spot, "VICTORY needs a number of centres, as in VICTORY 18.")
        else:
            self.atlas.victory = (spot, int(rest[0]))
            if len(rest) > 1:
                fault = f"the same number wins in every year here: {rest[0]}, the first."
                self.notes.add(spot, fault)

    def _use(self, line: Line, home: Path) -> None:
        """Another file's lines stand here; the case of its name is of no matter."""
        for name in line.words[1:]:
            file_name = name if "." in name else f"{name}.map"
            if file_name.lower() in self.files:
                self.notes.add(line.spot, f"{file_name} was read already: not read again.")
                continue
            path = home / file_name
            if not path.is_file():
                likely = [one for one in home.iterdir() if one.name.lower() == file_name.lower()]
                if not likely:
                    fault = f"there is no {file_name} beside it: put it there."
                    raise InputError(f"{line.spot}: {fault}")
                path = likely[0]
            self.load(path, file_name)
