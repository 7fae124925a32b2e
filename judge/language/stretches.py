"""A stretch of a line read as orders, its words made plainer and plainer."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.language import conditions, denials, pronouns, rewording, taken_back, unsaid
from judge.language.fold import level, list_words
from judge.language.loose_ends import combine
from judge.language.orders import Item, OrderReader
from judge.language.pronouns import Pronouns
from judge.language.scan import Lexeme, scan
from judge.language.slots import Slots

_UNSAID = ("unit", "blank", "none", "clash", "unordered")
"""What words come to that order nothing by themselves."""
LEAVING = ("disband", "remove")
"""Verbs of units that leave the board, which people use for orders too."""
PAYING = ("points", "bid", "switch")
"""Verbs of points for minor powers."""
_AT = list_words("in at a an zu en im te de")
"""Words before the place where a unit stays."""
_FEW = 6
"""Words and signs of a short order."""
_GROWN = re.compile(r"[\W_]*(?P<arm>[AFPLN]\d?)\s*(?P<word>[A-Za-z]{4,24})[\W_]*$")


class Part(NamedTuple):
    """A part of a sentence: its columns, and the orders that it holds (none: it is only words)."""

    start: int
    end: int
    items: tuple[Item, ...] = ()
    lexemes: Sequence[Lexeme] = ()
    text: str = ""
    slipped: bool = False
    """Whether words had to be put right to read them, so that they are guesses."""


class Stretches:
    """Reads stretches of lines as orders."""

    def __init__(self, orders: OrderReader, speaks_of: Pronouns) -> None:
        self._orders = orders
        self._speaks_of = speaks_of

    def order(self, text: str, start: int, end: int, *, beside: bool = False) -> Part | None:
        """The orders of a stretch that is nothing else; None of another one.

        ``beside``: an order stands before it, so that "Ukraine supports" helps that one.
        """
        bare = " " * start + text[start:end]
        low = level(bare)
        helper = pronouns.find_supporter(low)
        if helper:
            return self._read_support(bare, start, end, helper)
        if denials.is_unwanted(low) or conditions.supposes(low):
            return None
        if taken_back.takes_back(low[taken_back.rethinks(low) :]):
            return self._read_removal(bare, low, start, end)
        for one in self._tries(bare, low, start):
            lexemes = self._speaks_of.resolve(one, level(one), beside=beside)
            if lexemes is None:
                return None
            items = self._read_whole(one, lexemes) or self._read_stay_at_home(one, lexemes)
            if _speaks_of_itself(one, lexemes, items):
                return None
            items = items or self._read_builds(one, lexemes, low)
            if items and not (items[0].verb in LEAVING and taken_back.speaks_of_orders(low)):
                return Part(start, end, items, lexemes, one)
        by_arm = self._read_by_arm(bare, start, end, beside=beside)
        return by_arm or self._read_without_arrows(bare, low, start, end)

    def _read_removal(self, bare: str, low: str, start: int, end: int) -> Part | None:
        """Words that take a unit off the board and speak of no order: "Remove the fleet in Alb"."""
        lexemes = scan(bare)
        items = () if taken_back.speaks_of_orders(low) else self._read_whole(bare, lexemes)
        leaves = all(item.verb in LEAVING and (item.slots or {})["piece"].arm for item in items)
        return Part(start, end, items, lexemes, bare) if items and leaves else None

    def mend_slips(self, text: str, start: int, end: int) -> Part | None:
        """The orders that a stretch may be, its misspelt words put right; None if it is none."""
        bare = " " * start + text[start:end]
        if not self._orders.slips.may_be(scan(bare)):
            return None
        for one in self._tries(bare, level(bare), start):
            lexemes = scan(one)
            guesses = self._orders.slips.mend_lexemes(lexemes)
            items = tuple(item for guess in guesses for item in self._read_whole(one, guess))
            if items and all(item.slots and "piece" in item.slots for item in items):
                return Part(start, end, items, lexemes, one, slipped=True)
        return None

    def redirect_last_move(self, text: str, start: int, end: int) -> Part | None:
        """The last move with the place that a stretch is as its goal: "No, Armenia".

        The board tells whether it may be another unit that is meant.
        """
        lexemes = self._speaks_of.redirect_last_move(scan(" " * start + text[start:end]))
        items = self._read_whole(text, lexemes) if lexemes else ()
        marked_items = tuple(
            item._replace(slots={**item.slots, "unsaid": True}) for item in items if item.slots
        )
        return Part(start, end, marked_items, lexemes, text) if marked_items else None

    def _read_support(
        self, text: str, start: int, end: int, helper: tuple[int, int]
    ) -> Part | None:
        """What the units do for the order before that are named behind "supported by"."""
        words = " " * helper[0] + text[helper[0] : helper[1]]
        lexemes = self._speaks_of.word_support(
            rewording.make_plainer(words, level(words), self._orders.lexicon)
        )
        items = self._read_whole(text, lexemes) if lexemes else ()
        help_all = items and all(item.verb == "support" for item in items)
        return Part(start, end, items, lexemes, text) if help_all else None

    def _tries(self, bare: str, low: str, start: int) -> Iterator[str]:
        """A stretch as typed, then plainer and plainer, but with the "it" of "It holds"."""
        earlier, stays = {bare}, pronouns.stays(low)
        yield bare
        skip = taken_back.find_expletive_end(low)
        if start < skip < len(bare):
            bare = " " * skip + bare[skip:]
        for one in _list_plainer(bare, self._orders):
            if one not in earlier and (not stays or pronouns.stays(level(one))):
                earlier.add(one)
                yield one

    def _read_by_arm(self, bare: str, start: int, end: int, *, beside: bool) -> Part | None:
        """An order whose unit is named by its arm alone: "the other fleet supports that"."""
        letter, sample, _ = self._orders.vocabulary.samples
        if letter == "L":
            return None
        amount = pronouns.count_units(level(bare))
        others = pronouns.speaks_of_others(level(bare))
        polite = rewording.reword(bare, level(bare))
        for text in (
            bare,
            polite,
            rewording.make_plainer(polite, level(polite), self._orders.lexicon),
        ):
            lexemes = self._speaks_of.resolve(text, level(text), beside=beside)
            arm = self._speaks_of.arm
            unit = (
                pronouns.find_unit_by_arm(text, level(text), sample, lexemes, arm)
                if lexemes
                else None
            )
            items = self._read_whole(text, unit.lexemes) if unit else ()
            slots = items[0].slots if len(items) == 1 else None
            if (
                unit is None
                or slots is None
                or not self._may_do(unit, slots, amount, others=others)
            ):
                continue
            verb = slots["verb"]
            slots = {**slots, "verb": "hold-all" if unit.many else verb, "piece": unit.piece}
            slots["amount"] = amount * unit.many
            return Part(start, end, (items[0]._replace(slots=slots),), unit.lexemes, text)
        return None

    def _may_do(self, unit: pronouns.ByArm, slots: Slots, amount: int, *, others: bool) -> bool:
        """Whether a unit that is named by its arm can do what is said of it.

        Several hold, if they had no orders before. None is built: it is of no unit on the board.
        """
        if "piece" not in slots or slots["verb"] in ("unit", "build"):
            return False
        if not unit.many:
            return True
        has_orders = amount and not others and self._speaks_of.may_have_ordered(unit.piece.arm)
        return slots["verb"] == "hold" and not has_orders

    def _read_without_arrows(self, bare: str, low: str, start: int, end: int) -> Part | None:
        """Orders whose arrows were left out: "Ven Tri, Rom Ven"."""
        for text in self._tries(bare, low, start):
            lexemes = unsaid.insert_arrows(scan(text), self._orders.lexicon)
            items = self._read_whole(text, lexemes) if lexemes else ()
            if items:
                marked_items = tuple(unsaid.mark_unsaid(item, lexemes) for item in items)
                return Part(start, end, marked_items, lexemes, text)
        return None

    def _read_whole(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """The orders of lexemes that are nothing but orders; () of others."""
        items = self._orders.read(text, lexemes)
        if not items or any(item.error or item.reported for item in items):
            return ()
        items = tuple(map(self._build_as_before, items))
        if len(items) > 1:
            items = tuple(combine(items))
        never = _UNSAID if self._orders.vocabulary.pays else (*_UNSAID, *PAYING)
        return () if any(item.verb in never or _is_bare(item) for item in items) else items

    def _read_stay_at_home(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """A unit that stays where it is by name, as in "Munich stays in Munich"."""
        index = next((index for index, one in enumerate(lexemes) if index and self._holds(one)), 0)
        if not 0 < index < len(lexemes) - 1 or lexemes[index + 1][1] not in _AT:
            return ()
        unit = self._read_whole(text, lexemes[: index + 1])
        place = self._orders.read(text, lexemes[index + 2 :])
        if len(unit) != 1 or len(place) != 1 or place[0].verb != "unit":
            return ()
        here, there = (one.slots["piece"].place for one in (*unit, *place) if one.slots)
        return unit if here.spaces == there.spaces else ()

    def _holds(self, lexeme: Lexeme) -> bool:
        return ("_HOLD", None) in self._orders.lexicon[lexeme[1]].readings

    def _build_as_before(self, item: Item) -> Item:
        """A unit alone behind a build: "build A Par. No, make that A Mar"."""
        last = self._speaks_of.last
        if item.slots is None or item.verb != "unit" or last is None or last["verb"] != "build":
            return item
        return item._replace(slots={**item.slots, "verb": "build"})

    def _read_builds(self, text: str, lexemes: list[Lexeme], low: str) -> tuple[Item, ...]:
        """A unit alone, as in "One fleet in Naples" and "F Nap rather than A Nap": it is built.

        ``low`` is the text before it was made plainer.
        """
        end = denials.find_exchanged_end(level(text))
        if not end and not pronouns.names_one_more(low):
            return ()
        unit = [one for one in lexemes if one[3] <= end] if end else lexemes
        items = self._orders.read(text, unit)
        slots = items[0].slots if len(items) == 1 else None
        whole = slots is not None and slots["verb"] == "unit" and slots["piece"].arm
        return (items[0]._replace(slots={**slots, "verb": "build"}),) if slots and whole else ()

    def begins(self, text: str) -> bool:
        """Whether the first few words of a text are an order: what follows them is not read."""
        lexemes = scan(text)
        return any(
            self._read_whole(text, lexemes[:size]) for size in range(3, min(_FEW, len(lexemes)) + 1)
        )

    def split_glued_names(self, text: str) -> tuple[Item, ...]:
        """What a unit with two names, or a name and a letter, grown together may mean."""
        match = _GROWN.match(text)
        if match is None:
            return ()
        exact, readings = self._orders.vocabulary.exact, []
        word = level(match["word"])
        for index in range(3, len(word)):
            start, right = word[:index], word[index:]
            if start in exact and (right in exact or right == "h"):
                deed = "H" if right == "h" else f"- {right}"
                readings.append(f"{match['arm']} {start} {deed}")
        return tuple(item for one in readings for item in self._orders.read(one, scan(one)))


def _speaks_of_itself(text: str, lexemes: list[Lexeme], items: Sequence[Item]) -> bool:
    """Whether "it" may be an order that stands before it in a text: "A Par - Bur and Mar helps it".

    Those who all help have no other one beside them: "Ruhr and Kiel support it".
    """
    helps = all(item.verb == "support" for item in items)
    return len(items) > 1 and not helps and len(lexemes) > len(scan(text))


def _list_plainer(bare: str, orders: OrderReader) -> Iterator[str]:
    """A stretch without its tone, without small words, and with arrows for "into"."""
    lexicon = orders.lexicon
    yield bare
    polite = rewording.reword(bare, level(bare))
    yield polite
    yield rewording.insert_arrow(polite, level(polite), lexicon)
    plain = rewording.make_plainer(polite, level(polite), lexicon)
    yield plain
    yield rewording.insert_arrow(plain, level(plain), lexicon)


def _is_bare(item: Item) -> bool:
    """Whether an order names no unit though its deed needs one: "disband"."""
    slots = item.slots or {}
    return slots.get("verb") == "disband" and "piece" not in slots
