"""What to say to a line that went wrong: where, what was expected, and what would work."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from judge.language.builder import Slots
from judge.language.fold import ARROW, NUMBER, SIGN, WORD, Lexeme, fold
from judge.language.lexer import Lexer, MisreadError
from judge.language.lexicon import has
from judge.language.order_lines import OrderReader
from judge.language.table import END
from judge.language.words import FILLERS, all_languages, is_country, list_countries, list_near

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
_DEEDS = frozenset(("support", "help", "hold", "convoy"))
"""Classes of words that go to no place."""
_SHORT = 2
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

    def find_paid_non_minor(self) -> int:
        """The lexeme that names a place or country which gets points, and is no minor; -1: none.

        As in "BID 2 Austria" and "Belgium 2", where only powers get any.
        """
        vocabulary, error, lexemes = self.reader.vocabulary, self.error, self.lexemes
        if not vocabulary.minors or not error.at:
            return -1
        index = error.at if self._is_paid(error.at) else 0
        pays = index > 0 or (len(lexemes) == 2 and lexemes[1][0] == NUMBER)
        here = lexemes[index : index + 1]
        if not pays or not here or (error.why == "unknown" and not is_country(here[0][1])):
            return -1
        names_something = is_country(here[0][1]) or self.can_be("PLACE", here)
        minor = (here[0][1],) in vocabulary.powers
        return index if names_something and not minor else -1

    def _is_paid(self, at: int) -> bool:
        """Whether a number or a word of bids leads to a lexeme, as it does to a power's name."""
        before = self.lexemes[:at]
        behind_fillers = [one for one in before if one[1] not in FILLERS][-1:]
        paying = any(self.can_be(one, behind_fillers) for one in _BIDDING)
        is_for_it = self.can_be("_FOR", before[-1:])
        return paying or is_for_it or any(kind == NUMBER for kind, *_ in behind_fillers)

    def list_guesses(self) -> Iterator[Sequence[list[Lexeme]]]:
        """What may have been meant, the likeliest kind of guess first; most make no sense either.

        Another word or an arrow for the wrong one, arrows before places, for each unknown word what
        it is most like, or fewer words.
        """
        at, slips = self.error.at, self._slips()
        before, here, behind = self.lexemes[:at], self.here, self.lexemes[at + 1 :]
        for words in self._list_meant():
            yield [[*before, (WORD, word, *here[0][2:]), *behind] for word in words]
        if "_ARROW" in self.error.accepted:
            arrow = [(ARROW, "-", start, start) for _, _, start, _ in here]
            yield [[*before, *arrow, *here, *behind]]
            yield [[*before, *chain(*map(self._lead_to_place, [*here, *behind]))]]
            if slips or any(kind == SIGN for kind, *_ in here):
                yield [[*before, *arrow, *behind]]
        if slips:
            mended = [self._mend(one) for one in self.lexemes]
            yield [[names[0] for names in mended], [names[-1] for names in mended]]
        if END in self.error.accepted:
            yield [before]
        if slips:
            yield [[*before, *behind]]
        yield [before[:-1]]

    def _slips(self) -> bool:
        """Whether a word is unknown, and may be meant for another.

        What says what a unit does that goes nowhere is no slip, nor a last word such as "that".
        """
        if self.error.why != "unknown":
            return False
        words, at = [word for _, word, *_ in self.lexemes], self.error.at
        match = all_languages().match(words, at)
        classes = frozenset(chain(*match[1].values())) if match else frozenset()
        points = at + 1 == len(words) and len(words[at]) > _SHORT
        return classes.isdisjoint(_DEEDS) and not (points and "it" in classes)

    def _list_meant(self) -> Iterator[Iterable[str]]:
        """The words for which the wrong one may stand: powers, places, arms and verbs."""
        vocabulary, at = self.reader.vocabulary, self.error.at
        strange = self.error.why == "unknown"
        for _, word, *_ in self.here:
            if strange and self._is_paid(at):
                names = [key[0] for key in vocabulary.powers if len(key) == 1]
                yield _list_nearest(word, names)[:_MOST]
            strange_name = self._slips() or is_country(word)
            if "PLACE" in self.error.accepted and strange_name and self.find_paid_non_minor() < 0:
                yield self._list_spaces(word)
            if strange:
                yield self.reader.lexicon.list_nearly_meant(word)

    def _list_spaces(self, word: str) -> Iterable[str]:
        """The spaces whose names a word is like, or that belong to the country that it names."""
        vocabulary = self.reader.vocabulary
        names: dict[str, list[str]] = {}
        for name, space in vocabulary.names():
            names.setdefault(name, []).append(space)
        home = vocabulary.home(word)
        if is_country(word) or (home and list_countries(word)):
            return map(str.lower, home)
        close = [space for name in _list_nearest(word, names) for space in names[name]]
        near = (*home, *dict.fromkeys(close[:_MOST]))
        return map(str.lower, dict.fromkeys(near))

    def _lead_to_place(self, lexeme: Lexeme) -> list[Lexeme]:
        """A lexeme, with an arrow before it if it is a place's name."""
        start = lexeme[2]
        return [*[(ARROW, "-", start, start)] * self.can_be("PLACE", [lexeme]), lexeme]

    def _mend(self, lexeme: Lexeme) -> Sequence[Lexeme]:
        """A lexeme, or for an unknown word the verb and the place that it is most like."""
        kind, word, start, end = lexeme
        lexicon = self.reader.lexicon
        if kind != WORD or word in FILLERS or lexicon[word].readings:
            return [lexeme]
        names = [name for name, _ in self.reader.vocabulary.names()]
        near = [*lexicon.list_nearly_meant(word)[:1], *_list_nearest(word, names)[:1]]
        return [(WORD, one, start, end) for one in near] or [lexeme]


def repairs(
    error: MisreadError, text: str, lexemes: list[Lexeme], reader: OrderReader
) -> list[Slots]:
    """Readings that would make sense: those of the first kind of guess that leads to any."""
    for guesses in Mistake(error, text, lexemes, reader).list_guesses():
        read = (reader.reread(Lexer(text, guess, reader.lexicon)) for guess in guesses)
        if likely := [slots for slots in read if slots]:
            return likely
    return []


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
    elif "NUMBER" in error.accepted and mistake.can_be("_ALL", mistake.here):
        reason = f"'{quote}' is no number of points"
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
    if vocabulary.minors and (bids or mistake.find_paid_non_minor() >= 0):
        named = (vocabulary.power((key,)) for _, key, _, _ in mistake.lexemes)
        minor = next((one for one in named if one in vocabulary.minors), vocabulary.minors[0])
        return f"'BID 5 {minor}'."
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
