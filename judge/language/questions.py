"""Which topic a question asks about, by its content words; None where it is only talk.

``grammar/questions`` says by which ideas each topic is asked about, and by which words of each
language an idea is known. No sentence stands there: a question is a set of ideas, each of which
weighs the more the fewer topics have it, and belongs to the entry that accounts for most of that
weight. What is left over, ideas that only one of the two has and words that nobody knows, speaks
against it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

from judge.language.fold import fold
from judge.language.spellings import list_near
from judge.language.words import read_rows, read_texts

PLACE, SHORT, POWER, LETTER, DATE, DAY = "@place", "@id", "@power", "@letter", "@date", "@day"
"""Words that stand for a name of the board, a power's, a letter of notation, a season or year of
the game and a day of the week."""
_NAMES = (PLACE, SHORT, POWER, LETTER, DATE, DAY)
_SMALL, _OPENS, _ASKS, _TO_US, _OTHERS = "small", "opens", "asks", "you", "others"
_TOPICS, _SPARE = "topics", "~"
_QUESTION_WORDS = frozenset(
    ("who", "what", "when", "where", "which", "how", "why", "can", "must", "do")
)
_LACKS, _KNOWN, _IN_COMPANY, _UNKNOWN, _ASIDE, _OF_OTHERS = 0.7, 0.45, 0.17, 0.75, 0.3, 5.0
"""What speaks against an entry, as parts of what an idea weighs: one of its own that is not said,
another that is, and such a one of its topic; and a word of none, "you", a word about others."""
_SHARE, _ASKED_SHARE, _BARE_SHARE, _ALONE_SHARE = 0.62, 0.5, 0.9, 0.35
"""How much of a question an entry must account for; of one that is plainly put to the judge ("How
do I ..."); of one without a question mark beside other lines; of the only one of a letter."""
_LITTLE, _TELLING, _OWN, _SPARE_WEIGHT = 0.6, 0.9, 5.0, 3.0
"""What an idea of most questions weighs at most, and one that tells more; a word of a game's own
topic, and of another topic."""
_PLAIN, _POWER, _SURE, _LIKELY, _CLOSE = 0.9, 0.2, 1.0, 0.6, 0.8
"""What the ideas of an entry that are said must weigh, the power of that in its rank, and the rank
below which nothing is answered; of the only question of a letter, which somebody must answer; and
the part of the best rank that a second topic must have to be told as well."""
_LONGEST = 24
"""Words of a question beyond which it is a tale."""
_NEAR, _SLIPPED = 0.84, 5
"""How alike a word and the one meant must be, and the letters of one that may be a slip."""
_AGAINST = {_OTHERS: _OF_OTHERS, _SMALL: 0.0, _TO_US: _ASIDE}
_MOST = {
    **dict.fromkeys(("how", "what", "which", "can", "must", "do", "many", _TO_US), _LITTLE),
    **dict.fromkeys(("who", "when", "where", "why"), _TELLING),
}

Ideas = frozenset[str]


class Found(NamedTuple):
    """What is asked about: a topic and the part of it that answers, "" for its beginning."""

    topic: str
    part: str = ""


UNKNOWN = Found("")
"""What nothing here answers, or nothing surely."""


class OwnWords(NamedTuple):
    """The topic of each word that topics have.

    ``sure`` are those of the game's own topics and commands in capitals; ``spare`` ask about their
    topic only where no idea is known by them. ``deeds`` are ideas of words by which units are
    ordered.
    """

    sure: Mapping[str, str]
    spare: Mapping[str, str]
    deeds: Mapping[str, Ideas] = {}


class _Language(NamedTuple):
    """The words of a language: phrases by their first word, and beginnings of words."""

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    beginnings: Mapping[str, Sequence[str]]
    long_words: Sequence[str]
    """Those that may be meant by a word with a slip."""

    def find_ideas(self, word: str) -> set[str]:
        """The ideas of a word alone."""
        alone = {idea for phrase, idea in self.phrases.get(word, ()) if len(phrase) == 1}
        begins = (self.beginnings.get(word[:end], ()) for end in range(1, len(word) + 1))
        return alone.union(*begins)

    def guess_ideas(self, word: str) -> set[str]:
        """The ideas of the word that one with a slip is most like."""
        near = list_near(word, self.long_words, _NEAR, 1)
        return self.find_ideas(near[0][0]) if near else set()


def find_topics(
    words: Sequence[str], *, marked: bool, alone: bool, own: OwnWords
) -> tuple[Found, ...]:
    """What a sentence of folded ``words`` asks about, and what else it may; () for talk.

    UNKNOWN is the last of them where none is sure. ``marked``: it ends with a question mark;
    ``alone``: nothing in its letter means anything else.
    """
    if not 0 < len(words) <= _LONGEST:
        return ()
    ranks: dict[Found, float] = {}
    for ideas_at in _read_likely(words, own):
        if marked or _OPENS in ideas_at[0]:
            least = _find_least(ideas_at, marked=marked, alone=alone)
            topics = {*own.sure.values(), *own.spare.values()}
            for rank, found in _list_found(ideas_at, least, topics):
                ranks[found] = max(rank, ranks.get(found, 0.0))
    best = max(ranks.values(), default=0.0)
    if best < (_LIKELY if marked and alone else _SURE):
        return ()
    close = [one for one in ranks if ranks[one] >= max(_LIKELY, _CLOSE * best)]
    likely = tuple(sorted(close, key=ranks.__getitem__, reverse=True)[:2])
    return likely if best >= _SURE else (*likely, UNKNOWN)


@lru_cache(maxsize=4096)
def knows(word: str) -> bool:
    """Whether a folded word means something in a question, in any language."""
    return any(language.find_ideas(word) for language in _read_languages())


@lru_cache(maxsize=4096)
def may_open(word: str) -> bool:
    """Whether a question may begin with a folded word, or with one that it is a slip of.

    What is plainly neither, as most words are, needs no further look.
    """
    return any(_may_open(word, language) for language in _read_languages())


def _may_open(word: str, language: _Language) -> bool:
    known = language.phrases.get(word, ())
    ideas = language.find_ideas(word)
    if _OPENS in ideas or any(idea == _OPENS for _, idea in known):
        return True
    if ideas or len(word) < _SLIPPED:
        return False
    openers = (one for one in language.long_words if _OPENS in language.find_ideas(one))
    return any(_may_be_near(word, one) for one in openers)


def _may_be_near(word: str, other: str) -> bool:
    """Whether two words share as many letters as words that are nearly alike do."""
    shared = (Counter(word) & Counter(other)).total()
    return 2 * shared >= _NEAR * (len(word) + len(other))


def _read_likely(words: Sequence[str], own: OwnWords) -> list[list[Ideas]]:
    """The ideas of words in the languages that have most of them."""
    readings = [_list_ideas(words, language, own) for language in _read_languages()]
    counts = [sum(map(bool, ideas_at)) for ideas_at in readings]
    return [one for one, count in zip(readings, counts, strict=True) if count == max(counts)]


def is_put_to_judge(words: Sequence[str]) -> bool:
    """Whether a question is one of how things go here ("How do I ...?") and of nobody else."""
    for ideas_at in _read_likely(words, OwnWords({}, {})):
        ideas = frozenset().union(*ideas_at)
        if _ASKS in ideas and not ideas & {_OTHERS, POWER, PLACE}:
            return len(words) <= _LONGEST
    return False


def _find_least(ideas_at: Sequence[Ideas], *, marked: bool, alone: bool) -> float:
    """How much of a question an entry must account for."""
    if alone:
        return _ALONE_SHARE if marked else _ASKED_SHARE
    if not marked:
        return _BARE_SHARE
    return _ASKED_SHARE if any(_ASKS in ideas for ideas in ideas_at) else _SHARE


def _list_found(
    ideas_at: Sequence[Ideas], least: float, own: set[str]
) -> Iterator[tuple[float, Found]]:
    """The topics that account for enough of a question, with how well they do."""
    said = frozenset().union(*ideas_at)
    asked = said & _QUESTION_WORDS
    entries = [*_read_entries(), *((one[1:], asked | {one}) for one in said if one[1:] in own)]
    for name, ideas in entries:
        told = sum(map(_weigh, ideas & said))
        if told <= _PLAIN:
            continue
        lacks = _LACKS * sum(map(_weigh, ideas - said))
        company = _list_company(name)
        rest = sum(_weigh_rest(at, company) for at in ideas_at if not at & ideas)
        share = told / (told + lacks + rest)
        if share >= least:
            yield told**_POWER * share, Found(*name.split("."))


@cache
def _weigh(idea: str) -> float:
    """What an idea weighs: the more, the fewer topics are asked about by it."""
    if idea[0] in "@~" and idea not in _NAMES:
        return _SPARE_WEIGHT if idea[0] == _SPARE else _OWN
    entries = _read_entries()
    of_idea = {name for name, ideas in entries if idea in ideas}
    weight = log(len({name for name, _ in entries}) / max(len(of_idea), 1))
    return min(weight, _MOST.get(idea, weight))


@cache
def _list_company(name: str) -> Ideas:
    """The ideas of all entries of a topic, which are asked about beside one another."""
    return frozenset().union(*(ideas for topic, ideas in _read_entries() if topic == name))


def _weigh_rest(ideas: Ideas, company: Ideas) -> float:
    """What a word weighs that an entry does not account for; less where its topic knows it."""
    for idea, weight in _AGAINST.items():
        if idea in ideas:
            return weight
    known = [_weigh(idea) for idea in ideas if idea not in (_OPENS, _ASKS)]
    share = _IN_COMPANY if ideas & company else _KNOWN
    return share * min(known) if known else _UNKNOWN


def _list_ideas(words: Sequence[str], language: _Language, own: OwnWords) -> list[Ideas]:
    """The ideas of each word: its own, and those of all phrases that it stands in."""
    ideas_at = [language.find_ideas(word) for word in words]
    for index, word in enumerate(words):
        for phrase, idea in language.phrases.get(word, ()):
            if len(phrase) > 1 and tuple(words[index : index + len(phrase)]) == phrase:
                for ideas in ideas_at[index : index + len(phrase)]:
                    ideas.add(idea)
    for word, ideas in zip(words, ideas_at, strict=True):
        ideas.update(own.deeds.get(word, ()))
        if word in own.sure:
            ideas.add(f"@{own.sure[word]}")
    return [
        frozenset(ideas or _find_other_ideas(word, language, own.spare))
        for word, ideas in zip(words, ideas_at, strict=True)
    ]


def _find_other_ideas(word: str, language: _Language, spare: Mapping[str, str]) -> set[str]:
    """The ideas of a word that the language does not have."""
    if word[0] == "@":
        return {word, PLACE} if word == SHORT else {word}
    if word in spare:
        return {f"{_SPARE}{spare[word]}"}
    return language.guess_ideas(word) if len(word) >= _SLIPPED else set()


# --- the files


@cache
def _read_texts() -> dict[str, str]:
    """The texts of grammar/questions: that of topics, and one of each language."""
    return read_texts("questions")


@cache
def _read_entries() -> tuple[tuple[str, Ideas], ...]:
    """All entries of topics.txt: a topic, and ideas by which it is asked about."""
    rows = read_rows(_read_texts()[_TOPICS])
    return tuple((name, frozenset(text.split())) for name, texts in rows for text in texts)


@cache
def _read_languages() -> tuple[_Language, ...]:
    """The words of every language."""
    return tuple(_read_language(text) for name, text in _read_texts().items() if name != _TOPICS)


def _read_language(text: str) -> _Language:
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    beginnings: dict[str, list[str]] = {}
    for idea, entries in read_rows(text):
        for entry in entries:
            if entry.endswith("*"):
                beginnings.setdefault(fold(entry[:-1]), []).append(idea)
            else:
                phrase = tuple(fold(entry).split())
                phrases.setdefault(phrase[0], []).append((phrase, idea))
    known = [*phrases, *beginnings]
    return _Language(phrases, beginnings, [one for one in known if len(one) >= _SLIPPED])
