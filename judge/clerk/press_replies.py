"""A reply to press that no PRESS line begins: it goes to nobody, and its writer is told how to.

Orders that stand in it may be part of what he says to the other power: they are asked back, unless
a line of the mail heads them as orders, or nothing else than orders in notation stands in it.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.catalog.sheet import Answerable
from judge.commands import press
from judge.desk.desk import Desk, Section
from judge.kernel import mask
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Ignored, Line, Offer, Problem, Span
from judge.language.branches import Branch
from judge.language.phase import find_phase
from judge.language.prose import greets

_HEADED = "a heading"
_COURTESY = 4
"""The most words of a greeting or of thanks that say nothing beside orders and commands."""
_HEADING = re.compile(
    r"\W*(?:(?:here (?:are|come) |these are |now )?(?:my |our |the )?(?:orders|moves)"
    r"(?: (?:for|of|from|in|to) [^.,!?:]*)?\s*(?:\W*|[:=].*)|[^.!?]*\borders?\s*[:=]\W*)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\W*(?i:hi|hello|hey|dear|greetings|good (?:morning|day|evening|afternoon)|hallo|hola|salut"
    r"|bonjour|ciao|liebe[rs]?|caro|cara|cher|chère)"
    r"(?: (?:(?i:judge|gm|all|there|everyone|everybody|again)|[^\W\d_a-z]\w*)){0,2}\W*"
)
"""A whole line that greets somebody."""
_CLOSING = re.compile(
    r"\W*(?:(?:kind |best |warm |all the )?(?:regards|wishes)|(?:all the )?best|cheers|yours"
    r"(?: (?:truly|sincerely|ever))?|sincerely|bye|ciao|love|take care|mfg|gr(?:u|ue|ü)(?:ss|ß)"
    r"|(?:viele|liebe|beste) gr(?:ue|ü)(?:ss|ß)e|saluti|saludos|groeten|amicalement)"
    r"(?:\W+[^\W\d_]+)?\W*",
    re.IGNORECASE,
)
"""A whole line that closes a letter, with or without a name."""
_NOTATION = re.compile(r"\W*[AFLNP]\d?\s+[^\W\d_]{3}")
"""How a line of notation begins: with a unit's letter."""
_SIGNATURE = 3
"""The most lines of a closing and the names below it."""


def may_be_words(desk: Desk, items: Sequence[Answerable]) -> bool:
    """Whether the orders of a letter may be words to another power.

    A letter of nothing but orders in notation speaks to the judge alone.
    """
    if not _is_unaddressed(desk, items) or _is_headed(desk, items):
        return False
    own_lines = {line.number: line for line in _own_lines(desk) if line.text.strip()}
    return not (
        all(isinstance(item, Order) for item in items if item.span.line in own_lines)
        and all(_NOTATION.match(line.text) for line in own_lines.values())
    )


def word_question(desk: Desk) -> str:
    """What is asked of orders that may be words to the other power."""
    return f"are these your orders, or part of your answer? Reply TAKE {desk.receipt} to use them"


def ask_ahead(section: Section) -> str:
    """What is asked of an order for a later phase that may be words to the other power."""
    return (
        f"is this an order ahead, or part of your answer? To order it, write it below a line PHASE "
        f"{section.phase}"
    )


def tell_unsent(desk: Desk, items: Sequence[Answerable]) -> Desk:
    """The desk telling that words went to nobody, and how they would go to the other power."""
    text = find_unsent_text(desk, items)
    if not text or desk.answered is None:
        return desk
    rows = [{**row, "text": text} for row in desk.answered.replies]
    data = {"text": text, "unsigned": desk.answered.unsigned, "replies": rows}
    told_desk = replace(desk, events=(Event("unanswered", data, desk.own), *desk.events))
    talks = any(isinstance(item, Ignored | Problem | Offer) for item in items)
    return told_desk.titles("your answer was not sent to anyone") if talks else told_desk


def find_unsent_text(desk: Desk, items: Sequence[Answerable]) -> str:
    """What a reply to press says without any line that would send it, "" for any other letter.

    It is all that the writer wrote, line by line, without what is for the judge; greeting and
    signature are left out.
    """
    if not _is_unaddressed(desk, items):
        return ""
    is_headed = _is_headed(desk, items)
    lines = [
        line for line in _own_lines(desk) if not _is_for_judge(line, _at(items), headed=is_headed)
    ]
    said = [line.text for line in lines if line.text.strip()]
    if all(isinstance(item, Ignored) for item in items) or not all(map(_is_courtesy, said)):
        return _write_letter(lines, _names_of_writer(items))
    return ""


