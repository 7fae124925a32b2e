"""What people put around an order: bullets, counts, asterisks, and remarks behind a dash."""

import re

from judge.language import advice, asides, prose
from judge.language.fold import level
from judge.language.headers import Headings
from judge.language.names import Names
from judge.language.orders import Item, OrderReader
from judge.language.scan import WORD, Lexeme, scan
from judge.language.words import FILLERS, REPORT_WORDS

_BULLET = re.compile(
    r"\s*(?:[*>~]+|-(?![->=])(?=\s*[^\W\d])|\(?\d{1,3}[.)](?!\d)|[a-z]\)|\[[ xX]?\])\s*"
)
_NUMBERED = re.compile(r"(?<=\s)\(?(\d{1,2})[.)](?=\s)")
_REMARK = re.compile(r"(?:\s--?\s+|\s*(?:\.{2,}|\u2026)\s*|(?<=\S)\s{3,})(?=[^\W\d_])")
"""A dash or a pause before words that may be a remark: "F Nth - Nwy   third time lucky"."""
_LISTED = re.compile(r"\s*([^\W\d_][^:]{3,30}):\s*([^\W\d_][^:]{2,30})")
"""A line of a list: a unit's place in full, and where it goes."""
_COUNTED = re.compile(
    r"^\W*(?:(?:here are |these are )?(?:my|the|our) )?(?:\d|one|two|three|four|five|six)\s+"
    r"(?:builds?|removals?|retreats?|orders|moves|units|armies|fleets|bids)\s*:",
    re.IGNORECASE,
)
"""A heading that counts what stands behind it: "2 builds: ..."."""
_THE_ONE = re.compile(r"\bthe (?:other )?ones? (?=(?:in|at|from|of) )", re.IGNORECASE)
"""Words for a unit beside its place: "the one in Vienna"."""
_HELPS = re.compile(
    r"\b(supports?|helps?|unterst(?:ü|ue|u)tzt|hilft|soutient|appuie|appoggia|apoya|steunt)\.(?=\s)",
    re.IGNORECASE,
)
"""Help for the order before it, at the end of a sentence: what follows is another one's."""
_STARRED = re.compile(r"(\*+)([^*]+)\*+(?=\s*$)")
"""A remark between asterisks: "*evil laugh*"."""
_ARROWED = re.compile(r"(?<=\S)\s+(<[-=]+|\u2190)\s*(?=[^\W\d_])")
"""An arrow from a remark back to its order: "A Mun H <- important"."""


class Wrapping:
    """Takes from a line what is no part of its orders, every letter left where it stands."""

    def __init__(self, orders: OrderReader, headings: Headings, names: Names) -> None:
        self._orders = orders
        self._headings = headings
        self._names = names

    def strip_signs(self, text: str) -> str:
        """A line without its bullet and its asterisks, with an arrow for a colon that is one.

        What stands between asterisks or behind an arrow back is put in brackets.
        """
        bullet = _BULLET.match(text)
        if bullet and not self._headings.begins_with_letter(text):
            text = " " * bullet.end() + _split_numbers(text, bullet.end())
        if "*" in text:
            text = _STARRED.sub(lambda match: f"({match[2]})".ljust(len(match[0])), text)
        if "<" in text or "\u2190" in text:
            text = self._bracket_behind_arrow(text)
        if ":" in text:
            text = self._strip_colon(text)
        if ". " in text:
            text = _HELPS.sub(r"\1;", text)
        if "one" in text:
            text = _THE_ONE.sub(lambda match: " " * len(match[0]), text)
        return text

    def _bracket_behind_arrow(self, text: str) -> str:
        """A line with what stands behind an arrow back in brackets: "A Mun H <- important".

        A place behind it is where somebody comes from: "A Bur <- Mun".
        """
        arrow = _ARROWED.search(text)
        rest = text[arrow.end(1) :] if arrow else ""
        if arrow is None or self._names.is_place(rest) or self._names.holds_unit(f" {rest}"):
            return text
        return f"{text[: arrow.start(1)]}{'('.rjust(len(arrow[1]))}{rest})"

    def _strip_colon(self, text: str) -> str:
        """A line without "2 builds:", with an arrow for the colon of "Paris: Burgundy"."""
        text = _COUNTED.sub(lambda match: " " * len(match[0]), text)
        list_match = _LISTED.fullmatch(text)
        if list_match and self._is_listed(list_match[1], list_match[2]):
            text = f"{text[: list_match.end(1)]}-{text[list_match.end(1) + 1 :]}"
        return text

    def _is_listed(self, unit: str, goal: str) -> bool:
        """Whether a unit's place and a goal are all of a line: "Paris: Burgundy".

        Where minor powers are places, that of a country may be its heading.
        """
        places = scan(unit), scan(goal.rstrip(" ."))
        lexicon = self._orders.lexicon
        if lexicon.vocabulary.minor and self._names.is_a_country(unit):
            return False
        return prose.is_two_places([*places[0], *places[1]], len(places[0]), lexicon)

    def strip_remark(
        self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> tuple[str, list[Lexeme], tuple[Item, ...]]:
        """A line with what stands behind a dash or a pause in brackets: "A Mun H - boring, I know".

        The dash is an arrow where a word of orders or a place stands behind it.
        """
        if not any(item.error for item in items):
            return text, lexemes, items
        dash = next(reversed(list(_REMARK.finditer(text))), None)
        if dash is None:
            return text, lexemes, items
        rest = text[dash.end() :]
        if not self._is_remark(rest):
            return text, lexemes, items
        bare = text[: dash.start()] + "(".rjust(len(dash[0])) + rest.rstrip() + ")"
        _, before = self._orders.line(text[: dash.start()])
        if not before or any(item.error or item.verb == "unit" for item in before):
            return text, lexemes, items
        return bare, *self._orders.line(bare)

    def _is_remark(self, rest: str) -> bool:
        """Whether what stands behind a dash speaks, and neither goes on with an order nor ends it.

        Its first word tells: no place, verb, verdict, or nearly a place; it may be a power's name.
        """
        words = [key for kind, key, _, _ in scan(rest) if kind == WORD and key not in FILLERS]
        if not words or words[0] in REPORT_WORDS:
            return False
        is_harmless = asides.is_harmless(rest, level(rest), beside=True) and not rest[:1].isupper()
        if is_harmless and not (self._names.spaces(rest.title()) or self._names.acts(rest)):
            return True
        if len(words) == 1 and not is_harmless:
            return False
        if self._names.is_power(words[0]):
            return True
        is_order_word = self._names.is_order_word(words[0])
        return not is_order_word and (
            is_harmless or not advice.is_nearly_name(words[0], self._orders)
        )


def _split_numbers(text: str, start: int) -> str:
    """What stands behind a line's first number, further numbers made semicolons: "1. .. 2. .."."""
    rest, number = text[start:], text[:start].strip("( ).")
    if not number.isdigit():
        return rest
    for match in _NUMBERED.finditer(rest):
        if int(match[1]) != int(number) + 1:
            return rest
        number = match[1]
        rest = rest[: match.start()] + ";".ljust(len(match[0])) + rest[match.end() :]
    return rest
