"""What to say to a line that went wrong: where, what was expected, and what would work."""

from collections.abc import Iterable
from typing import NamedTuple

from judge.language.builder import Slots
from judge.language.fold import ARROW, NUMBER, SIGN, WORD, Lexeme, fold
from judge.language.lexer import Lexer, MisreadError, has
from judge.language.orders import OrderReader
from judge.language.spellings import is_country, list_countries, list_near
from judge.language.table import END
from judge.language.words import FILLERS

EXAMPLE = " Write for example "
"""What stands before the example; a suggestion of what was meant makes it needless."""
_WINTER = {"_BUILD": "Build", "_DISBAND": "Remove"}
"""Verbs that an order of the winter begins with, as the example writes them."""
_BIDDING = ("_BID", "_NOBID", "_SWITCH", "_POINTS")
"""Verbs of influence, which has an example of its own."""
_LONG = 40
"""Letters of what was understood, or of a word that was not, that are repeated at most."""
_NEAR, _SURELY_NEAR = 0.6, 0.75
_MOST = 4
_UNKNOWN = {
    ("PLACE", "POWER"): "is not a place or power on this map",
    ("PLACE",): "is not a place on this map",
}
"""What is wrong with an unknown word, by what might stand there."""
_FARTHER = 0.17


class Mistake(NamedTuple):
    """Where lexemes of a text stopped making sense, and by which reader."""

    error: MisreadError
    text: str
    lexemes: list[Lexeme]
    reader: OrderReader

    @property
    def here(self) -> list[Lexeme]:
        """The lexeme that the trouble is about; none at the line's end."""
        return self.lexemes[self.error.at : self.error.at + 1]

    @property
    def quote(self) -> str:
        """It as typed."""
        return "".join(self.say(one) for one in self.here)

    def say(self, lexeme: Lexeme) -> str:
        """A word or sign as typed, the beginning of a long one."""
        _, _, start, end = lexeme
        rest = "..." if end - start > _LONG else ""
        return self.text[start : min(end, start + _LONG)] + rest

    def can_be(self, terminal: str, lexemes: list[Lexeme]) -> bool:
        """Whether the first lexeme, if there is one, is a word or sign for ``terminal``."""
        for kind, word, _, _ in lexemes:
            if kind == ARROW:
                return terminal == "_ARROW"
            return kind == WORD and has(self.reader.lexicon[word].readings, terminal)
        return False

    def is_at_country(self) -> bool:
        """Whether a country's name stands where it went wrong."""
        return any(is_country(word) for _, word, *_ in self.here)

    def find_paid_non_minor(self) -> int:
        """The lexeme that names a place or country which gets points, and is no minor; -1: none.

        As in "BID 2 Austria" and "Belgium 2", where only powers get any.
        """
        vocabulary, error, lexemes = self.reader.vocabulary, self.error, self.lexemes
        if not vocabulary.minor or not error.at:
            return -1
        index = error.at if self._pays(lexemes[error.at - 1]) else 0
        pays = index > 0 or (len(lexemes) == 2 and lexemes[1][0] == NUMBER)
        here = lexemes[index : index + 1]
        if not pays or not here or (error.why == "unknown" and not is_country(here[0][1])):
            return -1
        names_something = is_country(here[0][1]) or self.can_be("PLACE", here)
        minor = (here[0][1],) in vocabulary.powers
        return index if names_something and not minor else -1

    def _pays(self, lexeme: Lexeme) -> bool:
        """Whether a number or a word of bids stands there: a power's name follows it."""
        return lexeme[0] == NUMBER or any(self.can_be(one, [lexeme]) for one in (*_BIDDING, "_FOR"))

    # Each of the following is a guess at what was meant; [] where it is no guess for the mistake.

    def replace_word_by_powers(self) -> list[Slots]:
        """The order with the unknown word taken for the names of powers nearest to it."""
        at = self.error.at
        if self.error.why != "unknown" or not at or not self._pays(self.lexemes[at - 1]):
            return []
        names = [key[0] for key in self.reader.vocabulary.powers if len(key) == 1]
        return self._mend_by(_list_nearest(self.lexemes[at][1], names)[:_MOST])

    def replace_word_by_names(self) -> list[Slots]:
        """The order with the unknown word, or a country's, taken for the names nearest to it."""
        error, vocabulary = self.error, self.reader.vocabulary
        strange = error.why == "unknown" or self.is_at_country()
        if "PLACE" not in error.accepted or not strange or self.find_paid_non_minor() >= 0:
            return []
        word = self.lexemes[error.at][1]
        names: dict[str, list[str]] = {}
        for name, space in vocabulary.names():
            names.setdefault(name, []).append(space)
        close = tuple(space for name in _list_nearest(word, names) for space in names[name])
        home = vocabulary.home(word)
        meant = is_country(word) or (home and list_countries(word))
        near = home if meant else (*home, *close[:_MOST])
        return self._mend_by(space.lower() for space in dict.fromkeys(near))

    def insert_arrows(self) -> list[Slots]:
        """The order with an arrow where it went wrong, or else one before each place from there."""
        error = self.error
        if error.why != "unexpected" or "_ARROW" not in error.accepted or not self.here:
            return []
        if "PLACE" in error.accepted and self.is_at_country():
            return []
        before, rest = self.lexemes[: error.at], self.lexemes[error.at :]
        every = list(before)
        for one in rest:
            arrow = [(ARROW, "-", one[2], one[2])] if self.can_be("PLACE", [one]) else []
            every += [*arrow, one]
        return self._try([*before, (ARROW, "-", rest[0][2], rest[0][2]), *rest]) or self._try(every)

    def replace_word_by_verbs(self) -> list[Slots]:
        """The order with the unknown word taken for an arm or a verb that it is nearly."""
        if self.error.why != "unknown":
            return []
        word = self.lexemes[self.error.at][1]
        return self._mend_by(self.reader.lexicon.list_nearly_meant(word))

    def replace_word_by_arrow(self) -> list[Slots]:
        """The order with an arrow for the unknown word or sign."""
        strange = self.error.why == "unknown" or any(kind == SIGN for kind, *_ in self.here)
        if not strange or "_ARROW" not in self.error.accepted:
            return []
        return self._put([(ARROW, "-", start, end) for _, _, start, end in self.here])

    def mend_every_word(self) -> list[Slots]:
        """The order with each unknown word taken for the verb or the place that it is most like."""
        if self.error.why != "unknown":
            return []
        names = [name for name, _ in self.reader.vocabulary.names()]
        lexicon, mended = self.reader.lexicon, list(self.lexemes)
        for at, (kind, word, start, end) in enumerate(self.lexemes):
            if kind == WORD and word not in FILLERS and not lexicon[word].readings:
                near = [*lexicon.list_nearly_meant(word), *_list_nearest(word, names)]
                mended[at] = (WORD, near[0], start, end) if near else mended[at]
        return self._try(mended)

    def cut_at_mistake(self) -> list[Slots]:
        """The order that ends where it went wrong."""
        return self._try(self.lexemes[: self.error.at]) if END in self.error.accepted else []

    def leave_out_word(self) -> list[Slots]:
        """The order without the unknown word."""
        return self._put([]) if self.error.why == "unknown" else []

    def cut_shorter(self) -> list[Slots]:
        """The order that ends a word before it went wrong."""
        return self._try(self.lexemes[: self.error.at][:-1])

    def _mend_by(self, words: Iterable[str]) -> list[Slots]:
        """The orders with each of some words in the place of the wrong one."""
        _, _, start, end = self.lexemes[self.error.at]
        return [slots for word in words for slots in self._put([(WORD, word, start, end)])]

    def _put(self, lexemes: list[Lexeme]) -> list[Slots]:
        """The order with lexemes in the place of the wrong one."""
        at = self.error.at
        return self._try([*self.lexemes[:at], *lexemes, *self.lexemes[at + 1 :]])

    def _try(self, lexemes: list[Lexeme]) -> list[Slots]:
        slots = self.reader.reread(Lexer(self.text, lexemes, self.reader.lexicon))
        return [slots] if slots else []


