"""Words about an order that undo it, a closed class each (docs/reading.md, 2).

They stand beside it, or in a sentence of their own that takes back and says what.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language.statement import (
    NO_ORDER,
    LineReading,
    Statement,
    begins_with,
    find_span,
    says,
    words_of,
)
from judge.language.tokens import Token, classes_of

UNDONE, DENIED = "you take this back", "you say that it shall not be"
CONDITION, CHOICE = "it depends on something", "it leaves a choice"
DOUBT, QUESTION = "you are not sure of it", "it reads as a question"
HEARSAY = "another's words"
MAYBE_ANOTHERS = "it may be another's words"
TOLD = "you may only tell of it"

_OPENING = {"if": CONDITION, "or": CHOICE, "doubt": DOUBT}
"""Cues after which an order is offered."""
_PARTING = frozenset((",", ":", "-", "--", "."))
_DEEDS = frozenset(("hold", "move", "retreat", "disband"))
_DENIED = _DEEDS | {"support", "convoy", "leave", "lead"}
_TWO, _FEW = 2, 4
"""Words behind an order that are hardly talk, and of a sentence that does nothing but take back."""
_OF_UNITS = frozenset(("support", "want"))
"""Classes of words of another's words that may say what a unit does."""
_ONLY_NO = frozenset(("no", "lead", "again", "it", "leave"))
_POLITE, _LEADS = frozenset(("doubt", "me")), frozenset(("and", "lead"))


def find(tokens: Sequence[Token], name: str) -> list[int]:
    """Where words of a class stand; none that only look so ("if possible")."""
    return [
        index
        for index, token in enumerate(tokens)
        if name in token.classes and "not-if" not in token.classes
    ]


def why_open(tokens: Sequence[Token], *, opening: int = 0) -> str:
    """Why what a sentence orders is only offered, "" if it is plain.

    With ``opening`` an IF is about the order before it only among so many words: "Depends on
    Russia", not "The Swedes can wait until autumn".
    """
    words = words_of(tokens)
    if len(words) > 1 and "if-first" in words[0].classes and "me" not in words[1].classes:
        return CONDITION  # "Should England enter the Channel, ..."
    for name, reason in _OPENING.items():
        if says(words[:opening] if opening and name == "if" else tokens, name):
            return reason
    return QUESTION if any(token.sign == "?" for token in tokens) else ""


def opens_condition(tokens: Sequence[Token]) -> bool:
    """Whether words say on what it depends, and what does stands below: "If he attacks me then"."""
    words = words_of(tokens)
    opens = begins_with(words, "if") and "not-if" not in words[0].classes
    return opens and "and" in words[-1].classes and tokens[-1] is words[-1]


def reports(tokens: Sequence[Token]) -> bool:
    """Whether words lead to another's: "Italy wants", not "I want", "as I told you", "if he says".

    Behind a place "sostiene" and "wants to go" say what a unit does.
    """
    for index in find(tokens, "report"):
        before, behind = tokens[max(index - _TWO, 0) : index], tokens[index + 1 : index + 2]
        mine = says((*before, *behind), "self") or says(before[-1:], "mine")
        wishes = mine and "want" in tokens[index].classes
        unit = any(one.place and not one.power for one in before[-1:])
        acts = unit and tokens[index].classes & _OF_UNITS
        speaks = "told" in tokens[index].classes and says(before, "self")
        repeats = speaks and says(tokens[:index], "as")
        led = says(before[-1:], "as") or says(tokens[:index], "if")
        if not (wishes or repeats or acts or led):
            return True
    return False


def why_headed(tokens: Sequence[Token]) -> str:
    """Why what stands below a heading is another's or another game's, or left open; "" if plain.

    As in "He sent me this:", but not "I sent you this:" nor "My orders, as he told me:". What the
    judge is said to have said leaves them open: "You told me that my orders are missing:".
    """
    sent = find(tokens, "sent")
    theirs = reports(tokens) or any(_is_sent(tokens, index) for index in sent)
    if not theirs or _begins_with_own(tokens) or leads_on(tokens):
        return why_open(tokens)
    of_judge = any(
        says((*cut_off(tokens[:index]), *tokens[index:][:_TWO]), "judge")
        and words_of(tokens[index + 1 :])
        for index in (*sent, *find(tokens, "report"))
    )
    return MAYBE_ANOTHERS if of_judge else HEARSAY


