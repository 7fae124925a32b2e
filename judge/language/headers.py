"""Headings: whose orders follow ("ENGLAND:", "[ENGLAND]", "E)"), and of what kind ("Builds:")."""

from collections.abc import Sequence
from itertools import chain

from msgspec import Struct

from judge.language.builder import Slots
from judge.language.fold import ARROW, NUMBER, WORD, Lexeme
from judge.language.lexicon import Lexicon, acts
from judge.language.order_lines import Item
from judge.language.words import HEADINGS, OTHERS

_TITLE_WORDS = frozenset(OTHERS["title"])
"""Words that make up titles; a line of nothing else orders nothing."""
_CLOSERS = (":", ")", "]")
_OPENERS = ("[", "(", "*", ".", "'", '"', ",", "-")
_POINTS = frozenset(OTHERS["points"])
_MOST = 8
"""Signs and numbers stand no farther from a heading's beginning."""
_YEAR = 3
"""Digits of a number in a heading that is no number of points."""
_LONGEST = 4
"""Words of the longest name of a power."""


Title = tuple[str, list[str]]
"""A power, "" for none, and the other words of a heading."""


class Heading(Struct, frozen=True, gc=False):
    """What stands before a line's orders: ``behind`` is the first lexeme after it.

    ``power`` and ``section`` hold for this line; ``alone``: the line is nothing but a heading.
    """

    power: str = ""
    section: str = ""
    behind: int = 0
    alone: bool = False


