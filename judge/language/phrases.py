"""Phrases as data: what people say, by idea and language, found in a text word by word.

The files of grammar/phrases hold ideas; README.txt beside them explains their notation. A text is
cut into words once, each word finds the few phrases that can begin with it, and every phrase is
bounded: the cost is linear in the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from judge.language.fold import list_words, words
from judge.resources import root

_ELIDED = "(?:l|d|s|j|n|c|m|t|qu|un|all|dall|dell|nell|sull)'"
"""Words that lose their end before a vowel and stand as words of their own: "l'armee"."""
_TOKEN = re.compile(rf"{_ELIDED}(?=[^\W\d_])|[^\W\d_]+(?:'[^\W\d_]+)*'?|\d+|[^\w\s]|_")
_SHORTENED = {
    word.replace("'", ""): word
    for word in list_words(
        "that's what's there's he's she's who's i've we've you've they've you're they're"
        " don't doesn't didn't won't can't isn't aren't wasn't weren't shouldn't wouldn't couldn't"
        " mustn't haven't hasn't hadn't you'll they'll let's when's"
    )
} | {"sry": "sorry", "soz": "sorry", "cuz": "because", "coz": "because",
     "jk": "kidding", "nvm": "nevermind", "thru": "through"}  # fmt: skip
"""Words as hurried people type them, and as they stand in the files: "thats", "dont"."""
_ALSO = {"i'm": ("im",), "you": ("u",)}
"""Words of the files that are typed so, too, and what is typed is a word elsewhere: "im Herbst"."""
_NOTATION = re.compile(r"=>|\.\.\.|\.\.|[()\[\]/,^$#]|[^\s()\[\]/,]+")
_GROUP = re.compile(r"<[a-z ]+>(?! = )")
"""A group of words that a line of its own has named: "<goes>"."""
_GROUP_LINE = re.compile(r"(<[a-z ]+>) = ")
_SHORT_GAP, _LONG_GAP = 2, 6
_STEM = 3
"""Letters of the shortest stem."""
_LONGEST_STEM = 14
_ENDS = frozenset(".;?!")
"""Signs that a gap does not reach over."""


class Token(NamedTuple):
    """A word, number or sign of a text, and its columns from 0."""

    word: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, no sign."""
        return self.word[0].isalnum()


class PhraseHit(NamedTuple):
    """A phrase that was found: its first token, the one behind it, what it shall be put as."""

    first: int
    behind: int
    put: str = ""


class _Phrase(NamedTuple):
    """A phrase of an idea: what follows on its first word, where it may stand, what it means."""

    idea: str
    rest: "Sequence[_Part]"
    opens: bool
    closes: bool
    put: str


class _Part(NamedTuple):
    """A part of a phrase: a word or stem, a number, a gap of so many words, or alternatives."""

    word: str = ""
    stem: bool = False
    number: bool = False
    gap: int = 0
    choices: "Sequence[Sequence[_Part]]" = ()

    def find_ends(self, tokens: Sequence[Token], index: int) -> Iterable[int]:
        """The tokens that can stand behind this part if it stands at ``index``."""
        if self.gap:
            return _gap(tokens, index, self.gap)
        if self.choices:
            return {end for choice in self.choices for end in _find_ends(choice, tokens, index)}
        if index >= len(tokens):
            return ()
        word = tokens[index].word
        if self.number:
            return (index + 1,) if word.isdigit() else ()
        fits = word.startswith(self.word) if self.stem else word == self.word
        return (index + 1,) if fits else ()


