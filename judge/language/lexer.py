"""From lexemes to tokens: the parser's state decides what a word means.

"A Con - Bul" and "F Aeg con A Con - Gre" hold the same word as a place and as a verb; what the
state can take settles it. The longest name wins; words without meaning are passed over.
"""

from collections.abc import Container, Iterable
from typing import Any

from judge.kernel.text import Place
from judge.language import coast
from judge.language.lexicon import Lexicon, Reading
from judge.language.scan import ARROW, NUMBER, SIGN, WORD, Lexeme
from judge.language.table import END, StuckError
from judge.language.vocabulary import Name
from judge.language.words import FILLERS, NARRATIVE_WORDS, REPORT_WORDS

_BLANK = frozenset(".:!*\"'{}^`)]~=")
"""Signs that mean nothing by themselves."""
_SEPARATORS = frozenset(",;&+")
_LONGEST = 5
"""Words of the longest phrase."""
_DOUBTFUL = ("UNIT", "POWER", "_RETREAT")
"""Terminals whose words can mean something else where they stand."""
_AIDING = ("_SUPPORT", "_CONVOY")
"""Behind these a single letter before a unit is its power's: "S G A Mun"."""
_PAYING = (
    "NUMBER", "_POINTS", "_BID", "_NOBID", "_FOR", "_SWITCH", "_ALLOW", "_ALLOCATE", "_NOROLL",
)  # fmt: skip
"""Behind these a name that is both a power's and a place's is the power's."""
_AIR = ("air", "airspace", "sky", "skies")


class MisreadError(Exception):
    """The lexeme ``at`` cannot stand where it stands.

    ``why``: "unknown" (no such word), "unexpected" (a known word in a wrong place), "narrative",
    "question", "end" (something is missing).
    """

    def __init__(self, at: int, why: str, accepted: Iterable[str]) -> None:
        super().__init__(why)
        self.at = at
        self.why = why
        self.accepted = frozenset(accepted)


