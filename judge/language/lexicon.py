"""What each typed word can be: terminals with their values, keywords and the map's names in one."""

import re
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from judge.language.fold import ARROW, WORD, Lexeme, list_words
from judge.language.table import terminals
from judge.language.vocabulary import Name, Vocabulary
from judge.language.words import (
    ARMS,
    COASTS,
    COUNTS,
    FILLERS,
    ORDER_WORDS,
    SIDES,
    SIDES_OF_COSTAS,
    list_near,
)

Reading = tuple[str, Any]
"""A terminal and its value."""
Meaning = tuple[tuple[Reading, ...], int]
"""What words can be, and the lexeme behind them."""
OPENINGS = list_words(
    "_BUILD _DISBAND _RETREAT _SUPPORT _CONVOY _BID _NOBID _SWITCH _ALLOW _ARROW _HOLD _STACK"
    " _SPLIT _ALLOCATE _NOROLL _DEPLOY _BUY _REMOVE _REDUCE _POINTS"
)
"""Verbs that an order can begin with."""
LIMIT, LONG = 50_000, 60
"""Words remembered, and their letters at most; mails of random letters must not fill the memory."""
_NAMING = frozenset(("PLACE", "UNIT", "POWER", "NUMBER"))
_JOINING = list_words("_ARROW _VIA _FROM _BY _OR _FOR _POINTS _SELF _THEN _FERRY _ALL _BOTH")
"""Words of an order that say nothing without a name or another word."""
_NEAR = 0.7
_MOST = 5
"""Words of the longest phrase."""


class Entry(NamedTuple):
    """What one word can be, likeliest first.

    ``opens``: a phrase can begin with it; ``follows``: it can stand further on in one; ``names``:
    an arm, a place, a power or a number can begin with it.
    """

    readings: tuple[Reading, ...]
    opens: bool
    follows: bool
    names: bool