class MarkedText:
    """A text cut into words, and the ideas that a file finds in it."""

    def __init__(self, text: str, phrases: "Phrases") -> None:
        self.tokens = tokens(text)
        self.lead = _find_opening(self.tokens)
        """The first word that counts: "and so, please, ..." stand before it."""
        self._found = phrases.find_ideas(self.tokens)
        self._hit_at: dict[str, dict[int, PhraseHit]] = {}

    def list_hits(self, idea: str) -> Sequence[PhraseHit]:
        """Where an idea is found, from left to right, the longest one of each place."""
        return self._found.get(idea, ())

    def has(self, idea: str) -> bool:
        """Whether an idea is found anywhere."""
        return idea in self._found

    def starts(self, idea: str, index: int) -> int:
        """How many tokens an idea has that begins at a token, 0 if none does."""
        hit = self.find_hit(idea, index)
        return hit.behind - index if hit else 0

    def find_hit(self, idea: str, index: int) -> PhraseHit | None:
        """The place of an idea that begins at a token, None if none does."""
        if idea not in self._hit_at:
            self._hit_at[idea] = {one.first: one for one in self.list_hits(idea)}
        return self._hit_at[idea].get(index)

    def find_opening_end(self, idea: str, index: int = 0) -> int:
        """The column behind the phrases of an idea that follow one another from ``index`` on."""
        starts = {hit.first: hit.behind for hit in self.list_hits(idea)}
        while index < len(self.tokens):
            if index in starts:
                index = starts[index]
            elif self.tokens[index].is_word or self.tokens[index].word in "([?":
                break
            else:
                index += 1
        return self.tokens[index].start if index < len(self.tokens) else self._length()

    def find_closing_start(self, idea: str) -> int:
        """The column at which the phrases of an idea begin that end a text, else its end."""
        begins: dict[int, int] = {}
        for hit in self.list_hits(idea):
            begins.setdefault(hit.behind, hit.first)
        index = behind = len(self.tokens)
        while behind > 0:
            if behind in begins:
                index = behind = begins[behind]
            elif self.tokens[behind - 1].word in ".!?,:;)-":
                behind -= 1
            else:
                break
        if index == len(self.tokens):
            return self._length()
        return self.tokens[index - 1].end if index else 0

    def columns(self, hit: PhraseHit) -> tuple[int, int]:
        """The columns of a phrase that was found."""
        return self.tokens[hit.first].start, self.tokens[hit.behind - 1].end

    def _length(self) -> int:
        return self.tokens[-1].end if self.tokens else 0


class Phrases:
    """The ideas of one file: their phrases, by the word or stem that each begins with."""

    def __init__(self, text: str) -> None:
        self._words: dict[str, list[_Phrase]] = {}
        self._stems: dict[str, list[_Phrase]] = {}
        self._heard = lru_cache(maxsize=1000)(lambda words: MarkedText(words, self))
        groups: dict[str, str] = {}
        for idea, line in _lines(text):
            spelt = _GROUP.sub(lambda one: groups[one[0]], line)
            if group := _GROUP_LINE.match(line):
                groups[group[1]] = f"({spelt[group.end() :].strip()})"
                continue
            for phrase, put in _read_line(spelt):
                self._add(idea, phrase, put)

    def mark_text(self, text: str) -> MarkedText:
        """A level ``text``, and what is found in it."""
        return self._heard(text)

    def find_ideas(self, tokens: Sequence[Token]) -> dict[str, list[PhraseHit]]:
        """Every idea with its places, less those that an idea's exceptions touch."""
        opening = _find_opening(tokens)
        longest: dict[tuple[str, int], PhraseHit] = {}
        for index, token in enumerate(tokens):
            for phrase in self._list_beginning(token.word):
                if phrase.opens and index > opening:
                    continue
                ends = _find_ends(phrase.rest, tokens, index + 1)
                if phrase.closes:
                    ends = {end for end in ends if _is_at_end(tokens, end)}
                if not ends:
                    continue
                best = max(ends)
                before = longest.get((phrase.idea, index))
                if before is None or before.behind < best:
                    longest[phrase.idea, index] = PhraseHit(index, best, phrase.put)
        hits: dict[str, list[PhraseHit]] = {}
        for (idea, _), one in longest.items():
            hits.setdefault(idea, []).append(one)
        return _drop_exceptions(hits)

    def _list_beginning(self, word: str) -> Iterator[_Phrase]:
        yield from self._words.get(word, ())
        for size in range(_STEM, min(len(word), _LONGEST_STEM) + 1):
            yield from self._stems.get(word[:size], ())

    def _add(self, idea: str, phrase: "_SpeltPhrase", put: str) -> None:
        for first, rest in _firsts(phrase.parts):
            index = self._stems if first.stem else self._words
            entry = _Phrase(idea, rest, phrase.opens, phrase.closes, put)
            index.setdefault(first.word, []).append(entry)


@cache
def ideas(name: str, more: str = "") -> Phrases:
    """The phrases of a file of grammar/phrases, and ``more``; read when they are first needed."""
    return Phrases(f"{_file(name)}\n{more}")


