"""Headings: whose orders follow ("ENGLAND:", "[ENGLAND]", "E)"), and of what kind ("Builds:")."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from judge.language.builder import Slots
from judge.language.fold import ARROW, NUMBER, WORD, Lexeme, list_words
from judge.language.lexicon import Lexicon
from judge.language.orders import Item
from judge.language.vocabulary import Vocabulary
from judge.language.words import HEADINGS, OTHERS

_TITLE_WORDS = frozenset(OTHERS["title"])
"""Words that make up titles; a line of nothing else orders nothing."""
_CLOSERS = (":", ")", "]")
_OPENERS = ("[", "(", "*", ".", "'", '"', ",", "-")
_POINTS = frozenset(OTHERS["points"])
_MOST = 8
_YEAR = 3
"""Digits of a number in a heading that is no number of points."""
_PHRASE = 4
"""Words of the longest phrase that an order begins with: "do not roll for"."""


class Heading(Struct, frozen=True, gc=False):
    """What stands before a line's orders: ``behind`` is the first lexeme after it.

    ``power`` and ``section`` hold for this line; ``alone``: the line is nothing but a heading.
    """

    power: str = ""
    section: str = ""
    behind: int = 0
    alone: bool = False


_FIRST = list_words(
    "_BID _SWITCH _ALLOW _POINTS _ALLOCATE _NOROLL _STACK _SPLIT _DEPLOY _BUY _REMOVE _REDUCE _HOLD"
)
"""Verbs with which an order begins."""


class Headings:
    """The headings of one letter: a heading alone on its line holds for the lines below it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.standing = Heading()
        self._doubtful: Heading | None = None
        self._words = _list_title_words(lexicon.vocabulary)

    @property
    def named(self) -> str:
        """The power whose orders follow, by a heading alone on its line, be it in doubt."""
        return (self._doubtful or self.standing).power

    def begins_with_letter(self, text: str) -> bool:
        """Whether a line begins with a power's letter as a heading: "E) F Lon - Eng".

        A small one does if an army behind it says that it is none of an arm: "f: a Par - Bur".
        """
        letter, sign, rest = (stripped := text.lstrip())[:1], stripped[1:2], stripped[2:].split()
        if sign == ":" and letter != "a" and letter in self.lexicon.arms and rest[:1] == ["a"]:
            letter = letter.upper()
        return letter in self.lexicon.vocabulary.letters and sign in (")", ":")

    def take(self, text: str, lexemes: list[Lexeme], items: Sequence[Item]) -> Heading:
        """The heading of a line, the ones above it included.

        ``items``: the line's orders. If it has any, a bare name of a power above it was a
        heading, else a signature or a salutation.
        """
        self._settle(items)
        close = self._find_close(lexemes)
        title = self._find_title(text, lexemes, close) if close else None
        if title is None:
            return self.standing
        power, others = title
        rest = lexemes[close + 1 :]
        section = _section(others)
        if not _words(rest):
            if _holds_order(items) and close == len(lexemes):
                return self.standing
            return self._read_lone_heading(lexemes, close, power, others, section)
        letter = len(_words(lexemes)[0]) == 1
        leads = self._leads(power, others, section, rest, letter=letter)
        wrong = any(item.error for item in items)  # "Poland: BID 7" needs no heading
        speaks = power and not others and wrong and self._speaks(rest)
        if close == len(lexemes) or not (leads or speaks):
            return self.standing
        return Heading(power or self.standing.power, section or self.standing.section, close + 1)

    def _settle(self, items: Sequence[Item]) -> None:
        """A bare name of a power above was a heading if the next line holds an order."""
        if self._doubtful is not None and _holds_order(items):
            self.standing = self._doubtful
        self._doubtful = None

    def _find_title(
        self, text: str, lexemes: list[Lexeme], close: int
    ) -> tuple[str, list[str]] | None:
        """The power and the other words of the title that ends at ``close``, None if none does."""
        head = lexemes[:close]
        power, others = self._find_power(_words(_leave_out_notes(head)), text)
        if len(others) == 1 and self._is_short(lexemes, 0):
            power, others = self._find_power_cut_short(lexemes), []
        counts = self._counts_units(others) or _counts(_words(head)) or _counts(others)
        return None if counts or not _is_title(power, others) else (power, others)

    def _find_close(self, lexemes: list[Lexeme]) -> int:
        """The lexeme that ends a heading, or the line's end; 0 where the words are no heading's."""
        if self._is_move(lexemes):
            return 0
        last_note = 0
        for index, (kind, key, _, _) in enumerate(lexemes):
            if last_note:
                last_note = 0 if key in (")", "]") else last_note
            elif index and key in ("(", "["):
                last_note = index
            elif kind == WORD:
                if key not in self._words and len(key) > 1 and not self._is_short(lexemes, index):
                    return 0
            elif key in _CLOSERS:
                return index
            elif (kind != NUMBER and key not in _OPENERS) or index > _MOST:
                return 0
        return len(lexemes)

    def _is_move(self, lexemes: list[Lexeme]) -> bool:
        """Whether a line begins with a unit that moves: "F For - China" is no orders for China."""
        if len(lexemes) < 3 or lexemes[2][0] != ARROW or lexemes[0][1] not in self.lexicon.arms:
            return False
        return any(kind == "PLACE" for kind, _ in self.lexicon[lexemes[1][1]].readings)

    def _is_short(self, lexemes: list[Lexeme], index: int) -> bool:
        """Whether a line begins with a power's name cut short and a colon: "Fra: A Par - Bur"."""
        has_sign = index + 1 < len(lexemes) and lexemes[index + 1][1] in _CLOSERS
        return index == 0 and has_sign and self._find_power_cut_short(lexemes) != ""

    def _find_power_cut_short(self, lexemes: list[Lexeme]) -> str:
        """The power whose name a line's first word cuts short, "" if none.

        Where it is a place's name too ("Eng: F Lon - Nth") a unit has to follow, and no points.
        """
        word = lexemes[0][1]
        if self.lexicon.vocabulary.word(word):
            follows = lexemes[2][1] if len(lexemes) > 2 else ""
            has_number = any(kind == NUMBER for kind, *_ in lexemes)
            if has_number or follows not in self.lexicon.arms:
                return ""
        return self.lexicon.vocabulary.power((word,)) or ""

    def _find_power(self, words: list[str], text: str) -> tuple[str, list[str]]:
        """The power among a heading's words, and the other words."""
        vocabulary = self.lexicon.vocabulary
        for size in range(min(4, len(words)), 0, -1):
            for index in range(len(words) - size + 1):
                name = tuple(words[index : index + size])
                power = vocabulary.powers.get(name)
                if power:
                    return power, words[:index] + words[index + size :]
        if len(words) == 1 and self.begins_with_letter(text):
            return vocabulary.letters[text.lstrip()[0].upper()], []
        return "", words

    def _read_lone_heading(
        self, lexemes: list[Lexeme], close: int, power: str, others: list[str], section: str
    ) -> Heading:
        """A heading with nothing behind it; only a marked one, or a power by itself, holds."""
        has_sign = close < len(lexemes)
        if not power and not has_sign and not any(word.isdigit() for word in others):
            verbal = self._is_verbal(others)
            if verbal or len(others) < 2:
                return self.standing
        heading = Heading(power or self.standing.power, section)
        if has_sign:
            self.standing = heading
        else:
            self._doubtful = heading
        return Heading(alone=True)

    def _is_verbal(self, words: Sequence[str]) -> bool:
        kinds = (kind for word in words for kind, _ in self.lexicon[word].readings)
        return any(kind.startswith("_") for kind in kinds)

    def _counts_units(self, words: Sequence[str]) -> bool:
        """Whether words count units to build or remove without naming them: "Build 2 armies"."""
        arms = any(word in self.lexicon.arms and len(word) > 1 for word in words)
        return arms and any(word.isdigit() for word in words) and self._is_verbal(words)

    def _speaks(self, rest: list[Lexeme]) -> bool:
        """Whether what follows begins with the verb of an order: "Germany: BID 4 Poland"."""
        words = tuple(key for kind, key, _, _ in rest if kind == WORD)
        alone = self.lexicon[words[0]].readings if words else ()
        phrases = (self.lexicon.phrase(words[:size]) for size in range(2, _PHRASE + 1))
        return any(kind in _FIRST for kind, _ in chain(alone, *phrases))

    def _leads(
        self, power: str, others: list[str], section: str, rest: list[Lexeme], *, letter: bool
    ) -> bool:
        """Whether orders follow a heading on its own line, so that it is none of their words."""
        first = next((lexeme for lexeme in rest if lexeme[0] in (WORD, NUMBER)), None)
        if first is None or first[0] == NUMBER:
            return False
        kinds = {kind for kind, _ in self.lexicon[first[1]].readings}
        if power and not others and letter:
            return "UNIT" in kinds
        if power and not others:
            return bool(kinds & {"UNIT", "PLACE", "_BUILD", "_DISBAND", "_RETREAT", "_WAIVE"})
        return bool(kinds & {"UNIT", "PLACE"}) and (bool(power) or not section)


