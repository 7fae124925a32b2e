"""What stands around the next lexeme of a line: words with two meanings are settled by it."""

from collections.abc import Container, Iterable
from typing import Any

from judge.language.lexicon import Lexicon, Reading
from judge.language.scan import ARROW, NUMBER, SIGN, WORD, Lexeme

SEPARATORS = frozenset(",;&+")
"""Signs that part orders."""
_PAYING = (
    "NUMBER", "_POINTS", "_BID", "_NOBID", "_FOR", "_SWITCH", "_ALLOW", "_ALLOCATE", "_NOROLL",
)  # fmt: skip
"""Behind these a name that is both a power's and a place's is the power's."""


class Lookahead:
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
        self.closers = _closers(lexemes) if "(" in text or "[" in text else {}
        self.at = 0
        self.first = 0
        self.last = ""
        self.value: Any = None
        self.separator = ""
        self.reported = 0

    def _claims(self, behind: int, terminals: Container[str]) -> bool:
        """Whether a support is one of influence: a power's name alone stands behind it."""
        if "_FOR" not in terminals:
            return False
        ahead = behind - self.at
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
        number = ahead + (self._key(ahead) in (":", "="))
        if self.at + number < len(self.lexemes) and self.lexemes[self.at + number][0] == NUMBER:
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


def has(readings: Iterable[Reading], *terminals: str) -> bool:
    """Whether a word can be one of the ``terminals``."""
    return any(kind in terminals for kind, _ in readings)


def is_verbal(readings: Iterable[Reading]) -> bool:
    """Whether a word can mark something: a verb, an arrow, "from"."""
    return any(kind.startswith("_") for kind, _ in readings)


def _closers(lexemes: list[Lexeme]) -> dict[int, int]:
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
