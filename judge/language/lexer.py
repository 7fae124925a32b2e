"""From lexemes to tokens: the parser's state decides what a word means.

"A Con - Bul" and "F Aeg con A Con - Gre" hold the same word as a place and as a verb; what the
state can take settles it, and what stands around it. The longest name wins; words without meaning
are passed over.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from judge.kernel.text import Place
from judge.language.fold import ARROW, NUMBER, SIGN, WORD, Lexeme
from judge.language.lexicon import (
    COAST_SIGNS,
    SHORE,
    CoastHit,
    Coasts,
    Lexicon,
    Reading,
    find_coast_before,
    find_coast_behind,
)
from judge.language.spellings import SIDES
from judge.language.table import END, StuckError
from judge.language.vocabulary import Name
from judge.language.words import FILLERS, NARRATIVE_WORDS, REPORT_WORDS

SEPARATORS = frozenset(",;&+")
"""Signs that part orders."""
_PAYING = (
    "NUMBER", "_POINTS", "_BID", "_NOBID", "_FOR", "_SWITCH", "_ALLOW", "_ALLOCATE", "_NOROLL",
)  # fmt: skip
"""Behind these a name that is both a power's and a place's is the power's."""
_LONGEST = 5
"""Words of the longest phrase."""
_AIR = ("air", "airspace", "sky", "skies")
_GLUED_AIR = ("a", *_AIR)
_BLANK = frozenset(".:!*\"'{}^`)]~=")
"""Signs that mean nothing by themselves."""
_DOUBTFUL = ("UNIT", "POWER", "NUMBER", "_RETREAT", "_WAIVE")
"""Terminals whose words can mean something else where they stand."""
_BRACKETED = ("_VIA", "_POINTS", "_FOR", "NUMBER")
"""What an order may go on with in brackets."""
_AIDING = ("_SUPPORT", "_CONVOY")
"""Behind these a single letter before a unit is its power's: "S G A Mun"."""


class Shape(NamedTuple):
    """A line's words, with its coasts for a name; lines of the same words are read alike.

    ``starts`` are the lexemes where each begins, and their end; ``names`` the spaces of names.
    """

    words: tuple[str | Coasts, ...]
    starts: Sequence[int]
    names: Mapping[int, tuple[str, ...]]


class MisreadError(Exception):
    """The lexeme ``at`` cannot stand where it stands.

    ``why``: "unknown" (no such word), "unexpected" (a known word in a wrong place), "narrative",
    "question", "end" (something is missing), "alone" (help for what stands before it).
    """

    def __init__(self, index: int, why: str, terminals: Container[str]) -> None:
        super().__init__(why)
        self.at = index
        self.why = why
        self.accepted = terminals


