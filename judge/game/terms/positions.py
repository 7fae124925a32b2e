"""A position as a game master writes it, in JSON or line by line, made into one of the engine.

PHASE F1905M
France: A PAR, F BRE           all units that France has from now on
Germany: +A MUN, -F KIE        one more, and one less
CENTRES
France: PAR, BRE, MAR
INFLUENCE                      whatever the game remembers, by its name in the JSON
Turkey: Germany 3, Italy 1 for Germany
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from judge.catalog import atlas, samples
from judge.catalog.variant import Variant
from judge.kernel.errors import InputError
from judge.kernel.text import Line, Sentence
from judge.language import fold, reader
from judge.language.named_phases import find_phase

Request = dict[str, Any]
"""A position as JSON: the notation of ``judge adjudicate``."""
Row = Mapping[str, str]
UNITS, CENTERS, STATE, PHASE = "units", "centers", "state", "phase"
_ALIASES = {
    "centres": CENTERS,
    "supply centres": CENTERS,
    "supply centers": CENTERS,
    "pieces": UNITS,
    "values": "base",
}
_NOTHING = ("", "none", "nobody", "nothing", "-")
_CANONICAL = re.compile(r"[A-Z]\d* [A-Z]{3}(/[NSEW]C|-A)?")
_KEY = re.compile(r"^\w+\.([^:.\[]+)(?:\[\d+\])?: ", re.IGNORECASE)
"""Where in the JSON a fault lies, at the beginning of what is said of it: "units.France[1]: "."""
_COUNTED = re.compile(r"(.+?)\s+(\d+)(?:\s+for\s+(.+))?")


class _Entry(Struct, frozen=True):
    """A line as read: where it belongs, and what its text may mean, the likeliest first."""

    section: str
    name: str
    meant: tuple[Any, ...]


class _Text:
    """The lines of one position, read against a variant and the position that they change."""

    def __init__(self, variant: Variant, base: Request, *, anew: bool) -> None:
        self.variant = variant
        self.request = {key: json.loads(json.dumps(value)) for key, value in base.items()}
        self.anew = anew
        self.section = UNITS
        self.entries: list[_Entry] = []
        self._begun: set[str] = set()
        self._sections = {UNITS, STATE, *base, *base.get(STATE, {})} - {"orders", "dice"}

    def line(self, text: str) -> None:
        """Read one line. Raises InputError quoting what is wrong with it."""
        row = " ".join(text.split())
        head, colon, value = (part.strip() for part in row.partition(":"))
        if not row:
            return
        title = re.sub(r"(?i)^phase\s+", "", row.replace(":", ""))
        phase = find_phase(title, own=self.variant.vocabulary.seasons)
        if phase or head.lower().split()[:1] == [PHASE]:
            self.request[PHASE] = phase or row.replace(":", " ").split()[-1].upper()
            return
        # The part that a heading names, or "".
        section = head.lower().strip(" :=")
        section = _ALIASES.get(section, section) if section != "centers" else CENTERS
        section = section.replace(" ", "_").replace("-", "_")
        if section == CENTERS and CENTERS not in self._sections:
            section = "owners"
        section = section if section in self._sections else ""
        if section and not value:
            self.section = section
            self._begin(section)
            return
        if section and section not in (UNITS, CENTERS, STATE):
            self.entries.append(_Entry("", section, tuple(self._meanings(section, value))))
            return
        if not colon:
            own = samples.page(self.variant)
            units = [str(own[slot]).upper() for slot in ("unit", "fleet") if slot in own]
            like = f"{own['power']}: {', '.join(units)}"
            raise InputError(
                f"'{row}' is not a row: write '{like}', or a heading "
                f"such as {', '.join(sorted(map(str.upper, self._sections)))}."
            )
        present = self._begin(self.section)
        name = self._name(head)
        meanings = tuple(self._meanings(self.section, value, present.get(name)))
        self.entries.append(_Entry(self.section, name, meanings))

    def _begin(self, section: str) -> Mapping[str, Any]:
        """The rows of a part; a new position has nothing in a part but what is written."""
        place = self.request if section in self.request else self.request.get(STATE, {})
        rows = place.get(section)
        if not isinstance(rows, dict):
            return {}
        if self.anew and section not in self._begun:
            place[section] = rows = {}
        self._begun.add(section)
        return rows

    def _name(self, name_text: str) -> str:
        """A power, a minor or a space by its full name or id."""
        words = fold.words(name_text)
        power = self.variant.vocabulary.power(words) if words else None
        power = power or self.variant.vocabulary.letters.get(name_text.upper())
        if power:
            return power
        parts = (*self.request.values(), *self.request.get(STATE, {}).values())
        names = {str(name) for part in parts if isinstance(part, dict) for name in part}
        for name in sorted(names):
            if name.lower() == name_text.lower():
                return name
        spaces = atlas.find_named(self.variant, name_text)
        if self.section not in (UNITS, CENTERS) and len(spaces) == 1:
            return spaces[0]
        raise InputError(f"nobody is called '{name_text}' in this game.")

    def _meanings(self, section: str, text: str, present: Any = None) -> Iterator[Any]:
        """What a value may be; None takes the row away."""
        parts = list(filter(None, map(str.strip, text.split(","))))
        if text.lower() in _NOTHING:
            yield None
            return
        if section in (UNITS, CENTERS):
            yield self._list(section, parts, present)
            return
        if text.isascii() and text.isdigit():
            yield int(text)
        if text.lower() in ("yes", "no", "true", "false"):
            yield text.lower() in ("yes", "true")
        counts = [match for part in parts if (match := _COUNTED.fullmatch(part))]
        if len(counts) == len(parts):
            yield {self._word(one[1]): int(one[2]) for one in counts}
            # Points by the claim and by who gave them: "France 3, England 1 for France".
            claims: dict[str, dict[str, int]] = {}
            for one in counts:
                giver = self._word(one[1])
                claims.setdefault(self._word(one[3]) if one[3] else giver, {})[giver] = int(one[2])
            yield claims
        if len(parts) == 1:
            yield self._word(parts[0])
        yield [self._word(part) for part in parts]

    def _word(self, name_text: str) -> str:
        """A power in full, a space by its id, or the text as it is."""
        words = fold.words(name_text)
        power = self.variant.vocabulary.power(words) if words else None
        spaces = atlas.find_named(self.variant, name_text)
        return power or (spaces[0] if len(spaces) == 1 else name_text)

    def _list(self, section: str, parts: Sequence[str], present: Any) -> list[str]:
        """Units or centres anew, or the present ones with what "+" adds and "-" takes away."""
        is_change = all(part[0] in "+-" for part in parts)
        names = list(present or ()) if is_change else []
        for part in parts:
            name = part[1:].strip() if is_change else part.lstrip("+")
            if section == UNITS:
                name = self._unit(name)
            elif len(spaces := atlas.find_named(self.variant, name)) == 1:
                name = spaces[0]
            else:
                raise InputError(_no_place(self.variant, name))
            if not is_change or part[0] == "+":
                names.append(name)
            elif name in names:
                names.remove(name)
            else:
                raise InputError(f"there is no {name} that could be taken away.")
        return names

    def _unit(self, unit_text: str) -> str:
        """A unit in canonical form; what is not read as one is left to the engine to refuse."""
        if _CANONICAL.fullmatch(unit_text.upper()):
            return unit_text.upper()
        lines = [Line(1, f"{unit_text} H")]
        for item in reader.read(lines, self.variant.vocabulary, self.variant.engine_name):
            if isinstance(item, Sentence) and item.piece and len(item.piece.place.spaces) == 1:
                piece = item.piece
                coast = f"/{piece.place.coast}" if piece.place.coast else ""
                arm = f"{piece.arm}{piece.strength or ''}"
                return f"{arm} {piece.place.spaces[0]}{'-A' if piece.place.air else coast}".strip()
        letter, _, place = unit_text.partition(" ")
        if not place:
            raise InputError(f"'{unit_text}' is not a unit: write its letter and its place.")
        if not atlas.find_named(self.variant, place):
            raise InputError(_no_place(self.variant, place))
        apart = f"'{letter}' and '{place}' do not go together"
        raise InputError(f"'{unit_text}' is not a unit here: {apart}.")


def _no_place(variant: Variant, name_text: str) -> str:
    """That no place has a name, with the names that are most like it."""
    near = atlas.nearest(variant, name_text)
    suggestion = f"; did you mean {' or '.join(near)}?" if near else ": HELP MAP lists all."
    return f"there is no place called '{name_text}' on this map{suggestion}"


def read(variant: Variant, base: Request, lines: Sequence[str], *, anew: bool) -> Request:
    """The request for the position that ``lines`` make of ``base``; ``anew``: of nothing.

    A part of which no line speaks is as in ``base``. Raises InputError in a sentence that names
    the line, or the key of the JSON.
    """
    whole = "\n".join(lines).strip()
    if whole.startswith("{"):
        try:
            data = json.loads(whole)
        except ValueError as error:
            raise InputError(f"that is no JSON: {error}.") from None
        told = {key: data[key] for key in data if key not in ("id", "variant", "orders")}
        request = {**base, **told, STATE: {**base.get(STATE, {}), **told.get(STATE, {})}}
        variant.engine.position(request)
        return request
    text = _Text(variant, base, anew=anew)
    for line in lines:
        try:
            text.line(line)
        except InputError as error:
            row, fault = " ".join(line.split()), str(error)
            raise InputError(fault if row in fault else f"'{row}': {fault}") from None
    if not text.entries and text.request == base:
        raise InputError("nothing in it says what is to change.")
    request = text.request
    plain = [entry for entry in text.entries if len(entry.meant) == 1]
    for entry in plain:
        _put(request, entry, entry.meant[0])
    # Of what a value may mean, what the engine takes.
    for entry in text.entries:
        for meaning in entry.meant if entry not in plain else ():
            _put(request, entry, meaning)
            with suppress(InputError):
                variant.engine.position(request)
                break
        else:
            _put(request, entry, entry.meant[0])
    try:
        variant.engine.position(request)
    except InputError as error:
        raise InputError(_KEY.sub(r"\1: ", str(error))) from None
    return request


def _put(request: Request, entry: _Entry, value: Any) -> None:
    """Write one row into a request, or take it away."""
    place = request
    if entry.section:
        place = request if entry.section in request else request[STATE]
        place = place.setdefault(entry.section, {})
    elif entry.name not in request:
        place = request[STATE]
    if value is not None:
        place[entry.name] = value
    elif entry.section:
        place.pop(entry.name, None)
    else:
        place[entry.name] = type(place.get(entry.name, {}))()


def differences(before: Request, after: Request) -> list[Row]:
    """What differs between two positions: a row each, in words."""
    old, new = dict(_flat(before)), dict(_flat(after))
    keys = list(dict.fromkeys((*old, *new)))
    return [
        {"what": key, "was": old.get(key, "none"), "now": new.get(key, "none")}
        for key in keys
        if old.get(key, "none") != new.get(key, "none")
    ]


def _flat(request: Request) -> Iterator[tuple[str, str]]:
    for key, value in request.items():
        if key == STATE:
            yield from _flat(value)
        elif isinstance(value, dict) and value:
            for name, row in value.items():
                yield f"{_title(key)} {name}", _plain(row)
        else:
            yield _title(key), _plain(value)


def _title(key: str) -> str:
    return {CENTERS: "centres", "base": "value"}.get(key, key).replace("_", " ")


def _plain(value: Any) -> str:
    """A value as people read it, a table as "Germany 3" or, of claims, with who gave for them."""
    if isinstance(value, dict):
        rows = []
        for name, one in value.items():
            for giver, points in one.items() if isinstance(one, dict) else ((name, one),):
                rows.append(f"{giver} {_plain(points)}{f' for {name}' if giver != name else ''}")
        return ", ".join(rows) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)
