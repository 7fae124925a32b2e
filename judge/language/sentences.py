"""A sentence as a secretary weighs it: its parts, and why none of its orders is taken."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel.text import Piece, Sentence, Span
from judge.language import (
    answers,
    asides,
    conditions,
    denials,
    hearsay,
    parts,
    pronouns,
    prose,
    rewording,
    taken_back,
)
from judge.language.fold import level, list_words
from judge.language.headers import Heading
from judge.language.names import Names
from judge.language.orders import OrderReader
from judge.language.pronouns import Pronouns
from judge.language.scan import WORD, scan
from judge.language.slots import Slots, sentence
from judge.language.stretches import Part, Stretches
from judge.language.typed_line import TypedLine
from judge.language.words import FILLERS

_QUOTED = re.compile(r'"[^"]+"')
_JOINTS = list_words(
    "with and by via to from at near mit und bei avec et con e y met a army fleet f"
)


class SentenceParts(NamedTuple):
    """A sentence in its parts; ``polite``: its question mark is only manners."""

    number: int
    text: str
    parts: tuple[Part, ...]
    polite: bool

    @property
    def low(self) -> str:
        """Its text in small letters."""
        return level(self.text)

    @property
    def ordered_spaces(self) -> set[str]:
        """Every space that its orders name."""
        return {
            one for part in self.parts for item in part.items for one in list_spaces(item.slots)
        }

    @property
    def unit_spaces(self) -> tuple[str, ...]:
        """The spaces of the units that its orders are for."""
        spaces = {
            one
            for part in self.parts
            for item in part.items
            for one in list_unit_spaces(item.slots)
        }
        return tuple(sorted(spaces))

    def list_unit_spaces_behind(self, index: int) -> Iterator[str]:
        """The spaces of the units that orders behind a part are for."""
        for part in self.parts[index + 1 :]:
            for item in part.items:
                yield from list_unit_spaces(item.slots)

    def orders(self, heading: Heading) -> tuple[Sentence, ...]:
        """All its orders."""
        return tuple(one for part in self.parts for one in self.part(part, heading))

    def part(self, part: Part, heading: Heading) -> Iterator[Sentence]:
        """The orders of a part of it."""
        line = TypedLine(self.number, self.text, list(part.lexemes), heading)
        for item in part.items:
            span = self._find_span(part, line.span(item))
            words = self.text[span.column - 1 : span.end - 1]
            for order in line.sentences(item):
                yield replace(order, span=span, text=words)
            helped_unit_holds = (
                _hold_helped_unit(item.slots)
                if pronouns.says_it_holds(self.low[part.start : part.end])
                else None
            )
            if helped_unit_holds:
                yield sentence(helped_unit_holds, span, words, heading.power)

    def _find_span(self, part: Part, span: Span) -> Span:
        """Where an order stands with all its words: what they were reworded as may be shorter.

        The only order of a part is the whole part.
        """
        if len(part.items) == 1:
            words = self.text[part.start : part.end].rstrip(" .!:")
            return replace(span, column=part.start + 1, end=part.start + len(words) + 1)
        behind = span.end - 1
        while behind < part.end and self.text[behind].isalnum():
            behind += 1
        return replace(span, end=behind + 1)

    def words(self, part: Part) -> str:
        """What a part says, in its columns."""
        return " " * part.start + self.text[part.start : part.end]


class Sentences:
    """Cuts sentences into parts and weighs what stands between their orders."""

    def __init__(self, orders: OrderReader, names: Names, speaks_of: Pronouns) -> None:
        self._names = names
        self._speaks_of = speaks_of
        self.stretches = Stretches(orders, speaks_of)
        self.follows = False
        """Whether a sentence stands before it on its line."""
        self.tried = 0
        """Characters of all stretches that were tried as orders, those of overlaps again."""

    def weigh(self, number: int, text: str) -> SentenceParts:
        """A sentence cut into the longest parts that are orders, and what stands between."""
        polite = rewording.asks_politely(level(text))
        order_parts = tuple(self._parts(text.replace("?", " ")))
        return SentenceParts(
            number, text.replace("?", " ") if polite else text, order_parts, polite
        )

    def _parts(self, text: str) -> Iterator[Part]:
        ends = parts.parts(level(text))
        index = 0
        while index < len(ends):
            part, behind = self._find_longest(text, ends, index)
            words = text[part.start : part.end]
            if part.slipped:
                self._speaks_of.last = None  # "it" may be what is asked back
            elif part.items:
                self._speaks_of.remember_orders(part.items)
            else:
                spaces = self._names.list_spoken_of(words)
                self._speaks_of.remember_place(spaces)
                if spaces and self._names.acts(words):
                    self._speaks_of.last = None  # "it" may be what nobody understands
            yield part
            index = behind

    def _find_longest(self, text: str, ends: list[parts.Stretch], index: int) -> tuple[Part, int]:
        """The longest order that begins with a part, and the part behind it."""
        alone = (index > 0 or self.follows) and pronouns.helps_alone(
            level(text[ends[index][0] : ends[index][1]])
        )
        for behind in range(index + 1 if alone else len(ends), index, -1):
            self.tried += ends[behind - 1][1] - ends[index][0]
            part = self.stretches.order(text, ends[index][0], ends[behind - 1][1], beside=alone)
            if part:
                return part, behind
        mended_part = self.stretches.mend_slips(text, *ends[index])
        return mended_part or Part(*ends[index]), index + 1

    def doubt(self, one: SentenceParts) -> str:
        """Why none of a sentence's orders is taken, "" if they are."""
        first = next(index for index, part in enumerate(one.parts) if part.items)
        before = one.low[: one.parts[first].start]
        if hearsay.quotes(before) and not taken_back.takes_back(one.low):
            return answers.TOLD
        why = _doubt_title(one.low, one.parts[first].start)
        if why:
            return why
        for index in range(len(one.parts)):
            why = self._doubt_part(one, index, before=index < first, last=index > first)
            if why:
                return why
        low = one.low
        if self._breaks_off(one):
            return answers.REST
        if any(
            denials.explains(low[part.start : part.end]) for part in one.parts if not part.items
        ):
            return ""
        if self._tells(one):
            return answers.TOLD
        return answers.QUESTION if low.rstrip().endswith("?") and not one.polite else ""

    def _breaks_off(self, one: SentenceParts) -> bool:
        """Whether a list ends in words: "remove A Gal, Vie and Tri are needed at home"."""
        if parts.excepts(one.low) and not one.parts[-1].items:
            return True
        return any(
            len(part.items) > 1
            and "leads" in (part.items[-1].slots or {})
            and not behind.items
            and self._names.find_first(one.words(behind))
            for part, behind in pairwise(one.parts)
        )

    def _tells(self, one: SentenceParts) -> bool:
        """Whether a sentence tells what somebody else said."""
        skip = taken_back.find_expletive_end(one.low)
        toneless = rewording.reword(one.text, " " * skip + one.low[skip:])
        return hearsay.quotes(level(toneless)) or self._cites(one.text)

    def only_cites(self, one: SentenceParts) -> bool:
        """Whether all orders of a sentence stand between quotation marks."""
        quotations = [match.span() for match in _QUOTED.finditer(level(one.text))]
        return all(
            any(start <= part.start and part.end <= end for start, end in quotations)
            for part in one.parts
            if part.items
        )

    def _cites(self, text: str) -> bool:
        """Whether orders stand between quotation marks beside a power's name: its own words."""
        around = _QUOTED.sub(" ", text)
        return around != text and self._names.names_power(around)

    def _doubt_part(self, one: SentenceParts, index: int, *, before: bool, last: bool) -> str:
        """Why one part of a sentence makes its orders doubtful, or ""."""
        part = one.parts[index]
        words = one.low[part.start : part.end].strip()
        if part.items:
            if "?" in words and not one.polite:
                return answers.QUESTION
            return self._doubt_brackets(one.text[part.start : part.end], one.ordered_spaces)
        if _says_nothing(words, last=last):
            return ""
        stretch = one.text[part.start : part.end].strip()
        why = self._doubt_words(stretch, one.ordered_spaces, before=before, last=last)
        later = any(behind.items for behind in one.parts[index + 1 :])
        if not why and last and not later and one.parts[index - 1].items:
            return answers.ASIDE if self._is_stray(one, part.start) else ""
        first = words.split(" ")[0].strip(",")
        corrects = taken_back.is_only_expletive(first) or not denials.denies(first)
        return "" if why == answers.TAKEN_BACK and later and corrects else why

    def _doubt_brackets(self, words: str, spaces: set[str]) -> str:
        """Why brackets inside of orders make them doubtful: "Mar to Gas [maybe]", or ""."""
        for remark in parts.take_out_brackets(words)[0]:
            low = level(remark)
            if denials.doubts(low) and not self.denies_another(remark, spaces):
                return answers.CONDITION if conditions.is_conditional(low) else answers.TAKEN_BACK
        return ""

    def _doubt_words(self, stretch: str, spaces: set[str], *, before: bool, last: bool) -> str:
        """Why some words between the orders make them doubtful, or ""."""
        words = level(stretch)
        if (before and taken_back.is_only_expletive(words)) or denials.explains(words):
            return ""
        if self.denies_another(stretch, spaces) or self.denies_order(stretch, spaces):
            return ""
        if self._is_half_order(stretch):
            return answers.REST
        if conditions.is_conditional(words):
            return answers.CONDITION
        if conditions.is_unsure(words):
            return answers.UNSURE
        if taken_back.takes_back(words) or (before and denials.denies(words)):
            return answers.TAKEN_BACK
        return answers.TAKEN_BACK if last and denials.doubts(words) else ""

    def _is_stray(self, one: SentenceParts, start: int) -> bool:
        """Whether a few last words name nothing and are not known to be harmless.

        Who puts something right has made up his mind: what follows is his reason.
        """
        words, low = one.text[start:], one.low[start:]
        if self._names.spaces(words) or taken_back.puts_right(one.low):
            return False
        return asides.is_short(low) and not asides.is_harmless(words, low, beside=True)

    def _is_half_order(self, stretch: str) -> bool:
        """Whether words are only a place or unit, whose part nobody knows: "with Ser"."""
        lexemes = scan(stretch)
        words = [key for kind, key, _, _ in lexemes if kind == WORD]
        rest = [word for word in words if word not in FILLERS and word not in _JOINTS]
        if not 0 < len(rest) <= 2 or denials.denies(level(stretch)):
            return False
        if taken_back.takes_back(level(stretch)):
            return False
        return bool(self._names.spaces(stretch)) and not any(map(self._names.is_deed, lexemes))

    def denies_order(self, words: str, order_spaces: set[str]) -> bool:
        """Whether words only deny another order: "under no circumstances F Ank - Con"."""
        behind = denials.find_end_of_unwanted(level(words))
        part = self.stretches.order(words, behind, len(words)) if behind else None
        spaces = {one for item in part.items for one in list_spaces(item.slots)} if part else set()
        return bool(spaces - order_spaces)

    def denies_another(self, words: str, order_spaces: set[str]) -> bool:
        """Whether words only deny another place: "not Spa!", "certainly not Tyrolia"."""
        columns = denials.find_denied_place(level(words))
        if columns is None:
            return False
        place = words[columns[0] : columns[1]]
        spaces = self._names.spaces(place)
        names_something = bool(spaces) or self._names.is_power(level(place).strip(" .!"))
        return names_something and not spaces & order_spaces