class Lexer:
    """A line being cut into tokens: ``at`` is the next lexeme, ``value`` that of the last token.

    ``first`` is where the order begins;
    ``separator`` is what ended the last order: a sign, "and", " " before a further order without
    any, "" at the end of the line. ``reported`` is where the line goes on to tell what became
    of the order, or 0.
    """

    __slots__ = ("at", "closers", "first", "last", "lexemes", "lexicon", "reported",
                 "separator", "text", "value")  # fmt: skip

    def __init__(self, text: str, lexemes: list[Lexeme], lexicon: Lexicon) -> None:
        self.text = text
        self.lexemes = lexemes
        self.lexicon = lexicon
        self.closers = _find_closers(lexemes) if "(" in text or "[" in text else {}
        self.at = 0
        self.first = 0
        self.last = ""
        self.value: Any = None
        self.separator = ""
        self.reported = 0

    def next(self, terminals: Container[str]) -> str:
        """The next terminal, one of ``terminals`` or END; raises MisreadError if there is none."""
        lexemes = self.lexemes
        count = len(lexemes)
        while self.at < count:
            kind, key, _, _ = lexemes[self.at]
            if kind == WORD:
                terminal = self._word(key, terminals)
            elif kind == ARROW:
                terminal = self._arrow(terminals)
            elif kind == NUMBER:
                terminal = self._number(key, terminals)
            else:
                terminal = self._sign(key, terminals)
            if terminal:
                self.last = terminal
                return terminal
        self.separator = ""
        return END

    def explain_stuck(self, error: StuckError) -> MisreadError:
        """The mistake behind a token that the table could not take."""
        why = "end" if error.terminal == END else "unexpected"
        return MisreadError(max(self.at - 1, 0), why, error.row)

    def _word(self, key: str, terminals: Container[str]) -> str:
        readings, opens, _, _, _, _ = self.lexicon[key]
        if opens:
            terminal = self._phrase(terminals)
            if terminal:
                return terminal
        for terminal, value in readings:
            if terminal not in terminals:
                continue
            if terminal == "PLACE":
                is_for = has(readings, "_FOR") and has(self._readings(1), "POWER")
                if self.last == "NUMBER" and is_for:  # "6 per la Turchia" is not for Persia
                    return self._take("_FOR", None, self.at + 1)
                return self._place(value, self.at + 1)
            if terminal == "_SUPPORT" and self._helps_no_unit(1, terminals):
                continue
            if terminal not in _DOUBTFUL or self._fits(terminal, key, terminals):
                return self._take(terminal, value, self.at + 1)
        return self._read_other_word(key, readings, terminals)

    def _fits(self, terminal: str, key: str, terminals: Container[str]) -> bool:
        """Whether a word that could be ``terminal`` is meant so, judging by the next one."""
        if terminal == "UNIT":
            return key != "a" or len(one := self._key(1)) < 2 or one not in self.lexicon.arms
        if terminal == "NUMBER":  # "the one in Kiel" is no point where none are spent
            counts = bool(self.last) or has(self._readings(1), "_BUILD", "_WAIVE")
            return counts or self.lexicon.vocabulary.pays
        if terminal == "_WAIVE":  # "W03 build ..." is winter
            return len(key) > 1 or not (self._key(1).isdigit() and self._is_glued())
        if terminal == "_RETREAT":
            return key != "r" or bool(self.last) or self._has_arrow_ahead()
        return self._names_power(key, terminals)

    def _names_power(self, key: str, terminals: Container[str]) -> bool:
        """Whether a power is meant by its name cut short, or by one that is a place's as well."""
        if (key,) not in self.lexicon.vocabulary.powers:
            if len(key) > 1 and self._pays(1):
                return True
            return (len(key) > 1 or self.last in _AIDING) and self._has_unit_ahead(1)
        if "PLACE" in terminals and has(self.lexicon[key][0], "PLACE"):
            return self._pays(1) or self._owns(1, self.lexicon[key].readings)
        return True

    def _phrase(self, terminals: Container[str]) -> str:
        """The longest phrase from here on that the state can take."""
        shore = self._key(1) in SHORE and "PLACE" in terminals
        if shore and (hit := find_coast_before(self.lexemes, self.at)):
            here, (side, self.at) = self.at, hit
            if self._word(self.lexemes[self.at][1], ("PLACE",)):
                place = self.value
                self.value = Place(place.text, place.column, place.spaces, side, place.air)
                return "PLACE"  # "South coast of Spain"
            self.at = here
        words, ends, hyphens = collect_run(self.lexemes, self.at, self.lexicon)
        for size in range(len(words), 1, -1):
            readings = self.lexicon.phrase(words[:size], joined=hyphens[size - 1])
            for terminal, value in readings:
                if terminal not in terminals:
                    continue
                ahead = ends[size - 1] - self.at
                if terminal == "_SUPPORT" and self._helps_no_unit(ahead, terminals):
                    continue
                may_be_place = terminal == "POWER" and "PLACE" in terminals
                if may_be_place and not self._owns(ahead, readings):
                    continue
                return self._take(terminal, value, ends[size - 1])
        return ""

    def _take(self, terminal: str, value: Any, behind: int) -> str:
        if terminal == "PLACE":
            return self._place(value, behind)
        self.at = behind
        self.value = value
        while terminal in ("_ARROW", "_VIA") and self.at < len(self.lexemes):
            kind, key, _, _ = self.lexemes[self.at]  # more of the same: "moves to", "- >"
            meant = kind == WORD and self.lexicon[key].readings[:1] == ((terminal, None),)
            if not meant and (kind != ARROW or terminal == "_VIA"):
                break
            self.at += 1
        return terminal

    def _read_other_word(
        self, key: str, readings: tuple[Reading, ...], terminals: Container[str]
    ) -> str:
        """A word that is no token here: an end, a filler, or a mistake."""
        if key in ("and", "plus"):
            return self._separate("and", terminals)
        if END in terminals and self._ends_before(key, readings, terminals):
            return END
        if not readings and self._split_grown_together(key, terminals):
            return ""
        if key == "x" and self._times(terminals):
            self.at += 1
            return ""
        if key in NARRATIVE_WORDS:
            raise self._make_error("narrative", terminals)
        if (key in FILLERS or key == "a") and not (
            self.last == "_ARROW" and all(kind != WORD for kind, *_ in self.lexemes[self.at + 1 :])
        ):
            self.at += 1
            return ""
        raise self._make_error("unexpected" if readings else "unknown", terminals)

    def _ends_before(
        self, key: str, readings: tuple[Reading, ...], terminals: Container[str]
    ) -> bool:
        """Whether an order ends before a word: a result follows, or a further order."""
        if key == "a" and self.last == "_ARROW":
            return False  # "Roma va a Venezia", "Par - A Bur"
        spends = self.last == "NUMBER" and has(self._readings(1), "PLACE")
        if key in REPORT_WORDS and not spends:  # "Belgium (1) bounces Paris" is no report
            self.reported, self.at = self.at, len(self.lexemes)
            for index in range(self.reported + 1, len(self.lexemes) - 3):
                if self.lexemes[index][1] in SEPARATORS:
                    unit, place, deed = (key for _, key, *_ in self.lexemes[index + 1 : index + 4])
                    ordered = unit in self.lexicon.arms and is_verbal(self.lexicon[deed].readings)
                    if ordered and has(self.lexicon[place].readings, "PLACE"):
                        self.at = index + 1  # "A Smy - Syr because ..., F Ank stays"
                        break
            return True
        begins = self._begins_another(readings, terminals)
        if begins:
            self.separator = " "
        return begins

    def _times(self, terminals: Container[str]) -> bool:
        """Whether "x" marks a number of points: "2x Austria hold", "Austria hold x2"."""
        if self.last != "NUMBER":
            return self._key(1).isdecimal() and "NUMBER" in terminals
        follows_build = has(self.lexicon[self._key(-2)].readings, "_BUILD")
        return not follows_build and not has(self._readings(1), "UNIT")

    def _begins_another(self, readings: tuple[Reading, ...], terminals: Container[str]) -> bool:
        """Whether a further order begins here, though no comma stands before it.

        A place does behind a full stop, or behind an order that has its deed: "par-bur mar-spa".
        """
        if has(readings, "UNIT", "POWER") and self._belongs(1):
            return True
        behind_stop = self._key(-1) == "."
        behind = self.lexemes[self.at + 1 : self.at + 2]
        goes_on = any(kind == ARROW for kind, *_ in behind) or is_verbal(self._readings(1))
        is_listed = self.last == "UNIT" and has(self._readings(1), "UNIT")  # "vienna army bud army"
        begins = (behind_stop or "_HOLD" not in terminals) and goes_on
        return (begins or is_listed) and has(readings, "PLACE")

    def _split_grown_together(self, key: str, terminals: Container[str]) -> bool:
        """Part a unit's letter from its place: "AVie - Gal"."""
        arm, name = key[:1], key[1:]
        if "UNIT" not in terminals or len(name) < 3 or arm not in self.lexicon.arms:
            return False
        if name not in self.lexicon.vocabulary.exact:
            return False
        _, _, start, end = self.lexemes[self.at]
        parts = (WORD, arm, start, start + 1), (WORD, name, start + 1, end)
        self.lexemes[self.at : self.at + 1] = parts
        return True

    def _number(self, key: str, terminals: Container[str]) -> str:
        if END in terminals and self.last == "POWER" and has(self._readings(1), "POWER"):
            self.separator = " "  # "3 Turkey 2 Spain"
            return END
        if "NUMBER" not in terminals:
            raise self._make_error("unexpected", terminals)
        self.value = int(key)
        self.at += 1
        return "NUMBER"

    def _arrow(self, terminals: Container[str]) -> str:
        counts = self._key(1).isdecimal()
        joins = (self.last == "UNIT" and "_SUPPORT" not in terminals) or (
            self.last == "_SUPPORT" and has(self._readings(1), "UNIT", "POWER", "_HOLD")
        )
        if joins and self._key(0) == "-":  # "A-Par - Bur", "A Mar S - A Par"
            self.at += 1
            return ""
        if counts and self.last == "_BID" and self._is_glued():  # "BID -3 Turkey"
            raise self._make_error("unexpected", terminals)
        if "_ARROW" in terminals and not (counts and "NUMBER" in terminals):
            return self._take("_ARROW", None, self.at + 1)
        if END in terminals and not counts:
            raise self._make_error("unexpected", terminals)
        self.at += 1
        return ""

    def _sign(self, key: str, terminals: Container[str]) -> str:
        if key in _BLANK or not key.isascii():
            self.at += 1
            return ""
        if key == "+" and not self.last and "_BUILD" in terminals:
            return self._take("_BUILD", None, self.at + 1)
        if key in SEPARATORS:
            return self._separate(key, terminals)
        if key in "([":
            self.at = self._find_way_on(terminals)
            return ""
        if key == "/":
            return self._slash(terminals)
        raise self._make_error("question" if key == "?" else "unexpected", terminals)

    def _slash(self, terminals: Container[str]) -> str:
        """A slash parts a unit from its place, an order from its support, or two orders."""
        bids = self.last in ("POWER", "NUMBER") and has(self._readings(1), "POWER")
        if self.last != "UNIT" and END in terminals and (bids or self._has_unit_ahead(1)):
            return self._separate("/", terminals)
        supports = "_SUPPORT" in terminals and has(self._readings(1), "_SUPPORT")
        if self.last != "UNIT" and not supports:
            raise self._make_error("unexpected", terminals)
        self.at += 1
        return ""

    def _separate(self, sign: str, terminals: Container[str]) -> str:
        """The end of an order at a comma or "and", if it can end here."""
        goes_on = "_THEN" in terminals and has(self._readings(1), "_THEN")
        if self.last in _AIDING and 0 < self.first < self.at - 1 and sign in ",;":
            raise self._make_error("alone", terminals)
        self.at += 1
        if goes_on or END not in terminals:
            return ""
        self.separator = sign
        return END

    def _find_way_on(self, terminals: Container[str]) -> int:
        """Where to go on at a bracket: inside it if it is part of the order, else behind it."""
        behind = self.closers.get(self.at)
        if behind is None or END not in terminals or self.last == "UNIT":
            return self.at + 1
        if self._goes_on_inside(terminals):
            return self.at + 1
        alone = behind == self.at + 2 and any(kind in terminals for kind, _ in self._readings(1))
        return self.at + 1 if alone else behind + 1

    def _goes_on_inside(self, terminals: Container[str]) -> bool:
        """Whether what stands in a bracket goes on with the order: a way, points, a help."""
        first = self._readings(1)
        if any(kind in terminals for kind, _ in first if kind in _BRACKETED):
            return True
        words = tuple(key for _, key, _, _ in self.lexemes[self.at + 1 : self.at + 4])
        if "_FOR" in terminals and has(self.lexicon.phrase(words), "_FOR"):
            return True  # "in support of"
        flies = any(self.lexicon.arms.get(key) == "P" for _, key, _, _ in self.lexemes[:3])
        if flies and has(first, "_SUPPORT") and "_SUPPORT" in terminals:
            return True
        return self._key(1 + (self._key(1) == "x")).isdecimal() and "NUMBER" in terminals

    def _make_error(self, why: str, terminals: Container[str]) -> MisreadError:
        return MisreadError(self.at, why, terminals)

    # --- names of places, their coasts, and the air above them

    def _place(self, name: Name, behind: int) -> str:
        lexemes = self.lexemes
        first, last = lexemes[self.at][2], lexemes[behind - 1][3]
        side, air = name.coast, False
        if behind < len(lexemes):
            sign = lexemes[behind][1]
            if sign in COAST_SIGNS and (sign != "-" or self._is_coastal(name)):
                coast_hit = find_coast_behind(lexemes, behind) or self._find_bare_coast(
                    name, behind
                )
                if coast_hit:
                    side, behind = coast_hit
                    last = lexemes[behind - 1][3]
            if self.lexicon.vocabulary.air:
                air, behind = self._find_air(behind)
                last = lexemes[behind - 1][3] if air else last
        self.at = behind
        self.value = Place(self.text[first:last], first + 1, name.spaces, side, air)
        return "PLACE"

    def _find_bare_coast(self, name: Name, index: int) -> CoastHit | None:
        """A side that ends an order and that the place has a coast on: "F Mao - Spain north"."""
        key = self.lexemes[index][1]
        ends = index + 1 == len(self.lexemes) or self.lexemes[index + 1][0] == SIGN
        side = SIDES.get(key) if len(key) > 1 and ends else None
        sides = self.lexicon.vocabulary.coasts
        has = any(side in sides.get(space, ()) for space in name.spaces)
        return (side, index + 1) if side and has else None

    def _is_coastal(self, name: Name) -> bool:
        """Whether a name can be a space with coasts: else "Lon-EC" is no coast of London."""
        return any(space in self.lexicon.vocabulary.coasts for space in name.spaces)

    def _find_air(self, index: int) -> tuple[bool, int]:
        """Whether "-A", "-Air" or "air" stands behind a place, and the lexeme behind that."""
        lexemes = self.lexemes
        if index < len(lexemes) and lexemes[index][1] in _AIR:
            return True, index + 1
        is_glued = (
            index + 1 < len(lexemes)
            and lexemes[index][1] == "-"
            and lexemes[index + 1][1] in _GLUED_AIR
            and lexemes[index - 1][3] == lexemes[index][2]
            and lexemes[index][3] == lexemes[index + 1][2]
        )
        return (True, index + 2) if is_glued else (False, index)

    def _owns(self, ahead: int, readings: Iterable[Reading]) -> bool:
        """Whether a name that may be a place's is the owner of what follows.

        No coast of the place does: "F Mexico west coast - Cen".
        """
        coastal = any(kind == "PLACE" and self._is_coastal(value) for kind, value in readings)
        if coastal and self._key(ahead) and find_coast_behind(self.lexemes, self.at + ahead):
            return False
        return self._belongs(ahead)

    # --- what stands around the next lexeme

    def _helps_no_unit(self, ahead: int, terminals: Container[str]) -> bool:
        """Whether a support is one of influence, or a "U" that says no more than "unordered".

        Of influence it is where a power's name alone stands behind it.
        """
        if "_FOR" not in terminals:
            return self._key(0) == "u" and not self._has_unit_ahead(ahead)
        is_power = has(self._readings(ahead), "POWER")
        return is_power and not has(self._readings(ahead + 1), "UNIT", "PLACE", "POWER")

    def _pays(self, ahead: int) -> bool:
        """Whether a name is that of a power which is paid: "BID 3 POL", "3 IP to Mexico"."""
        ends = not self._key(ahead) or self._key(ahead) in (".", ",", ";", "and")
        return self.last in _PAYING or (self.last == "_ARROW" and ends)

    def _has_arrow_ahead(self) -> bool:
        """Whether the order has an arrow: else "R A Ruh" removes the army."""
        for index in range(self.at + 1, len(self.lexemes)):
            kind, key, _, _ = self.lexemes[index]
            if key in SEPARATORS:
                return False
            if kind == ARROW or (kind == WORD and has(self.lexicon[key][0], "_ARROW")):
                return True
        return False

    def _has_unit_ahead(self, ahead: int) -> bool:
        """Whether a unit and its place stand there."""
        if not has(self._readings(ahead), "UNIT"):
            return False
        while self._key(ahead) in (".", "(", "'"):
            ahead += 1
        return has(self._readings(ahead + 1), "PLACE")

    def _belongs(self, ahead: int) -> bool:
        """Whether what comes makes the word before it an owner or a payer: a unit, a number."""
        if self._key(ahead + (self._key(ahead) in (":", "=", "-"))).isdecimal():
            return True
        following = self._readings(ahead)
        if has(following, "UNIT"):
            return True
        return has(following, "PLACE") and not is_verbal(following)

    def _is_glued(self) -> bool:
        """Whether no space stands between the lexeme here and the next."""
        return self.lexemes[self.at][3] == self.lexemes[self.at + 1][2]

    def _readings(self, ahead: int) -> tuple[Reading, ...]:
        """What the word ``ahead`` lexemes further on can be, blanks passed over; () if no word."""
        index = self.at + ahead
        while index < len(self.lexemes) and self.lexemes[index][1] in (".", "(", "'", '"'):
            index += 1
        if index >= len(self.lexemes) or self.lexemes[index][0] != WORD:
            return ()
        return self.lexicon[self.lexemes[index][1]].readings

    def _key(self, ahead: int) -> str:
        index = self.at + ahead
        return self.lexemes[index][1] if 0 <= index < len(self.lexemes) else ""