class Lexicon(dict[str, Entry]):
    """Folded word -> what it can be for one grammar and one map; filled as words are met."""

    def __init__(self, vocabulary: Vocabulary, grammar: str) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        planes = vocabulary.air or grammar != "dip"
        arms = ((arm, words) for arm, words in ARMS[grammar].items() if planes or arm != "P")
        self.arms = {word: arm for arm, words in arms for word in words}
        """The words for arms, and the letter of each."""
        self._keywords: dict[tuple[str, ...], tuple[Reading, ...]] = {}
        self._add_keywords(terminals(FILES[grammar]))
        known_phrases = [*self._keywords, *(tuple(word.split()) for word in self.arms)]
        self._openers = {key[0] for key in known_phrases if len(key) > 1}
        self._followers = {word for key in known_phrases for word in key[1:]}
        self._known_phrase = lru_cache(LIMIT)(self._phrase)
        meant = (key for key in self._keywords if len(key) == 1)
        verbs = (key[0] for key in meant if not OPENINGS.isdisjoint(dict(self._keywords[key])))
        opening = sorted(word for word in {*self.arms, *verbs} if len(word) > 3)
        self._known_near = lru_cache(LIMIT)(partial(list_near, words=opening, cutoff=_NEAR, most=2))

    def _add_keywords(self, terminals: Container[str]) -> None:
        """The spellings of the terminals that a grammar knows, and the variant's own."""
        # A ferry is a border of some maps, a word for a convoy on all others.
        crossings = {"CROSSING": "ARROW"} if self.vocabulary.ferries else {"FERRY": "VIA"}
        spelt = [
            (f"_{crossings.get(terminal, terminal)}", [tuple(one.split()) for one in spellings])
            for terminal, spellings in ORDER_WORDS.items()
        ]
        known = [(sign, keys) for sign, keys in spelt if sign in terminals]
        for terminal, keys in (*known, *self.vocabulary.dialect.words.items()):
            for key in keys:
                self._keywords[key] = (*self._keywords.get(key, ()), (terminal, None))

    def list_nearly_meant(self, word: str) -> tuple[str, ...]:
        """The words for arms and verbs that an order may begin with and ``word`` was meant as."""
        known = self._known_near(word) if len(word) <= LONG else ()
        return tuple([near for near, _ in known])

    def __missing__(self, word: str) -> Entry:
        begins = self.vocabulary.starts_phrase(word)
        opens = begins or word in self._openers or word in SIDES
        follows = word in self._followers or self.vocabulary.continues_phrase(word)
        readings: list[Reading] = []
        if word in self.arms:
            readings.append(("UNIT", self.arms[word]))
        whole = word not in FILLERS or word in self.vocabulary.exact
        name = self.vocabulary.word(word) if whole else None
        power = self.vocabulary.power((word,))
        if power:
            readings.append(("POWER", power))
        keywords = self._keywords.get((word,), ())
        places = (("PLACE", name),) if name else ()
        plain = word in FILLERS or (len(word) > 3 and word not in self.vocabulary.exact)
        readings.extend((*keywords, *places) if plain else (*places, *keywords))
        if word.upper() in self.vocabulary.letters and word not in self.arms:
            readings.append(("POWER", self.vocabulary.letters[word.upper()]))
        if word in COUNTS:
            readings.append(("NUMBER", COUNTS[word]))
        names = begins or any(kind in _NAMING for kind, _ in readings)
        entry = Entry(tuple(readings), opens, follows, names)
        if len(word) <= LONG:
            if len(self) >= LIMIT:
                self.clear()
            self[word] = entry
        return entry

    def may_act(self, lexemes: Sequence[Lexeme]) -> bool:
        """Whether words among lexemes say what is done."""
        return any(
            acts(meant)
            for at, (kind, _, _, _) in enumerate(lexemes)
            if kind == WORD
            for meant, _ in self.list_meanings(lexemes, at)
        )

    def list_meanings(self, lexemes: Sequence[Lexeme], at: int) -> Sequence[Meaning]:
        """What the words from a lexeme on can be, the longest phrase first, the word alone last."""
        words = [lexemes[at][1]]
        entry = self[words[0]]
        meanings = [(entry.readings, at + 1)]
        hyphen = False
        for index in range(at + 1, len(lexemes) if entry.opens else 0):
            kind, key, _, _ = lexemes[index]
            if kind == WORD:
                if key == "s" and index + 2 < len(lexemes) and lexemes[index + 1][1] == ".":
                    # Short for "Sea": "Black S. - Rum", but "Lon S. F Nth"
                    kind, word, _, _ = lexemes[index + 2]
                    verbal = kind == WORD and word != "c" and is_verbal(self[word].readings)
                    key = "sea" if verbal or kind == ARROW else key
                ends = lexemes[index - 1][1] == "." and len(key) > 1 and key in self.arms
                if ends or len(words) == _MOST or not self[key].follows:
                    break  # "Denmark. Fleet Kie H" is no "Danish fleet"
                words.append(key)
                if readings := self.phrase(tuple(words), joined=hyphen):
                    meanings.append((readings, index + 1))
            elif key == "-":
                hyphen = True
            elif key != ".":
                break
        return meanings[::-1]

    def phrase(self, words: tuple[str, ...], *, joined: bool = False) -> tuple[Reading, ...]:
        """What several words can be together; ``joined``: with hyphens between them."""
        read = self._known_phrase if sum(map(len, words)) <= LONG else self._phrase
        return read(words, joined)

    def _phrase(self, words: tuple[str, ...], joined: bool) -> tuple[Reading, ...]:
        readings: list[Reading] = []
        arm = self.arms.get(" ".join(words))
        if arm:
            readings.append(("UNIT", arm))
        power = self.vocabulary.powers.get(words)
        if power:
            readings.append(("POWER", power))
        name = self.vocabulary.phrase(words, joined=joined)
        if name:
            readings.append(("PLACE", Name(*name)))
        return (*readings, *self._keywords.get(words, ()))


