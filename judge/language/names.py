"""What words name in talk: spaces, powers, deeds."""

import re
from collections.abc import Callable, Container

from judge.language import denials, requests, rewording
from judge.language.fold import level, list_words
from judge.language.orders import OrderReader
from judge.language.scan import ARROW, WORD, Lexeme, scan
from judge.language.spellings import MEANT, is_country, slip
from judge.language.words import FILLERS, REPORT_WORDS

_BETWEEN = re.compile(r"\b([^\W\d_]{3,})(?=(?: to | into | in | ?-+>? ?)([^\W\d_]{3,})\b)")
_WORD = re.compile(r"[^\W_]+")
_UNIT = re.compile(r"(?<![\w'])[AFPLN]\d? ([A-Z][\w.]*)")
_ARROWED = re.compile(r"\W*[AFPLN]\d? [A-Z][\w.]+(?: [\w.]+)? ?(?:-+>?|\u2013|\u2192|=>) ?\w{3}")
_ELIDED = re.compile(r"\b(?:l|d|all|dall|dell|nell|sull)'(?=[^\W\d_])", re.IGNORECASE)
"""Articles that lose their end before a name: "l'Espagne"."""
_ARMS = ("A", "F")
_ID = 3
"""Letters of an id."""
_TERSE = 3
"""Words of a line that is hardly talk."""
_SHORT_ORDER = 6
"""Words of a short order."""
_SLIPPED = 5
"""Letters of a word that is known as a slip of a name: "best" is no Brest."""
_LONGEST = 4
"""Words of the longest name."""
_MANY = 3
"""Ids that no talk holds."""
_COMMON = list_words("war both")
"""Ids that are words as well: unless in capitals they name nothing."""
_WORDS_OF_TALK = list_words(
    "con den mar par per est nie ser ven fin arm sin mil son dan gas bar pie war tun les bel ion"
    " mid eng bud rum sev pal por sud van cat mad sou cap ira nap"
)
"""Ids that are words of some language where they are typed in small letters."""
_WEAK = frozenset(
    ("_FOR", "_BY", "_FROM", "_OR", "_ALL", "_SELF", "_THEN", "_AND", "_VIA", "_POINTS")
)
"""Words of orders that are no deeds."""
_WORDS_TOO = list_words(
    "to into off new place add pass rest give put in m r s d b c h t v w u va all neu"
)
"""Deeds that are everyday words as well."""


