"""Which topic a question asks about, by the questions that it is most like; none where it is talk.

``grammar/questions/topics.txt`` holds questions that players asked, by the topic that answers them;
a file a language tells which words mean the same (an idea). A question is its words, those that
stand side by side, its ideas and each two of them; each weighs the more, the fewer topics are asked
about with it. What nobody asked yet speaks against all of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import log, sqrt
from typing import NamedTuple

from judge.language.fold import fold
from judge.language.words import list_near, read_rows, read_texts

PLACE, SHORT, POWER, LETTER, DATE, DAY = "@place", "@id", "@power", "@letter", "@date", "@day"
"""Words that stand for a name of the board, a power's, a letter of notation, a season or year of
the game and a day of the week."""
_SMALL, _OPENS, _ASKS, _OTHERS = "small", "opens", "asks", "others"
_NO_IDEAS = frozenset((_SMALL, _OPENS, _ASKS, _OTHERS))
_TOPICS = "topics"
_WORD, _SIDE_BY_SIDE, _IDEA, _TWO_IDEAS, _STRANGE = 0.6, 0.4, 1.0, 0.3, 2.0
"""What each kind of trait counts, before its rarity; and the rarity of one that no question has."""
_NEAREST = (1.0, 0.5, 0.4, 0.3, 0.2)
"""What the questions of a topic that are most like one count, the nearest first."""
_OWN, _SPARE = 1.5, 0.6
"""What a word of a game's own topic adds to that topic's rank, and one of another topic."""
_OF_OTHERS, _CLOSE, _LIKELY = 0.4, 0.65, 0.3
"""What is left of a rank where others are spoken of; the part of the best rank that a second topic
must have to be told as well, and the rank that it must have."""
_LEAST_OF_TALK = 0.95
"""That of a sentence which nothing puts as a question, alone in its letter."""
_LEAST = {(True, True): 0.9, (True, False): 0.95, (False, True): 0.7, (False, False): 1.5}
"""The rank of an answer that is sure, of a sentence that is put as a question or is not, and is
alone in its letter or is not."""
_LONGEST = 24
"""Words of a question beyond which it is a tale."""
_NEAR, _SLIPPED = 0.84, 5
"""How alike a word and the one meant must be, and the letters of one that may be a slip."""

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
    slips: bool = True
    """Whether a word that nobody knows may be a slip of one that is known."""


_NOBODYS = OwnWords({}, {}, slips=False)


class _Language(NamedTuple):
    """The words of a language: phrases by their first word, and beginnings of words."""

    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    beginnings: Mapping[str, Sequence[str]]
    long_words: Sequence[str]
    """Those that may be meant by a word with a slip."""
    found: dict[str, Ideas]
    """The ideas of each word that was looked up."""

    def find_ideas(self, word: str) -> Ideas:
        """The ideas of a word alone."""
        if word not in self.found:
            alone = {idea for phrase, idea in self.phrases.get(word, ()) if len(phrase) == 1}
            begins = (self.beginnings.get(word[:end], ()) for end in range(1, len(word) + 1))
            self.found[word] = frozenset(alone.union(*begins))
        return self.found[word]

    def guess_ideas(self, word: str) -> Ideas:
        """The ideas of the word that one with a slip is most like."""
        near = list_near(word, self.long_words, _NEAR, 1)
        return self.find_ideas(near[0][0]) if near else frozenset()


class _Asked(NamedTuple):
    """The questions of topics.txt: by trait those that have it, and how much of them it is."""

    topics: Sequence[str]
    having: Mapping[str, Sequence[tuple[int, float]]]
    rarity: Mapping[str, float]


def find_topics(
    words: Sequence[str], *, marked: bool, alone: bool, own: OwnWords
) -> tuple[Found, ...]:
    """What a sentence of folded ``words`` asks about, and what else it may; () for talk.

    UNKNOWN is the last of them where none is sure. ``marked``: it ends with a question mark;
    ``alone``: nothing in its letter means anything else.
    """
    if not 0 < len(words) <= _LONGEST:
        return ()
    ideas_at = _read_likely(words, own)
    is_put = marked or _OPENS in ideas_at[0]
    if not (is_put or alone):
        return ()
    if not is_put:  # "time left, please": each word means something here, and nobody else is meant
        sure = _read_likely(words, own._replace(slips=False))
        known = (
            ideas or word.isdecimal() or word in own.spare
            for word, ideas in zip(words, sure, strict=True)
        )
        if _OTHERS in frozenset().union(*sure) or not all(known):
            return ()
    ranks = _rank_topics(words, ideas_at, own)
    if not alone and any(_OTHERS in ideas for ideas in ideas_at):
        ranks = {topic: _OF_OTHERS * rank for topic, rank in ranks.items()}
    best = max(ranks.values(), default=0.0)
    if best >= (_LEAST[marked, alone] if is_put else _LEAST_OF_TALK):
        return _list_likely(ranks, best)
    return (*_list_likely(ranks, best), UNKNOWN) if is_put and alone and best >= _LIKELY else ()


def _list_likely(ranks: Mapping[str, float], best: float) -> tuple[Found, ...]:
    """The topic of the best rank, and the next if that is close."""
    close = [one for one in ranks if ranks[one] >= max(_LIKELY, _CLOSE * best)]
    likely = sorted(close, key=ranks.__getitem__, reverse=True)[:2]
    return tuple(Found(*topic.split(".")) for topic in likely)


def _rank_topics(
    words: Sequence[str], ideas_at: Sequence[Ideas], own: OwnWords
) -> Mapping[str, float]:
    """How like the questions of each topic a question is."""
    asked = _read_asked()
    traits = {
        trait: count * asked.rarity.get(trait, _STRANGE)
        for trait, count in _list_traits(words, ideas_at)
    }
    length = _measure(traits.values())
    likeness: dict[int, float] = defaultdict(float)
    for trait, weight in traits.items():
        for number, share in asked.having.get(trait, ()):
            likeness[number] += weight * share / length
    of_topic: dict[str, list[float]] = defaultdict(list)
    for number, like in sorted(likeness.items(), key=lambda one: -one[1]):
        of_topic[asked.topics[number]].append(like)
    ranks: dict[str, float] = defaultdict(float)
    for topic, likes in of_topic.items():
        ranks[topic] = sum(one * part for one, part in zip(likes, _NEAREST, strict=False))
    for word, ideas in zip(words, ideas_at, strict=True):
        if word in own.sure:
            ranks[own.sure[word]] += _OWN
        elif word in own.spare and not ideas:
            ranks[own.spare[word]] += _SPARE
    return ranks


def _list_traits(words: Sequence[str], ideas_at: Sequence[Ideas]) -> Iterator[tuple[str, float]]:
    """What a question is known by, and how much each counts."""
    ideas = sorted(frozenset().union(*ideas_at) - _NO_IDEAS)
    yield from ((word, _WORD) for word in dict.fromkeys(words))
    yield from ((f"{one} {two}", _SIDE_BY_SIDE) for one, two in {*pairwise(("^", *words, "$"))})
    yield from ((f"={idea}", _IDEA) for idea in ideas)
    yield from ((f"={one} ={two}", _TWO_IDEAS) for one, two in combinations(ideas, 2))


def _measure(weights: Iterable[float]) -> float:
    return sqrt(sum(weight * weight for weight in weights)) or 1.0


@lru_cache(maxsize=4096)
def knows(word: str) -> bool:
    """Whether a folded word means something in a question, in any language."""
    return any(language.find_ideas(word) for language in _read_languages())


@lru_cache(maxsize=4096)
def may_open(word: str) -> bool:
    """Whether a question may begin with a folded word, or with one that it is a slip of.

    What is plainly neither, as most words are, needs no further look.
    """
    letters = Counter(word)
    for language in _read_languages():
        ideas = language.find_ideas(word)
        if _OPENS in ideas or any(idea == _OPENS for _, idea in language.phrases.get(word, ())):
            return True
        for one in language.long_words if not ideas and len(word) >= _SLIPPED else ():
            if _OPENS in language.find_ideas(one):
                shared = 2 * (letters & Counter(one)).total()
                if shared >= _NEAR * (len(word) + len(one)):  # as words that are nearly alike do
                    return True
    return False


def _read_likely(words: Sequence[str], own: OwnWords) -> list[Ideas]:
    """The ideas of words in the languages that have most of them."""
    readings = [_list_ideas(words, language, own) for language in _read_languages()]
    counts = [sum(map(bool, ideas_at)) for ideas_at in readings]
    likely = [one for one, count in zip(readings, counts, strict=True) if count == max(counts)]
    return [frozenset().union(*ideas) for ideas in zip(*likely, strict=True)]


def is_put_to_judge(words: Sequence[str]) -> bool:
    """Whether a question is one of how things go here ("How do I ...?") and of nobody else."""
    ideas = frozenset().union(*_read_likely(words, _NOBODYS))
    return _ASKS in ideas and not ideas & {_OTHERS, POWER, PLACE} and len(words) <= _LONGEST


def _list_ideas(words: Sequence[str], language: _Language, own: OwnWords) -> list[Ideas]:
    """The ideas of each word: its own, and those of all phrases that it stands in."""
    ideas_at = [language.find_ideas(word) | own.deeds.get(word, frozenset()) for word in words]
    for index, word in enumerate(words):
        for phrase, idea in language.phrases.get(word, ()):
            if len(phrase) > 1 and tuple(words[index : index + len(phrase)]) == phrase:
                for at in range(index, index + len(phrase)):
                    ideas_at[at] |= {idea}
        if word[0] == "@":
            ideas_at[index] |= {word, PLACE} if word == SHORT else {word}
        elif not ideas_at[index] and own.slips and len(word) >= _SLIPPED and word not in own.spare:
            ideas_at[index] = language.guess_ideas(word)
    return ideas_at


# --- the files


@cache
def _read_texts() -> dict[str, str]:
    """The texts of grammar/questions: that of topics, and one of each language."""
    return read_texts("questions")


@cache
def _read_asked() -> _Asked:
    """The questions of topics.txt by their traits, those of one question of the length one."""
    rows: list[tuple[str, dict[str, float]]] = []
    topic = ""
    for line in _read_texts()[_TOPICS].splitlines():
        if line.startswith("== "):
            topic = line[3:]
            continue
        words = line.split()
        rows.append((topic, dict(_list_traits(words, _read_likely(words, _NOBODYS)))))
    topics: dict[str, set[str]] = defaultdict(set)
    for topic, traits in rows:
        for trait in traits:
            topics[trait].add(topic)
    count = len({topic for topic, _ in rows})
    rarity = {trait: log((count + 1) / len(having)) for trait, having in topics.items()}
    having: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, (_, traits) in enumerate(rows):
        weights = {trait: part * rarity[trait] for trait, part in traits.items()}
        length = _measure(weights.values())
        for trait, weight in weights.items():
            having[trait].append((number, weight / length))
    return _Asked([topic for topic, _ in rows], having, rarity)


@cache
def _read_languages() -> tuple[_Language, ...]:
    """The words of every language."""
    languages = []
    for text in (text for name, text in _read_texts().items() if name != _TOPICS):
        phrases: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        beginnings: dict[str, list[str]] = defaultdict(list)
        for idea, entries in read_rows(text):
            for entry in entries:
                if entry.endswith("*"):
                    beginnings[fold(entry[:-1])].append(idea)
                else:
                    phrase = tuple(fold(entry).split())
                    phrases[phrase[0]].append((phrase, idea))
        long = [one for one in (*phrases, *beginnings) if len(one) >= _SLIPPED]
        languages.append(_Language(dict(phrases), dict(beginnings), long, {}))
    return tuple(languages)
