"""A line as tokens: what each of its words can be, found by one pass over its lexemes."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.kernel.text import Place
from judge.language import coast
from judge.language.languages import Languages, Meanings
from judge.language.lexicon import Lexicon, Reading
from judge.language.scan import NUMBER, WORD, Lexeme
from judge.language.spellings import MEANT
from judge.language.vocabulary import Name
from judge.language.words import COUNTS, FILLERS

_LONGEST = 5
"""Words of the longest name."""
_SHORT = 2
_SHORTEST = 3
"""Letters that a name has at least where it stands among other words."""
_USUAL, _HERE = "english", 3
"""The language of a line of which no word tells, and how much more a line's own words tell."""
_NOTHING: frozenset[str] = frozenset()
_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband"))


class Token(NamedTuple):
    """One word or phrase: its lexemes, the classes that it belongs to, and what it names."""

    first: int
    behind: int
    classes: frozenset[str] = _NOTHING
    place: Place | None = None
    arm: str = ""
    power: str = ""
    number: int = 0
    sign: str = ""


class Tokens:
    """Makes tokens of lexemes by a map's names and the words of all languages."""

    def __init__(self, lexicon: Lexicon, languages: Languages) -> None:
        self._lexicon = lexicon
        self._languages = languages
        self.votes: Counter[str] = Counter({_USUAL: 0})
        """How many words of a letter only one language has."""
        self._terse = False
        """Whether a line holds nothing but words of orders: "par bur"."""

    def read(self, text: str, lexemes: Sequence[Lexeme]) -> list[Token]:
        """The tokens of lexemes, in their order; each lexeme belongs to one."""
        words = [_word(text, lexeme) for lexeme in lexemes]
        self._terse = all(self._lexicon[word].readings for word in words if word)
        tokens: list[Token] = []
        meanings: dict[int, Meanings] = {}
        index = 0
        while index < len(lexemes):
            token = self._read_sign(lexemes, words, index)
            token = token or self._read_word(text, lexemes, words, index, meanings)
            tokens.append(token)
            index = token.behind
        language = self._find_language(meanings.values())
        return [
            token._replace(classes=_choose(meanings[token.first], language))
            if token.first in meanings
            else token
            for token in tokens
        ]

    def _find_language(self, found_meanings: Iterable[Meanings]) -> str:
        """The language that a line is in, by the words that only one has, here and above."""
        alone = [next(iter(one)) for one in found_meanings if len(one) == 1]
        votes = self.votes + Counter(
            {name: _HERE * count for name, count in Counter(alone).items()}
        )
        self.votes.update(alone)
        return max(votes, key=votes.__getitem__, default=_USUAL)

    def _read_sign(
        self, lexemes: Sequence[Lexeme], words: Sequence[str], index: int
    ) -> Token | None:
        """A number, a sign, or a word without a meaning; None of any other word."""
        kind, key, _, _ = lexemes[index]
        if kind == NUMBER:
            return Token(index, index + 1, number=int(key))
        if kind != WORD:
            return Token(index, index + 1, sign=key)
        if any(self._means(one) for one in (key, words[index])):
            return None
        return Token(index, index + 1)

    def _read_word(
        self,
        text: str,
        lexemes: Sequence[Lexeme],
        words: Sequence[str],
        index: int,
        meanings: dict[int, Meanings],
    ) -> Token:
        """A word that has a meaning: a name, an arm, or what it is in some language."""
        _, key, start, end = lexemes[index]
        match = self._languages.match(words, index)
        typed = text[start:end]
        doubtful = match is not None or key in FILLERS
        named = self._read_name(text, lexemes, words, index, doubtful=doubtful)
        if named and not (match and match[0] > named.behind):
            return named
        arm = self._lexicon.arms.get(key, "")
        if arm and (len(key) > 1 or (typed.isupper() and self._names_place(lexemes, words, index))):
            if match and len(key) > 1 and match[0] == index + 1:  # "armies": all of them
                meanings[index] = match[1]
            return Token(index, index + 1, arm=arm)
        if match:
            meanings[index] = match[1]
            return Token(index, match[0], number=COUNTS.get(key, 0))
        return Token(index, index + 1, number=COUNTS.get(key, 0))

    def _means(self, word: str) -> bool:
        """Whether a name, an arm, a number or a phrase of any language begins with a word."""
        return self._lexicon[word].names or self._languages.begins(word)

    def _names_place(self, lexemes: Sequence[Lexeme], words: Sequence[str], index: int) -> bool:
        """Whether a place's name follows: "A Par", and no article before another word."""
        behind = index + 1
        return (
            behind < len(words)
            and bool(words[behind])
            and bool(self._find_place(lexemes, words, behind))
        )

    def _read_name(
        self,
        text: str,
        lexemes: Sequence[Lexeme],
        words: Sequence[str],
        index: int,
        *,
        doubtful: bool,
    ) -> Token | None:
        """The power or place whose name begins at a word.

        One that is a word of talk as well counts where it is written as a name is, in capitals or
        within a sentence with a capital.
        """
        power = self._find_power(words, index)
        found = self._find_place(lexemes, words, index)
        if found is None:
            return Token(index, power[1], power=power[0]) if power else None
        name, behind = found
        start, end = lexemes[index][2], lexemes[behind - 1][3]
        typed = text[start:end]
        if behind == index + 1 and not self._is_written_as_name(
            text, lexemes, words, index, doubtful=doubtful
        ):
            return Token(index, power[1], power=power[0]) if power else None
        shore = coast.find_coast_behind(list(lexemes), behind) if behind < len(lexemes) else None
        side = name.coast
        if shore:
            side, behind = shore[0], shore[1]
        place = Place(typed, start + 1, name.spaces, side)
        return Token(index, behind, place=place, power=power[0] if power else "")

    def _is_written_as_name(
        self,
        text: str,
        lexemes: Sequence[Lexeme],
        words: Sequence[str],
        index: int,
        *,
        doubtful: bool,
    ) -> bool:
        word = words[index]
        typed = text[lexemes[index][2] : lexemes[index][3]]
        before = lexemes[index - 1][1] if index else ""
        marked = self._terse or typed.isupper() or before in self._lexicon.arms
        if marked or len(word) < _SHORTEST:
            return len(word) >= _SHORTEST
        exact = word in self._lexicon.vocabulary.exact or word in MEANT
        if typed.islower():
            return exact and not doubtful and word not in _TALK
        begins = before in ("", ".", "!", "?", ":")
        if doubtful:
            return exact and (not begins or self._acts(words, index + 1))
        return exact or not begins or len(word) > _SHORTEST + 1

    def _acts(self, words: Sequence[str], index: int) -> bool:
        """Whether a word says what a unit does: "Mar supports it"."""
        match = self._languages.match(words, index) if index < len(words) else None
        return match is not None and any(not one.isdisjoint(_DEEDS) for one in match[1].values())

    def _find_place(
        self, lexemes: Sequence[Lexeme], words: Sequence[str], index: int
    ) -> tuple[Name, int] | None:
        """The longest name of a place that begins at a word, and the lexeme behind it."""
        phrase: tuple[str, ...] = (words[index],)
        ends = [index + 1]
        phrases = [phrase]
        at = index + 1
        while len(phrase) < _LONGEST and at < len(words):
            if not words[at]:
                tight = lexemes[at][1] == "-" and lexemes[at - 1][3] == lexemes[at][2]
                if (
                    not (tight or lexemes[at][1] == ".")
                    or at + 1 == len(words)
                    or not words[at + 1]
                ):
                    break
                at += 1
            phrase = (*phrase, words[at])
            at += 1
            ends.append(at)
            phrases.append(phrase)
        if len(phrases) > 1 and self._lexicon[words[index]].opens:
            for phrase, end in zip(reversed(phrases[1:]), reversed(ends[1:]), strict=True):
                name = self._read_phrase(phrase)
                if name:
                    return name, end
        single = _find_name(self._lexicon[words[index]].readings)
        return (single, index + 1) if single else None

    def _read_phrase(self, phrase: tuple[str, ...]) -> Name | None:
        """A name of several words; an abbreviated one has no word of talk in it."""
        if not all(self._lexicon[word].follows for word in phrase[1:]):
            return None
        name = _find_name(self._lexicon.phrase(phrase))
        if name is None or phrase in self._lexicon.vocabulary.phrases:
            return name
        if any(word in FILLERS or len(word) < _SHORT for word in phrase[1:]):
            return None
        return name if len(name.spaces) == 1 else None

    def _find_power(self, words: Sequence[str], index: int) -> tuple[str, int] | None:
        for behind in range(min(index + 3, len(words)), index, -1):
            power = self._lexicon.vocabulary.powers.get(tuple(words[index:behind]))
            if power:
                return power, behind
        return None


