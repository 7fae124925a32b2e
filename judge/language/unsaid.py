"""Arrows that were left out between two places: "paris burgundy", "ven tri rom ven ion gre".

Places that follow each other are taken in pairs, a unit's own and its goal. What nobody can pair
stays as it is; whether a pair is a move is for the board to say (``Sentence.unsaid``).
"""

from typing import NamedTuple

from judge.language import coast
from judge.language.lexicon import Lexicon
from judge.language.lookahead import has, is_verbal
from judge.language.orders import Item
from judge.language.scan import ARROW, WORD, Lexeme

_LONGEST = 5
"""Words of the longest name."""


class _Run(NamedTuple):
    """Places that follow each other: where each begins, and the lexeme behind the last."""

    places: tuple[int, ...]
    behind: int


def insert_arrows(lexemes: list[Lexeme], lexicon: Lexicon) -> list[Lexeme]:
    """The lexemes with an arrow between the places of each pair; [] if any place has no partner."""
    with_arrows: list[Lexeme] = []
    index = copied_to = 0
    while index < len(lexemes):
        run = _find_run(lexemes, index, lexicon)
        if run is None:
            index += 1
            continue
        goals = _goals(run, lexemes, lexicon)
        if goals is None:
            return []
        for goal in goals:
            start = lexemes[goal][2]
            with_arrows += [*lexemes[copied_to:goal], (ARROW, "-", start, start)]
            copied_to = goal
        index = run.behind
    return [*with_arrows, *lexemes[copied_to:]] if with_arrows else []


def mark_unsaid(item: Item, lexemes: list[Lexeme]) -> Item:
    """An order that says whether its arrow was left out."""
    if item.slots is None or item.verb != "move":
        return item
    is_unsaid = any(start == end for _, _, start, end in lexemes[item.first : item.behind])
    return item._replace(slots={**item.slots, "unsaid": True}) if is_unsaid else item


def _goals(run: _Run, lexemes: list[Lexeme], lexicon: Lexicon) -> tuple[int, ...] | None:
    """The second place of each pair of a run; None if one is left over.

    A place behind an arrow is a goal already, one before a deed is the unit that does it.
    """
    first, paired_places = run.places[0], run.places
    if first and _can_be(lexemes[first - 1], lexicon, "_ARROW"):
        paired_places = paired_places[1:]
    if run.behind < len(lexemes) and _acts(lexemes[run.behind], lexicon):
        paired_places = paired_places[:-1]
    alone = len(run.places) == 1
    return None if len(paired_places) % 2 and not alone else paired_places[1::2]


def _find_run(lexemes: list[Lexeme], index: int, lexicon: Lexicon) -> _Run | None:
    """The places that follow each other from ``index`` on; None if none stands there."""
    places: list[int] = []
    behind = _find_name_end(lexemes, index, lexicon)
    while behind:
        places.append(index)
        index, behind = behind, _find_name_end(lexemes, behind, lexicon)
    return _Run(tuple(places), index) if places else None


def _find_name_end(lexemes: list[Lexeme], index: int, lexicon: Lexicon) -> int:
    """The lexeme behind the name of a place, its coast included; 0 if none stands at ``index``."""
    words: list[str] = []
    for kind, key, _, _ in lexemes[index : index + _LONGEST]:
        if kind != WORD:
            break
        words.append(key)
    for size in range(len(words), 0, -1):
        readings = lexicon.phrase(tuple(words[:size])) if size > 1 else lexicon[words[0]].readings
        if has(readings, "PLACE"):
            end = index + size
            shore = coast.find_coast_behind(lexemes, end) if end < len(lexemes) else None
            return shore[1] if shore else end
    return 0


def _acts(lexeme: Lexeme, lexicon: Lexicon) -> bool:
    """Whether a lexeme is an arrow or a word for a deed."""
    readings = lexicon[lexeme[1]].readings if lexeme[0] == WORD else ()
    return lexeme[0] == ARROW or (is_verbal(readings) and not has(readings, "_ALL", "_VIA"))


def _can_be(lexeme: Lexeme, lexicon: Lexicon, terminal: str) -> bool:
    """Whether a lexeme can be ``terminal``."""
    kind, key, _, _ = lexeme
    if kind == ARROW:
        return terminal == "_ARROW"
    return kind == WORD and has(lexicon[key].readings, terminal)