class Headings:
    """The headings of one letter: a heading alone on its line holds for the lines below it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.standing = Heading()
        self._doubtful: Heading | None = None
        powers = chain.from_iterable(lexicon.vocabulary.powers)
        self._words = frozenset((*powers, *_TITLE_WORDS, *HEADINGS))
        """The words that headings are made of on a map."""

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
        """The heading of a line whose orders are ``items``, the ones above it included.

        A bare name, which may be a signature, is a heading if an order stands below it.
        """
        if self._doubtful:
            self.standing = self._doubtful if _holds_good(items) else self.standing
            self._doubtful = None
        close = self._find_close(lexemes)
        title = self._find_title(text, lexemes, close) if close else None
        if title is None:
            return self.standing
        power, others = title
        section = next((HEADINGS[word] for word in others if word in HEADINGS), "")
        heading = Heading(power or self.standing.power, section or self.standing.section, close + 1)
        if _words(lexemes[close + 1 :]):
            wrong = any(item.error for item in items)  # "Poland: BID 7" needs no heading
            leads = self._leads(title, section, lexemes, close, wrong=wrong)
            return heading if leads else self.standing
        if close < len(lexemes):
            self.standing = Heading(heading.power, section)
        elif _holds_good(items) or not (
            power
            or any(word.isdigit() for word in others)  # "Fall 1901 Retreats"
            or (len(others) > 1 and not self.lexicon.may_act(lexemes))
        ):
            return self.standing
        else:
            self._doubtful = Heading(heading.power, section)
        return Heading(alone=True)

    def _find_close(self, lexemes: list[Lexeme]) -> int:
        """The lexeme that ends a heading, or the line's end; 0 where the words are no heading's."""
        noted = False
        for index, (kind, key, _, _) in enumerate(lexemes):
            if noted or (index and key in ("(", "[")):  # "ENGLAND (Maria):"
                noted = key not in (")", "]")
            elif kind == WORD:
                if key not in self._words and len(key) > 1 and not self._is_short(lexemes, index):
                    return 0
            elif key in _CLOSERS:
                return index
            elif (kind != NUMBER and key not in _OPENERS) or index > _MOST:
                return 0
            elif kind == ARROW and lexemes[0][1] in self.lexicon.arms:
                return 0  # "F For - China" is no heading for China
        return len(lexemes)

    def _is_short(self, lexemes: list[Lexeme], index: int) -> bool:
        """Whether a line begins with a power's name cut short and a colon: "Fra: A Par - Bur".

        Where it is a place's name too ("Eng: F Lon - Nth") a unit has to follow.
        """
        vocabulary, word = self.lexicon.vocabulary, lexemes[index][1]
        marked = not index and len(lexemes) > 1 and lexemes[1][1] in _CLOSERS
        if not marked or not vocabulary.power((word,)):
            return False
        follows = lexemes[2][1] if len(lexemes) > 2 else ""
        return not vocabulary.word(word) or follows in self.lexicon.arms

    def _find_title(self, text: str, lexemes: list[Lexeme], close: int) -> Title | None:
        """The power and the other words of the title that ends at ``close``, None if none does."""
        notes = (index for index in range(1, close) if lexemes[index][1] in ("(", "["))
        words = _words(lexemes[: next(notes, close)])
        power, others = self._find_power(words, text)
        if not power and len(others) == 1 and self._is_short(lexemes, 0):
            power, others = self.lexicon.vocabulary.power((others[0],)) or "", []
        titled = all(one in _TITLE_WORDS or one in HEADINGS or one.isdigit() for one in others)
        named = power or any(len(word) > 1 for word in others)
        if not (titled and named) or self._counts(others, _words(lexemes[:close])):
            return None
        return power, others

    def _find_power(self, words: list[str], text: str) -> tuple[str, list[str]]:
        """The power among a heading's words, and the other words."""
        vocabulary = self.lexicon.vocabulary
        if len(words) == 1 and self.begins_with_letter(text):
            return vocabulary.letters[text.lstrip()[0].upper()], []
        for size in range(min(_LONGEST, len(words)), 0, -1):
            for index in range(len(words) - size + 1):
                power = vocabulary.powers.get(tuple(words[index : index + size]))
                if power:
                    return power, words[:index] + words[index + size :]
        return "", words

    def _counts(self, others: Sequence[str], words: Sequence[str]) -> bool:
        """Whether a heading of ``words``, with ``others`` beside its power, counts anything.

        Points, or units to build or remove that it does not name: "Build 2 armies".
        """
        arms = any(word in self.lexicon.arms and len(word) > 1 for word in others)
        done = any(acts(self.lexicon[word].readings) for word in others)
        units = arms and done and any(map(str.isdigit, others))
        return units or _counts_points(others) or _counts_points(words)

    def _leads(
        self, title: Title, section: str, lexemes: list[Lexeme], close: int, *, wrong: bool
    ) -> bool:
        """Whether orders follow a heading on its own line, so that it is none of their words."""
        power, others = title
        rest = lexemes[close + 1 :]
        kinds = {kind for kind, _ in self.lexicon[_words(rest)[0]].readings}
        pays = not _POINTS.isdisjoint(_words(rest))  # "Britain: 25 points to Ireland"
        if power and wrong and (pays or self.lexicon.may_act(rest)):
            return True
        if not others and len(_words(lexemes)[0]) == 1:
            return "UNIT" in kinds
        if power and kinds & {"_BUILD", "_DISBAND", "_RETREAT", "_WAIVE"}:
            return True
        return bool(kinds & {"UNIT", "PLACE"}) and (power != "" or not section)


def cast(slots: Slots, section: str) -> Slots:
    """An order as the section above it means it: bare units are built, moves are retreats."""
    verb = slots["verb"]
    if verb == "unit" and section in ("build", "disband", "deploy", "buy"):
        return {**slots, "verb": section}
    if verb == "move" and section == "retreat" and len(slots["path"]) == 1:
        return {**slots, "verb": "retreat", "via": False}
    return slots


def _holds_good(items: Sequence[Item]) -> bool:
    """Whether one of the items is an order."""
    return any(not item.error for item in items)


def _counts_points(words: Sequence[str]) -> bool:
    """Whether a heading's words are a number of points, or a number alone: "My 2 points:"."""
    numbers = [word for word in words if word.isdigit()]
    few = any(len(word) < _YEAR for word in numbers)
    alone = all(word.isdigit() or word in _POINTS for word in words)
    return bool(numbers) and (alone or (few and not _POINTS.isdisjoint(words)))


def _words(lexemes: list[Lexeme]) -> list[str]:
    return [key for kind, key, _, _ in lexemes if kind in (WORD, NUMBER)]