def why_theirs(before: Sequence[Token]) -> str:
    """Why orders behind words are another's, or left open; "" if the words report nothing.

    They are open where the writer goes on or says it to the judge: "I told you A Par - Bur", "As
    Italy asked, A Mar - Pie", "He wants Spain, so: A Mar - Pie"; and where he may only tell of it:
    "I told Italy: A Mar - Pie", "He stays out, A Mar - Pie", "I told him no, so A Mar - Pie".
    """
    if not reports(before):
        return ""
    own = (says(before, "self") and says(before, "judge")) or says(words_of(before)[:1], "as")
    if own or (is_parted(before[:-1]) and leads_on(before)):
        return MAYBE_ANOTHERS
    told = any(says(before[max(at - _TWO, 0) : at], "self") for at in find(before, "told"))
    stays = before[-1].sign == "," and not any(one.place or one.number for one in before)
    led = cut_off(before) if is_parted(before) else ()
    goes_on = len(led) > 0 and all("lead" in one.classes for one in led)
    return TOLD if told or stays or goes_on else HEARSAY


def _is_sent(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word of "sent" says that another sent it: not "my proposal", "if he sent me"."""
    before = tokens[:index]
    own = "want" in tokens[index].classes and not classes_of(before).isdisjoint(("self", "as"))
    spared = says(before[-1:], "mine") or says(cut_off(before), "no")
    return not (own or spared or says(before, "if"))


def _begins_with_own(tokens: Sequence[Token]) -> bool:
    """Whether words begin with one's own orders: "Here are my final orders, as he told me:"."""
    words = words_of(tokens)
    opening = [*takewhile(lambda one: "orders" not in one.classes, words)]
    leads = all(one.classes & {"lead", "mine"} for one in opening)
    return leads and says(opening, "mine") and len(opening) < len(words)


def leads_on(tokens: Sequence[Token]) -> bool:
    """Whether words end with some that lead to one's own: "That's what he wrote, so here goes:".

    "Here they are:" does so where the judge was spoken of: "You asked for them, here they are:".
    """
    last = words_of(cut_off(tokens[:-1]))
    own = says(last, "lead") and len(last) < len(words_of(tokens))
    others = reports(last) or any(says(last, name) for name in ("no", "sent"))
    others = others or (says(last, "you") and not says(tokens, "judge"))
    return own and not others and all(token.classes for token in last)


def tells(tokens: Sequence[Token]) -> bool:
    """Whether a sentence tells what somebody said, or what was."""
    return reports(tokens) or says(tokens, "last-turn")


def is_parted(before: Sequence[Token]) -> bool:
    """Whether a sign stands between words and the order behind them: "Scrap that, A Par H"."""
    return any(token.sign in _PARTING for token in before)


def cut_off(before: Sequence[Token]) -> Sequence[Token]:
    """The words before an order that stand behind the last sign there: "but no: A Con H"."""
    signs = [index for index, token in enumerate(before) if token.sign in _PARTING]
    return before[signs[-1] + 1 :] if signs else before


def denies(tokens: Sequence[Token]) -> bool:
    """Whether words in an order's own clause deny it or take it back.

    "not Spain" behind it names no more than where the unit does not go, "not an army" what it is
    not.
    """
    for index in find(tokens, "no"):
        behind = words_of(tokens[index + 1 :])
        other = next((one for one in behind if one.place or "lead" not in one.classes), None)
        if other is None or not (other.place or other.arm):
            return True
    return says(tokens, "undo")


def denies_behind(tokens: Sequence[Token], *, parted: bool) -> bool:
    """Whether words behind an order deny it; what a sign parts from it may be about another thing.

    As in "A Par - Lor (don't tell the Germans)" and "A Par - Lor, don't worry".
    """
    rest = tokens[find(tokens, "no")[-1] + 1 :] if says(tokens, "no") else ()
    about = [*takewhile(lambda token: not token.sign, rest)]
    odd = any(not token.classes or token.power or "tell" in token.classes for token in about)
    return denies(tokens) and not (parted and odd and not says(tokens, "undo"))


def why_denied(tokens: Sequence[Token]) -> str:
    """Why nothing is made of words that fail to order, "" if they do not deny what they name.

    As in "A Mun does not go to Burgundy", not in "if Austria is not there", nor "without delay".
    """
    denied = [at for at in find(tokens, "no") if "again" not in tokens[at].classes]
    behind = words_of(tokens[denied[0] + 1 :])[:1] if denied else []
    about = all(one.place or one.classes & _DENIED for one in behind)
    return DENIED if denied and about and not says(tokens, "if") else ""


def why_undone(behind: Sequence[Token], own: Sequence[Token], *, parted: bool) -> str:
    """Why an order is none by the words behind it, ``own`` in its clause, "" where it is one.

    Taking back that depends on something leaves it open: "you may cancel it if England leaves".
    """
    if (says(behind, "undo") and not says(behind, "if")) or is_only_no(behind):
        return UNDONE
    return DENIED if denies_behind(own, parted=parted) else ""


def is_only_no(behind: Sequence[Token]) -> bool:
    """Whether nothing but a no stands behind an order: "A Par - Bur [no]", "ah no, leave it"."""
    words = words_of(behind)
    return says(words, "no") and all(token.classes & _ONLY_NO for token in words)


def is_short_no(tokens: Sequence[Token]) -> bool:
    """Whether a few words do nothing but deny what stands before them."""
    return is_only_no(tokens) and len(words_of(tokens)) <= _FEW


def denies_last(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says no to what stands before it, and no more: "Ah no, leave it"."""
    return is_short_no(tokens) and says(tokens[find(tokens, "no")[-1] + 1 :], "it")


def why_changed(behind: Sequence[Token], *, parted: bool) -> str:
    """Why orders are open by few words behind them: a change ("(better hold)"), or a no."""
    words = words_of(behind)
    if len(words) > _FEW:
        return ""
    names = any(token.place for token in words)
    said = names or any(token.classes & _DEEDS for token in words)
    if said and says(words, "again"):
        return CHOICE
    return DENIED if not names and denies_behind(behind, parted=parted) else ""


def adds(behind: Sequence[Token]) -> bool:
    """Whether words behind a bid say that its points come to others: "2 for Spain on top"."""
    return says(behind, "more") and not (says(behind, "no") or any(one.power for one in behind))


def asks_politely(tokens: Sequence[Token]) -> bool:
    """Whether a question asks the judge to do something: "Would you kindly ...?"."""
    words = words_of(tokens)
    if any("please" in one.classes for one in words):
        return True
    first = next((one for one in words if one.classes & _POLITE or not one.classes & _LEADS), None)
    return first is not None and bool(first.classes & _POLITE) and "if-first" not in first.classes


ALL, LAST, SOME = "all", "last", "some"
_LAST = (LAST, "-1")
_ORDERED = frozenset(("support", "convoy", "build", "retreat"))
"""What an order is named by that is taken back: "scrap the support"."""
_NTH = ("1st", "2nd", "3rd", "4th")
_BEFORE = frozenset(("again", "and", "as", "lead", "me", "please"))
"""Classes of words that may stand before one of taking back."""
_NAMING = frozenset((*_NTH, *_BEFORE, "line", "orders"))
"""Classes of words that say which order is meant."""
_POINTING = frozenset(("again", "it", "lead", "of", "orders"))
"""Classes of words that say no more than "that"."""
_NONE = (
    "this takes an order back, but none above it in this mail. Write CLEAR and the unit's place "
    "for one that you sent before."
)


_OFFERED = (
    ", which was only offered. Write CLEAR and the unit's place for an order of an earlier mail."
)
_WHICH = "this takes back some of what stands above it: write CLEAR and the unit's place for each."


class Withdrawal(NamedTuple):
    """Words that take orders above them back: those of units in ``spaces``, of a line, or all.

    ``which`` is ALL, LAST (one right above), SOME, "-2" for the last two, an arm, what was ordered
    ("support"), or the number of a line (of an order where a line has none);
    ``strict``: the words are talk where they mean no order above, but for what they say
    ``instead``; ``doubt``: they leave it open. Of what is ``denied`` no other deed is meant.
    ``orders``: they name orders, and mean none that was only offered: "the last order".
    """

    span: Span
    text: str
    spaces: tuple[str, ...]
    which: str
    strict: bool = False
    instead: Offer | None = None
    doubt: str = ""
    denied: Sentence | None = None
    orders: bool = False


def find_withdrawal(statement: Statement, minors: Container[str]) -> Withdrawal | None:
    """A sentence that takes back and says what: a unit's order, a line, all that is above.

    Or the bid for one of ``minors``; where none stands above, one of an earlier mail may be meant.
    """
    tokens = statement.tokens
    behind = _list_naming(tokens)
    if behind is None or statement.asks:
        return None
    orders = says(behind, "orders") or says(behind, "line")
    spaces = {space for one in behind if one.place for space in one.place.spaces}
    spaces |= {one.power for one in behind if one.power in minors}
    which = ALL if spaces else _find_which(tokens, behind, orders=orders)
    about = behind if spaces or orders else tokens
    if not which or (says(about, "you") and which != SOME):
        return None
    line, strict = statement.line, which == SOME or _is_strict(tokens, which, spaces, orders=orders)
    span, text = find_span(line.number, line.text), line.text.strip()
    no_bids = [
        Sentence("bid", span, text, powers=(one,)) for one in sorted(spaces) if one in minors
    ]
    instead = Offer(span, text, tuple((one,) for one in no_bids)) if no_bids else None
    named = any(map(_is_order, about))
    return Withdrawal(span, text, tuple(sorted(spaces)), which, strict, instead, orders=named)


def _is_order(token: Token) -> bool:
    """Whether a word stands for an order: not "line", nor the "one" of "the last one"."""
    line = "line" in token.classes and "lead" not in token.classes
    return "orders" in token.classes and not (token.number or line)


def find_denial(statement: Statement) -> Withdrawal | None:
    """A sentence that says no to the order before it: it may be left as it is, or left out."""
    if statement.asks or not denies_last(statement.tokens):
        return None
    span, text = find_span(statement.line.number, statement.line.text), statement.line.text.strip()
    return Withdrawal(span, text, (), LAST, strict=True, doubt=DENIED)


def _is_strict(tokens: Sequence[Token], which: str, spaces: set[str], *, orders: bool) -> bool:
    """Whether words of taking back are talk where no order that they mean stands above."""
    plain = (which == ALL and not spaces) or which in _ORDERED
    return not (orders or plain or says(tokens, "last") or len(words_of(tokens)) == 1)


def _list_naming(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """The words that say what one of taking back means; None where none is, or among talk."""
    undo = next(iter(find(tokens, "undo")), None)
    if undo is None:
        return None
    before, behind = tokens[:undo], tokens[undo + 1 :]
    parted = (index for index, one in enumerate(behind) if one.sign in (",", ";", ":"))
    behind = behind[: next(parted, None)]
    ends = all(one.classes & _BEFORE for one in words_of(behind))
    names = all(
        one.sign or one.place or one.number or one.arm or one.classes & _NAMING for one in before
    )
    if ends and names and words_of(before):
        return before  # "Number 3 is withdrawn", "Belgien streichen bitte"
    return behind if all(one.sign or one.classes & _BEFORE for one in before) else None


def _find_which(tokens: Sequence[Token], behind: Sequence[Token], *, orders: bool) -> str:
    """Which orders words behind one of taking back mean that name no place, "" for none."""
    few = any(one.number and "of" in two.classes for one, two in pairwise(behind))
    if few and _find_pointed(words_of(behind)):  # "one of them" does not say which
        return SOME
    if which := _find_one(behind, orders=orders):
        return which
    deeds = [one.classes & _ORDERED for one in words_of(behind) if not one.classes & _POINTING]
    if len(deeds) == 1 and deeds[0]:  # what was ordered and nothing beside it: "the support"
        return min(deeds[0])
    few = len(words_of(tokens)) <= _FEW
    undo = tokens[find(tokens, "undo")[0]]
    if not behind and len(words_of(tokens)) > 1 and undo.behind == undo.first + 1:
        return ""  # "(*void, dislodged*)"; "scratch that, fleet Naples" names what it means
    if says(behind, "above") or ((orders or few) and says(behind, "all")):
        return ALL
    return _find_pointed(words_of(behind))


def _find_pointed(words: Sequence[Token]) -> str:
    """The last orders that words only point at, "this" or "these two"; "" for other words."""
    if not all(one.number or one.classes & _POINTING for one in words):
        return ""
    count = next((one.number for one in words if one.number > 1), 0)
    if not count:
        return LAST
    return f"-{count}" if len(words) > 1 else ""


def _find_one(behind: Sequence[Token], *, orders: bool) -> str:
    """The orders that words name by number or arm or as the last, "" for none.

    "One" is no number where it stands for an order: "the last one", "this one", "the one above".
    """
    ordinal = next((str(n) for n, name in enumerate(_NTH, 1) if says(behind, name)), "")
    last = says(behind, "last")
    if not (orders or ordinal or last):
        return ""
    numbers = (
        two.number
        for one, two in pairwise((Token(0, 0), *behind))
        if not two.classes & _POINTING or one.classes & {"line", "orders"}
    )
    number = next(filter(None, numbers), 0)
    numbered = f"{'-' if last else ''}{number}" if number else ""
    arm = "".join(token.arm for token in behind)[:1]
    stands_for_order = any(token.number and token.classes & _POINTING for token in behind)
    other = "-1" if last else LAST if stands_for_order else ""
    return ordinal or numbered or arm or other


def take_back(
    items: list[LineReading], back: Withdrawal, is_open: Callable[[Offer], bool]
) -> LineReading:
    """Make the orders and offers among ``items`` that ``back`` means none; the answer to its line.

    ``is_open`` says whether an offer is one on the board. What was only offered is no order to
    clear: one of an earlier mail may be meant.
    """
    if back.which == LAST and _asks(items[-1:], back):
        return Ignored(back.span, back.text, NO_ORDER)
    orders = {index: item for index, item in enumerate(items) if isinstance(item, Sentence)}
    offers = {} if back.orders else _list_offers(items, is_open)
    offered = _find_offered(orders, offers, back)
    behind = items[max(orders, default=-1) + 1 :]
    exact = offered and back.which != ALL
    meant = [] if exact else [*_find_meant(orders, back, behind)]
    if meant and back.which == SOME:
        return Problem(back.span, back.text, _WHICH)
    if not (meant or offered):
        talk = Ignored(back.span, back.text, NO_ORDER) if back.strict else None
        return back.instead or talk or Problem(back.span, back.text, _NONE)
    lines = sorted({items[index].span.line for index in (*meant, *offered)})
    for index in (*meant, *offered):
        span, text, why = items[index].span, items[index].text, word_withdrawal(back.span.line)
        if not back.doubt:
            items[index] = Ignored(span, text, why)
        elif index in orders:
            items[index] = Offer(span, text, ((orders[index],),), back.doubt)
    return _answer(back, [orders[index] for index in meant], lines)


def _asks(last: Sequence[LineReading], back: Withdrawal) -> bool:
    """Whether a question stands right before on the line: "Or Spain? No, forget that"."""
    return any(
        one.span.line == back.span.line and isinstance(one, Ignored | Problem) and "?" in one.text
        for one in last
    )


def _answer(back: Withdrawal, orders: Sequence[Sentence], lines: Iterable[int]) -> LineReading:
    """What to answer to words that took back ``orders``, and offers, of some lines."""
    if back.doubt:
        return Ignored(back.span, back.text, NO_ORDER)
    told = f"this takes back line {', '.join(map(str, lines))}"
    if not orders:
        return back.instead or Problem(back.span, back.text, told + _OFFERED)
    units = {space for order in orders for space in list_spaces(order)[:1]}
    if len(units) == 1:
        return Command("clear", back.span, back.text, tuple(units))
    return Problem(back.span, back.text, f"{told}.")


def _list_offers(
    items: Iterable[LineReading], is_open: Callable[[Offer], bool]
) -> dict[int, Sentence]:
    """What is offered on the board of now, by its number: the first of it."""
    offers: dict[int, Sentence] = {}
    ahead = False
    for index, item in enumerate(items):
        if isinstance(item, Command) and item.verb == "phase":
            ahead = item.words != ()
        elif isinstance(item, Offer) and not ahead and is_open(item):
            offers[index] = item.wishes[0][0]
    return offers


def _find_offered(
    orders: Mapping[int, Sentence], offers: Mapping[int, Sentence], back: Withdrawal
) -> list[int]:
    """Which offers words of taking back mean: the last, those of a unit or on a line, or all."""
    if back.spaces:
        return _list_named(offers, {*back.spaces}, back.denied)
    if back.which in _LAST:
        last = max(offers, default=-1)
        behind = last > max(orders, default=-1)
        near = behind and back.span.line - offers[last].span.line <= 1
        return [last] if near or (behind and back.which != LAST) else []
    if back.which.isdigit():
        taken = any(one.span.line == int(back.which) for one in orders.values())
        there = [at for at, one in offers.items() if one.span.line == int(back.which)]
        return [] if taken else there
    return [*offers] if back.which == ALL else []


def word_withdrawal(line: int) -> str:
    """Why an order is none that a line below it takes back."""
    return f"line {line} takes it back"


def _find_meant(
    orders: Mapping[int, Sentence], back: Withdrawal, behind: Sequence[LineReading]
) -> Sequence[int]:
    """Which orders words of taking back mean, of all by their number, and of what is behind all.

    The last one may be unread.
    """
    unread = any(isinstance(item, Problem) for item in behind)
    every, spaces, which = [*orders], {*back.spaces}, back.which
    if spaces:
        return _list_named(orders, spaces, back.denied)
    if which.startswith("-"):  # so many, the last
        return [] if unread else every[int(which) :]
    if which.isdigit():  # a line, or else an order by its number
        there = [index for index in every if orders[index].span.line == int(which)]
        return there if len(there) > 1 else every[int(which) - 1 : int(which)]
    if which in _ORDERED or len(which) == 1:
        arms = {index: one.piece.arm for index, one in orders.items() if one.piece}
        return [one for one in every if which in (orders[one].verb, arms.get(one))]
    if which != LAST:
        return every
    if back.doubt and behind:  # what is only doubted stands right before
        return []
    near = [index for index in every if back.span.line - orders[index].span.line <= 1]
    return near[-1:]


def _list_named(
    orders: Mapping[int, Sentence], spaces: set[str], denied: Sentence | None
) -> list[int]:
    """The orders of units in some spaces, or else those that lead there.

    "A Par - Bur, not A Par - Pic" leaves the first one alone.
    """
    units = [index for index, order in orders.items() if not spaces.isdisjoint(list_spaces(order))]
    if denied:
        deed = denied.verb, [place.spaces for place in denied.path]
        told = {index: [place.spaces for place in orders[index].path] for index in units}
        return [index for index in units if (orders[index].verb, told[index]) == deed]
    return units or [index for index, order in orders.items() if spaces & _goals(order)]


def list_spaces(order: Sentence) -> tuple[str, ...]:
    """Where the unit stands that an order is for, a minor power's that points are paid for too.

    A bid is for a minor power.
    """
    if order.piece is None and order.about is not None:
        return list_spaces(order.about)
    if order.verb == "bid":
        return order.powers[:1]
    return order.piece.place.spaces if order.piece else ()


def _goals(order: Sentence) -> set[str]:
    """Where an order leads, or the one that it helps."""
    spaces = {space for place in order.path for space in place.spaces}
    return spaces | (_goals(order.about) if order.about else set())
