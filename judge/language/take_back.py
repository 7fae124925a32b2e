"""Sentences that take orders of their own mail back and say which."""

from collections.abc import Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Problem, Sentence, Span
from judge.language import marks
from judge.language.statement import Statement, words_of
from judge.language.tokens import Token
from judge.language.typed_line import LineReading, find_span

ALL, LAST = "all", "last"
_NTH = ("1st", "2nd", "3rd", "4th")
_LEADS = frozenset(("again", "and", "as", "lead", "me", "please"))
"""Classes of words that may stand before one of taking back."""
_NAMING = frozenset((*_NTH, *_LEADS, "line", "orders"))
"""Classes of words that say which order is meant."""
_POINTING = frozenset(("again", "it", "lead", "orders"))
"""Classes of words that say no more than "that"."""
_FEW = 4
"""Words of a sentence that does nothing but take back."""
_NONE = (
    "this takes an order back, but none above it in this mail. Write CLEAR and the unit's place "
    "for one that you sent before."
)


class Withdrawal(NamedTuple):
    """Words that take orders above them back: those of units in ``spaces``, of a line, or all.

    ``which`` is ALL, LAST, an arm, or the number of a line (of an order where a line has none);
    ``strict``: the words are talk where they mean no order above.
    """

    span: Span
    text: str
    spaces: tuple[str, ...]
    which: str
    strict: bool = False


def find_withdrawal(statement: Statement) -> Withdrawal | None:
    """A sentence that takes back and says what: a unit's order, a line, all that is above."""
    tokens = statement.tokens
    behind = _list_naming(tokens)
    if behind is None or statement.asks:
        return None
    orders = marks.has(behind, "orders") or marks.has(behind, "line")
    spaces = {space for token in behind for space in (token.place.spaces if token.place else ())}
    which = ALL if spaces else _find_which(tokens, behind, orders=orders)
    about = behind if spaces or orders else tokens
    if not which or marks.has(about, "you"):
        return None
    line = statement.line
    span, alone = find_span(line.number, line.text), len(words_of(tokens)) == 1
    plain = which == ALL and not spaces
    strict = not (orders or alone or plain)
    return Withdrawal(span, line.text.strip(), tuple(sorted(spaces)), which, strict)


def _list_naming(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """The words that say what one of taking back means; None where none is, or among talk."""
    undo = next(iter(marks.find(tokens, "undo")), None)
    if undo is None:
        return None
    before, behind = tokens[:undo], _cut(tokens[undo + 1 :])
    ends = all(one.classes & _LEADS for one in words_of(behind))
    if ends and words_of(before) and all(one.sign or _may_name(one) for one in before):
        return before  # "Number 3 is withdrawn", "Belgien streichen bitte"
    return behind if all(one.sign or one.classes & _LEADS for one in before) else None


def _cut(tokens: Sequence[Token]) -> Sequence[Token]:
    """Tokens up to the first sign that parts clauses."""
    end = next((index for index, one in enumerate(tokens) if one.sign in (",", ";", ":")), None)
    return tokens if end is None else tokens[:end]


def _may_name(token: Token) -> bool:
    """Whether a token may stand in what says which order is meant."""
    return bool(token.place or token.number or token.arm or token.classes & _NAMING)


def _find_which(tokens: Sequence[Token], behind: Sequence[Token], *, orders: bool) -> str:
    """Which orders words behind one of taking back mean that name no place, "" for none."""
    counted = any(marks.has(behind, name) for name in (*_NTH, "last"))
    which = _find_one(behind) if orders or counted else ""
    if which:
        return which
    few = len(words_of(tokens)) <= _FEW
    undo = tokens[marks.find(tokens, "undo")[0]]
    if not behind and len(words_of(tokens)) > 1 and undo.behind == undo.first + 1:
        return ""  # "(*void, dislodged*)"; "scratch that, fleet Naples" names what it means
    if marks.has(behind, "above") or ((orders or few) and marks.has(behind, "all")):
        return ALL
    return LAST if all(one.classes & _POINTING for one in words_of(behind)) else ""


def _find_one(behind: Sequence[Token]) -> str:
    """The one order that words name by its number, its arm or as the last, "" for none."""
    ordinal = next((str(n) for n, name in enumerate(_NTH, 1) if marks.has(behind, name)), "")
    number = next((str(token.number) for token in behind if token.number), "")
    arm = next((token.arm for token in behind if token.arm), "")
    return ordinal or number or arm or (LAST if marks.has(behind, "last") else "")


def take_back(items: list[LineReading], back: Withdrawal) -> LineReading:
    """Make the orders among ``items`` that ``back`` means no orders; the answer to its line."""
    meant = _find_meant(items, back)
    if not meant and back.strict:
        return Ignored(back.span, back.text, "no order")
    if not meant:
        return Problem(back.span, back.text, _NONE)
    units = {space for index in meant for space in _unit(items[index])[:1]}
    lines = sorted({items[index].span.line for index in meant})
    for index in meant:
        item = items[index]
        items[index] = Ignored(item.span, item.text, f"line {back.span.line} takes it back")
    if len(units) == 1:
        return Command("clear", back.span, back.text, tuple(units))
    listing = ", ".join(map(str, lines))
    return Problem(back.span, back.text, f"lines {listing} are taken back.")


def _find_meant(items: Sequence[LineReading], back: Withdrawal) -> list[int]:
    """Which of the items are orders that words of taking back mean."""
    orders = [index for index, item in enumerate(items) if isinstance(item, Sentence)]
    if back.spaces:
        return _find_named(items, orders, set(back.spaces))
    if back.which.isdigit():
        number = int(back.which)
        there = [index for index in orders if items[index].span.line == number]
        return there if len(there) > 1 else orders[number - 1 : number]
    if len(back.which) == 1:
        return [index for index in orders if _arm(items[index]) == back.which]
    if back.which == LAST:
        near = [index for index in orders if back.span.line - items[index].span.line <= 1]
        return near[-1:]
    return orders


def _find_named(items: Sequence[LineReading], orders: Sequence[int], spaces: set[str]) -> list[int]:
    """The orders of units in some spaces, or else those that lead there."""
    units = [index for index in orders if not spaces.isdisjoint(_unit(items[index]))]
    return units or [index for index in orders if not spaces.isdisjoint(_goals(items[index]))]


def _arm(order: LineReading) -> str:
    return order.piece.arm if isinstance(order, Sentence) and order.piece else ""


def _unit(order: LineReading) -> tuple[str, ...]:
    """Where the unit stands that an order is for, a minor power's that points are paid for too.

    A bid is for a minor power.
    """
    if not isinstance(order, Sentence):
        return ()
    if order.piece is None and order.about is not None:
        return _unit(order.about)
    if order.verb == "bid":
        return order.powers[:1]
    return order.piece.place.spaces if order.piece else ()


def _goals(order: LineReading) -> set[str]:
    """Where an order leads, or the one that it helps."""
    if not isinstance(order, Sentence):
        return set()
    spaces = {space for place in order.path for space in place.spaces}
    return spaces | (_goals(order.about) if order.about else set())
