"""The lines of a letter that are no commands: orders, mistakes with advice, headings and talk."""

import re
from collections.abc import Iterable
from itertools import pairwise

from judge.kernel.text import Command, Ignored, Problem, Sentence, Span
from judge.language import (
    advice,
    answers,
    asides,
    blocks,
    commands,
    denials,
    hearsay,
    parts,
    prose,
    seasons,
    taken_back,
)
from judge.language.fold import level, plain
from judge.language.headers import Heading, Headings, cast
from judge.language.loose_ends import combine
from judge.language.misread import MisreadError
from judge.language.narrow import narrowed
from judge.language.orders import Item, OrderReader
from judge.language.scan import WORD, Lexeme, scan
from judge.language.secretary import Secretary
from judge.language.slots import sentence
from judge.language.stretches import LEAVING
from judge.language.typed_line import NO_ORDER, Read, TakenBack, TypedLine, ignored, span_of
from judge.language.words import FILLERS, REPORT_WORDS

PATIENCE = 40
"""Wrong lines that get advice; further ones are only named (a mail of ten thousand lines)."""

_BULLET = re.compile(
    r"\s*(?:[*>~]+|-(?![->=])(?=\s*[^\W\d])|\(?\d{1,3}[.)](?!\d)|[a-z]\)|\[[ xX]?\])\s*"
)
_NOTHING = {"blank": "left blank", "none": "says that there is no order"}
"""Verbs of lines that order nothing, with the reason for ignoring them."""
_ASKED = {
    "clash": "this can mean several things: write one order a line, with its unit.",
    "unordered": "this says that the unit has no order; write H if it shall hold.",
}
"""Verbs of lines that are asked back, with the question."""
_DOUBTED = frozenset((*_NOTHING, *_ASKED, "unit", "disband"))
_OPENING = re.compile(
    r"\s*(?:(?:so|then|and|now|next|finally|also),?\s+)?(?:i|we)(?:'ll|'d like to|'m going to| will"
    r"| shall| would like to| want to| wish to| am going to| hereby| now| therefore| also)*\s+",
    re.IGNORECASE,
)
"""How polite people begin: "I would like to build an army in Paris"."""
_ODD = re.compile(r"[(\[?:{]")
"""Signs of a heading, a remark or a question."""
_UNDECIDED = "this stands below '{}', which is no order. Write it again above, if you mean it."
_TELLS = "tells of a unit and orders nothing"
_KEPT = (*_NOTHING.values(), "a list of places")
"""Reasons for ignoring a line that settle it."""
_OBEYED = (Sentence, Command, TakenBack)
"""What the secretary may make of a line that was a problem."""
_REMARK = re.compile(r"\s--?\s+(?=[^\W\d_])")
"""A dash before words that may be a remark."""
_LISTED = re.compile(r"\s*([^\W\d_][^:]{3,30}):\s*([^\W\d_][^:]{3,30})")
"""A line of a list: a unit's place, and where it goes."""
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
_PRESENT = re.compile(
    r"\s*(?:(?:but|aber|mais|ma|pero|maar|so|und|and) )?(?:now|for now|this (?:turn|time)|today"
    r"|jetzt|nun|diesmal|heute|maintenant|cette fois|adesso|ora|questa volta|ahora|esta vez|nu)\b"
)
"""How a sentence begins that comes back to the present."""
_NOW = re.compile(
    r"\b(?:now|this (?:turn|time|phase|season)|jetzt|diesmal|maintenant|cette fois|ora|adesso"
    r"|questa volta|ahora|esta vez|nu|deze keer)\W*$"
)
"""How a clause ends that is for the present."""
_NUMBERED = re.compile(r"(?<=\s)\(?(\d{1,2})[.)](?=\s)")