def _doubt_title(low: str, start: int) -> str:
    """Why words with a colon before the order that begins at a column make it doubtful, or ""."""
    title = low[:start].rstrip(" .")
    if not title.endswith(":"):
        return ""
    if hearsay.quotes(title):
        return answers.TOLD
    return answers.UNSURE if hearsay.leaves_aside(title) else ""


def _says_nothing(words: str, *, last: bool) -> bool:
    """Whether words are manners, or behind an order that this is a second thought."""
    if prose.greets(words) and not taken_back.takes_back(words):
        return True
    return last and taken_back.thinks_again(words)


def _hold_helped_unit(slots: Slots | None) -> Slots | None:
    """The order of the unit that is helped in "Rome supports Venice, which holds"."""
    about = (slots or {}).get("about")
    if about is None or about.get("verb") != "hold" or "piece" not in about:
        return None
    return {"verb": "hold", "piece": about["piece"], "implied": True}


def list_unit_spaces(slots: Slots | None) -> Iterable[str]:
    """The spaces of the unit that an order is for."""
    piece = (slots or {}).get("piece")
    return piece.place.spaces if isinstance(piece, Piece) else ()


def list_spaces(slots: Slots | None) -> Iterable[str]:
    """Every space that an order names."""
    if not slots:
        return
    yield from list_unit_spaces(slots)
    for place in slots.get("path", ()):
        yield from place.spaces
    for key in ("about", "also"):
        yield from list_spaces(slots.get(key))