class Lexer:
    """Tokens of one line; ``at`` is the next lexeme, ``value`` the value of the last token.

    ``separator`` is what ended the last order: a sign, "and", " " before a further order without
    any, "" at the end of the line. ``reported`` is where the line goes on to tell what became
    of the order, or 0.
    """

    __slots__ = ("at", "closers", "last", "lexemes", "lexicon", "reported",
                 "separator", "text", "value")  # fmt: skip

    def __init__(self, text: str, lexemes: list[Lexeme], lexicon: Lexicon) -> None:
        self.text = text
        self.lexemes = lexemes
        self.lexicon = lexicon
        self.closers = _closers(lexemes) if "(" in text or "[" in text else {}
        self.at = 0
        self.last = ""
        self.value: Any = None
        self.separator = ""
        self.reported = 0

    def next(self, accepted: Container[str]) -> str:
        """The next terminal, one of ``accepted`` or END; raises MisreadError if there is none."""
        lexemes = self.lexemes
        count = len(lexemes)
        while self.at < count:
            kind, key, _, _ = lexemes[self.at]
            if kind == WORD:
                terminal = self._word(key, accepted)
            elif kind == ARROW:
                terminal = self._arrow(accepted)
            elif kind == NUMBER:
                terminal = self._number(key, accepted)
            else:
                terminal = self._sign(key, accepted)
            if terminal:
                self.last = terminal
                return terminal
        self.separator = ""
        return END

    def stuck(self, error: StuckError) -> MisreadError:
        """The mistake behind a token that the table could not take."""
        why = "end" if error.terminal == END else "unexpected"
        return MisreadError(max(self.at - 1, 0), why, error.row)

    # Each of the following returns the terminal at ``at``, or "" having passed something over.

    def _word(self, key: str, accepted: Container[str]) -> str:
        readings, opens, _ = self.lexicon[key]
        if opens:
            terminal = self._phrase(accepted)
            if terminal:
                return terminal
        for terminal, value in readings:
            if terminal in accepted:
                if terminal == "PLACE":
                    return self._place(value, self.at + 1)
                if terminal == "_SUPPORT" and self._claims(self.at + 1, accepted):
                    continue
                if terminal not in _DOUBTFUL or self._fits(terminal, key, accepted):
                    return self._take(terminal, value, self.at + 1)
        return self._other_word(key, readings, accepted)

    def _fits(self, terminal: str, key: str, accepted: Container[str]) -> bool:
        """Whether a word that could be ``terminal`` is meant so, judging by the next one."""
        if terminal == "UNIT":
            return key != "a" or len(self._key(1)) < 2 or self._key(1) not in self.lexicon.arms
        if terminal == "_RETREAT":
            return key != "r" or bool(self.last) or self._arrow_ahead()
        if terminal == "POWER" and (key,) not in self.lexicon.vocabulary.powers:
            if len(key) > 1 and self._pays(1):
                return True
            return (len(key) > 1 or self.last in _AIDING) and self._owns(1)
        if terminal == "POWER" and "PLACE" in accepted and _has(self.lexicon[key][0], "PLACE"):
            return self._pays(1) or (self._belongs(1) and not self._has_coast(key))
        return True

    def _has_coast(self, key: str) -> bool:
        """Whether a coast of the place of this name follows: "F Mexico west coast - Cen"."""
        behind = self.at + 1
        name = self.lexicon.vocabulary.word(key)
        follows = behind < len(self.lexemes) and name is not None and self._coastal(name)
        return follows and coast.coast_behind(self.lexemes, behind) is not None

    def _claims(self, behind: int, accepted: Container[str]) -> bool:
        """Whether a support is one of influence: a power's name alone stands behind it."""
        if "_FOR" not in accepted:
            return False
        ahead = behind - self.at
        named = _has(self._readings(ahead), "POWER")
        return named and not _has(self._readings(ahead + 1), "UNIT", "PLACE", "POWER")

    def _pays(self, ahead: int) -> bool:
        """Whether a name is that of a power which is paid: "BID 3 POL", "3 IP to Mexico"."""
        ends = not self._key(ahead) or self._key(ahead) in (".", ",", ";", "and")
        return self.last in _PAYING or (self.last == "_ARROW" and ends)

    def _arrow_ahead(self) -> bool:
        """Whether the order has an arrow: else "R A Ruh" removes the army."""
        for at in range(self.at + 1, len(self.lexemes)):
            kind, key, _, _ = self.lexemes[at]
            if key in _SEPARATORS:
                return False
            if kind == ARROW or (kind == WORD and _has(self.lexicon[key][0], "_ARROW")):
                return True
        return False

    def _owns(self, ahead: int) -> bool:
        """Whether a unit and its place follow: only then an abbreviation is a power's."""
        return self._unit_ahead(ahead)

    def _unit_ahead(self, ahead: int) -> bool:
        """Whether a unit and its place stand there."""
        if not _has(self._readings(ahead), "UNIT"):
            return False
        while self._key(ahead) in (".", "(", "'"):
            ahead += 1
        return _has(self._readings(ahead + 1), "PLACE")

    def _belongs(self, ahead: int) -> bool:
        """Whether what comes makes the word before it an owner or a payer: a unit, a number."""
        if self.at + ahead < len(self.lexemes) and self.lexemes[self.at + ahead][0] == NUMBER:
            return True
        following = self._readings(ahead)
        if _has(following, "UNIT"):
            return True
        return _has(following, "PLACE") and not _verbal(following)

    def _phrase(self, accepted: Container[str]) -> str:
        """The longest phrase from here on that the state can take."""
        if self._key(1) in coast.SHORE and "PLACE" in accepted:
            terminal = self._coast_first()
            if terminal:
                return terminal
        words, ends, hyphens = self._run()
        for size in range(len(words), 1, -1):
            for terminal, value in self.lexicon.phrase(words[:size], joined=hyphens[size - 1]):
                if terminal not in accepted:
                    continue
                if terminal == "_SUPPORT" and self._claims(ends[size - 1], accepted):
                    continue
                if (
                    terminal == "POWER"
                    and "PLACE" in accepted
                    and not self._belongs_at(ends[size - 1])
                ):
                    continue
                return self._take(terminal, value, ends[size - 1])
        return ""

    def _belongs_at(self, behind: int) -> bool:
        return self._belongs(behind - self.at)

    def _run(self) -> tuple[tuple[str, ...], list[int], list[bool]]:
        """The words from here on that a phrase could have, where each ends, and hyphens met."""
        lexemes = self.lexemes
        words = [lexemes[self.at][1]]
        ends, hyphens = [self.at + 1], [False]
        hyphen = False
        at = self.at + 1
        while at < len(lexemes) and len(words) < _LONGEST:
            kind, key, _, _ = lexemes[at]
            if kind == WORD:
                if key == "s" and self._short_sea(at):
                    key = "sea"
                if not self.lexicon[key].follows:
                    break
                words.append(key)
                ends.append(at + 1)
                hyphens.append(hyphen)
            elif key == "-":
                hyphen = True
            elif key != ".":
                break
            at += 1
        return tuple(words), ends, hyphens

    def _short_sea(self, at: int) -> bool:
        """Whether "S." is short for "Sea": "Black S. - Rum", but "Lon S. F Nth"."""
        lexemes = self.lexemes
        if at + 2 >= len(lexemes) or lexemes[at + 1][1] != ".":
            return False
        kind, key, _, _ = lexemes[at + 2]
        if key == "c":
            return False
        return kind == ARROW or (kind == WORD and _verbal(self.lexicon[key][0]))

    def _coast_first(self) -> str:
        """As in "South coast of Spain": the place, with the coast that was named before it."""
        found = coast.coast_before(self.lexemes, self.at)
        if found is None:
            return ""
        side, behind = found
        here, self.at = self.at, behind
        terminal = self._word(self.lexemes[behind][1], ("PLACE",))
        if terminal:
            place = self.value
            self.value = Place(place.text, place.column, place.spaces, side, place.air)
            return terminal
        self.at = here
        return ""

    def _take(self, terminal: str, value: Any, behind: int) -> str:
        if terminal == "PLACE":
            return self._place(value, behind)
        self.at = behind
        self.value = value
        if terminal in ("_ARROW", "_VIA"):
            self._run_on(terminal)
        return terminal

    def _run_on(self, terminal: str) -> None:
        """Pass over more of the same: "moves to", "- >", "via convoy through"."""
        lexemes = self.lexemes
        while self.at < len(lexemes):
            kind, key, _, _ = lexemes[self.at]
            same = kind == ARROW if terminal == "_ARROW" else False
            if not same and kind == WORD:
                same = self.lexicon[key].readings[:1] == ((terminal, None),)
            if not same:
                return
            self.at += 1

    def _place(self, name: Name, behind: int) -> str:
        lexemes = self.lexemes
        first, last = lexemes[self.at][2], lexemes[behind - 1][3]
        side, air = name.coast, False
        if behind < len(lexemes):
            sign = lexemes[behind][1]
            if sign in coast.OPENERS and (sign != "-" or self._coastal(name)):
                found = coast.coast_behind(lexemes, behind) or self._bare_coast(name, behind)
                if found:
                    side, behind = found
                    last = lexemes[behind - 1][3]
            if self.lexicon.vocabulary.air:
                air, behind = self._air(behind)
                last = lexemes[behind - 1][3] if air else last
        self.at = behind
        self.value = Place(self.text[first:last], first + 1, name.spaces, side, air)
        return "PLACE"

    def _bare_coast(self, name: Name, at: int) -> coast.Found | None:
        """A side that ends an order and that the place has a coast on: "F Mao - Spain north"."""
        key = self.lexemes[at][1]
        ends = at + 1 == len(self.lexemes) or self.lexemes[at + 1][0] == SIGN
        side = coast.SIDES.get(key) if len(key) > 1 and ends else None
        sides = self.lexicon.vocabulary.coasts
        has = any(side in sides.get(space, ()) for space in name.spaces)
        return (side, at + 1) if side and has else None

    def _coastal(self, name: Name) -> bool:
        """Whether a name can be a space with coasts: else "Lon-EC" is no coast of London."""
        return any(space in self.lexicon.vocabulary.coasts for space in name.spaces)

    def _air(self, at: int) -> tuple[bool, int]:
        """Whether "-A", "-Air" or "air" stands behind a place, and the lexeme behind that."""
        lexemes = self.lexemes
        if at < len(lexemes) and lexemes[at][1] in _AIR:
            return True, at + 1
        glued = (
            at + 1 < len(lexemes)
            and lexemes[at][1] == "-"
            and lexemes[at + 1][1] in ("a", *_AIR)
            and lexemes[at - 1][3] == lexemes[at][2]
            and lexemes[at][3] == lexemes[at + 1][2]
        )
        return (True, at + 2) if glued else (False, at)

    def _other_word(self, key: str, readings: tuple[Reading, ...], accepted: Container[str]) -> str:
        """A word that is no token here: an end, a filler, or a mistake."""
        if key in ("and", "plus"):
            return self._separate("and", accepted)
        if END in accepted:
            spends = self.last == "NUMBER" and _has(self._readings(1), "PLACE")
            if key in REPORT_WORDS and not spends:  # "Belgium (1) bounces Paris" is no report
                self.reported = self.at
                self.at = len(self.lexemes)
                return END
            if self._begins_another(readings):
                self.separator = " "
                return END
        if self._grown_together(key, accepted):
            return ""
        if key == "x" and self._times(accepted):
            self.at += 1
            return ""
        if key in NARRATIVE_WORDS:
            raise self._misread("narrative", accepted)
        if (key in FILLERS or key == "a") and not self._ends_open():
            self.at += 1
            return ""
        raise self._misread("unexpected" if readings else "unknown", accepted)

    def _times(self, accepted: Container[str]) -> bool:
        """Whether "x" marks a number of points: "2x Austria hold", "Austria hold x2"."""
        if self.last != "NUMBER":
            behind = self.at + 1
            numbered = behind < len(self.lexemes) and self.lexemes[behind][0] == NUMBER
            return numbered and "NUMBER" in accepted
        counted = _has(self.lexicon[self._key(-2)].readings, "_BUILD")
        return not counted and not _has(self._readings(1), "UNIT")

    def _ends_open(self) -> bool:
        """Whether this is the last word of a line, behind an arrow: "Nth - Be" is no blank form."""
        return self.last == "_ARROW" and all(
            kind != WORD for kind, *_ in self.lexemes[self.at + 1 :]
        )

    def _begins_another(self, readings: tuple[Reading, ...]) -> bool:
        """Whether a further order begins here, though no comma stands before it."""
        if _has(readings, "UNIT", "POWER"):
            return self._belongs(1)
        stopped = self.at > 0 and self.lexemes[self.at - 1][1] == "."
        goes_on = self._key(1) == "-" or _verbal(self._readings(1))
        return stopped and goes_on and _has(readings, "PLACE")

    def _grown_together(self, key: str, accepted: Container[str]) -> bool:
        """Part a unit's letter from its place: "AVie - Gal"."""
        arm, name = key[:1], key[1:]
        if "UNIT" not in accepted or len(name) < 3 or arm not in self.lexicon.arms:
            return False
        if name not in self.lexicon.vocabulary.exact:
            return False
        _, _, start, end = self.lexemes[self.at]
        parts = (WORD, arm, start, start + 1), (WORD, name, start + 1, end)
        self.lexemes[self.at : self.at + 1] = parts
        return True

    def _number(self, key: str, accepted: Container[str]) -> str:
        if END in accepted and self._key(1) == ")" and self._key(-1) not in ("(", "["):
            self.at += 2
            self.separator = " "
            return END
        if "NUMBER" not in accepted:
            raise self._misread("unexpected", accepted)
        self.value = int(key)
        self.at += 1
        return "NUMBER"

    def _arrow(self, accepted: Container[str]) -> str:
        following = self.at + 1
        counts = following < len(self.lexemes) and self.lexemes[following][0] == NUMBER
        if self._key(0) == "-" and self._dashes(accepted):
            self.at += 1
            return ""
        if counts and self.last == "_BID" and self._glued():  # "BID -3 Turkey"
            raise self._misread("unexpected", accepted)
        if "_ARROW" in accepted and not (counts and "NUMBER" in accepted):
            return self._take("_ARROW", None, following)
        if END in accepted and not counts:
            raise self._misread("unexpected", accepted)
        self.at += 1
        return ""

    def _glued(self) -> bool:
        """Whether no space stands between the lexeme here and the next."""
        return self.lexemes[self.at][3] == self.lexemes[self.at + 1][2]

    def _dashes(self, accepted: Container[str]) -> bool:
        """Whether a hyphen only joins: "A-Par - Bur", "A Mar S - A Par"."""
        return (self.last == "UNIT" and "_HOLD" not in accepted) or (
            self.last == "_SUPPORT" and _has(self._readings(1), "UNIT", "POWER", "_HOLD")
        )

    def _sign(self, key: str, accepted: Container[str]) -> str:
        if key in _BLANK or not key.isascii():
            self.at += 1
            return ""
        if key == "+" and not self.last and "_BUILD" in accepted:
            return self._take("_BUILD", None, self.at + 1)
        if key in _SEPARATORS:
            return self._separate(key, accepted)
        if key == "/" and self.last == "UNIT":
            self.at += 1
            return ""
        if key == "/" and END in accepted and self._unit_ahead(1):
            return self._separate(key, accepted)
        if key == "/" and "_SUPPORT" in accepted and _has(self._readings(1), "_SUPPORT"):
            self.at += 1
            return ""
        if key in "([":
            self.at = self._inside(accepted)
            return ""
        raise self._misread("question" if key == "?" else "unexpected", accepted)

    def _separate(self, sign: str, accepted: Container[str]) -> str:
        """The end of an order at a comma or "and", if it can end here."""
        goes_on = "_THEN" in accepted and _has(self._readings(1), "_THEN")
        self.at += 1
        if goes_on or END not in accepted:
            return ""
        self.separator = sign
        return END

    def _inside(self, accepted: Container[str]) -> int:
        """Where to go on at a bracket: inside it if it is part of the order, else behind it."""
        behind = self.closers.get(self.at)
        if behind is None or END not in accepted or self.last == "UNIT":
            return self.at + 1
        first = self._readings(1)
        if any(
            kind in accepted for kind, _ in first if kind in ("_VIA", "_POINTS", "_FOR", "NUMBER")
        ):
            return self.at + 1
        if "_FOR" in accepted and self._on_behalf():
            return self.at + 1
        if _has(first, "_SUPPORT") and "_SUPPORT" in accepted and self._flies():
            return self.at + 1
        if self.lexemes[self.at + 1][0] == NUMBER and "NUMBER" in accepted:
            return self.at + 1
        if behind == self.at + 2 and any(kind in accepted for kind, _ in first):
            return self.at + 1
        return behind + 1

    def _flies(self) -> bool:
        """Whether the order is a plane's, which may fly and support."""
        return any(self.lexicon.arms.get(key) == "P" for _, key, _, _ in self.lexemes[:3])

    def _on_behalf(self) -> bool:
        """Whether a bracket begins with a phrase such as "in support of"."""
        typed = tuple(key for _, key, _, _ in self.lexemes[self.at + 1 : self.at + 4])
        return _has(self.lexicon.phrase(typed), "_FOR")

    def _readings(self, ahead: int) -> tuple[Reading, ...]:
        """What the word ``ahead`` lexemes further on can be, blanks passed over; () if no word."""
        at = self.at + ahead
        while at < len(self.lexemes) and self.lexemes[at][1] in (".", "(", "'", '"'):
            at += 1
        if at >= len(self.lexemes) or self.lexemes[at][0] != WORD:
            return ()
        return self.lexicon[self.lexemes[at][1]].readings

    def _key(self, ahead: int) -> str:
        at = self.at + ahead
        return self.lexemes[at][1] if 0 <= at < len(self.lexemes) else ""

    def _misread(self, why: str, accepted: Container[str]) -> MisreadError:
        return MisreadError(self.at, why, accepted)  # type: ignore[arg-type]


def _has(readings: Iterable[Reading], *terminals: str) -> bool:
    return any(kind in terminals for kind, _ in readings)


def _verbal(readings: Iterable[Reading]) -> bool:
    return any(kind.startswith("_") for kind, _ in readings)


def _closers(lexemes: list[Lexeme]) -> dict[int, int]:
    """Where each bracket closes; unclosed ones are missing."""
    closers: dict[int, int] = {}
    opened: list[int] = []
    for at, (kind, key, _, _) in enumerate(lexemes):
        if kind != SIGN:
            continue
        if key in "([":
            opened.append(at)
        elif key in ")]" and opened:
            closers[opened.pop()] = at
    return closers