class OrderLines:
    """The order lines of one letter: under which headings they stand, and how patient it is."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self.headings = Headings(orders.lexicon)
        self.secretary = Secretary(orders)
        self.patience = PATIENCE
        self.heading = Heading()
        self.phase: tuple[str, ...] = ()
        self.below = ""
        self.reported = False
        """Whether a verdict stands behind the last order, as in results: its reason follows."""

    def read(self, number: int, text: str, remark: str = "") -> Iterable[Read | TakenBack]:
        """The orders of a plain line, problems with them, or why it is ignored.

        ``remark``: what stands behind it as a comment.
        """
        narrow = narrowed(text)
        if narrow is None:
            return self._read(number, text, remark)
        return map(narrow.widen, self._read(number, narrow.text, remark))

    def _read(self, number: int, text: str, remark: str) -> Iterable[Read | TakenBack]:
        bullet = _BULLET.match(text)
        if bullet and not self.headings.letter(text):
            text = " " * bullet.end() + _parted(text, bullet.end())
        if "*" in text:
            text = _STARRED.sub(lambda found: f"({found[2]})".ljust(len(found[0])), text)
        if ":" in text:
            text = self._less_colon(text)
        if ". " in text:
            text = _HELPS.sub(r"\1;", text)
        if "one" in text:
            text = _THE_ONE.sub(lambda found: " " * len(found[0]), text)
        lexemes, items = self.orders.line(text)
        odd = _is_odd(items)
        if odd:
            text, lexemes, items = self._less_remark(text, lexemes, items)
            odd = _is_odd(items)
        self.reported = odd and any(item.reported for item in items)
        odd = odd or (
            len(items) == 1
            and items[0].verb in LEAVING
            and taken_back.speaks_of_orders(level(text))
        )
        odd = odd or _is_run(items)
        if not odd and not remark and not self.below and not _ODD.search(text):
            self.secretary.noted(items)
            return self._plain(number, text, lexemes, items)
        return self._oddly(number, text, lexemes, items, remark)

    def _less_colon(self, text: str) -> str:
        """A line without "2 builds:", with an arrow for the colon of "Paris: Burgundy"."""
        text = _COUNTED.sub(lambda found: " " * len(found[0]), text)
        listed = _LISTED.fullmatch(text)
        if listed and self._is_listed(listed[1], listed[2]):
            text = f"{text[: listed.end(1)]}-{text[listed.end(1) + 1 :]}"
        return text

    def _is_listed(self, unit: str, goal: str) -> bool:
        """Whether a unit's place and a goal, in full, are all of a line: "Paris: Burgundy".

        Where minor powers are places, such a line may be one's heading.
        """
        places = scan(unit), scan(goal)
        lexicon = self.orders.lexicon
        return not lexicon.vocabulary.minor and prose.two_places(
            [*places[0], *places[1]], len(places[0]), lexicon
        )

    def _less_remark(
        self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> tuple[str, list[Lexeme], tuple[Item, ...]]:
        """A line with what stands behind a dash in brackets: "A Mun H - boring, I know".

        The dash is an arrow where a word of orders or a place stands behind it.
        """
        dash = next(reversed(list(_REMARK.finditer(text))), None)
        if dash is None or not any(item.error for item in items):
            return text, lexemes, items
        rest = text[dash.end() :]
        if not self._is_remark(rest):
            return text, lexemes, items
        bare = text[: dash.start()] + "(".rjust(len(dash[0])) + rest.rstrip() + ")"
        _, before = self.orders.line(text[: dash.start()])
        if not before or any(item.error or item.verb == "unit" for item in before):
            return text, lexemes, items
        return bare, *self.orders.line(bare)

    def _is_remark(self, rest: str) -> bool:
        """Whether what stands behind a dash speaks, and neither goes on with an order nor ends it.

        Its first word tells: no place, verb, verdict, or nearly a place; it may be a power's name.
        """
        words = [key for kind, key, _, _ in scan(rest) if kind == WORD and key not in FILLERS]
        if not words or words[0] in REPORT_WORDS:
            return False
        settled = asides.harmless(rest, level(rest)) and not rest[:1].isupper()
        if len(words) == 1 and not settled:
            return False
        names = self.secretary.names
        if names.is_power(words[0]):
            return True
        known = names.of_orders(words[0])
        return not known and (settled or not advice.nearly_named(words[0], self.orders))

    def _usual(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> Iterable[Read]:
        """A line of orders, good or bad, maybe behind "I would like to"."""
        if _is_odd(items):
            text, lexemes, items = self._plainly(text, lexemes, items)
        return self._plain(number, text, lexemes, items)

    def _plain(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> Iterable[Read]:
        """A line of orders below its heading, or with one before them."""
        heading = self.headings.take(text, lexemes, items)
        self.heading = heading
        if heading.alone:
            return [ignored(number, text, "a heading")]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
        if not items:
            return [ignored(number, text, "nothing to read")]
        if heading.power and not heading.section and len(items) > 1 and all(map(_is_place, items)):
            return [ignored(number, text, "a list of places")]
        line = TypedLine(number, text, lexemes, heading)
        if heading.section:
            items = tuple(_cast(item, heading.section) for item in items)
        if len(items) > 1:
            items = tuple(combine(items))
        elif not items[0].error:
            return self._item(line, items[0])
        return self._read_items(line, items)

    # --- lines that are not plainly orders

    def _oddly(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...], remark: str
    ) -> Iterable[Read | TakenBack]:
        """A line with a heading, brackets, a remark or words that are not understood."""
        low = level(text)
        bounds = _phase_bounds(low)
        if len(bounds) > 1:
            ends = [*bounds[1:], len(text)]
            stretches = zip(bounds, ends, strict=True)
            spread = (" " * start + text[start:end] for start, end in stretches)
            return [read for one in spread for read in self._read(number, one, remark)]
        usual = list(self._usual(number, text, lexemes, items))
        taken = any(isinstance(one, Sentence) for one in usual)
        named = None if taken else self._titled(low)
        if named:
            return self._dated(number, text, named.phase)
        if not taken and low.rstrip(" )]*").endswith(":") and hearsay.undecided_title(low):
            self.below = _UNDECIDED.format(text.strip().rstrip(":"))
            return [ignored(number, text, "a heading")]
        if self.below and low.rstrip().endswith(":") and hearsay.own_title(low):
            self.below = ""
            return [ignored(number, text, "a heading")]
        named = seasons.leading(low) or seasons.trailing(low) or self._before(text, low)
        if named:
            inside = self._inside(number, text, named, remark)
            if inside:
                return inside
        if self.heading.alone:
            self.below = ""
            return usual
        return self._doubted(self._weighed(number, text, usual, remark))

    def _before(self, text: str, low: str) -> seasons.Named | None:
        """The phase that a sentence speaks of before it comes to any unit."""
        named = seasons.before(low)
        if named is None or hearsay.recounts(low) or denials.explains(low):
            return None
        return None if self.secretary.names.spaces(text[: named.end]) else named

    def _titled(self, low: str) -> seasons.Named | None:
        """The phase that a heading names, with or without a power beside it."""
        named = seasons.title(low)
        if named is None and self.heading.alone:
            named = seasons.leading(f"{low}: .") or seasons.anywhere(low)
        return named

    def _dated(self, number: int, text: str, phase: str) -> list[Read]:
        """A heading that names a phase: what follows is for it."""
        self.below = ""
        self.phase = (seasons.PAST if hearsay.recounts(level(text)) else phase,)
        return [Command("phase", span_of(number, text), text.strip(), self.phase)]

    def _inside(
        self, number: int, text: str, named: seasons.Named, remark: str
    ) -> list[Read | TakenBack]:
        """The orders of a line that names their phase; [] if it holds none."""
        rest = text[: named.start] + " " * (named.end - named.start) + text[named.end :]
        if not rest.strip(" .:"):
            return []
        lexemes, items = self.orders.line(rest)
        usual = list(self._usual(number, rest, lexemes, items))
        found = list(self._doubted(self._weighed(number, rest, usual, remark)))
        if not any(isinstance(one, Sentence) for one in found):
            return []
        first = span_of(number, text).column
        start, end = Span(number, first, first), Span(number, len(text) + 1, len(text) + 1)
        return [
            Command("phase", start, "", (named.phase,)),
            *found,
            Command("phase", end, "", self.phase),
        ]

    def _weighed(
        self, number: int, text: str, usual: list[Read], remark: str
    ) -> list[Read | TakenBack]:
        """The usual reading, unless its words say more than an order; ``remark`` counts too."""
        sentences = [one for one in usual if isinstance(one, Sentence)]
        if sentences and len(sentences) == len(usual) and self._only_orders(text, sentences):
            return self._remarked(number, text, sentences, remark)
        if any(isinstance(one, Ignored) and one.reason in _KEPT for one in usual):
            return list(usual)
        head = " " * self._headed(text) + text[self._headed(text) :]
        found = self.secretary.read(number, head, self.heading)
        if taken_back.speaks_of_below(level(text)):
            self.below = _UNDECIDED.format(text.strip().rstrip(":"))
        if self.secretary.opened:
            self.secretary.opened, self.below = False, answers.CONDITION
        return _rather(found, usual)

    def _only_orders(self, text: str, sentences: list[Sentence]) -> bool:
        """Whether orders are all that a line is about, its remark left aside."""
        about = sentences[0].verb in LEAVING and taken_back.speaks_of_orders(level(text))
        units = all(one.verb == "unit" for one in sentences)
        places = units and any(map(_names_place, sentences[1:]))
        return not about and not places and not self._goes_on(text, sentences)

    def _remarked(
        self, number: int, text: str, sentences: list[Sentence], remark: str
    ) -> list[Read | TakenBack]:
        """The orders of a line, asked back if a remark on it or behind it puts them in doubt."""
        doubt = self.secretary.remarked(text, remark)
        if not doubt:
            return list(sentences)
        if doubt == answers.TAKEN_BACK and sentences[0].verb == "hold-all":
            return self.secretary.read(number, text, self.heading)
        asked = Problem(span_of(number, text), text.strip(), doubt, (), tuple(sentences))
        piece = sentences[0].piece
        if piece and taken_back.takes_back(level(text)[: piece.place.column - 1]):
            return [TakenBack(asked, piece.place.spaces, "", asked.span, corrected=True)]
        return [asked]

    def _goes_on(self, text: str, sentences: list[Sentence]) -> bool:
        """Whether more is named behind the reason for an order: "because ..., F Ank holds"."""
        rest = text[max(one.span.end for one in sentences) - 1 :]
        return denials.explains(level(rest)) and bool(self.secretary.names.spaces(rest))

    def _headed(self, text: str) -> int:
        """Where a line's orders begin, behind its heading."""
        behind = self.heading.behind
        return scan(text)[behind - 1][3] if behind else 0

    def _doubted(self, found: Iterable[Read | TakenBack]) -> Iterable[Read | TakenBack]:
        """The reading of a line that may stand below words that make it doubtful."""
        if not self.below:
            return found
        return [
            Problem(one.span, one.text, self.below, (), (one,))
            if isinstance(one, Sentence)
            else one
            for one in found
        ]

    def paragraph(self) -> None:
        """A blank line: a condition in words holds no further."""
        if self.below == answers.CONDITION:
            self.below = ""

    def ordered(self, text: str) -> bool:
        """Whether a line is nothing but orders, its phase maybe before them."""
        narrow = narrowed(text)
        text = narrow.text if narrow else text
        named = seasons.leading(level(text))
        _, items = self.orders.line(text[named.end :] if named else text)
        return bool(items) and all(not item.error and item.verb != "unit" for item in items)

    def orderly(self, text: str) -> bool:
        """Whether a line holds an order, good or bad."""
        lexemes, items = self.orders.line(plain(text))
        return any(not item.error or self._serious(lexemes, item) for item in items)

    def _plainly(
        self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> tuple[str, list[Lexeme], tuple[Item, ...]]:
        """A line without "I would like to" and such, if it is nothing but orders then."""
        opening = _OPENING.match(text)
        if opening:
            bare = " " * opening.end() + text[opening.end() :]
            known, orders = self.orders.line(bare)
            if orders and not any(item.error for item in orders):
                return bare, known, orders
        return text, lexemes, items

    def _read_items(self, line: TypedLine, items: tuple[Item, ...]) -> list[Read]:
        """What each item of a line of orders is; talk beside orders makes the line a question."""
        talk = [item for item in items if item.error and not self._serious(line.lexemes, item)]
        if not talk:
            return [read for item in items for read in self._item(line, item)]
        if len(talk) == len(items):
            return [self._talk(line, talk[0])]
        if all(item in talk or _is_place(item) for item in items):
            return [self._talk(line, talk[0])]
        if all(prose.greets(line.typed(item)) or line.reports(item) for item in talk):
            return [read for item in items if item not in talk for read in self._item(line, item)]
        return [self._mixed(line, items)]

    def _serious(self, lexemes: list[Lexeme], item: Item) -> bool:
        """Whether a wrong item was meant as an order."""
        if item.error and item.error.why == "narrative":
            return False
        mine, lexicon = lexemes[item.first : item.behind], self.orders.lexicon
        if prose.exclaims(mine):
            return False
        if item.error and prose.two_places(mine, item.error.at - item.first, lexicon):
            return True
        return prose.like_order(mine, lexicon)

    def _talk(self, line: TypedLine, item: Item) -> Read:
        """A line that is no order: talk, unless its first word is nearly a command."""
        opener = blocks.orphan(line.text)
        if opener:
            message = (
                f"no {opener} above it opens a block, so nothing was sent or tried, and what "
                f"stands above it was read as orders."
            )
            return Problem(span_of(line.number, line.text), line.text.strip(), message)
        near = commands.nearest(line.text)
        if near:
            message = f"no such command; did you mean {' or '.join(near)}?"
            return Problem(span_of(line.number, line.text), line.text.strip(), message, tuple(near))
        begun = commands.begun(line.text)
        if begun:
            message = (
                f"if this is the command {begun}, write it in capitals and alone on its line: "
                f"'{commands.example(begun)}'."
            )
            return Problem(span_of(line.number, line.text), line.text.strip(), message)
        told = item.error and item.error.why == "narrative"
        reason = _TELLS if told else NO_ORDER
        return ignored(line.number, line.text, reason)

    def _mixed(self, line: TypedLine, items: tuple[Item, ...]) -> Read:
        """Orders among talk on one line are never guessed; each is offered."""
        repairs = [one for item in items if item.slots for one in line.sentences(item)]
        message = "orders and other words on one line: write each order on a line of its own."
        span = span_of(line.number, line.text)
        return Problem(span, line.text.strip(), message, (), tuple(repairs))

    def _item(self, line: TypedLine, item: Item) -> Iterable[Read]:
        """One order of a line, good or bad."""
        if item.error:
            return [self._advised(line, item, item.error)]
        if item.slots and item.slots["verb"] not in _DOUBTED:
            return line.sentences(item)
        verb = item.verb
        if verb in _NOTHING:
            return [ignored(line.number, line.text, _NOTHING[verb])]
        if verb in _ASKED:
            return [Problem(line.span(item), line.typed(item), _ASKED[verb], ordered=True)]
        if verb == "unit" and item.reported:
            return [ignored(line.number, line.text, _TELLS)]
        if _is_place(item) and prose.signs(line.text):
            return [ignored(line.number, line.text, "no order")]
        if verb == "disband" and item.slots and "piece" not in item.slots:
            message = f"whom? Write for example 'A {self.orders.vocabulary.samples[1]} D'."
            return [Problem(line.span(item), line.typed(item), message, ordered=True)]
        return line.sentences(item)

    def _advised(self, line: TypedLine, item: Item, error: MisreadError) -> Problem:
        """A wrong order with what is wrong about it and readings that would make sense."""
        span, typed = line.span(item), line.typed(item)
        where = Span(line.number, line.column(error.at), max(span.end, line.column(error.at)))
        said = advice.message(error, line.lexemes, line.text, self.orders)
        if self.patience <= 0:
            return Problem(where, typed, said, ordered=True)
        self.patience -= 1
        mine = line.lexemes[item.first : item.behind]
        moved = MisreadError(error.at - item.first, error.why, error.accepted)
        offered = advice.repairs(moved, line.text, mine, self.orders)
        repairs = tuple(sentence(slots, span, typed, line.heading.power) for slots in offered)
        return Problem(where, typed, said, (), repairs, ordered=True)


_LEAD = 48
"""Characters of a sentence in which it names its phase, if it begins with one."""


def _phase_bounds(low: str) -> list[int]:
    """Where stretches of a line begin that are for another phase: "War h. In fall: Sev - Rum"."""
    clauses = _clauses_of_phases(low) if "," in low else []
    if clauses:
        return clauses
    bounds, away = [0], False
    found = list(parts.sentences(low))
    for start, end in found if len(found) > 1 else ():
        leads = seasons.leading(low[start : start + _LEAD]) is not None
        if start and (leads or (away and _PRESENT.match(low[start:end]))):
            bounds.append(start)
        away = leads or (away and bounds[-1] != start)
    return bounds


def _clauses_of_phases(low: str) -> list[int]:
    """Where the clauses begin of "A Con - Bul now, A Bul - Ser next turn", if each is dated."""
    starts = [0, *(at for at, sign in enumerate(low) if sign == ",")]
    clauses = [low[start:end] for start, end in pairwise((*starts, len(low)))]
    dated = (seasons.trailing(one) or _NOW.search(one) for one in clauses)
    return starts if all(dated) else []


def _rather(found: list[Read | TakenBack], usual: list[Read]) -> list[Read | TakenBack]:
    """What the secretary found in a line, unless the usual reading says as much of it."""
    said = any(not _is_talk(one) for one in found)
    wrong = any(isinstance(one, Problem) for one in usual)
    weighed = any(isinstance(one, Problem) and one.repairs for one in found)
    obeyed = any(isinstance(one, _OBEYED) and not _is_talk(one) for one in found)
    if wrong and not weighed and not obeyed:
        return list(usual)
    aside = any(isinstance(one, TakenBack) for one in found) and all(map(_unread, usual))
    if not said and not aside:
        found = [one.talk or one if isinstance(one, TakenBack) else one for one in found]
        if not any(one.spaces for one in found if isinstance(one, Ignored)):
            return list(usual)
    if len(found) == len(usual) == 1:
        return [_better_told(found[0], usual[0])]
    return found


def _is_odd(items: Iterable[Item]) -> bool:
    """Whether one of some items is wrong, or told with its verdict."""
    for item in items:  # noqa: SIM110 - every line of every mail comes by here
        if item.error or item.reported:
            return True
    return False


def _names_place(sentence: Sentence) -> bool:
    """Whether a sentence is nothing but a place."""
    return sentence.verb == "unit" and sentence.piece is not None and not sentence.piece.arm


def _is_run(items: tuple[Item, ...]) -> bool:
    """Whether places follow each other with nothing between: "F Brest English Channel"."""
    if len(items) < 2 or any(item.verb != "unit" or item.separator.strip() for item in items):
        return False
    return any(_is_place(item) for item in items[1:])


def _is_talk(one: Read | TakenBack) -> bool:
    """Whether words are talk, be it talk about an order above."""
    return isinstance(one, Ignored) or (isinstance(one, TakenBack) and one.talk is not None)


def _unread(one: Read) -> bool:
    """Whether nothing is known of words but that they are no order."""
    return isinstance(one, Ignored) and one.reason in (NO_ORDER, _TELLS)


def _better_told(found: Read | TakenBack, usual: Read) -> Read | TakenBack:
    """A request that puts orders in doubt, asked as the order would be that it looks like."""
    if not isinstance(found, TakenBack) or not isinstance(usual, Problem):
        return found
    return found._replace(problem=usual) if found.corrected and not found.which else found


def _is_place(item: Item) -> bool:
    """Whether an item is nothing but a place, as in a signature: "Paris, France"."""
    return item.slots is not None and item.verb == "unit" and not item.slots["piece"].arm


def _parted(text: str, start: int) -> str:
    """What stands behind a line's first number, further numbers made semicolons: "1. .. 2. .."."""
    rest, counted = text[start:], text[:start].strip("( ).")
    if not counted.isdigit():
        return rest
    for found in _NUMBERED.finditer(rest):
        if int(found[1]) != int(counted) + 1:
            return rest
        counted = found[1]
        rest = rest[: found.start()] + ";".ljust(len(found[0])) + rest[found.end() :]
    return rest


def _cast(item: Item, section: str) -> Item:
    return item._replace(slots=cast(item.slots, section)) if item.slots else item