def _is_unaddressed(desk: Desk, items: Sequence[Answerable]) -> bool:
    """Whether a letter answers press, and no line in it says to whom it is."""
    if desk.answered is None or not desk.answered.press:
        return False
    return not any(map(_addresses, items))


def _addresses(item: Answerable) -> bool:
    """Whether a line begins press, be it without the line that ends it."""
    if isinstance(item, Command):
        return item.verb in press.VERBS
    return isinstance(item, Problem) and not press.CLOSERS.isdisjoint(item.suggestions)


def _is_headed(desk: Desk, items: Sequence[Answerable]) -> bool:
    """Whether a line of a letter says that orders follow."""
    own = desk.table.variant.vocabulary.seasons if desk.table else ()
    texts = [line.text.strip() for line in _own_lines(desk)]
    return (
        any(isinstance(item, Command) and item.verb == "phase" and item.text for item in items)
        or any(_heads_orders(desk, item) for item in items if isinstance(item, Ignored))
        or any(_HEADING.fullmatch(text) or find_phase(text, own=own) for text in texts if text)
    )


def _heads_orders(desk: Desk, item: Ignored) -> bool:
    """Whether a heading is of orders, or names the writer's own power."""
    text = item.text.casefold()
    own_name = text.strip(" :.*-=") == desk.role.casefold()
    return item.reason == _HEADED and (own_name or "order" in text)


def _own_lines(desk: Desk) -> list[Line]:
    """What the writer wrote himself: no quote, no signature."""
    return [line for line in desk.letter.lines if not line.ignored]


def _at(items: Sequence[Answerable]) -> Mapping[int, list[Answerable]]:
    """The items of each line."""
    items_of_line = defaultdict(list)
    for item in items:
        items_of_line[item.span.line].append(item)
    return items_of_line


def _is_for_judge(line: Line, items: Mapping[int, list[Answerable]], *, headed: bool) -> bool:
    """Whether a whole line speaks to the judge; ``headed``: so do the letter's orders."""
    items_here = items.get(line.number, [])
    return bool(items_here) and all(
        _speaks_to_judge(line, item, headed=headed) for item in items_here
    )


def _speaks_to_judge(line: Line, item: Answerable, *, headed: bool) -> bool:
    if isinstance(item, Ignored):
        return item.reason == _HEADED or _HEADING.fullmatch(item.text.strip()) is not None
    if isinstance(item, Order | Branch) or (isinstance(item, Problem) and item.ordered):
        return headed
    if isinstance(item, Offer) or (isinstance(item, Command) and item.verb == "yes"):
        return isinstance(item, Command) and bool(item.words)  # a bare yes is to the other power
    if isinstance(item, Problem) and not item.suggestions:
        return False
    return not item.text or _fills(line, item.span)  # a command that went wrong is one all the same


def _fills(line: Line, span: Span) -> bool:
    """Whether nothing but signs stands beside a part of a line."""
    beside = line.text[: span.column - 1] + line.text[span.end - 1 :]
    return not any(sign.isalnum() for sign in beside)


def _is_courtesy(text: str) -> bool:
    """Whether a line is a greeting, or thanks, that says nothing beside orders and commands."""
    return greets(text) and len(text.split()) <= _COURTESY


def _names_of_writer(items: Sequence[Answerable]) -> frozenset[int]:
    """The lines that are the writer's name."""
    return frozenset(
        item.span.line for item in items if isinstance(item, Ignored) and item.reason == "your name"
    )


def _write_letter(lines: Sequence[Line], name_lines: frozenset[int]) -> str:
    """Lines as one text, without the lines of a greeting above it and of a signature below it."""
    body = [line for line in lines if line.number not in name_lines] or [*lines]
    body = _without_ends(body)
    closing = next((at for at, line in enumerate(body) if _CLOSING.fullmatch(line.text)), 0)
    if closing and sum(bool(line.text.strip()) for line in body[closing:]) <= _SIGNATURE:
        body = body[:closing]
    if len(body) > 1 and _OPENING.fullmatch(body[0].text):
        body = body[1:]
    text = "\n".join(mask.text(line.text.rstrip()) for line in _without_ends(body))
    return re.sub(r"\n{3,}", "\n\n", text)


def _without_ends(lines: Sequence[Line]) -> list[Line]:
    """Lines without the blank ones above and below."""
    full = [at for at, line in enumerate(lines) if line.text.strip()]
    return [*lines[full[0] : full[-1] + 1]] if full else []