def find_shape(lexemes: list[Lexeme], lexicon: Lexicon) -> Shape:
    """The words of a line, each name that means nothing else as one."""
    words: list[str | Coasts] = []
    starts: list[int] = []
    names: dict[int, tuple[str, ...]] = {}
    at = 0
    while at < len(lexemes):
        kind, key, _, _ = lexemes[at]
        starts.append(at)
        at += 1
        if kind != WORD:
            words.append(key)
            continue
        readings, opens, _, _, _, coasts = lexicon[key]
        if opens:
            run, ends, hyphens = collect_run(lexemes, at - 1, lexicon)
            for size in range(len(run), 1, -1):
                if long := lexicon.phrase(run[:size], joined=hyphens[size - 1]):
                    if (sides := lexicon.find_coasts(long)) is not None:
                        names[len(words)], at = long[0][1].spaces, ends[size - 1]
                        alone = lexicon.find_coasts(readings) is not None
                        coasts = sides if alone else (key, *sides)
                    break
        if coasts is not None and len(words) not in names:
            names[len(words)] = readings[0][1].spaces
        words.append(key if coasts is None else coasts)
    starts.append(at)
    return Shape(tuple(words), starts, names)


def collect_run(
    lexemes: list[Lexeme], at: int, lexicon: Lexicon
) -> tuple[tuple[str, ...], list[int], list[bool]]:
    """The words from a lexeme on that a phrase could have, where each ends, and hyphens met."""
    words = [lexemes[at][1]]
    ends, hyphens = [at + 1], [False]
    hyphen = False
    index = at + 1
    while index < len(lexemes) and len(words) < _LONGEST:
        kind, key, _, _ = lexemes[index]
        if kind == WORD:
            if key == "s" and _is_short_sea(lexemes, index, lexicon):
                key = "sea"
            if not lexicon[key].follows:
                break
            words.append(key)
            ends.append(index + 1)
            hyphens.append(hyphen)
        elif key == "-":
            hyphen = True
        elif key != ".":
            break
        index += 1
    return tuple(words), ends, hyphens


