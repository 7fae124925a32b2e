"""A line as tokens: what each of its words can be, found by one pass over its lexemes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.kernel.text import Place
from judge.language.fold import NUMBER, WORD, Lexeme
from judge.language.lexicon import Lexicon, find_coast_behind, has
from judge.language.vocabulary import Name
from judge.language.words import (
    COUNTS,
    FILLERS,
    MEANT,
    OTHERS,
    Languages,
    Meanings,
    Phrase,
    all_languages,
)

_NAMES = 4
"""Names of a line that is orders, whatever the one other word of it is."""
_SHORT = 2
_SHORTEST, _LONG = 3, 6
"""Letters that a name has at least where it stands among other words."""
_USUAL, _HERE = "english", 3
"""The language of a line of which no word tells, and how much more a line's own words tell."""
_NOTHING: frozenset[str] = frozenset()
_UNSAID: Meanings = {}
"""What a sign, a number and a name mean in every language."""
_DEEDS = frozenset(("hold", "move", "support", "convoy", "retreat", "disband"))


class Token(Struct, gc=False):
    """One word or phrase: its lexemes, the classes that it belongs to, and what it names."""

    first: int
    behind: int
    classes: frozenset[str] = _NOTHING
    place: Place | None = None
    arm: str = ""
    power: str = ""
    number: int = 0
    sign: str = ""


class _Line(NamedTuple):
    """A line being read: its lexemes, and the word of each, "" for a sign or a number.

    A word stands there without what was elided before it.
    """

    text: str
    lexemes: list[Lexeme]
    words: list[str]

    def quote(self, first: int, behind: int) -> str:
        """Lexemes as they were typed."""
        return self.text[self.lexemes[first][2] : self.lexemes[behind - 1][3]]