def acts(readings: Iterable[Reading]) -> bool:
    """Whether a word can say what is done."""
    return any(kind not in _NAMING and kind not in _JOINING for kind, _ in readings)


def has(readings: Iterable[Reading], *terminals: str) -> bool:
    """Whether a word can be one of the ``terminals``."""
    for kind, _ in readings:  # noqa: SIM110 - asked of every word of every order
        if kind in terminals:
            return True
    return False


def is_verbal(readings: Iterable[Reading]) -> bool:
    """Whether a word can mark something: a verb, an arrow, "from"."""
    return any(kind.startswith("_") for kind, _ in readings)


FILES = {"dip": "orders", "d100": "d100"}
"""Engine name -> its grammar file."""


_COSTAS = ("costa", "cote")
"""What a coast begins with where its side stands behind: "costa sud"."""
SHORE = ("c", "coast", "cst", "shore")
COAST_SIGNS = frozenset((*SIDES, *COASTS, *_COSTAS, "/", "(", "[", "-", "on", ","))
"""What a coast behind a name can begin with."""


_SHORE_WORDS = COAST_SIGNS.union(SHORE, ("the", "in", "at", "of", "."))
"""What a coast goes on with behind its first letter or sign."""


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_COAST = (
    rf"(?:{_any_of(COASTS)}|{_any_of(SIDES)}(?: \.)* (?:coast|cst|shore)"
    rf"|(?:{_any_of(side for side in SIDES if len(side) > 1)}|{_any_of(SIDES)}(?: \.)+) c"
    rf"|{_any_of(_COSTAS)} {_any_of(SIDES_OF_COSTAS)})(?: \.)*"
)
"""A coast's own words: "sc", "south coast", "s. c."; "s c" alone may be a support by a convoy."""
_SIDE = rf"(?:{_COAST}|{_any_of(SIDES)}(?: \.)*)"
"""The same, or a side alone."""
_BEHIND = re.compile(
    rf"(?:(?:(?:on|the|in|at|,|of) )*({_COAST})|/ ({_SIDE})|[(\[] ({_SIDE})(?: [)\]]|$)"
    rf"|- ({_any_of(COASTS)}))(?= |$)"
)
_BEFORE = re.compile(rf"({_COAST})(?: of| the)*(?= [^\W\d])")
_AIDED = re.compile(r"/ s (?!c )[^\W\d_] [^\W\d_]")
"""A stroke before a support, if it stands apart: "P LON - YOR / S A LON - YOR"."""
_LONGEST = 12
"""Words and signs of the longest coast."""
CoastHit = tuple[str, int]
"""A coast and the lexeme behind it."""


def find_coast_behind(lexemes: Sequence[Lexeme], index: int) -> CoastHit | None:
    """The coast that stands at ``index``, behind a name; None if something else does."""
    if len(lexemes[index][1]) == 1 and (
        index + 1 == len(lexemes) or lexemes[index + 1][1] not in _SHORE_WORDS
    ):
        return None  # most are no more than "-" or a support's "s"
    words = _join_words(lexemes, index)
    apart = lexemes[index - 1][3] < lexemes[index][2]
    return None if apart and _AIDED.match(words) else _name_coast(_BEHIND.match(words), index)


def find_coast_before(lexemes: Sequence[Lexeme], index: int) -> CoastHit | None:
    """The coast at ``index`` that a name follows: "south coast of Spain"."""
    return _name_coast(_BEFORE.match(_join_words(lexemes, index)), index)


def _join_words(lexemes: Sequence[Lexeme], index: int) -> str:
    return " ".join(key for _, key, _, _ in lexemes[index : index + _LONGEST])


def _name_coast(match: re.Match[str] | None, index: int) -> CoastHit | None:
    """The coast that was matched from the lexeme ``index`` on."""
    if match is None:
        return None
    first, *more = match[match.lastindex or 0].split()
    coast = COASTS.get(first) or SIDES.get(first) or SIDES_OF_COSTAS[more[0]]
    return coast, index + len(match[0].split())
