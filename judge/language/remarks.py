"""Remarks beside a good order: which of them put it in doubt."""

from collections.abc import Iterator, Sequence

from judge.language import answers, asides, conditions, denials, parts, requests, taken_back
from judge.language.fold import level
from judge.language.names import Names
from judge.language.orders import Item
from judge.language.scan import WORD, scan
from judge.language.sentences import Sentences, list_spaces, list_unit_spaces
from judge.language.words import FILLERS, REPORT_WORDS

LONGEST = 200
"""Characters of a remark that may be an order: whoever strews brackets costs no more time."""


class Remarks:
    """Weighs what stands in brackets beside an order, or behind the sign of a comment."""

    def __init__(self, names: Names, sentences: Sentences) -> None:
        self._names, self._sentences = names, sentences

    def doubt(self, text: str, remark: str) -> str:
        """Why a remark beside a good order makes it doubtful, "" if it doesn't.

        ``remark`` is what stands behind a comment's sign.
        """
        inside, outside = parts.take_out_brackets(text)
        unit_spaces = self._names.spaces(outside)
        for words in (remark, *inside):
            one = level(words)
            if (
                one.strip()
                and denials.doubts(one)
                and not self._sentences.denies_another(words, unit_spaces)
            ):
                conditional = conditions.is_conditional(one)
                return answers.CONDITION if conditional else answers.TAKEN_BACK
        if any(
            self._orders_unit_otherwise(one, outside)
            for one in _list_remarks_behind(text, inside, remark)
        ):
            return answers.ASIDE
        if any(map(self._may_be_against, inside)):
            return answers.ASIDE
        outside = level(outside)
        outside = outside[taken_back.find_expletive_end(outside) :]
        if taken_back.takes_back(outside):
            return answers.TAKEN_BACK
        return answers.CONDITION if conditions.is_conditional(outside) else ""

    def _may_be_against(self, remark: str) -> bool:
        """Whether words in brackets may be against the order that they stand beside.

        Words of orders are none: "F (Bre) - MAO", "(south coast)", "(bounced)".
        """
        few = 3
        if len(remark.strip()) < few or self._names.spaces(remark.title()):
            return False
        words = [key for kind, key, _, _ in scan(remark) if kind == WORD and len(key) >= few]
        if any(one in REPORT_WORDS or self._names.is_order_word(one) for one in words):
            return False
        low = level(remark)
        return asides.is_short(low) and not asides.is_harmless(remark, low, beside=True)

    def _may_oppose(self, remark: str, low: str) -> bool:
        """Whether a remark that names a place of its order says something unknown of it."""
        words = [key for kind, key, _, _ in scan(remark) if kind == WORD]
        plain = all(
            self._names.is_order_word(one) or one in FILLERS or one in REPORT_WORDS for one in words
        )
        return (
            not plain and asides.is_short(low) and not asides.is_harmless(remark, low, beside=True)
        )

    def _orders_unit_otherwise(self, remark: str, order: str) -> bool:
        """Whether words beside an order say what else its unit shall do.

        A place or a deed behind words of putting right, "its" fleet, another order for it.
        """
        low, spaces = level(remark), self._names.spaces(remark)
        opening = low[: taken_back.find_expletive_end(low)].rstrip()
        spoken_to = not opening.endswith(",") or self._names.is_power(low[len(opening) :])
        sorry = taken_back.apologises(opening) and spoken_to  # "sorry Tokyo", "sorry, Japan"
        better = taken_back.finds_better(low) or (taken_back.corrects(low) and not sorry)
        if better and (spaces or self._names.acts(remark)):
            return True
        if requests.a_unit_goes(low) or (taken_back.drops(low) and spaces):
            return True
        unit_spaces = self._sentences.stretches.order(order, 0, len(order))
        return unit_spaces is not None and self._orders_else(remark, low, order, unit_spaces.items)

    def _orders_else(self, remark: str, low: str, order: str, items: tuple[Item, ...]) -> bool:
        """Whether a remark is another place or deed for the unit of an order, or may be."""
        spaces_named = self._names.spaces(remark)
        spaces = self._names.spaces(order) | {
            one for item in items for one in list_spaces(item.slots)
        }
        if self._names.is_place(remark) and not spaces_named <= spaces:
            return True
        if spaces_named & spaces and self._may_oppose(remark, low):
            return True
        units = {one for item in items for one in list_unit_spaces(item.slots)}
        deeds = {item.verb for item in items} | {"unit"}
        instead = self._sentences.stretches.order(remark, 0, len(remark))
        return instead is not None and any(
            item.verb not in deeds and units.intersection(list_unit_spaces(item.slots))
            for item in instead.items
        )


def _list_remarks_behind(text: str, inside: Sequence[str], remark: str) -> Iterator[str]:
    """The remarks that stand behind an order: a comment, the last brackets."""
    last = inside[-1] if inside and text.rstrip()[-1] in ")]}" else ""
    return (one for one in (remark, last) if one.strip() and len(one) <= LONGEST)