def _is_short_sea(lexemes: list[Lexeme], index: int, lexicon: Lexicon) -> bool:
    """Whether "S." is short for "Sea": "Black S. - Rum", but "Lon S. F Nth"."""
    if index + 2 >= len(lexemes) or lexemes[index + 1][1] != ".":
        return False
    kind, key, _, _ = lexemes[index + 2]
    if key == "c":
        return False
    return kind == ARROW or (kind == WORD and is_verbal(lexicon[key].readings))


def counts_blanks(lexemes: Iterable[Lexeme]) -> bool:
    """Whether blanks between words may change what they mean: "W03", "BID -3", "P Lon-A"."""
    return any(
        kind == NUMBER or (sign == "-" and key in _GLUED_AIR)
        for (_, sign, _, _), (kind, key, _, _) in pairwise(lexemes)
    )


def has(readings: Iterable[Reading], *terminals: str) -> bool:
    """Whether a word can be one of the ``terminals``."""
    for kind, _ in readings:  # noqa: SIM110 - asked of every word of every order
        if kind in terminals:
            return True
    return False


def is_verbal(readings: Iterable[Reading]) -> bool:
    """Whether a word can mark something: a verb, an arrow, "from"."""
    return any(kind.startswith("_") for kind, _ in readings)


def _find_closers(lexemes: list[Lexeme]) -> dict[int, int]:
    """Where each bracket closes; unclosed ones are missing."""
    closers: dict[int, int] = {}
    openers: list[int] = []
    for index, (kind, key, _, _) in enumerate(lexemes):
        if kind != SIGN:
            continue
        if key in "([":
            openers.append(index)
        elif key in ")]" and openers:
            closers[openers.pop()] = index
    return closers