_GUESSES = (
    Mistake.replace_word_by_powers,
    Mistake.replace_word_by_names,
    Mistake.insert_arrows,
    Mistake.replace_word_by_verbs,
    Mistake.replace_word_by_arrow,
    Mistake.mend_every_word,
    Mistake.cut_at_mistake,
    Mistake.leave_out_word,
    Mistake.cut_shorter,
)


def repairs(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """Readings that would make sense: those of the first guess that leads to any."""
    mistake = Mistake(error, text, lexemes, reader)
    return next(filter(None, (guess(mistake) for guess in _GUESSES)), [])


def message(error: MisreadError, lexemes: list[Lexeme], text: str, reader: OrderReader) -> str:
    """One or two sentences: what is wrong, and an example that works."""
    mistake = Mistake(error, text, lexemes, reader)
    quote, paid = mistake.quote, mistake.find_paid_non_minor()
    is_place = mistake.can_be("PLACE", mistake.here)
    if error.why == "question":
        reason = "this reads as a question; leave the question mark out if it is an order"
    elif paid >= 0:
        paid_word = mistake.say(lexemes[paid])
        reason = f"'{paid_word}' is not a minor power, and only these get points"
    elif "PLACE" in error.accepted and is_country(fold(quote)) and not is_place:
        reason = f"'{quote}' is a country, not a space of this map"
    elif error.why == "unknown":
        kinds = [name for name in ("PLACE", "POWER") if name in error.accepted]
        reason = f"'{quote}' {_UNKNOWN.get(tuple(kinds), 'is not understood')}"
    elif error.why in ("end", "alone"):
        reason = "the line stops too early"
    else:
        before = text[lexemes[0][2] : lexemes[error.at - 1][3]].strip() if error.at else ""
        where = f"after '{before}'" if 0 < len(before) <= _LONG else "there"
        reason = f"'{quote}' makes no sense {where}"
    return f"{reason}.{EXAMPLE}{example(mistake)}"


def example(mistake: Mistake) -> str:
    """An order of the kind that the state was in the middle of, made of this map's names."""
    vocabulary, accepted = mistake.reader.vocabulary, mistake.error.accepted
    letter, place, neighbour = vocabulary.samples
    unit, first = f"{letter} {place}", mistake.lexemes[:1]
    bids = any(mistake.can_be(one, first) for one in _BIDDING)
    if vocabulary.minor and (bids or mistake.find_paid_non_minor() >= 0):
        return f"'BID 5 {vocabulary.minor}'."
    for terminal, verb in _WINTER.items():
        if mistake.can_be(terminal, first):
            return f"'{verb} {unit}'."
    if "_HOLD" in accepted and "_ARROW" in accepted:
        support = f"{unit} S {letter} {neighbour}"
        return f"'{unit} - {neighbour}', '{unit} H' or '{support}'."
    return f"'{unit} - {neighbour}'."


def is_nearly_name(word: str, reader: OrderReader) -> bool:
    """Whether a word is nearly the name of a space or a power."""
    vocabulary = reader.vocabulary
    names = (*(name for name, _ in vocabulary.names()), *map(" ".join, vocabulary.powers))
    return bool(list_near(word, names, _SURELY_NEAR, 1))


def _list_nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names nearest to a word, those left out that are clearly farther than the nearest."""
    near = list_near(word, tuple(names), _NEAR, 2 * _MOST)
    return [name for name, likeness in near if likeness > near[0][1] - _FARTHER]