_TALK = frozenset(
    [
        "con",
        "den",
        "mar",
        "par",
        "per",
        "est",
        "nie",
        "ser",
        "ven",
        "fin",
        "arm",
        "sin",
        "mil",
        "son",
        "dan",
        "gas",
        "bar",
        "pie",
        "war",
        "tun",
        "les",
        "bel",
        "ion",
        "mid",
        "eng",
        "bud",
        "rum",
        "sev",
        "pal",
        "por",
        "sud",
        "van",
        "cat",
        "mad",
        "sou",
        "cap",
        "ira",
        "nap",
        "both",
    ]
)
"""Ids that are words of some language where they are typed in small letters."""


_ELIDED = re.compile(r"(?:l|d|j|n|s|c|m|t|qu|un|all|dall|dell|nell|sull)'(?=\w)", re.IGNORECASE)
"""Words that lose their end before another: "l'ordre", "dell'Austria"."""


def _word(text: str, lexeme: Lexeme) -> str:
    """A lexeme's word without what was elided before it, "" for a sign or a number."""
    kind, key, start, end = lexeme
    if kind != WORD:
        return ""
    elided = _ELIDED.match(text, start, end) if "'" in text else None
    return key[elided.end() - start - 1 :] if elided else key


def _find_name(readings: Iterable[Reading]) -> Name | None:
    """The place among what words can be."""
    return next((value for kind, value in readings if kind == "PLACE"), None)


def _choose(meanings: Meanings, language: str) -> frozenset[str]:
    """What a phrase means in a language, or in whichever has it."""
    if language in meanings:
        return meanings[language]
    return frozenset().union(*meanings.values())
