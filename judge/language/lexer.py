"""From lexemes to tokens: the parser's state decides what a word means.

"A Con - Bul" and "F Aeg con A Con - Gre" hold the same word as a place and as a verb; what the
state can take settles it, and what stands around it. The longest name wins; words without meaning
are passed over.
"""

from collections.abc import Container, Sequence
from typing import Any

from judge.kernel.text import Place
from judge.language.fold import ARROW, NUMBER, SIGN, WORD, Lexeme
from judge.language.lexicon import (
    COAST_SIGNS,
    SHORE,
    CoastHit,
    Lexicon,
    Meaning,
    Reading,
    find_coast_before,
    find_coast_behind,
    has,
    is_verbal,
)
from judge.language.table import END, StuckError
from judge.language.vocabulary import Name
from judge.language.words import FILLERS, NARRATIVE_WORDS, REPORT_WORDS, SIDES

SEPARATORS = frozenset(",;&+")
"""Signs that part orders."""
_PAYING = (
    "NUMBER", "_POINTS", "_BID", "_NOBID", "_FOR", "_SWITCH", "_ALLOW", "_ALLOCATE", "_NOROLL",
)  # fmt: skip
"""Behind these a name that is both a power's and a place's is the power's."""
_AIR = ("air", "airspace", "sky", "skies")
_GLUED_AIR = ("a", *_AIR)
_BLANK = frozenset(".:!*\"'{}^`)]~=")
"""Signs that mean nothing by themselves."""
_DOUBTFUL = frozenset(("UNIT", "POWER", "NUMBER", "_SUPPORT", "_RETREAT", "_WAIVE"))
"""Terminals whose words can mean something else where they stand."""
_BRACKETED = ("_VIA", "_POINTS", "_FOR", "NUMBER")
"""What an order may go on with in brackets."""
_SHORT = 5
"""Letters of the longest word that a full stop cuts short: "supp."."""
_AIDING = ("_SUPPORT", "_CONVOY")
"""Behind these a single letter before a unit is its power's: "S G A Mun"."""


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
        self.closers: dict[int, int] = {}
        """Where each bracket closes; unclosed ones are missing."""
        self.at = 0
        self.first = 0
        self.last = ""
        self.value: Any = None
        self.separator = ""
        self.reported = 0
        if "(" in text or "[" in text:
            openers: list[int] = []
            for index, (kind, key, _, _) in enumerate(lexemes):
                if kind == SIGN and key in "([":
                    openers.append(index)
                elif kind == SIGN and key in ")]" and openers:
                    self.closers[openers.pop()] = index

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
            elif kind != NUMBER:
                terminal = self._sign(key, terminals)
            elif END in terminals and self.last == "POWER" and has(self._readings(1), "POWER"):
                self.separator = " "  # "3 Turkey 2 Spain"
                terminal = END
            elif "NUMBER" not in terminals:
                raise self._make_error("unexpected", terminals)
            else:
                terminal, self.value = "NUMBER", int(key)
                self.at += 1
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
        readings, opens, _, _ = self.lexicon[key]
        meanings: Sequence[Meaning] = ((readings, self.at + 1),)
        if opens:
            if key in SIDES and "PLACE" in terminals and self._read_shore():
                return "PLACE"
            meanings = self.lexicon.list_meanings(self.lexemes, self.at)
        for meant, behind in meanings:
            for terminal, value in meant:
                if terminal not in terminals:
                    continue
                if terminal == "PLACE":
                    if len(meant) == 1 or self._is_of_place(meant, behind):
                        return self._place(value, behind)
                elif terminal not in _DOUBTFUL or self._fits(terminal, meant, behind, terminals):
                    return self._take(terminal, value, behind)
        return self._read_other_word(key, readings, terminals)

    def _read_shore(self) -> bool:
        """Whether a place is named behind its coast: "South coast of Spain"."""
        hit = find_coast_before(self.lexemes, self.at) if self._key(1) in SHORE else None
        if hit is None:
            return False
        here, (side, self.at) = self.at, hit
        if not self._word(self.lexemes[self.at][1], ("PLACE",)):
            self.at = here
            return False
        place = self.value
        self.value = Place(place.text, place.column, place.spaces, side, place.air)
        return True

    def _fits(
        self,
        terminal: str,
        readings: tuple[Reading, ...],
        behind: int,
        terminals: Container[str],
    ) -> bool:
        """Whether words that could be ``terminal`` are meant so, judging by what comes next."""
        key = self.lexemes[self.at][1]
        ahead = behind - self.at
        if terminal == "UNIT":
            return key != "a" or len(one := self._key(1)) < 2 or one not in self.lexicon.arms
        if terminal == "_SUPPORT" and "_FOR" not in terminals:
            return key != "u" or self._has_unit_ahead(ahead)  # "U" may be short for "unordered"
        if terminal == "_SUPPORT":  # of influence it is where a power's name alone stands behind it
            is_power = has(self._readings(ahead), "POWER")
            return not is_power or has(self._readings(ahead + 1), "UNIT", "PLACE", "POWER")
        if terminal == "POWER":
            return self._names_power(readings, ahead, terminals)
        if terminal == "NUMBER":  # "the one in Kiel" is no point where none are spent
            counts = bool(self.last) or has(self._readings(1), "_BUILD", "_WAIVE")
            return counts or self.lexicon.vocabulary.pays
        if terminal == "_WAIVE":  # "W03 build ..." is winter
            return len(key) > 1 or not (self._key(1).isdigit() and self._is_glued())
        return key != "r" or bool(self.last) or self._has_arrow_ahead()

    def _is_of_place(self, readings: tuple[Reading, ...], behind: int) -> bool:
        """Whether a place is meant by a name: "6 per la Turchia" is not for Persia."""
        pays = self.last == "NUMBER" and has(readings, "_FOR")
        bids = has(readings, "POWER") and self._is_bid(behind - self.at)
        return not (bids or (pays and has(self._readings(1), "POWER")))

    def _names_power(
        self, readings: tuple[Reading, ...], ahead: int, terminals: Container[str]
    ) -> bool:
        """Whether a power is meant by its name cut short, or by one that is a place's as well."""
        key = self._key(0)
        if ahead == 1 and (key,) not in self.lexicon.vocabulary.powers:
            if len(key) > 1 and (self._pays(1) or self._is_bid(1)):
                return True
            return (len(key) > 1 or self.last in _AIDING) and self._has_unit_ahead(1)
        if "PLACE" not in terminals or not has(readings, "PLACE") or self._pays(ahead):
            return True
        coastal = any(kind == "PLACE" and self._is_coastal(value) for kind, value in readings)
        if coastal and self._key(ahead) and find_coast_behind(self.lexemes, self.at + ahead):
            return False  # "F Mexico west coast - Cen"
        return self._belongs(ahead)

    def _take(self, terminal: str, value: Any, behind: int) -> str:
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
        arm, name, arms = key[:1], key[1:], self.lexicon.arms
        unread = not readings and "UNIT" in terminals and len(name) > 2
        if unread and arm in arms and name in self.lexicon.vocabulary.exact:
            # A letter and its place have grown together: "AVie - Gal"
            _, _, start, end = self.lexemes[self.at]
            parts = (WORD, arm, start, start + 1), (WORD, name, start + 1, end)
            self.lexemes[self.at : self.at + 1] = parts
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
            if key == "." and self.last in _AIDING and len(self._key(-1)) > _SHORT:
                raise self._make_error("end", terminals)  # "Marseilles supports. Brest holds."
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
        inside = self.lexicon.list_meanings(self.lexemes, self.at + 1)
        kinds = {kind for meant, _ in inside for kind, _ in meant if kind in terminals}
        flies = any(self.lexicon.arms.get(key) == "P" for _, key, _, _ in self.lexemes[:3])
        helps = flies and "_SUPPORT" in kinds
        counts = self._key(1 + (self._key(1) == "x")).isdecimal() and "NUMBER" in terminals
        alone = behind == self.at + 2 and any(kind in terminals for kind, _ in self._readings(1))
        goes_on = helps or counts or alone or not kinds.isdisjoint(_BRACKETED)
        return self.at + 1 if goes_on else behind + 1

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
        if len(key) == 1 or key not in SIDES:
            return None
        ends = index + 1 == len(self.lexemes) or self.lexemes[index + 1][0] == SIGN
        side, sides = SIDES[key], self.lexicon.vocabulary.coasts
        has = any(side in sides.get(space, ()) for space in name.spaces)
        return (side, index + 1) if ends and has else None

    def _is_coastal(self, name: Name) -> bool:
        """Whether a name can be a space with coasts: else "Lon-EC" is no coast of London."""
        return not self.lexicon.vocabulary.coasts.keys().isdisjoint(name.spaces)

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

    # --- what stands around the next lexeme

    def _pays(self, ahead: int) -> bool:
        """Whether a name is that of a power which is paid: "BID 3 POL", "3 IP to Mexico"."""
        ends = not self._key(ahead) or self._key(ahead) in (".", ",", ";", "and")
        return self.last in _PAYING or (self.last == "_ARROW" and ends)

    def _is_bid(self, ahead: int) -> bool:
        """Whether a name opens a bid: a number, and then no more or a name: "Hun 3, Pol 6"."""
        if self.last or not self.lexicon.vocabulary.pays:
            return False
        ahead = self._skip_sign(ahead)
        if not self._key(ahead).isdecimal():
            return False
        parts = self._key(ahead + 1)
        ahead += 2 if parts in SEPARATORS or parts in ("and", ".") else 1
        return not self._key(ahead) or has(self._readings(ahead), "POWER")

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
        if self._key(self._skip_sign(ahead)).isdecimal():
            return True
        following = self._readings(ahead)
        if has(following, "UNIT"):
            return True
        return has(following, "PLACE") and not is_verbal(following)

    def _skip_sign(self, ahead: int) -> int:
        """Where a number may stand behind a name: "Hun: 3", "Hungary - 5"."""
        return ahead + 1 if self._key(ahead) in (":", "=", "-") else ahead

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