class Names:
    """The names of a map among the words of sentences."""

    def __init__(self, orders: OrderReader) -> None:
        self._vocabulary = orders.vocabulary
        self._lexicon = orders.lexicon
        self.list_ordered: Callable[[], Container[str]] = frozenset
        """Where the units stand that the letter has ordered: it may name these in small letters."""
        self._powers = frozenset(" ".join(key) for key in orders.vocabulary.powers)

    def find_first(self, text: str) -> tuple[str, ...]:
        """The spaces that the first name in a line of orders can mean, () if it holds none."""
        for word in list(_WORD.finditer(text))[:_LONGEST]:
            spaces = self.spaces(text[: word.end()])
            if spaces:
                return tuple(sorted(spaces))
        return ()

    def list_spoken_of(self, text: str) -> set[str]:
        """The spaces that words name; of "Sev does not go to Bla" the unit's, which is denied."""
        before = denials.find_denial(level(text))
        subject = self.spaces(text[:before]) if before < len(text) else set()
        return subject or self.spaces(text)

    def find_terse_subject(self, text: str) -> set[str]:
        """The space of a few small words that begin with an id and a deed: "mar supports"."""
        lexemes = [one for one in scan(text) if one[0] == WORD]
        if not 2 <= len(lexemes) <= _TERSE or not self.is_deed(lexemes[1]):
            return set()
        return {one for one in self._vocabulary.exact.get(lexemes[0][1], ()) if len(one) == _ID}

    def spaces(self, text: str) -> set[str]:
        """The spaces that words of a text name, written as names are."""
        text = _ELIDED.sub(lambda article: " " * len(article[0]), text)
        spaces = self._ids(text) | self._minors(text)
        lexemes = [one for one in scan(text) if one[0] == WORD]
        index, small = 0, text == text.lower()
        while index < len(lexemes):
            for size in range(min(_LONGEST, len(lexemes) - index), 0, -1):
                words = tuple(key for _, key, _, _ in lexemes[index : index + size])
                name_text = text[lexemes[index][2] : lexemes[index + size - 1][3]]
                if index and text[lexemes[index - 1][2] : lexemes[index - 1][3]] in _ARMS:
                    name_text = name_text.upper()  # "A War" is a unit, "war" may be a word
                name = self._name(words, name_text) or (
                    self._find_small_id(words[0], small) if size == 1 else ()
                )
                if name:
                    spaces |= set(name)
                    index += size - 1
                    break
            index += 1
        return spaces

    def _minors(self, text: str) -> set[str]:
        """The powers that are named and are no place, where bids are made for minor ones."""
        if not self._vocabulary.minor:
            return set()
        words = {key for kind, key, _, _ in scan(text) if kind == WORD and len(key) > _ID}
        powers = self._vocabulary.powers
        return {
            powers[word,]
            for word in words
            if (word,) in powers and word not in self._vocabulary.exact
        }

    def _ids(self, text: str) -> set[str]:
        """The spaces of ids on both sides of a "to", however they are typed: "con to bul"."""
        exact = self._vocabulary.exact
        pairs = [(exact.get(one[1]), exact.get(one[2])) for one in _BETWEEN.finditer(level(text))]
        return {space for pair in pairs if all(pair) for ids in pair if ids for space in ids}

    def _find_small_id(self, word: str, small: bool) -> tuple[str, ...]:
        """The space of an id in small letters, in a text of them or of a unit that was ordered."""
        if len(word) != _ID or word in _WORDS_OF_TALK or word in FILLERS | _COMMON:
            return ()
        spaces = self._vocabulary.exact.get(word, ())
        return spaces if len(spaces) == 1 and (small or spaces[0] in self.list_ordered()) else ()

    def _name(self, words: tuple[str, ...], text: str) -> tuple[str, ...]:
        vocabulary = self._vocabulary
        if len(words) > 1:
            return vocabulary.phrases.get(words, ())
        word = words[0]
        if len(word) < _ID or (len(word) == _ID and text.islower()):
            return ()
        if (word in _COMMON and not text.isupper()) or word in FILLERS:
            return ()
        is_known = word in vocabulary.exact or word in MEANT
        name = vocabulary.word(word) if is_known or not text.islower() else None
        return name.spaces if name and len(name.spaces) == 1 else ()

    def holds_unit(self, text: str) -> bool:
        """Whether an arm's letter and a place stand together, as orders are written: "F Edi".

        An "A" that begins a sentence is an article; "F Edi bounced" only tells.
        """
        if any(key in REPORT_WORDS for kind, key, _, _ in scan(text) if kind == WORD):
            return False
        pairs = (
            one for one in _UNIT.finditer(text) if one[0][0] != "A" or text[: one.start()].strip()
        )
        return any(self.spaces(one[1]) for one in pairs)

    def looks_like_order(self, text: str) -> bool:
        """Whether words look like an order whose names nobody knows: "F Ankra - Blck Sea".

        A letter and an arrow, or a few words that begin with nearly a place, and a deed.
        """
        if _ARROWED.match(text):
            return True
        words = [one for one in scan(text) if one[0] == WORD and one[1] not in FILLERS]
        first = next((one[1] for one in words if one[1] not in self._lexicon.arms), "")
        if not 2 <= len(words) <= _SHORT_ORDER or len(first) < _SLIPPED:
            return False
        if self._vocabulary.word(first):
            return False
        deed = any(
            self.is_deed(one) or self._lexicon.list_nearly_meant(one[1]) for one in words[1:]
        )
        return deed and self._begins_like_a_place(first)

    def _begins_like_a_place(self, word: str) -> bool:
        """Whether a word is a slip of a place's first word."""
        return any(slip(word, name) for name, _ in self._vocabulary.names())

    def holds_many_ids(self, text: str) -> bool:
        """Whether words are full of ids, however typed, and tell nothing: "phone lon eng edi"."""
        words = {key for kind, key, _, _ in scan(text) if kind == WORD}
        if not words.isdisjoint(REPORT_WORDS):
            return False
        ids = [key for key in words - FILLERS if len(key) == _ID and key in self._vocabulary.exact]
        return sum(key not in _WORDS_OF_TALK | _COMMON for key in ids) >= _MANY

    def holds_only_units(self, text: str) -> bool:
        """Whether all words but a strange one are arms and places: "vienna army trieste fleet"."""
        words = [key for kind, key, _, _ in scan(text) if kind == WORD and key not in FILLERS]
        terminals = [{terminal for terminal, _ in self._lexicon[key].readings} for key in words]
        arms = sum(
            "UNIT" in one and len(key) > 1 for key, one in zip(words, terminals, strict=True)
        )
        places = sum("PLACE" in one and "UNIT" not in one for one in terminals)
        return min(arms, places) > 0 and len(words) - arms - places <= (set() in terminals)

    def is_place(self, text: str) -> bool:
        """Whether words, "to" and such left out, are one place's name and nothing else."""
        words = (key for kind, key, _, _ in scan(text) if kind == WORD)
        name = tuple(one for one in words if one not in FILLERS and not self._is_arrow(one))
        vocabulary = self._vocabulary
        return name in vocabulary.phrases or (len(name) == 1 and bool(vocabulary.word(name[0])))

    def _is_arrow(self, word: str) -> bool:
        return any(terminal == "_ARROW" for terminal, _ in self._lexicon[word].readings)

    def names_power(self, text: str) -> bool:
        """Whether a text names a power."""
        text = _ELIDED.sub(lambda article: " " * len(article[0]), text)
        return any(key in self._powers for kind, key, _, _ in scan(text) if kind == WORD)

    def is_a_country(self, text: str) -> bool:
        """Whether a place's name is also a power's, or a country's, which may be spoken to."""
        words = (key for kind, key, _, _ in scan(text) if kind == WORD)
        return self.names_power(text) or any(map(is_country, words))

    def is_power(self, low: str) -> bool:
        """Whether words are a power's name."""
        return low.strip() in self._powers

    def acts(self, text: str) -> bool:
        """Whether a word of orders stands in a text."""
        low = level(text)
        if requests.names_a_deed(low) or rewording.names_a_deed(low):
            return True
        return any(map(self.is_deed, scan(text)))

    def is_deed(self, lexeme: Lexeme) -> bool:
        """Whether a lexeme is an arrow or a verb of orders that is nothing else."""
        kind, key, _, _ = lexeme
        if kind != WORD or key in _WORDS_TOO:
            return kind == ARROW
        terminals = {terminal for terminal, _ in self._lexicon[key].readings}
        return any(one.startswith("_") for one in terminals - _WEAK)

    def is_order_word(self, word: str) -> bool:
        """Whether a folded word is one of orders, be it a coast or a unit."""
        return word not in FILLERS | _COMMON and bool(self._lexicon[word].readings)

    def has_subject(self, text: str) -> bool:
        """Whether words begin with a place that does something: "Brest follows it"."""
        columns = requests.find_unit_told_of(level(text))
        return columns is not None and bool(self.spaces(text[columns[0] : columns[1]]))
