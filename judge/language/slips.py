"""Words with one slip of the finger, and what they must have been."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, product

from judge.language.lexicon import LIMIT, Lexicon
from judge.language.scan import WORD, Lexeme
from judge.language.spellings import slip
from judge.language.words import FILLERS

_SHORTEST = 3
"""Letters that a word must have to be put right."""
_SHORT = 4
"""Letters from which on one may be missing wherever it was; one more for any other slip."""
_LONG = 6
"""Letters from which on one of an order's own words may have one letter for another."""
_MOST = 4
"""More words that nobody knows are talk."""
_GUESSES = 8
"""Ways to put words right that are tried at most."""


class Slips:
    """What misspelt words of one map's orders may mean: "Mosocw", "Blck Sea", "satys"."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._verbs = frozenset(lexicon.every_word())
        self._meant: dict[str, tuple[str, ...]] = {}

    def may_be(self, lexemes: list[Lexeme]) -> bool:
        """Whether a word of some may be a slip."""
        return any(self._is_unknown(one) and self._list_right_words(one[1]) for one in lexemes)

    def mend_lexemes(self, lexemes: list[Lexeme]) -> Iterator[list[Lexeme]]:
        """Lexemes with every unknown word put right, in every way; nothing if none is unknown."""
        unknown = [index for index, one in enumerate(lexemes) if self._is_unknown(one)]
        if not 0 < len(unknown) <= _MOST:
            return
        guesses = product(*(self._guesses(lexemes[index][1]) for index in unknown))
        for words in islice(guesses, _GUESSES):
            right = list(lexemes)
            for index, word in zip(unknown, words, strict=True):
                right[index] = (WORD, word, *lexemes[index][2:])
            yield right

    def _is_unknown(self, lexeme: Lexeme) -> bool:
        kind, word, _, _ = lexeme
        if kind != WORD or word in FILLERS:
            return False
        return not self._lexicon[word].readings

    def _guesses(self, word: str) -> tuple[str, ...]:
        """What a word may be: a slip, or a part of a name as it stands."""
        entry = self._lexicon[word]
        return (*self._list_right_words(word), *((word,) if entry.opens or entry.follows else ()))

    def _list_right_words(self, word: str) -> tuple[str, ...]:
        """The words that an unknown ``word`` may be a slip of."""
        if word not in self._meant:
            if len(self._meant) >= LIMIT:
                self._meant.clear()
            near = {
                one for part in _list_shorter(word) for one in self._index_by_part.get(part, ())
            }
            self._meant[word] = tuple(sorted(one for one in near if self._may_be(word, one)))
        return self._meant[word]

    def _may_be(self, word: str, right: str) -> bool:
        """Whether a word is a slip of another; a very short one has at least its first letter.

        An order's own words end in more ways than are listed ("rester", "appoggio"), and short ones
        are a letter beside words of every day: "hatte", "halte".
        """
        if not slip(word, right):
            return False
        swapped = sorted(word) == sorted(right)
        missing = len(word) < len(right)
        if right not in self._verbs:
            least = _SHORT if missing else _SHORT + 1
            return len(word) >= least or word[0] == right[0] or swapped
        least = _SHORT + 1 if missing or swapped else _LONG
        return (swapped or word[-1] == right[-1]) and len(word) >= least

    @cached_property
    def _index_by_part(self) -> dict[str, set[str]]:
        """Each word that can be meant, by itself and by what is left of it without one letter."""
        index: dict[str, set[str]] = {}
        for word in {*self._lexicon.vocabulary.every_word(), *self._verbs}:
            for part in _list_shorter(word) if len(word) > _SHORTEST else ():
                index.setdefault(part, set()).add(word)
        return index


def _list_shorter(word: str) -> Iterator[str]:
    """A word, and what is left of it without one of its letters."""
    yield word
    yield from (word[:index] + word[index + 1 :] for index in range(len(word)))