def _file(name: str) -> str:
    return (root("grammar") / "phrases" / f"{name}.txt").read_text(encoding="utf-8")


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of a text."""
    return [
        Token(_SHORTENED.get(match[0], match[0]), *match.span()) for match in _TOKEN.finditer(text)
    ]


# --- matching


def _find_ends(parts: Sequence[_Part], tokens: Sequence[Token], index: int) -> set[int]:
    """Every token that can stand behind ``parts`` if they begin at ``index``."""
    ends = {index}
    for part in parts:
        ends = {end for start in ends for end in part.find_ends(tokens, start)}
        if not ends:
            break
    return ends


def _gap(tokens: Sequence[Token], index: int, most: int) -> Iterator[int]:
    """Up to so many words, none of them an end of a sentence."""
    yield index
    for behind in range(index, min(index + most, len(tokens))):
        if tokens[behind].word in _ENDS:
            return
        yield behind + 1


def _find_opening(tokens: Sequence[Token]) -> int:
    """The last token that still counts as a sentence's beginning: "and so, please, ..."."""
    index, lead = 0, _lead()
    while index < len(tokens) and (tokens[index].word in lead or not tokens[index].is_word):
        index += 1
    return index


def _is_at_end(tokens: Sequence[Token], index: int) -> bool:
    """Whether nothing but signs stands behind."""
    return not any(token.is_word for token in tokens[index:])


def _drop_exceptions(hits: dict[str, list[PhraseHit]]) -> dict[str, list[PhraseHit]]:
    """What was found but for what overlaps an exception: of "condition" in "but condition"."""
    for idea in [name for name in hits if f"but {name}" in hits]:
        exceptions = hits[f"but {idea}"]
        others = [
            one
            for one in hits[idea]
            if all(one.behind <= but.first or but.behind <= one.first for but in exceptions)
        ]
        hits[idea] = others
        if not others:
            del hits[idea]
    return hits


@cache
def _lead() -> frozenset[str]:
    """The words before a sentence's first one that counts."""
    return frozenset(word for _, line in _lines(_file("lead")) for word in words(line))


# --- the notation


class _SpeltPhrase(NamedTuple):
    """A phrase as the notation spells it."""

    parts: Sequence[_Part]
    opens: bool
    closes: bool


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a file, each with the idea that it stands under."""
    idea = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]") and line[1:-1].replace(" ", "").isalpha():
            idea = line[1:-1]
        elif line and not line.startswith("# "):
            yield idea, line


def _read_line(line: str) -> Iterator[tuple[_SpeltPhrase, str]]:
    """The phrases of a line, and what the line shall be put as."""
    spelling, _, put = line.partition("=>")
    signs = _NOTATION.findall(spelling)
    for parts in _alternatives(iter(signs), ","):
        opens = bool(parts) and parts[0].word == "^"
        closes = bool(parts) and parts[-1].word == "$"
        yield _SpeltPhrase(parts[opens : len(parts) - closes], opens, closes), put.strip()


def _alternatives(signs: Iterator[str], between: str) -> list[list[_Part]]:
    """Sequences with ``between`` in their midst, up to a closing bracket or the end."""
    sequences: list[list[_Part]] = [[]]
    for sign in signs:
        if sign == between:
            sequences.append([])
        elif sign in (")", "]"):
            return sequences
        elif sign in ("(", "["):
            choices = _alternatives(signs, "/")
            sequences[-1].append(_Part(choices=(*choices, ()) if sign == "[" else choices))
        else:
            sequences[-1] += _parts(sign)
    return [one for one in sequences if one]


@cache
def _parts(sign: str) -> tuple[_Part, ...]:
    """A sign of the notation that is no bracket; most are words that many phrases share."""
    if sign in ("..", "..."):
        return (_Part(gap=_SHORT_GAP if sign == ".." else _LONG_GAP),)
    if sign == "#":
        return (_Part(number=True),)
    if sign in ("^", "$"):
        return (_Part(sign),)
    if sign.endswith("*"):
        *whole, last = _TOKEN.findall(sign[:-1])
        return (*map(_Part, whole), _Part(last, stem=True))
    return tuple(_part(word) for word in _TOKEN.findall(sign))


def _part(word: str) -> _Part:
    """A word, or it and what else it is typed as."""
    also = _ALSO.get(word)
    return _Part(choices=[[_Part(one)] for one in (word, *also)]) if also else _Part(word)


def _firsts(parts: Sequence[_Part]) -> Iterator[tuple[_Part, Sequence[_Part]]]:
    """A phrase by each word that it can begin with, and what stands behind that."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    if not first.choices:
        yield first, rest
        return
    for choice in first.choices:
        yield from _firsts((*choice, *rest))