def cast(slots: Slots, section: str) -> Slots:
    """An order as the section above it means it: bare units are built, moves are retreats."""
    verb = slots["verb"]
    if verb == "unit" and section in ("build", "disband", "deploy", "buy"):
        return {**slots, "verb": section}
    if verb == "move" and section == "retreat" and len(slots["path"]) == 1:
        other_slots = {key: value for key, value in slots.items() if key != "via"}
        return {**other_slots, "verb": "retreat"}
    return slots


@lru_cache(maxsize=32)
def _list_title_words(vocabulary: Vocabulary) -> frozenset[str]:
    """The words that headings are made of on a map, those of its powers' names included."""
    names = (word for key in vocabulary.powers for word in key)
    return frozenset((*names, *_TITLE_WORDS, *HEADINGS))


def _holds_order(items: Sequence[Item]) -> bool:
    """Whether a line holds an order."""
    return any(not item.error for item in items)


def _counts(words: list[str]) -> bool:
    """Whether a heading's words are a number of points, or a number alone: "My 2 points:"."""
    numbers = [word for word in words if word.isdigit()]
    if any(len(word) < _YEAR for word in numbers) and not _POINTS.isdisjoint(words):
        return True
    return bool(numbers) and all(word.isdigit() or word in _POINTS for word in words)


def _leave_out_notes(lexemes: list[Lexeme]) -> list[Lexeme]:
    """A heading without what stands in brackets behind its first word: "ENGLAND (Maria):"."""
    for index in range(1, len(lexemes)):
        if lexemes[index][1] in ("(", "["):
            return lexemes[:index]
    return lexemes


def _is_title(power: str, words: Sequence[str]) -> bool:
    """Whether words beside a power's name ("" for none) are a title's, and name something."""
    is_titled = all(word in _TITLE_WORDS or word in HEADINGS or word.isdigit() for word in words)
    return is_titled and (bool(power) or any(len(word) > 1 for word in words))


def _section(words: Sequence[str]) -> str:
    """The section that one of a heading's words opens, "" if none does."""
    return next((HEADINGS[word] for word in words if word in HEADINGS), "")


def _words(lexemes: list[Lexeme]) -> list[str]:
    return [key for kind, key, _, _ in lexemes if kind in (WORD, NUMBER)]