class Tokens:
    """Makes tokens of lexemes by a map's names and the words of all languages."""

    def __init__(self, lexicon: Lexicon, languages: Languages) -> None:
        self._lexicon = lexicon
        self._languages = languages
        self._votes: dict[str, int] = {_USUAL: 0}
        """How many words of a letter only one language has."""
        self._terse = False
        """Whether a line holds nothing but words of orders: "par bur"."""

    def read(self, text: str, lexemes: list[Lexeme]) -> list[Token]:
        """The tokens of lexemes, in their order; each lexeme belongs to one."""
        lexemes = [_unelide(text, one) for one in lexemes] if "'" in text else lexemes
        words = [key if kind == WORD else "" for kind, key, _, _ in lexemes]
        line = _Line(text, lexemes, words)
        readings = [self._lexicon[word].readings for word in words if word]
        names = sum(has(one, "PLACE") for one in readings) if len(readings) > _NAMES else 0
        # All are words of orders, or all but one are names: "par bur, mar spa thx".
        self._terse = all(readings) or (names > 0 and names == len(readings) - 1)
        tokens: list[Token] = []
        spoken: list[tuple[Token, Meanings]] = []
        index = 0
        while index < len(lexemes):
            token, meanings = self._read_next(line, index)
            tokens.append(token)
            if meanings:
                spoken.append((token, meanings))
            index = token.behind
        languages = self._find_languages([meanings for _, meanings in spoken])
        for token, meanings in spoken:
            known = [meanings[name] for name in languages if name in meanings]
            token.classes = frozenset().union(*(known or meanings.values()))
        for token, meanings in spoken:
            if meanings.keys().isdisjoint(languages):
                self._name_here(line, token, tokens)
        return tokens

    def _name_here(self, line: _Line, token: Token, tokens: Sequence[Token]) -> None:
        """Make a word of another language than the line's the place that it is short for.

        As in "one army in con", where nothing is Spanish; in small letters only beside words of
        place: no "below par", "con artist".
        """
        if line.words[token.first] not in self._lexicon.vocabulary.exact:
            return
        at = tokens.index(token)
        led = classes_of(tokens[max(at - 1, 0) : at]) & {"from", "to"}
        leads = classes_of(tokens[at + 1 : at + 2]) & {"to", "follow"}
        if led or leads or not line.quote(token.first, token.behind).islower():
            named = self._read_name(line, token.first, doubtful=False, foreign=True)
            if named and named.behind == token.behind:
                token.place, token.classes = named.place, _NOTHING

    def _find_languages(self, found: Sequence[Meanings]) -> list[str]:
        """The languages that alone have most words of a line and of those above it.

        Of several with as many it is those that know most words of the line, of all the usual one.
        """
        known = Counter(name for meanings in found for name in meanings)
        here = {**self._votes, **{name: self._votes.get(name, 0) for name in known}}
        for meanings in found:
            if len(meanings) == 1:
                (name,) = meanings
                here[name] = here.get(name, 0) + _HERE
                self._votes[name] = self._votes.get(name, 0) + 1
        most = max((votes, known[name]) for name, votes in here.items())
        best = [name for name, votes in here.items() if (votes, known[name]) == most]
        return [_USUAL] if _USUAL in best else best

    def _read_next(self, line: _Line, index: int) -> tuple[Token, Meanings]:
        """A number, a sign, a name, an arm, or what a word is in each language that has it."""
        kind, key, start, end = line.lexemes[index]
        if kind == NUMBER:
            return Token(index, index + 1, number=int(key)), _UNSAID
        if kind != WORD:
            return Token(index, index + 1, sign=key), _UNSAID
        match = self._languages.match(line.words, index)
        behind, meanings = match or (index + 1, _UNSAID)
        if self._lexicon[key].names or self._lexicon[line.words[index]].names:
            named = self._read_name(line, index, doubtful=match is not None or key in FILLERS)
            if named and not behind > named.behind:
                return named, _UNSAID
            word = line.words[index]
            arm = self._lexicon.arms.get(word, "")
            if arm and len(word) == 1:  # one before a place, if it can't be an article
                meant = self._terse or line.quote(index, index + 1).isupper()
                arm = arm if meant and self._find_place(line, index + 1) else ""
            if arm:
                alone = behind == index + 1 and end - start > 1
                return Token(index, index + 1, arm=arm), meanings if alone else _UNSAID
        return Token(index, behind, number=COUNTS.get(key, 0)), meanings

    def _read_name(
        self, line: _Line, index: int, *, doubtful: bool, foreign: bool = False
    ) -> Token | None:
        """The power or place whose name begins at a word.

        One that is a word of talk as well counts where it is written as a name is, in capitals or
        within a sentence with a capital.
        """
        vocabulary, listed = self._lexicon.vocabulary, self._list(line, index)
        named = ((behind, vocabulary.powers.get(words, "")) for words, behind, _ in listed)
        behind_power, power = next((one for one in named if one[1]), (index, ""))
        found = self._find_place(line, index)
        if found and found[1] == index + 1:
            leads = doubtful and self._leads_to_power(line, index)
            written = foreign or self._is_written_as_name(line, index, doubtful=doubtful)
            written = written and not leads
            found = found if written else None
        if found is None:
            return Token(index, behind_power, power=power) if power else None
        name, behind = found
        typed = line.quote(index, behind)
        shore = find_coast_behind(line.lexemes, behind) if behind < len(line.words) else None
        side, behind = shore or (name.coast, behind)
        place = Place(typed, line.lexemes[index][2] + 1, name.spaces, side)
        following = line.lexemes[index + 1 :][:1] if vocabulary.minors and not power else ()
        if any(kind == NUMBER for kind, *_ in following):  # the minor cut short in "Hun 3"
            power = vocabulary.power((line.words[index],)) or ""
        return Token(index, behind, place=place, power=power)

    def _is_written_as_name(self, line: _Line, index: int, *, doubtful: bool) -> bool:
        word, typed = line.words[index], line.quote(index, index + 1)
        before = line.lexemes[index - 1][1] if index else ""
        marked = self._terse or typed.isupper() or before in self._lexicon.arms
        if marked or len(word) < _SHORTEST:
            return len(word) >= _SHORTEST
        vocabulary = self._lexicon.vocabulary
        exact = word in vocabulary.exact or word in MEANT
        if typed.islower():  # a whole name, or a long word of one
            part = len(word) > _LONG and (word,) not in vocabulary.powers
            return not doubtful and (word not in _TALK if exact else part)
        begins = before in ("", ".", "!", "?", ":")
        if doubtful and exact and begins:  # what a unit does stands behind it: "Mar supports it"
            ends = index + 1 == len(line.words)
            match = None if ends else self._languages.match(line.words, index + 1)
            return match is not None and not all(map(_DEEDS.isdisjoint, match[1].values()))
        if doubtful:
            return exact
        return exact or not begins or len(word) > _SHORTEST + 1

    def _leads_to_power(self, line: _Line, index: int) -> bool:
        """Whether one that is paid stands behind a word: "add 2 for Spain" names no Formosa."""
        vocabulary, behind = self._lexicon.vocabulary, index + 1
        if not vocabulary.pays or behind == len(line.words):
            return False
        return any(words in vocabulary.powers for words, _, _ in self._list(line, behind))

    def _find_place(self, line: _Line, index: int) -> tuple[Name, int] | None:
        """The longest name of a place that begins at a word, and the lexeme behind it."""
        if not any(line.words[index : index + 1]):
            return None
        for words, behind, name in self._list(line, index):
            whole = len(words) == 1 or words in self._lexicon.vocabulary.phrases
            talks = any(word in FILLERS or len(word) < _SHORT for word in words[1:])
            if name and (whole or (len(name.spaces) == 1 and not talks)):
                return name, behind  # what stands whole on the map has no talk in it
        return None

    def _list(self, line: _Line, index: int) -> Iterator[tuple[Phrase, int, Name | None]]:
        """What words from one on may be, the longest first: these, what is behind, their place."""
        for readings, behind in self._lexicon.list_meanings(line.lexemes, index):
            words = (*filter(None, line.words[index:behind]),)
            yield words, behind, dict(readings).get("PLACE")


def read_phrases(lexemes: Sequence[Lexeme]) -> list[Token]:
    """The tokens of words among which no names of a board stand, in all languages at once."""
    words = tuple(key if kind == WORD else "" for kind, key, _, _ in lexemes)
    tokens: list[Token] = []
    while (at := tokens[-1].behind if tokens else 0) < len(words):
        kind, key, _, _ = lexemes[at]
        behind, meanings = all_languages().match(words, at) or (at + 1, _UNSAID)
        classes = _NOTHING.union(*meanings.values())
        number = int(key) if kind == NUMBER else 0
        tokens.append(
            Token(at, behind, classes, number=number, sign="" if kind in (WORD, NUMBER) else key)
        )
    return tokens


def classes_of(tokens: Iterable[Token]) -> frozenset[str]:
    """All classes of words that stand among tokens."""
    return frozenset().union(*[token.classes for token in tokens])


_TALK = frozenset(OTHERS["talk"])
"""Ids that are words of some language where they are typed in small letters."""


ELIDED = re.compile(r"\b(?:l|d|j|n|s|c|m|t|qu|un|all|dall|dell|nell|sull)'(?=\w)", re.IGNORECASE)
"""Words that lose their end before another: "l'ordre", "dell'Austria"."""


def _unelide(text: str, lexeme: Lexeme) -> Lexeme:
    """A lexeme without such a word before it."""
    kind, key, start, end = lexeme
    elided = ELIDED.match(text, start, end) if kind == WORD else None
    return (kind, key[elided.end() - start - 1 :], start, end) if elided else lexeme
